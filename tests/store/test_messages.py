import asyncio
import time
from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import insert

from bot.store.engine import Database
from bot.store.messages import Begun, MessageRecord, Messages, MessageState, RemindedRow
from bot.store.tables import REMINDED_ROWS

NOW = datetime(2026, 8, 24, 16, 0, tzinfo=UTC)
LEASE = timedelta(minutes=3)
LATER = NOW + LEASE
ROW = RemindedRow(
    tracker_key="acme/widgets#1",
    ref="acme/widgets#7",
    count=1,
    last_at=NOW,
    progress_at=NOW - timedelta(days=9),
    message_key="remind:U1:2026-W35",
)


@pytest.fixture
def messages(database: Database) -> Messages:
    return Messages(database)


async def _begin(
    messages: Messages, holder: str, *, at: datetime = NOW, key: str = "m"
) -> tuple[Begun, MessageRecord]:
    return await messages.begin(key, channel="C1", holder=holder, now=at, lease=LEASE)


async def _sent(messages: Messages, key: str, *rows: RemindedRow, person: str = "U1") -> None:
    of_key = [replace(row, message_key=key) for row in rows]
    await messages.sent(key, channel="D1", ts="1.2", now=NOW, person=person, rows=of_key)


async def test_begin__new_for_one_of_many_at_once(messages: Messages) -> None:
    begun = await asyncio.gather(*[_begin(messages, f"bot-{number}") for number in range(30)])

    assert sorted(how for how, _ in begun) == [Begun.BUSY] * 29 + [Begun.NEW]
    assert {record for _, record in begun} == {
        MessageRecord(key="m", state=MessageState.SENDING, channel="C1", begun_at=NOW)
    }


async def test_begin__busy_for_another_task_of_the_same_process(messages: Messages) -> None:
    await _begin(messages, "a")

    assert (await _begin(messages, "a"))[0] is Begun.BUSY


async def test_begin__taken_over_by_one_of_many_when_the_lease_ended(messages: Messages) -> None:
    await _begin(messages, "a")

    begun = await asyncio.gather(*[_begin(messages, f"b{n}", at=LATER) for n in range(30)])

    assert sorted(how for how, _ in begun) == [Begun.BUSY] * 29 + [Begun.TAKEN_OVER]
    assert {record.begun_at for _, record in begun} == {NOW}


async def test_begin__taken_over_twice_keeps_when_it_was_first_begun(messages: Messages) -> None:
    for number in range(3):
        how, record = await _begin(messages, f"bot-{number}", at=NOW + number * LEASE)
        assert how is (Begun.TAKEN_OVER if number else Begun.NEW)
        assert record.begun_at == NOW


async def test_release__not_what_somebody_else_took_over(messages: Messages) -> None:
    await _begin(messages, "a")
    await _begin(messages, "b", at=LATER)

    await messages.release("m", holder="a")

    assert (await _begin(messages, "c", at=LATER))[0] is Begun.BUSY


async def test_release__as_if_it_had_never_been_begun(messages: Messages) -> None:
    await _begin(messages, "a")

    await messages.release("m", holder="a")

    assert await messages.get("m") is None
    how, record = await _begin(messages, "b", at=LATER)
    assert how is Begun.NEW
    assert record.begun_at == LATER


async def test_begin__never_two_at_once_while_others_release(messages: Messages) -> None:
    inside: set[str] = set()
    most = 0

    async def one(holder: str) -> None:
        nonlocal most
        for _ in range(200):
            how, _record = await _begin(messages, holder)
            if how is Begun.NEW:
                break
            assert how is Begun.BUSY
            await asyncio.sleep(0.001)
        inside.add(holder)
        most = max(most, len(inside))
        await messages.get("m")
        inside.remove(holder)
        await messages.release("m", holder=holder)

    await asyncio.gather(*[one(f"bot-{number}") for number in range(6)])

    assert most == 1


