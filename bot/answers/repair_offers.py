"""Which boxes somebody may be offered to tick, and the button that leads there. Pure."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from bot.answers.answer import ActionId, Button, Buttons
from bot.answers.audience import Audience
from bot.answers.parts import counted
from bot.answers.private import private_refs, redacted
from bot.github_status.judge.verdicts import TICK, JudgedRow, JudgedTracker, JudgedWorkstream
from bot.github_status.repair import Offer, offers_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """A box that could be ticked, as one audience may see it."""

    offer: Offer
    judged: JudgedRow
    """The row that it stands in."""

    @property
    def at(self) -> int:
        """By which it is told from other boxes of the same text."""
        return self.offer.box.at

    @property
    def is_behind(self) -> bool:
        """The box is out of date; else only another pull request says that it may be ticked."""
        return any(finding.box_is_behind for finding in self.offer.findings)


def offered_boxes(
    tracker: JudgedTracker,
    *,
    audience: Audience,
    workstreams: Iterable[JudgedWorkstream] | None = None,
) -> tuple[Offered, ...]:
    """Every box that could be ticked and that this audience may see, by its place.

    `tracker` is not redacted: places are those of its text. A row that names anything private is
    left out for those who may not see that.
    """
    hidden = frozenset() if audience.sees_private else private_refs(tracker.snapshot)
    if hidden is None:
        return ()
    offers = [
        offer
        for offer in offers_of(tracker, workstreams)
        if hidden.isdisjoint(named.ref for named in offer.row.refs)
    ]
    shown = {row.row.box_at: row for row in redacted(tracker, audience).rows()}
    return tuple(_as_seen(offer, shown[offer.box.at]) for offer in offers)


def repair_buttons(
    tracker: JudgedTracker,
    *,
    audience: Audience,
    question: str,
    workstreams: Iterable[JudgedWorkstream] | None = None,
) -> Iterator[Buttons]:
    """The button that opens the repair; none where there is nothing to tick.

    `tracker` is not redacted; `question` asks for the drift of the same workstreams.
    """
    label = repair_label(offered_boxes(tracker, audience=audience, workstreams=workstreams))
    if label:
        yield Buttons((Button(ActionId.REPAIR, label, question),))


def repair_label(offered: Iterable[Offered]) -> str:
    """ "Repair 12 boxes", or of those that only a person can judge "Review 2 boxes"; else empty."""
    every = tuple(offered)
    behind = sum(one.is_behind for one in every)
    if behind:
        return f"Repair {counted(behind, 'box')}"
    return f"Review {counted(len(every), 'box')}" if every else ""


def _as_seen(offer: Offer, judged: JudgedRow) -> Offered:
    """With the evidence as it may be read."""
    findings = tuple(finding for finding in judged.findings if finding.repair == TICK)
    return Offered(offer=replace(offer, findings=findings), judged=judged)
