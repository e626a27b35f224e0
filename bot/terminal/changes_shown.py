"""How changes of an index stand in a terminal: the lines, why, and what came of it."""

from collections.abc import Iterable, Sequence

from bot.answers.parts import plural
from bot.answers.repaired import repair_told
from bot.github_status.judge.verdicts import JudgedTracker
from bot.github_status.repair import DiffLine, Offer, diff_of, proposal_of
from bot.github_status.repair_outcomes import NothingToDo, Repaired, RepairOutcome
from bot.render.clean import clean
from bot.terminal.streams import Streams

LONGEST_LINE = 2_000
"""Characters of a line that are shown: a box stands near its start."""


def show_diff(streams: Streams, lines: Iterable[DiffLine]) -> None:
    """Each line as it is and as it would be."""
    for line in lines:
        number = f"{line.line}:"
        streams.show(f"- {number:6}{_shown(line.before)}\n+ {number:6}{_shown(line.after)}\n")


def show_offer(streams: Streams, tracker: JudgedTracker, offer: Offer) -> None:
    """One box, with what speaks for ticking it."""
    streams.show(f"\n{clean(offer.evidence)}\n")
    show_diff(streams, diff_of(proposal_of(tracker, [offer])))


def tell_left(streams: Streams, offers: Sequence[Offer]) -> None:
    """Boxes that only a person can decide about."""
    if offers:
        boxes = f"{len(offers)} more {plural(len(offers), 'box')}"
        streams.show(f"{boxes} may be out of date; only a person can tell: leave --yes out.\n")


def tell_outcome(streams: Streams, outcome: RepairOutcome) -> None:
    """What came of it: on stdout where it is well, else on stderr. Texts of others in full."""
    told = repair_told(outcome)
    if isinstance(outcome, Repaired | NothingToDo):
        streams.show(f"{clean(f'{told.what} {told.advice}'.strip())}\n")
    else:
        streams.warn(told.what, told.advice)
    for heading, text in told.texts:
        streams.show(f"\n{clean(heading)}:\n")
        lines = text.replace("\r\n", "\n").split("\n")
        streams.show("".join(f"{clean(line)}\n" for line in lines))


def _shown(line: str) -> str:
    left = len(line) - LONGEST_LINE
    return clean(line) if left <= 0 else f"{clean(line[:LONGEST_LINE])}… ({left} more characters)"
