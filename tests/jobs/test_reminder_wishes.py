"""Messages to owners: what people said before, and how often a row is told."""

import pytest

from bot.demo.slack import User
from bot.github_status.facts.pulls import Mergeable
from bot.people.people import People
from bot.store.wishes import PersonWishes, RowWishKind
from tests.builders import an_actor, an_event
from tests.fakes.clock import Clock
from tests.jobs.bench import World
from tests.jobs.week import DAY, HOUR, TUESDAY, WEEK, hours_of


@pytest.mark.parametrize("kind", RowWishKind)
async def test_reminder__not_of_a_row_that_was_answered(
    london: World, clock: Clock, ana: User, kind: RowWishKind
) -> None:
    until = None if kind is RowWishKind.NOT_MINE else TUESDAY + DAY
    await london.answers(ana, kind, 7, until=until)
    clock.now = TUESDAY

    await london.bot().works()

    assert london.letters(ana) == []


@pytest.mark.parametrize(
    ("wishes", "weeks"),
    [
        ({"stopped": True}, []),
        ({"snoozed_until": TUESDAY + 3 * DAY}, [1]),
        ({"only_changes": True}, [0]),
        ({}, [0, 1]),
    ],
    ids=["stopped", "snoozed", "only changes", "nothing said"],
)
async def test_reminder__as_the_person_wants_it(
    london: World, clock: Clock, ana: User, wishes: dict[str, object], weeks: list[int]
) -> None:
    await london.wishes.put(PersonWishes(person=ana.id, **wishes))  # type: ignore[arg-type]
    bot = london.bot()
    clock.now = TUESDAY - 12 * HOUR

    await london.passes(bot, TUESDAY + WEEK, every=12 * HOUR)

    days = [round((moment - TUESDAY) / WEEK) for moment in hours_of(london, ana)]
    assert days == weeks


@pytest.mark.parametrize("wants_own", [False, True])
async def test_reminder__of_an_author_who_owns_nothing(
    london: World, clock: Clock, wants_own: bool
) -> None:
    bo = london.person("Bo Lind")
    london.changes(7, author=an_actor("bo"), mergeable=Mergeable.CONFLICTING)
    await london.wishes.put(PersonWishes(person=bo.id, wants_own=wants_own))
    clock.now = TUESDAY

    await london.bot().works()

    assert len(london.letters(bo)) == int(wants_own)


async def test_reminder__an_owner_without_a_link_is_not_written_to(
    london: World, clock: Clock, ana: User
) -> None:
    london.people = People()
    clock.now = TUESDAY

    await london.bot().works()

    assert london.letters(ana) == []
    assert london.slack.calls("users.info") == []


async def test_rhythm__weeks_1_2_and_4_then_silence_and_anew_once_it_moved(
    london: World, clock: Clock, ana: User
) -> None:
    """Restarted every week; in the second one the message waits for two days of leave."""
    for week in range(7):
        tuesday = TUESDAY + week * WEEK
        leave_ends = tuesday + 2 * DAY if week == 1 else None
        ana.status_expiration = int(leave_ends.timestamp()) if leave_ends else 0
        if week == 5:
            london.changes(7, events=(an_event(on="2026-09-22"),))
        bot = london.bot()
        clock.now = tuesday - DAY
        await london.passes(bot, tuesday + 3 * DAY, every=DAY)
        await bot.dies()

    days = [moment.date() - TUESDAY.date() for moment in hours_of(london, ana)]
    assert [each.days for each in days][:3] == [0, 9, 21]
    assert len(days) == 4, "from the sixth week on it counts anew"
    assert "last time" in london.letters(ana)[2].shown
    assert "last time" not in london.letters(ana)[3].shown
