"""What a question in a terminal is answered with, live or from the bundled readings."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from bot.demo import DEMO_NOW, DEMO_TRACKERS, demo_people, demo_snapshot
from bot.errors import NoMatch, UserError
from bot.github_status.facts.pulls import Login
from bot.github_status.github.endpoints import GITHUB_COM
from bot.github_status.judge import Rules
from bot.github_status.reader import Latest
from bot.people.people import People
from bot.settings.trackers import Tracker, tracker_named


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """Everything but the question."""

    trackers: tuple[Tracker, ...]
    """The first one is asked where a question names none."""
    people: Callable[[Tracker], People]
    """Whose links hold for this tracker."""
    rules: Rules
    now: datetime
    named: Callable[[str], Tracker]
    """The tracker that somebody names; raises `UserError` when that is none."""
    latest: Callable[[Tracker], Latest]
    """Raises `UserError`, or a `Fault` when there is nothing to answer from."""
    viewer: Callable[[], Login | None]
    """Whose token it is; `None` when nobody knows."""


def demo_desk() -> Desk:
    """The bundled readings, whose clock stands."""
    trackers = tuple(Tracker(name=name, ref=issue) for name, issue in DEMO_TRACKERS.items())
    return Desk(
        trackers=trackers,
        people=lambda tracker: demo_people(tracker.name),
        rules=Rules(),
        now=DEMO_NOW,
        named=lambda asked: _bundled(asked, trackers),
        latest=lambda tracker: Latest(snapshot=demo_snapshot(tracker.name)),
        viewer=lambda: None,
    )


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
