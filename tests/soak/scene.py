"""The tracker that is told of, the people in it, and when: the same in every process.

Each owner has a row that merged in the week of the digest, and one that waits for them. Rows say
which reading they are from, so that a digest made from two of them would show.
"""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from bot.demo import slack as fake
from bot.github_status.facts.pulls import Login, Mergeable, Pull
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Snapshot
from bot.github_status.index import parse_index
from bot.people.people import Link, People, PersonName, SlackId
from bot.store.subscriptions import Subscription
from tests.builders import a_merged_pull, a_pull, a_reading, a_ref, a_tracker_issue, an_actor, at

TRACKER = a_ref(1)
NAME = "widgets"

SLOT = datetime(2026, 8, 31, 8, 0, tzinfo=UTC)
"""A Monday, 09:00 in London."""

MESSAGES_AT = datetime(2026, 9, 1, 9, 0, tzinfo=UTC)
"""The Tuesday after it, 10:00 in London."""

_MERGED, _WAITING = 1_000, 5_000
"""Numbers of the pull requests of the first owner; the others' follow."""


def owner_name(number: int) -> str:
    """A name that is no part of any other one's."""
    return f"Owner{number:04} Example"


def reading_mark(reading: int) -> str:
    """What rows of this reading say."""
    return f"as reading {reading:03} has it"


def people_of(slack_ids: tuple[str, ...]) -> People:
    """The owners, linked to these accounts."""
    return People(
        tuple(
            Link(
                name=PersonName(owner_name(number)),
                github=Login(f"owner{number:04}"),
                slack=SlackId(slack),
            )
            for number, slack in enumerate(slack_ids)
        )
    )


def snapshot_of(owners: int, *, reading: int, as_of: datetime) -> Snapshot:
    """What GitHub holds."""
    body = "\n".join(_section(number, reading) for number in range(owners))
    pulls = [pull for number in range(owners) for pull in _pulls(number)]
    return Snapshot(
        tracker=TRACKER,
        as_of=as_of,
        issue=a_tracker_issue(body),
        index=parse_index(body, repository=TRACKER.repository),
        readings=tuple(replace(a_reading(pull), read_at=as_of) for pull in pulls),
        credentials=("token",),
    )


def _section(number: int, reading: int) -> str:
    mark = reading_mark(reading)
    return (
        f"## Stream {number}\nOwner: {owner_name(number)}\n\n"
        f"- [x] #{_MERGED + number} done, {mark}\n- [ ] #{_WAITING + number} to do, {mark}\n"
    )


def _pulls(number: int) -> tuple[Pull, Pull]:
    author = an_actor(f"owner{number:04}")
    waiting = a_pull(
        _WAITING + number,
        author=author,
        created_at=at("2026-06-01"),
        mergeable=Mergeable.CONFLICTING,
    )
    return a_merged_pull(_MERGED + number, on="2026-08-27", author=author), waiting


def subscription(channel: str, tracker_key: str) -> Subscription:
    """The channel's, from before the slot."""
    return Subscription(
        channel=channel,
        tracker_key=tracker_key,
        at="mon 09:00",
        zone="Europe/London",
        since=SLOT - timedelta(days=3),
        by="U0MAINTAIN",
    )


class ShiftedClock(fake.Clock):
    """Slack's clock: the machine's, some time off."""

    def __init__(self, offset: timedelta) -> None:
        super().__init__()
        self._offset_seconds = offset.total_seconds()

    def now(self) -> float:
        return super().now() + self._offset_seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """What a process is started with."""

    database: str
    slack_url: str
    token: str
    channel: str
    offset: timedelta
    """Its clock is so far ahead of the machine's."""
    slack_ids: tuple[str, ...]
    writes_to_owners: bool
    log: str
    number: int = 1
    """Of the process: it reads its own state of the tracker."""

    @property
    def tracker(self) -> Ref:
        """What is told of."""
        return TRACKER

    @property
    def owners(self) -> int:
        """So many."""
        return len(self.slack_ids)
