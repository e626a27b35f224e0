import asyncio
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from types import MappingProxyType

import pytest

from bot.store.audit import Audit, Change
from bot.store.engine import Database

CHANGE = Change(
    at=datetime(2026, 8, 24, 16, 0, tzinfo=UTC),
    by="U1",
    what="subscription",
    subject="C012 acme/widgets#1",
    before=None,
    after={"at": "mon 09:00", "zone": "Europe/Berlin", "stopped": None},
)


@pytest.fixture
def audit(database: Database) -> Audit:
    return Audit(database)


@pytest.mark.parametrize(
    "before", [None, {}, MappingProxyType({"naïve": ["\N{SNOWMAN}", 1, True]})]
)
async def test_add__nothing_and_empty_are_two_things(
    audit: Audit, before: Mapping[str, object] | None
) -> None:
    number = await audit.add(replace(CHANGE, before=before))

    assert await audit.get(number) == replace(CHANGE, id=number, before=before)
    assert await audit.get(number + 1) is None


async def test_newest__of_one_kind_and_subject(audit: Audit) -> None:
    repair = replace(CHANGE, what="repair", subject="acme/widgets#1")
    wanted = await audit.add(repair)
    await audit.add(replace(repair, subject="acme/widgets#2"))
    await audit.add(replace(CHANGE, subject="acme/widgets#1"))

    found = await audit.newest(what="repair", subject="acme/widgets#1")

    assert [change.id for change in found] == [wanted]


async def test_settle__how_an_announced_change_ended(audit: Audit) -> None:
    number = await audit.add(replace(CHANGE, after={"end": "begun"}))

    assert await audit.settle(number, after={"end": "done"})
    assert not await audit.settle(number + 1, after={})
    assert await audit.get(number) == replace(CHANGE, id=number, after={"end": "done"})


async def test_newest__first(audit: Audit) -> None:
    numbers = [await audit.add(CHANGE) for _ in range(3)]

    assert [change.id for change in await audit.newest()] == numbers[::-1]
    assert [change.id for change in await audit.newest(most=1)] == numbers[-1:]


async def test_mark_undone__once_of_many_presses(audit: Audit) -> None:
    number = await audit.add(CHANGE)
    back = [await audit.add(CHANGE) for _ in range(10)]

    marked = await asyncio.gather(*[audit.mark_undone(number, by=by) for by in back])

    assert sum(marked) == 1
    change = await audit.get(number)
    assert change is not None
    assert change.undone_by == back[marked.index(True)]


async def test_mark_undone__nothing_of_this_id(audit: Audit) -> None:
    assert not await audit.mark_undone(7, by=8)
