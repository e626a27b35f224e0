import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.store.engine import Database
from bot.store.left import WHY_AT_MOST, LeftFindings, StoredLeft

NOW = datetime(2026, 8, 24, 16, 0, tzinfo=UTC)
LEFT = StoredLeft(
    tracker_key="acme/widgets#1",
    kind="closed_listed",
    subject="acme/widgets#7",
    evidence="a1",
    by="U1",
    at=NOW,
    why="the docs wait for it",
)
THIS = (LEFT.tracker_key, LEFT.kind, LEFT.subject)


@pytest.fixture
def left(database: Database) -> LeftFindings:
    return LeftFindings(database)


async def test_put__one_for_each_tracker_kind_and_subject(left: LeftFindings) -> None:
    others = [
        replace(LEFT, tracker_key="acme/gadgets#2", at=NOW + timedelta(hours=1)),
        replace(LEFT, kind="moved", at=NOW + timedelta(hours=2)),
        replace(LEFT, subject="acme/widgets#8", at=NOW + timedelta(hours=3)),
    ]
    for one in (LEFT, *others):
        assert await left.put(one) is None

    assert await left.every() == (LEFT, *others)
    assert await left.of_tracker("acme/widgets#1") == (LEFT, *others[1:])


async def test_put__on_the_same_evidence_the_first_one_stands(left: LeftFindings) -> None:
    await left.put(LEFT)

    assert await left.put(replace(LEFT, by="U2", why="me too")) == LEFT
    assert await left.every() == (LEFT,)


async def test_put__on_other_evidence_takes_its_place(left: LeftFindings) -> None:
    await left.put(LEFT)
    newer = replace(LEFT, evidence="b2", by="U2", at=NOW + timedelta(days=1), why="")

    assert await left.put(newer) == LEFT
    assert await left.every() == (newer,)


async def test_put__of_many_at_once_one_is_first(left: LeftFindings) -> None:
    people = [f"U{number}" for number in range(5)]

    before = await asyncio.gather(*[left.put(replace(LEFT, by=person)) for person in people])

    [standing] = await left.every()
    assert before.count(None) == 1
    assert standing.by == people[before.index(None)]


async def test_put__a_reason_has_an_end(left: LeftFindings) -> None:
    await left.put(replace(LEFT, why="é" * (WHY_AT_MOST + 1)))

    assert [len(one.why) for one in await left.every()] == [WHY_AT_MOST]


async def test_take_back__once(left: LeftFindings) -> None:
    await left.put(LEFT)

    assert await left.take_back(LEFT.tracker_key, "moved", LEFT.subject) is None
    assert await left.take_back(*THIS) == LEFT
    assert await left.take_back(*THIS) is None
    assert await left.every() == ()


async def test_forget__what_one_person_left(left: LeftFindings) -> None:
    kept = replace(LEFT, by="U2", subject="acme/widgets#8")
    for one in (LEFT, kept):
        await left.put(one)

    await left.forget("U1")

    assert await left.every() == (kept,)
