"""One week of a bot in London: a digest on Monday, messages on Tuesday, a note on Wednesday."""

from datetime import UTC, datetime, timedelta

from bot.demo.slack import User
from tests.jobs.bench import TRACKER, World
from tests.jobs.readings import a_stale_pull

HOUR, DAY, WEEK = timedelta(hours=1), timedelta(days=1), timedelta(days=7)
MONDAY = datetime(2026, 8, 31, 8, 0, tzinfo=UTC)
"""The digest, 09:00 in London."""
TUESDAY = datetime(2026, 9, 1, 9, 0, tzinfo=UTC)
"""10:00 in London: owners are written to."""
WEDNESDAY = TUESDAY + DAY
"""10:00 in London: maintainers get their note."""

ONE_ROW = """\
## Refit
Owner: Ana Souza

- [ ] #7 WeightSynchronizer ABC
"""
TWO_ROWS = ONE_ROW + "- [ ] #8 wire synchronizer\n"


async def read(world: World) -> None:
    """One reading by a running bot, as the refresh job makes it."""
    await world.bot().current.reading(TRACKER.ref)


def hours_of(world: World, user: User) -> list[datetime]:
    """When the person was written to, to the hour."""
    moments = [datetime.fromtimestamp(m.posted_at, UTC) for m in world.letters(user)]
    return [moment.replace(minute=0, second=0, microsecond=0) for moment in moments]


def two_owners(world: World) -> tuple[User, User]:
    """Each with a row."""
    body = ONE_ROW + "\n## Gym\nOwner: Bo Lind\n\n- [ ] #8 environments\n"
    world.holds(body, a_stale_pull(7), a_stale_pull(8))
    return world.person("Ana Souza"), world.person("Bo Lind")
