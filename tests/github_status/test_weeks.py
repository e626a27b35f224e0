from dataclasses import replace
from datetime import datetime

from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Snapshot
from bot.github_status.weeks import weekly
from tests.builders import a_ref, a_snapshot, at

ENDS = tuple(map(at, ("2026-08-03", "2026-08-10", "2026-08-17", "2026-08-24")))


class Stored:
    """Readings of these moments, and how often somebody asked."""

    def __init__(self, *moments: str) -> None:
        self.kept = [a_snapshot(as_of=at(moment)) for moment in moments]
        self.asked = 0

    async def at(self, tracker: Ref, as_of: datetime) -> Snapshot | None:
        raise NotImplementedError

    async def before(self, tracker: Ref, moment: datetime) -> Snapshot | None:
        self.asked += 1
        older = [one for one in self.kept if one.as_of < moment]
        return max(older, key=lambda one: one.as_of, default=None)


async def counted(stored: Stored, newest: str = "2026-08-24") -> list[tuple[str, str]]:
    """For each week: the reading it has, and the moment that is counted for."""

    def count(snapshot: Snapshot, end: datetime) -> tuple[str, str]:
        return f"{snapshot.as_of:%d %b}", f"{end:%d %b}"

    snapshot = replace(a_snapshot(), as_of=at(newest))
    return list(await weekly(stored, a_ref(1), ENDS, snapshot, count))


async def test_weeks__each_has_its_newest_reading() -> None:
    stored = Stored("2026-08-02", "2026-08-05", "2026-08-09", "2026-08-16", "2026-08-24")

    found = await counted(stored)

    assert [reading for reading, _ in found] == ["02 Aug", "09 Aug", "16 Aug", "24 Aug"]
    assert [end for _, end in found] == ["03 Aug", "10 Aug", "17 Aug", "24 Aug"]


async def test_weeks__without_a_reading_take_the_first_one_from_after_them() -> None:
    found = await counted(Stored("2026-08-06"))

    assert [reading for reading, _ in found] == ["06 Aug", "06 Aug", "24 Aug", "24 Aug"]


async def test_weeks__a_reading_from_long_before_says_nothing_of_the_first() -> None:
    found = await counted(Stored("2026-05-01", "2026-08-06"))

    assert [reading for reading, _ in found] == ["06 Aug", "06 Aug", "24 Aug", "24 Aug"]


async def test_weeks__before_the_first_reading_nothing_is_looked_up() -> None:
    stored = Stored()

    found = await counted(stored, newest="2026-08-30")

    assert [reading for reading, _ in found] == ["30 Aug"] * 4
    assert stored.asked == 1
