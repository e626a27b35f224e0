"""Whether a running bot shows pictures."""

from pathlib import Path
from typing import Any

import pytest

from bot.serving.wired import open_bot
from bot.settings.fields import Settings

WIDGETS = [{"name": "widgets", "issue": "acme/widgets#1"}]


@pytest.mark.parametrize(
    ("fields", "shown"),
    [
        ({"tracker": WIDGETS, "pictures": {"enabled": True}}, True),
        ({"tracker": WIDGETS}, False),
        ({"tracker": [], "pictures": {"enabled": True}}, False),
    ],
    ids=["switched on", "usually", "of no tracker"],
)
async def test_open_bot__the_home_shows_pictures_where_they_are_switched_on(
    tmp_path: Path, fields: dict[str, Any], shown: bool
) -> None:
    database = f"sqlite+aiosqlite:///{tmp_path}/bot.db"
    settings = Settings.model_validate({"database_url": database, **fields})

    async with open_bot(settings) as bot:
        assert (bot.home_pictures is not None) is shown
