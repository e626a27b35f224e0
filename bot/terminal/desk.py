"""What a question in a terminal is answered with, live or from the bundled readings."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, time
from typing import Final, TypeAlias

from bot.answers.pull_places import Elsewhere
from bot.demo.bundled import DEMO_NOW, DEMO_TRACKERS, demo_people, demo_snapshot, demo_unlisted
from bot.demo.bundled.houses import DEMO_HOUSES
from bot.errors import NoMatch, UserError
from bot.github_status.facts.pulls import Login
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Snapshot
from bot.github_status.facts.unlisted import Unlisted
from bot.github_status.github.endpoints import GITHUB_COM
from bot.github_status.judge import Rules, judge_snapshot
from bot.github_status.judge.burnup import WeekCounts
from bot.github_status.judge.rules import Left, ParkedBySlack
from bot.github_status.judge.verdicts import JudgedTracker
from bot.github_status.reader import Latest
from bot.people.people import People
from bot.reminders import AskedTracker, ReminderPlan, plan_reminders
from bot.schedule import REMIND_AT
from bot.settings.channels import ChannelDigest
from bot.settings.trackers import Tracker, tracker_named

DEMO_RULES: Final = Rules(houses=DEMO_HOUSES)

DEMO_ZONE: Final = "America/Los_Angeles"
"""Where most people of the bundled tracker are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Earlier:
    """What is remembered from before a slot of a digest."""

    last_sent: datetime | None = None
    """The slot that was sent last; `None`: none ever was, as far as is known."""
    baseline: Snapshot | None = None
    """The reading to compare the index with; `None`: there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """Messages to owners, and what they were planned from."""

    plan: ReminderPlan
    trackers: tuple[AskedTracker, ...]


Counted: TypeAlias = Callable[[Snapshot, datetime], WeekCounts]
"""How far a reading's tracker was at a moment."""

Read: TypeAlias = tuple[Tracker, Snapshot]
"""A tracker, and what was read of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """Everything but the question."""

    trackers: tuple[Tracker, ...]
    """The first one is asked where a question names none."""
    people: Callable[[Tracker], People]
    """Whose links hold for this tracker."""
    parked: Callable[[Tracker], Mapping[Ref, ParkedBySlack]]
    """What somebody parked from Slack."""
    left: Callable[[Tracker], Left]
    """Which findings somebody left as they are."""
    rules: Rules
    now: datetime
    named: Callable[[str], Tracker]
    """The tracker that somebody names; raises `UserError` when that is none."""
    latest: Callable[[Tracker], Latest]
    """Raises `UserError`, or a `Fault` when there is nothing to answer from."""
    unlisted: Callable[[Ref], Unlisted | None]
    """What is known of a ref that a tracker does not list; `None`: nothing can be asked."""
    elsewhere: Callable[[Tracker], tuple[Elsewhere, ...]]
    """The newest readings of the other trackers."""
    lists_others: bool
    """The bare overview tells of every tracker."""
    viewer: Callable[[], Login | None]
    """Whose token it is; `None` when nobody knows."""
    digests: Callable[[], Sequence[ChannelDigest]]
    """Every digest that some channel gets."""
    usual_zone: str
    """IANA zone of a digest that nobody has set up."""
    earlier: Callable[[ChannelDigest, datetime], Earlier]
    """What is remembered from before this slot of a digest."""
    planned: Callable[[Sequence[Read], datetime], Planned]
    """The messages that are due at this moment about these trackers."""
    reminds: bool
    """Owners are written to at all."""
    remind_at: time
    """When owners are written to, in their own zone."""
    weekly: Callable[[Tracker, Sequence[datetime], Snapshot, Counted], Sequence[WeekCounts]]
    """The tracker at the end of each week, by this newest reading and what is stored before it."""

    def judged(self, tracker: Tracker, snapshot: Snapshot, *, now: datetime) -> JudgedTracker:
        """What the snapshot means at this moment, with what people answered about its rows."""
        return judge_snapshot(
            snapshot,
            rules=self.rules,
            people=self.people(tracker).for_judge(),
            now=now,
            parked=self.parked(tracker),
            left=self.left(tracker),
        )


def demo_desk() -> Desk:
    """The bundled readings, whose clock stands."""
    trackers = tuple(Tracker(name=name, ref=issue) for name, issue in DEMO_TRACKERS.items())
    return Desk(
        trackers=trackers,
        people=lambda tracker: demo_people(tracker.name),
        parked=lambda _: {},
        left=lambda _: {},
        rules=DEMO_RULES,
        now=DEMO_NOW,
        named=lambda asked: _bundled(asked, trackers),
        latest=lambda tracker: Latest(snapshot=demo_snapshot(tracker.name)),
        unlisted=demo_unlisted,
        elsewhere=lambda tracker: tuple(
            Elsewhere(name=name, snapshot=demo_snapshot(name))
            for name in DEMO_TRACKERS
            if name != tracker.name
        ),
        # Whoever tries the program sees one tracker; the others are not theirs to keep.
        lists_others=False,
        viewer=lambda: None,
        digests=lambda: (),
        usual_zone=DEMO_ZONE,
        earlier=lambda _digest, _slot: Earlier(),
        planned=_planned,
        reminds=True,
        remind_at=REMIND_AT,
        weekly=lambda _tracker, ends, newest, count: [count(newest, end) for end in ends],
    )


def _planned(read: Sequence[Read], at: datetime) -> Planned:
    """Nobody was ever written to, and nobody has said anything about it."""
    people = People(tuple(link for tracker, _ in read for link in demo_people(tracker.name).links))
    trackers = tuple(
        AskedTracker(
            name=tracker.name,
            tracker=judge_snapshot(snapshot, rules=DEMO_RULES, people=people.for_judge(), now=at),
        )
        for tracker, snapshot in read
    )
    return Planned(plan=plan_reminders(trackers, people, at=at, told={}), trackers=trackers)


def _bundled(asked: str, trackers: tuple[Tracker, ...]) -> Tracker:
    with suppress(UserError):
        found = tracker_named(asked, trackers, api_url=GITHUB_COM)
        if found in trackers:
            return found
    names = [tracker.name for tracker in trackers]
    raise NoMatch(
        f"There is no bundled reading of “{asked}”.",
        asked=asked,
        nearest=names,
        advice=f"There are: {', '.join(names)}. Leave --demo out to read GitHub.",
    )
