"""What stands in Slack at the end of a trial, against what should."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import select

from bot.delivery.history import is_marked
from bot.demo.slack import FakeSlack, Message
from bot.github_status.reader import tracker_key
from bot.store.digests import Digests, DigestState
from bot.store.engine import Database
from bot.store.incidents import Incidents
from bot.store.messages import MessageState
from bot.store.tables import MESSAGES
from tests.soak.figures import Figures
from tests.soak.scene import SLOT, Start, owner_name, reading_mark

if TYPE_CHECKING:
    from tests.soak.trial import Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A message as the database has it."""

    key: str
    state: MessageState
    channel: str
    ts: str | None

    @property
    def is_doubtful(self) -> bool:
        """Begun, and nobody wrote down how it ended."""
        return self.state is MessageState.SENDING


def marked(slack: FakeSlack) -> list[Message]:
    """The bot's messages, wherever they stand."""
    everywhere = slack.world.messages.values()
    return [one for there in everywhere for one in there if one.metadata is not None]


async def records(database: Database) -> list[Record]:
    """What the database knows of messages."""
    async with database.reading() as connection:
        found = await connection.execute(select(MESSAGES))
        return [
            Record(key=row.key, state=MessageState(row.state), channel=row.channel, ts=row.ts)
            for row in found
        ]


def unrecorded(slack: FakeSlack, doubtful: Sequence[Record]) -> int:
    """How many of them stand in Slack."""
    return sum(_copies(slack, one.key) > 0 for one in doubtful)


async def verdict(slack: FakeSlack, database: Database, start: Start, kind: "Kind") -> Figures:
    """Judge; raises `AssertionError` for whatever should not be."""
    known = await records(database)
    copies = {one.key: _copies(slack, one.key) for one in known}
    unsettled = {one.key for one in known if one.state is MessageState.UNSETTLED}
    [summary] = [one for one in known if one.key.endswith("/summary")]
    left_out = 0
    if summary.key in unsettled:  # nobody knows its thread: the replies are left out, as was told
        left_out = kind.owners
    figures = Figures(
        messages=len(marked(slack)),
        unsettled=len(unsettled),
        missing=kind.messages - len(marked(slack)),
        doubled=sum(count > 1 for count in copies.values()),
        lost=sum(not copies[one.key] for one in known if one.key not in unsettled),
    )

    assert not figures.doubled, copies
    assert not figures.lost, copies
    assert sum(copies.values()) == figures.messages, "messages that nobody knows of"
    assert {one.state for one in known} <= {MessageState.SENT, MessageState.UNSETTLED}
    assert len(known) == kind.messages - left_out
    absent = sum(not copies[key] for key in unsettled)
    assert figures.missing == absent + left_out
    await _check_told(database, len(unsettled), kind)
    digest = await Digests(database).opened(start.channel, tracker_key(start.tracker), SLOT)
    assert digest.state is DigestState.SENT
    _check_texts(slack, start, kind, missing=figures.missing)
    return figures


async def _check_told(database: Database, unsettled: int, kind: "Kind") -> None:
    """Maintainers are told of each that is unsettled, and of nothing else."""
    told = await Incidents(database).untold()
    assert {one.key.partition(":")[0] for one in told} <= {"unsettled"}
    assert sum(one.count for one in told) >= unsettled
    assert bool(told) == bool(unsettled)
    if kind.is_readable:
        assert not unsettled


def _check_texts(slack: FakeSlack, start: Start, kind: "Kind", *, missing: int) -> None:
    """Each owner in one reply of their own, all of one reading, in the summary's thread."""
    room = [one for one in marked(slack) if one.channel == start.channel]
    replies = [one for one in room if one.thread_ts not in (None, one.ts)]
    assert len({one.thread_ts for one in replies}) <= 1
    assert {one.thread_ts for one in replies} <= {one.ts for one in room}
    named = Counter(
        owner_name(number)
        for number in range(kind.owners)
        for one in replies
        if owner_name(number) in one.shown
    )
    assert set(named.values()) <= {1}
    assert len(named) == len(replies) >= kind.owners - missing
    numbers = range(1, start.number)
    readings = {n for n in numbers for one in replies if reading_mark(n) in one.shown}
    assert len(readings) <= 1, "made from more than one reading"


def _copies(slack: FakeSlack, key: str) -> int:
    return sum(is_marked({"metadata": one.metadata}, key) for one in marked(slack))
