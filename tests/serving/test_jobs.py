"""What a running bot does by itself, as the wiring builds it."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.demo.slack import Channel
from bot.github_status.facts.refs import Ref
from bot.github_status.reader import tracker_key
from bot.serving.wired import open_bot
from bot.settings.fields import Settings
from bot.store.engine import Database, database_url
from bot.store.incidents import Incidents
from bot.store.subscriptions import Subscription, Subscriptions
from tests.serving.process import SETTINGS, Street, a_street, free_port
from tests.store.migrated import a_migrated_file
from tests.terminal import Terminal

EVERY_JOB = [
    "people",
    "refresh",
    "digests",
    "notes",
    "housekeeping",
    "reminders",
    "reminder updates",
]


@pytest.fixture
async def street(tmp_path: Path) -> AsyncIterator[Street]:
    async with a_street(tmp_path) as street:
        yield street


@pytest.mark.parametrize(
    ("remind", "expected"),
    [({}, EVERY_JOB), ({"enabled": False}, EVERY_JOB[:5])],
    ids=["usually", "nobody is written to"],
)
async def test_jobs__as_the_settings_say(
    tmp_path: Path, remind: dict[str, bool], expected: list[str]
) -> None:
    settings = Settings.model_validate(
        {
            "tracker": [{"name": "widgets", "issue": "acme/widgets#1"}],
            "remind": remind,
            "database_url": f"sqlite+aiosqlite:///{tmp_path}/bot.db",
        }
    )

    async with open_bot(settings) as bot:
        assert [job.name for job in bot.jobs] == expected


async def promised(street: Street, url: str, room: Channel) -> None:
    """Have the settings subscribe the channel to a slot of two minutes ago, since yesterday."""
    slot = datetime.now(UTC) - timedelta(minutes=2)
    at = f"{slot:%a %H:%M}".lower()
    street.settings = f'{SETTINGS}\n[[digest]]\nchannel = "{room.id}"\nat = "{at}"\nzone = "UTC"\n'
    tracker = Ref.parse("acme/widgets#1")
    assert tracker is not None
    database = Database(database_url(url))
    await Subscriptions(database).put(
        Subscription(
            channel=room.id,
            tracker_key=tracker_key(tracker),
            at=at,
            zone="UTC",
            since=slot - timedelta(days=1),
            by="settings",
        )
    )
    await database.close()


async def test_run__posts_its_digest_once_over_restarts(street: Street) -> None:
    room = street.slack.add_channel("room")
    url = a_migrated_file(street.home / "bot.db")
    await promised(street, url, room)

    async with street.serves(DATABASE_URL=url) as process:
        await street.slack.until(lambda: street.slack.messages(room), timeout=45)
        assert await process.stops() == 0
    async with street.serves(DATABASE_URL=url) as process:
        assert await process.stops() == 0

    [summary] = [m for m in street.slack.messages(room) if m.thread_ts in (None, m.ts)]
    assert summary.text.startswith("widgets")
    assert summary.notified == set()


async def test_run__a_second_one_on_the_same_file_is_refused(street: Street) -> None:
    url = a_migrated_file(street.home / "bot.db")

    async with street.serves(DATABASE_URL=url) as process:
        async with street.starts(DATABASE_URL=url, PORT=str(free_port())) as second:
            assert await second.ends() == 2
        terminal = Terminal(street.home, variables=street.variables())
        beside = await asyncio.to_thread(terminal.run, "refit", DATABASE_URL=url)
        assert await process.status("/readyz") == 200
        assert await process.stops() == 0

    assert f"A bot is already running on the database {street.home}/bot.db." in second.err
    assert "DATABASE_URL" in second.err
    assert beside.status == 0, beside.err
    assert beside.out.startswith("Refit")


async def test_run__github_refuses_the_token_and_maintainers_hear_of_it_at_once(
    street: Street,
) -> None:
    slack = street.slack
    max_ = slack.add_user("max")
    street.settings = f'{SETTINGS}\n[slack]\nmaintainers = ["{max_.id}"]\n'
    url = a_migrated_file(street.home / "bot.db")

    async with street.starts(DATABASE_URL=url, GITHUB_TOKEN="wrong-token") as process:
        await slack.until(lambda: slack.messages(slack.dm(max_)), timeout=45)
        assert await process.stops() == 0

    [alert] = slack.messages(slack.dm(max_))
    assert "GitHub" in alert.text
    assert "wrong-token" not in str(alert)
    database = Database(database_url(url))
    assert await Incidents(database).untold() == ()
    await database.close()
