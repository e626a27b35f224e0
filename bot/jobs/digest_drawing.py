"""A slot → its messages. Pure, and slow for large trackers: called in threads."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from bot.answers.digest import (
    digest_plan,
    reading_failed_answer,
    tracker_closed_answer,
)
from bot.errors import NemorlStatusError
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Snapshot
from bot.github_status.judge import Rules, judge_snapshot
from bot.github_status.judge.changes import Window, changes_in
from bot.github_status.judge.rules import Left, ParkedBySlack
from bot.github_status.judge.tracker import NOTHING_LEFT, NOTHING_PARKED
from bot.github_status.judge.verdicts import JudgedTracker
from bot.jobs.slots import DigestSlot
from bot.people.people import People
from bot.render.slack import SlackMessage, slack_pages
from bot.schedule import judged_at


def nothing_parked(_tracker: Ref, _people: People) -> Mapping[Ref, ParkedBySlack]:
    """Where nobody can park anything."""
    return NOTHING_PARKED


def nothing_left(_tracker: Ref, _people: People) -> Left:
    """Where nobody can leave a finding as it is."""
    return NOTHING_LEFT


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnDigest:
    """A digest as messages: (part of the key, message) for each reply."""

    summary: SlackMessage
    replies: tuple[tuple[str, SlackMessage], ...]
    is_quiet: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Draughtsman:
    """Draws digests, by rules, people and parks as they are at the moment."""

    rules: Rules
    people: Callable[[], People]
    parked: Callable[[Ref, People], Mapping[Ref, ParkedBySlack]] = nothing_parked
    """What somebody parked from Slack in a tracker."""
    can_repair: bool = False
    """Whether the digest may offer to tick boxes."""
    left: Callable[[Ref, People], Left] = nothing_left
    """Which findings somebody left as they are in a tracker."""

    def digest(
        self, slot: DigestSlot, start: datetime, snapshot: Snapshot, baseline: Snapshot | None
    ) -> DrawnDigest:
        """The whole digest; `start`: where its window begins."""
        people = self.people()
        changes = changes_in(
            snapshot,
            Window(start, slot.due.slot),
            now=judged_at(slot.due.slot, as_of=snapshot.as_of),
            baseline=baseline,
            rules=self.rules,
            people=people.for_judge(),
            parked=self.parked(snapshot.tracker, people),
            left=self.left(snapshot.tracker, people),
        )
        plan = digest_plan(
            changes,
            audience=slot.audience,
            people=people,
            schedule=slot.schedule,
            due=slot.due,
            name=slot.tracker.name,
            can_repair=self.can_repair,
        )
        return DrawnDigest(
            summary=slack_pages(plan.summary)[0],
            replies=tuple(
                (f"reply/{_short(reply.key)}/{message.page}", message)
                for reply in plan.replies
                for message in slack_pages(reply.answer)
            ),
            is_quiet=plan.is_quiet,
        )

    def failed(
        self, slot: DigestSlot, last: Snapshot | None, error: NemorlStatusError, *, now: datetime
    ) -> SlackMessage:
        """That the reading failed, and what was last known."""
        answer = reading_failed_answer(
            None if last is None else self._judged(last, now),
            error,
            audience=slot.audience,
            name=slot.tracker.name,
            says_nothing_new=slot.says_nothing_new,
        )
        return slack_pages(answer)[0]

    def closed(self, slot: DigestSlot, snapshot: Snapshot, *, now: datetime) -> SlackMessage:
        """That the tracker was closed."""
        answer = tracker_closed_answer(
            self._judged(snapshot, now),
            audience=slot.audience,
            name=slot.tracker.name,
        )
        return slack_pages(answer)[0]

    def _judged(self, snapshot: Snapshot, now: datetime) -> JudgedTracker:
        people = self.people()
        return judge_snapshot(
            snapshot,
            rules=self.rules,
            people=people.for_judge(),
            now=now,
            parked=self.parked(snapshot.tracker, people),
            left=self.left(snapshot.tracker, people),
        )


def _short(key: str) -> str:
    """Owners may have long names, and a key has an end."""
    return sha256(key.encode()).hexdigest()[:16]
