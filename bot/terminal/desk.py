"""What a question in a terminal is answered with, live or from the bundled readings."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, time
from typing import Final, TypeAlias

from bot.demo import DEMO_NOW, DEMO_TRACKERS, demo_people, demo_snapshot
from bot.errors import NoMatch, UserError
from bot.github_status.facts.pulls import Login
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Snapshot
from bot.github_status.github.endpoints import GITHUB_COM
from bot.github_status.judge import Rules, judge_snapshot
from bot.github_status.judge.rules import ParkedBySlack
from bot.github_status.reader import Latest
from bot.people.people import People
from bot.reminders import AskedTracker, ReminderPlan, plan_reminders
from bot.schedule import REMIND_AT
from bot.settings.channels import ChannelDigest
from bot.settings.trackers import Tracker, tracker_named

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
    rules: Rules
    now: datetime
    named: Callable[[str], Tracker]
    """The tracker that somebody names; raises `UserError` when that is none."""
    latest: Callable[[Tracker], Latest]
    """Raises `UserError`, or a `Fault` when there is nothing to answer from."""
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


def demo_desk() -> Desk:
    """The bundled readings, whose clock stands."""
    trackers = tuple(Tracker(name=name, ref=issue) for name, issue in DEMO_TRACKERS.items())
    return Desk(
        trackers=trackers,
        people=lambda tracker: demo_people(tracker.name),
        parked=lambda _: {},
        rules=Rules(),
        now=DEMO_NOW,
        named=lambda asked: _bundled(asked, trackers),
        latest=lambda tracker: Latest(snapshot=demo_snapshot(tracker.name)),
        viewer=lambda: None,
        digests=lambda: (),
        usual_zone=DEMO_ZONE,
        earlier=lambda _digest, _slot: Earlier(),
        planned=_planned,
        reminds=True,
        remind_at=REMIND_AT,
    )


def _planned(read: Sequence[Read], at: datetime) -> Planned:
    """Nobody was ever written to, and nobody has said anything about it."""
    people = People(tuple(link for tracker, _ in read for link in demo_people(tracker.name).links))
    trackers = tuple(
        AskedTracker(
            name=tracker.name,
            tracker=judge_snapshot(snapshot, rules=Rules(), people=people.for_judge(), now=at),
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
