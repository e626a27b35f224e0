"""Changes of the index itself, each in one line."""

from typing import assert_never

from bot.answers.answer import Line
from bot.answers.links import ref_span
from bot.answers.parts import NAME_AT_MOST, Part, joined, said, shortened
from bot.answers.private import PRIVATE_PULL
from bot.answers.scope import path_words
from bot.github_status.facts.snapshot import Reading
from bot.github_status.judge.changes import IndexChange, IndexChangeKind
from bot.github_status.judge.verdicts import JudgedTracker


def index_line(
    change: IndexChange, reading: Reading | None, tracker: JudgedTracker, *, by: str = " · "
) -> Line:
    """What changed, and where: "#12 wire it · moved from Refit to Gym".

    `reading` is that of the change's ref; `None` without one, or when it is not listed any more.
    """
    return Line(joined([_subject(change, reading, tracker), said(_what(change))], by=by))


def _subject(change: IndexChange, reading: Reading | None, tracker: JudgedTracker) -> Part:
    if change.of_workstream:
        is_new_name = change.kind is IndexChangeKind.RENAMED
        return said(_name(change.path_before if is_new_name else change.path))
    ref = change.ref and ref_span(change.ref, reading, tracker)
    words = shortened(change.text)
    return joined([said(ref) if ref else (), said(words) if words else ()], by=" ")


def _what(change: IndexChange) -> str:
    match change.kind:
        case IndexChangeKind.ADDED:
            return f"added to {_name(change.path)}"
        case IndexChangeKind.REMOVED:
            return f"removed from {_name(change.path)}"
        case IndexChangeKind.MOVED:
            # Of a workstream the new place stands before this already.
            to = "" if change.of_workstream else f" to {_name(change.path)}"
            return f"moved from {_name(change.path_before)}{to}"
        case IndexChangeKind.RENAMED:
            return f"is now called {_name(change.path)}"
        case IndexChangeKind.OWNERS if change.text == PRIVATE_PULL:
            return "has other owners"
        case IndexChangeKind.OWNERS:
            return f"owned by {_owners(change.owners)}, before by {_owners(change.owners_before)}"
        case _:
            assert_never(change.kind)


def _owners(owners: tuple[str, ...]) -> str:
    return shortened(", ".join(owners) or "nobody", at_most=NAME_AT_MOST)


def _name(path: tuple[str, ...] | None) -> str:
    return shortened(path_words(path or ()), at_most=NAME_AT_MOST)
