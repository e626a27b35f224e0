"""GitHub's webhooks and the whole process."""

from pathlib import Path

import aiohttp

from bot.store.engine import Database, database_url
from bot.store.marks import Marks
from bot.web import GITHUB_PATH
from tests.serving.process import PLANTED, a_street
from tests.store.migrated import a_migrated_file
from tests.web.webhooks import KEY, an_event, headers, raw

SECRET = f"{PLANTED}-webhook-secret"


async def test_run__takes_webhooks_in_socket_mode_where_there_is_a_secret(tmp_path: Path) -> None:
    body = raw(an_event(7))
    address = a_migrated_file(tmp_path / "bot.db")
    secret = tmp_path / "secret"
    secret.write_text(f"{SECRET}\n", encoding="utf-8")
    statuses = []
    async with (
        a_street(tmp_path) as street,
        street.serves(GITHUB_WEBHOOK_SECRET_FILE=str(secret), DATABASE_URL=address) as process,
        aiohttp.ClientSession() as session,
    ):
        for sent in (headers(body, secret="another"), headers(body, secret=SECRET)):
            url = process.base + GITHUB_PATH
            async with session.post(url, data=body, headers=sent) as response:
                statuses.append((response.status, await response.read()))
        assert await process.stops() == 0

    assert statuses == [(401, b""), (202, b"")]
    assert f"Listening for GitHub's webhooks at {process.base}{GITHUB_PATH}." in process.out
    database = Database(database_url(address))
    dirty = await Marks(database).dirty(KEY)
    await database.close()
    assert dirty is not None
    assert dirty.count == 1
