"""What a running bot may write with."""

from pathlib import Path
from typing import Any

import pytest

from bot.errors import NoCredentials
from bot.serving.wired import open_bot
from bot.settings.fields import Settings


def settings(folder: Path, **fields: Any) -> Settings:
    """A bot of one tracker."""
    return Settings(
        **{
            "slack_bot_token": "xoxb-1",
            "database_url": f"sqlite+aiosqlite:///{folder}/bot.db",
            "tracker": [{"name": "widgets", "issue": "acme/widgets#1"}],
        }
        | fields
    )


@pytest.mark.parametrize("enabled", [True, False])
async def test_open_bot__repairs_where_the_settings_allow_it(tmp_path: Path, enabled: bool) -> None:
    allowed = settings(
        tmp_path,
        github_token="read",
        github_write_token="write",
        repair={"enabled": enabled, "owners": True},
    )
    async with open_bot(allowed) as bot:
        assert (bot.errands.carries_out is not None) is enabled
        assert bot.rules.owners_repair


async def test_open_bot__never_with_the_token_that_reads(tmp_path: Path) -> None:
    with pytest.raises(NoCredentials, match="nothing to write to GitHub with"):
        async with open_bot(settings(tmp_path, github_token="read", repair={"enabled": True})):
            pass
