"""Where are these pull requests tracked? Their state, and every place that lists them. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.answers.answer import (
    ActionId,
    Answer,
    Block,
    Button,
    Buttons,
    Heading,
    Line,
    Note,
    Plain,
    PullFacts,
    Tone,
)
from bot.answers.parts import counted, listed, plural, said, shortened
from bot.answers.rows import row_line, telling_of
from bot.answers.scope import path_words
from bot.errors import NoMatch, UserError
from bot.github_status.facts.index import Box
from bot.github_status.judge.verdicts import JudgedRow
from bot.listeners.framing import Frame, Notice, Spoken, headed, not_shown
from bot.people.people import People

_BOXES = {Box.TICKED: "box ticked", Box.EMPTY: "box empty", Box.NONE: "no box"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """What one tracker says of one pull request."""

    tracker: str
    """The tracker's short name."""
    spoken: Spoken
    """The answer in depth; or a `NoMatch` with the nearest that is listed."""
    frame: Frame


@dataclass(frozen=True, slots=True, kw_only=True)
class Traced:
    """One pull request, and what every tracker says of it."""

    ref: str
    """As the message names it."""
    places: tuple[Place, ...]


def no_refs() -> Notice:
    """The message names no pull request."""
    return Notice(
        "This message names no pull request.",
        "It needs a link to one, or a ref such as RL#2467 or NVIDIA-NeMo/RL#2467.",
    )


def tracked_answer(
    traced: Sequence[Traced], people: People, *, notes: Sequence[Note] = (), more: int = 0
) -> Answer:
    """Each pull request with its state and its places; `more`: how many are left out."""
    alone = len(traced) == 1
    found = sum(any(_rows(place) for place in one.places) for one in traced)
    title = f"{found} of {counted(len(traced), 'pull request')} tracked"
    if alone:
        title = f"{traced[0].ref} is tracked" if found else f"{traced[0].ref} is not tracked"
    blocks = [block for one in traced for block in _blocks(one, people, alone=alone)]
    if more:
        words = f"{more} more {plural(more, 'is')} named there: ask for them by number."
        blocks.append(Note((Plain(words),), Tone.QUIET))
    return headed(title, *notes, *blocks)


def _blocks(traced: Traced, people: People, *, alone: bool) -> Iterator[Block]:
    """`alone`: the title names it already."""
    if not alone:
        yield Heading((Plain(traced.ref),), level=2)
    listing = [place for place in traced.places if _rows(place)]
    for place in listing:
        yield from _place_blocks(place, people)
    for place in traced.places:
        if not _rows(place):
            yield _missing_note(place, short=bool(listing))
    if listing:
        yield Buttons(tuple(_more(place, traced.ref) for place in listing))


def _more(place: Place, ref: str) -> Button:
    """Asks for it in depth; names the tracker where there are several to ask."""
    where = f" in {place.tracker}" if place.frame.suffix else ""
    number = ref.rpartition("#")[2]
    return Button(
        ActionId.ASK, f"More about #{number}{where}", place.frame.asking(place.frame.question)
    )


def _place_blocks(place: Place, people: People) -> Iterator[Block]:
    rows = _rows(place)
    facts = place.spoken.facts if isinstance(place.spoken, Answer) else None
    if not rows or not isinstance(facts, PullFacts):
        return
    yield row_line(rows[0], telling_of(facts.tracker, people))
    for row in rows:
        yield Line(said(f"{place.tracker}: {_where(row)}"))
    if not facts.coverage.is_complete:
        yield Note((Plain(f"Not everything of {place.tracker} could be read."),), Tone.QUIET)


def _where(row: JudgedRow) -> str:
    place = shortened(path_words(row.workstream.path))
    return f"{place}, line {row.row.line}, {_BOXES[row.row.box]}"


def _missing_note(place: Place, *, short: bool) -> Note:
    spoken = place.spoken
    if isinstance(spoken, UserError) and not isinstance(spoken, NoMatch):
        return Note((Plain(f"{place.tracker}: {spoken} {spoken.advice}".rstrip()),), Tone.WARNING)
    near = spoken.nearest if isinstance(spoken, NoMatch) and not short else ()
    nearest = f" The nearest that it lists: {listed(near)}." if near else ""
    return Note((Plain(f"Not tracked in {place.tracker}.{nearest}"),))


def _rows(place: Place) -> tuple[JudgedRow, ...]:
    spoken = place.spoken
    if not isinstance(spoken, Answer) or not_shown(spoken):
        return ()
    return spoken.facts.rows if isinstance(spoken.facts, PullFacts) else ()
