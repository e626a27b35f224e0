import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from bot.store.engine import Database
from bot.store.incidents import Incident, Incidents

NOW = datetime(2026, 8, 24, 16, 0, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)


@pytest.fixture
def incidents(database: Database) -> Incidents:
    return Incidents(database)


async def test_note__again_is_counted_and_the_newest_words_stand(incidents: Incidents) -> None:
    await incidents.note("refused:C1", "C1 is archived.", now=NOW)
    await incidents.note("unreachable:U1", "U1 cannot be written to.", now=NOW)
    await incidents.note("refused:C1", "C1 is gone.", now=LATER)

    assert await incidents.untold() == (
        Incident(key="refused:C1", said="C1 is gone.", first_at=NOW, last_at=LATER, count=2),
        Incident(key="unreachable:U1", said="U1 cannot be written to.", first_at=NOW, last_at=NOW),
    )


async def test_note__by_many_at_once(incidents: Incidents) -> None:
    await asyncio.gather(*[incidents.note("x", "Said.", now=NOW) for _ in range(20)])

    assert [incident.count for incident in await incidents.untold()] == [20]


async def test_told__what_happened_since_stays(incidents: Incidents) -> None:
    for key in ("told", "again", "other"):
        await incidents.note(key, "Said.", now=NOW)
    await incidents.note("again", "Said.", now=LATER)

    await incidents.told(["told", "again"], until=NOW)

    assert {incident.key for incident in await incidents.untold()} == {"again", "other"}
    await incidents.told([], until=LATER)
    assert len(await incidents.untold()) == 2


async def test_note__anew_once_it_was_told(incidents: Incidents) -> None:
    await incidents.note("x", "Said.", now=NOW)
    await incidents.told(["x"], until=NOW)

    await incidents.note("x", "Said.", now=LATER)

    assert await incidents.untold() == (
        Incident(key="x", said="Said.", first_at=LATER, last_at=LATER),
    )
