"""What a repair in Slack rests on: which tracker, its text as last read, and who asks."""

import asyncio
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Protocol

from bot.answers.audience import Audience
from bot.answers.links import is_web_address, ref_label
from bot.answers.lost_text import outcome_for
from bot.answers.parts import shortened
from bot.answers.private import private_refs
from bot.answers.repair_offers import Offered, offered_boxes
from bot.commands import Asked, Scene, parse, split
from bot.commands.drift import DRIFT, DriftQuestion
from bot.commands.phrase import PhraseQuestion
from bot.errors import UserError
from bot.github_status.current import Outcome, Reading
from bot.github_status.facts.refs import Ref
from bot.github_status.index import parse_index
from bot.github_status.judge.verdicts import JudgedTracker
from bot.github_status.reader import tracker_key
from bot.github_status.repair import (
    DiffLine,
    Proposal,
    diff_of,
    fingerprint,
    offers_of,
    proposal_of,
)
from bot.github_status.repair_outcomes import RepairOutcome
from bot.listeners.access import Sight
from bot.listeners.office import Caller, Office, OfficeTracker, nothing_read
from bot.listeners.repair.ids import LONGEST_QUESTION, RepairIds
from bot.listeners.repair.rights import Right
from bot.render.clean import clean
from bot.render.slack.forms_repair import BOXES_AT_MOST, BoxRow, ChoiceForm, ConfirmForm
from bot.render.slack.measure import escaped_units

OLDEST: Final = timedelta(minutes=1)
"""How old the reading may be from which boxes are offered; an older one is read anew first."""
PATIENCE_SECONDS: Final = 5.0


class ReadsNow(Protocol):
    """What of `Current` is used here."""

    def reading(self, tracker: Ref) -> Reading:
        """The reading that is under way, else a new one."""
        ...

    async def within(
        self, tracker: Ref, *, now: datetime, oldest: timedelta, patience_seconds: float
    ) -> Outcome:
        """A snapshot that is at most `oldest` old, if there is one or it comes in time."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Matter:
    """One tracker as one person may repair it."""

    tracker: OfficeTracker
    judged: JudgedTracker
    """Not redacted: it is never shown as it is."""
    audience: Audience
    question: str
    channel: str
    offered: tuple[Offered, ...] = ()
    """What they may see and tick, by place."""
    hidden: int = 0
    """What they might tick if they saw it."""

    @property
    def url(self) -> str:
        """The issue's."""
        return self.judged.snapshot.issue.url

    @property
    def body(self) -> str:
        """The text that places are of."""
        return self.judged.snapshot.issue.body

    @property
    def name(self) -> str:
        """The tracker in a sentence."""
        return shortened(clean(self.tracker.name))

    def ids(self, chosen: tuple[Offered, ...] = ()) -> RepairIds:
        """What the modal keeps."""
        return RepairIds(
            tracker_key=tracker_key(self.tracker.ref),
            question=self.question,
            channel=self.channel,
            fingerprint=fingerprint(self.body),
            boxes=tuple(one.at for one in chosen),
        )

    def chosen(self, boxes: tuple[int, ...]) -> tuple[Offered, ...] | None:
        """These boxes; `None`: not every one of them is offered any more."""
        wanted = set(boxes)
        found = tuple(one for one in self.offered if one.at in wanted)
        return found if len(found) == len(wanted) else None

    def as_seen(self, outcome: RepairOutcome) -> RepairOutcome:
        """What came of it, as this person may be told."""
        return outcome_for(outcome, self.judged.snapshot, self.audience)

    def proposal(self, chosen: tuple[Offered, ...]) -> Proposal:
        """What to write."""
        return proposal_of(self.judged, [one.offer for one in chosen])


def question_asked(words: str, office: Office) -> tuple[Asked, DriftQuestion]:
    """Which workstreams of which tracker. Raises `UserError`."""
    if len(words) > LONGEST_QUESTION or escaped_units(words) > 2 * LONGEST_QUESTION:
        raise UserError("That is too long for a question.", advice="Ask “drift” instead.")
    asked = parse(split(words), trackers=[n for t in office.trackers for n in t.all_names])
    question = asked.question
    if isinstance(question, PhraseQuestion) and question.command is DRIFT:
        question = DRIFT.parse(question.words)
    if not isinstance(question, DriftQuestion):
        raise UserError(
            "This button is of another version of the bot.", advice="Ask “drift” for a new one."
        )
    return asked, question


async def audience_of(office: Office, user: str, channel: str) -> Audience:
    """The modal is for one person, at the place where they opened it."""
    return await office.access.audience(user, channel, Sight.ASKER)


