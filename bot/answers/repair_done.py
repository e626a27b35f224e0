"""What came of a repair, as an answer to whoever confirmed it."""

from collections.abc import Iterator
from datetime import datetime

from bot.answers.answer import (
    ActionId,
    Answer,
    Block,
    Button,
    Buttons,
    Heading,
    HelpFacts,
    Moment,
    Note,
    Plain,
    Tone,
    Verbatim,
)
from bot.answers.links import web_link
from bot.answers.parts import said
from bot.answers.repaired import RepairTold, repair_told
from bot.github_status.repair_outcomes import (
    OverwroteSomebody,
    Repaired,
    RepairOutcome,
    Uncertain,
)


def repair_done_answer(outcome: RepairOutcome, *, url: str) -> Answer:
    """What came of it, with *Undo* where something may have been written. `url`: the issue's."""
    return told_answer(
        repair_told(outcome), tracker=str(outcome.tracker), url=url, change_id=undoable(outcome)
    )


def done_before_answer(
    *, by: str, at: datetime, change_id: int | None, tracker: str, url: str
) -> Answer:
    """The very same boxes were ticked by a repair before this one.

    `by`: their name; `change_id`: what *Undo* takes back, `None`: it is not offered.
    """
    what = said(
        f"These boxes of {tracker} were ticked already, by ",
        Plain(by),
        " on ",
        Moment(at),
        ": nothing was written a second time.",
    )
    undo = () if change_id is None else (_undo(change_id),)
    blocks = (Note(what), _link_note(tracker, url), *undo)
    return _answer("These boxes were ticked already.", blocks)


def told_answer(
    told: RepairTold, *, tracker: str, url: str, change_id: int | None = None
) -> Answer:
    """These words, and texts of others in full as far as there is room."""
    blocks: list[Block] = [Note(said(told.what))]
    if told.advice:
        blocks.append(Note(said(told.advice), Tone.WARNING if told.texts else Tone.PLAIN))
    blocks.append(_link_note(tracker, url))
    if change_id is not None:
        blocks.append(_undo(change_id))
    blocks += _texts(told)
    return _answer(told.what, tuple(blocks))


def undoable(outcome: RepairOutcome) -> int | None:
    """By which change it can be taken back; `None`: nothing was written, or it was an undo."""
    match outcome:
        case Repaired(is_undo=False) | OverwroteSomebody(is_undo=False) | Uncertain():
            return outcome.change_id
        case _:
            return None


def _texts(told: RepairTold) -> Iterator[Block]:
    for heading, text in told.texts:
        yield Heading(said(heading), level=2)
        yield Verbatim(text.replace("\r\n", "\n") or " ")


def _undo(change_id: int) -> Buttons:
    return Buttons((Button(ActionId.UNDO_REPAIR, "Undo", str(change_id)),))


def _link_note(tracker: str, url: str) -> Note:
    return Note(said("The issue and its edit history: ", web_link(tracker, url)), Tone.QUIET)


def _answer(title: str, blocks: tuple[Block, ...]) -> Answer:
    return Answer(blocks=blocks, facts=HelpFacts(usages=()), title=title)
