"""What is said of a repair: what came of it, and what to do next."""

from dataclasses import dataclass
from typing import assert_never

from bot.answers.parts import counted, listed
from bot.github_status.facts.edits import Edit
from bot.github_status.repair_outcomes import (
    BodyChanged,
    NothingToDo,
    OverwroteSomebody,
    Refused,
    Repaired,
    RepairOutcome,
    Uncertain,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RepairTold:
    """The words for an outcome. Texts of others are data, to be shown as plain text."""

    what: str
    advice: str = ""
    texts: tuple[tuple[str, str], ...] = ()
    """What others had written and is gone, whole: (a heading, the text)."""


def repair_told(outcome: RepairOutcome) -> RepairTold:
    """What happened and what to do, in sentences."""
    match outcome:
        case Repaired():
            return _repaired(outcome)
        case NothingToDo():
            done = (
                "It was taken back already" if outcome.is_undo else "The boxes are ticked already"
            )
            return RepairTold(what=f"{done}; nothing was written.")
        case BodyChanged():
            return RepairTold(
                what=f"{outcome.tracker} was edited meanwhile, so nothing was written.",
                advice="Look at the changes anew, and confirm those.",
            )
        case OverwroteSomebody():
            return _overwrote(outcome)
        case Refused():
            return RepairTold(
                what=f"{outcome.error} Nothing was written.", advice=outcome.error.advice
            )
        case Uncertain():
            return _uncertain(outcome)
        case _:
            assert_never(outcome)


def _repaired(outcome: Repaired) -> RepairTold:
    what = [f"{_done(outcome)}, and read again."]
    advice = ""
    if outcome.later:
        what.append(f"{_editors(outcome.later)} edited the index right after that.")
    if not outcome.stands:
        advice = "Their text has other boxes again: ask drift once more."
    if not outcome.is_history_known:
        what.append(
            "GitHub does not show the edit history, so whether somebody's edit fell into the same"
            " second is not known."
        )
        advice = f"{advice} Look at the history on the issue's page.".strip()
    return RepairTold(what=" ".join(what), advice=advice)


def _overwrote(outcome: OverwroteSomebody) -> RepairTold:
    who = _editors(outcome.edits)
    what = (
        f"{_done(outcome)}, but {who} saved an edit in the same second, and the index no longer has"
        " it."
    )
    texts = tuple(
        (f"The text of {_editor(edit)}, {edit.at:%Y-%m-%d %H:%M:%S} UTC", edit.text)
        for edit in outcome.edits
        if edit.text is not None
    )
    return RepairTold(
        what=what,
        advice=f"Tell {who}, and put it back by hand: the text is"
        f" {'below, and ' if texts else ''}in the edit history of {outcome.tracker}."
        " Then ask drift again.",
        texts=texts,
    )


def _uncertain(outcome: Uncertain) -> RepairTold:
    said = (
        "GitHub said that it was written, and reading again did not show it"
        if outcome.is_written
        else "GitHub did not say whether it was written, and reading again did not show it"
    )
    why = f" {outcome.error}" if outcome.error is not None else ""
    return RepairTold(
        what=f"{said}.{why}",
        advice=f"Look at {outcome.tracker} in a minute, then ask drift again. Nothing is sent a"
        " second time by itself.",
    )


def _done(outcome: Repaired | OverwroteSomebody) -> str:
    boxes = counted(outcome.boxes, "box")
    return f"{boxes} of {outcome.tracker} {'set back' if outcome.is_undo else 'ticked'}"


def _editors(edits: tuple[Edit, ...]) -> str:
    return listed(dict.fromkeys(map(_editor, edits)))


def _editor(edit: Edit) -> str:
    return str(edit.by.login) if edit.by is not None else "somebody whose account is gone"