async def matter_of(
    office: Office, tracker: OfficeTracker, words: str, *, caller: Caller, right: Right
) -> tuple[Matter, int]:
    """What this person may repair there, and how many boxes they see of anybody's.

    From what is known; raises `UserError`.
    """
    judged = await office.everything_of(tracker)
    if judged is None:
        raise nothing_read(tracker.name)
    audience = await audience_of(office, caller.user, caller.channel)
    _, question = question_asked(words, office)
    scene = Scene(
        tracker=judged,
        name=tracker.name,
        aliases=tracker.workstream_aliases,
        people=right.people,
        asker=None,
        audience=audience,
    )

    def offered() -> tuple[tuple[Offered, ...], int]:
        """Slow for large trackers."""
        workstreams = question.workstreams(scene)
        seen = offered_boxes(judged, audience=audience, workstreams=workstreams)
        return seen, len(offers_of(judged, workstreams)) - len(seen)

    seen, hidden = await asyncio.to_thread(offered)
    matter = Matter(
        tracker=tracker,
        judged=judged,
        audience=audience,
        question=words,
        channel=caller.channel,
        offered=right.of(seen),
        hidden=hidden,
    )
    return matter, len(seen)


def choice_form(matter: Matter, *, note: str = "") -> ChoiceForm:
    """What can be chosen; of more than there is room for, what is sure goes first."""
    by_sureness = sorted(matter.offered, key=lambda one: not one.offer.is_sure)
    shown = tuple(sorted(by_sureness[:BOXES_AT_MOST], key=lambda one: one.at))
    lines = {line.line: line for line in diff_of(matter.proposal(shown))}
    ids = matter.ids()
    as_of = matter.judged.snapshot.as_of
    return ChoiceForm(
        tracker=matter.name,
        rows=tuple(_box_row(one, lines[one.offer.box.line], matter) for one in shown),
        more=len(matter.offered) - len(shown),
        hidden=matter.hidden,
        as_of=f"{as_of:%Y-%m-%d %H:%M} UTC",
        note=note,
        mark=ids.mark,
        metadata=str(ids),
    )


def confirm_form(matter: Matter, chosen: tuple[Offered, ...]) -> ConfirmForm:
    """Exactly what would be written."""
    lines = diff_of(matter.proposal(chosen))
    return ConfirmForm(
        tracker=matter.name,
        boxes=len(chosen),
        lines=lines,
        again=matter.question,
        metadata=str(matter.ids(chosen)),
    )


def undo_form(matter: Matter, proposal: Proposal, *, note: str) -> ConfirmForm:
    """What of a repair can still be taken back; lines that name anything private are counted."""
    seen = _seen_lines(matter, proposal)
    diff = diff_of(proposal)
    shown = tuple(line for line in diff if line.line in seen)
    ids = RepairIds(
        tracker_key=tracker_key(matter.tracker.ref),
        question=matter.question,
        channel=matter.channel,
        fingerprint=fingerprint(proposal.body),
        undoes=proposal.undoes,  # with the text, that tells which boxes: a long list has no room
    )
    return ConfirmForm(
        tracker=matter.name,
        boxes=len(proposal.boxes),
        lines=shown,
        hidden=len(diff) - len(shown),
        note=note,
        is_undo=True,
        metadata=str(ids),
    )


def _seen_lines(matter: Matter, proposal: Proposal) -> frozenset[int]:
    """Lines of a text that may be newer than what was read: what is not known there is private."""
    every = frozenset(box.line for box in proposal.boxes)
    if matter.audience.sees_private:
        return every
    snapshot = matter.judged.snapshot
    hidden = private_refs(snapshot)
    public = {reading.ref for reading in snapshot.readings} - (hidden or set())
    index = parse_index(proposal.body, repository=proposal.tracker.repository)
    open_rows = {row.line for _, row in index.rows() if {named.ref for named in row.refs} <= public}
    return every & open_rows if hidden is not None else frozenset()


def _box_row(offered: Offered, line: DiffLine, matter: Matter) -> BoxRow:
    offer, judged = offered.offer, offered.judged
    item = judged.item
    ref = "" if judged.ref is None else ref_label(judged.ref, matter.judged)
    title = judged.row.text or ("" if item is None else item.title)
    url = "" if item is None else item.url
    return BoxRow(
        at=offered.at,
        label=f"{ref} {title}".strip(),
        ref=ref,
        url=url if is_web_address(url) else "",
        evidence=offer.evidence,
        line=line,
        is_sure=offer.is_sure,
    )