@pytest.mark.parametrize("end", ["sent", "refused", "unsettled"])
async def test_begin__over_once_it_has_ended(messages: Messages, end: str) -> None:
    await _begin(messages, "a")
    if end == "sent":
        await messages.sent("m", channel="D1", ts="1.2", now=NOW)
    elif end == "refused":
        await messages.refused("m", code="is_archived", now=NOW)
    else:
        await messages.unsettled("m", now=NOW)

    how, record = await _begin(messages, "b", at=NOW + timedelta(days=9))

    assert how is Begun.OVER
    assert record == MessageRecord(
        key="m",
        state=MessageState(end),
        channel="D1" if end == "sent" else "C1",
        begun_at=NOW,
        ts="1.2" if end == "sent" else None,
        code="is_archived" if end == "refused" else "",
    )
    await messages.release("m", holder="a")
    assert await messages.get("m") == record


async def test_sent__stands_whatever_is_said_later(messages: Messages) -> None:
    await _begin(messages, "a")
    await _sent(messages, "m")

    await messages.refused("m", code="is_archived", now=NOW)
    await messages.unsettled("m", now=NOW)

    record = await messages.get("m")
    assert record is not None
    assert record.state is MessageState.SENT


async def test_sent__settles_what_was_given_up(messages: Messages) -> None:
    await _begin(messages, "a")
    await messages.unsettled("m", now=NOW)

    await _sent(messages, "m")

    record = await messages.get("m")
    assert record is not None
    assert (record.state, record.channel, record.ts) == (MessageState.SENT, "D1", "1.2")


async def test_reminded__what_a_person_was_last_told(messages: Messages) -> None:
    others = [replace(ROW, ref=f"acme/widgets#{number}") for number in (30, 8, 200)]
    again = replace(ROW, count=2, last_at=LATER, progress_at=None, kind="stale", because="owner")
    await _sent(messages, "first", ROW, *others)
    await _sent(messages, "second", again)
    await _sent(messages, "third", ROW, person="U2")

    assert await messages.reminded("U1") == (
        *[replace(other, message_key="first") for other in others],
        replace(again, message_key="second"),
    )
    assert set(await messages.reminded_everybody()) == {"U1", "U2"}
    assert await messages.reminded("U3") == ()


async def test_not_done__until_it_is_marked(messages: Messages) -> None:
    other = replace(ROW, ref="acme/widgets#8")
    await _sent(messages, "first", ROW, other)
    await _sent(messages, "second", ROW, person="U2")

    await messages.mark_done("U1", ROW.tracker_key, ROW.ref)

    left = ("U1", replace(other, message_key="first"))
    assert await messages.not_done() == (left, ("U2", replace(ROW, message_key="second")))
    assert [row.is_done for row in await messages.reminded("U1")] == [True, False]


async def test_mark_done__a_new_message_about_it_is_open_again(messages: Messages) -> None:
    await _sent(messages, "first", ROW)
    await messages.mark_done("U1", ROW.tracker_key, ROW.ref)

    await _sent(messages, "second", ROW)

    assert len(await messages.not_done()) == 1


async def test_forget__what_one_person_was_told(messages: Messages) -> None:
    """The message stays known, so that it is not sent a second time."""
    await _sent(messages, "one", ROW)
    await _sent(messages, "two", ROW, person="U2")

    await messages.forget("U1")

    assert set(await messages.reminded_everybody()) == {"U2"}
    assert await messages.get("one") is not None


async def test_prune__what_ended_before_and_its_rows(messages: Messages) -> None:
    await _sent(messages, "old", ROW)
    await _begin(messages, "a", key="refused")
    await messages.refused("refused", code="x", now=NOW)
    await _begin(messages, "a", key="begun")
    new = replace(ROW, ref="acme/widgets#8", message_key="new")
    await messages.sent("new", channel="D1", ts="3.4", now=LATER, person="U1", rows=[new])

    assert await messages.prune(before=LATER) == 2

    assert await messages.get("old") is None
    assert await messages.get("begun") is not None
    assert await messages.reminded("U1") == (new,)


async def test_reminded_everybody__a_thousand_people_in_a_second(
    database: Database, messages: Messages
) -> None:
    rows = [asdict(replace(ROW, ref=f"acme/widgets#{number}")) for number in range(5)]
    async with database.transaction() as connection:
        people = [f"U{number}" for number in range(1_000)]
        of_all = [{"person": person, "place": 0, **row} for person in people for row in rows]
        await connection.execute(insert(REMINDED_ROWS), of_all)

    start = time.process_time()
    everybody = await messages.reminded_everybody()
    seconds = time.process_time() - start

    assert [len(rows) for rows in everybody.values()] == [5] * 1_000
    assert seconds < 1
