"""The settings of the demo's bot: nothing of them comes from a file or from the environment."""

import secrets
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pydantic_settings import BaseSettings, PydanticBaseSettingsSource

from bot.demo.bundled import DEMO_TRACKERS, demo_people
from bot.demo.bundled.houses import DEMO_HOUSES
from bot.demo.github import FakeGitHub
from bot.demo.playground.hours import DIGEST_AT, REMINDED_AT, ZONE
from bot.demo.slack import FakeSlack
from bot.settings.fields import Settings

READ_TOKEN, WRITE_TOKEN = secrets.token_urlsafe(16), secrets.token_urlsafe(16)
"""Of the demo's GitHub, in this process: nobody else on this machine plays along."""


class DemoSettings(Settings):
    """Settings that are given, and nothing else: no secret of this machine gets into the demo."""

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],  # noqa: ARG003 -- the base class's signature
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Only what is handed over."""
        return (init_settings,)


def demo_settings(
    slack: FakeSlack,
    github: FakeGitHub,
    *,
    database: Path,
    digest_channel: str,
    maintainer: str,
) -> Settings:
    """The bot of the bundled trackers, connected to these two, on a database of its own."""
    told: Mapping[str, Any] = {
        "tracker": [{"name": name, "issue": str(ref)} for name, ref in DEMO_TRACKERS.items()],
        "people": dict(_people()),
        "slack": {"maintainers": [maintainer]},
        "digest": [{"channel": digest_channel, "at": f"mon {DIGEST_AT:%H:%M}", "zone": ZONE}],
        "remind": {"at": f"{REMINDED_AT:%H:%M}"},
        "repair": {"enabled": True},
        "pictures": {"enabled": find_spec("matplotlib") is not None},
        "repository": [_given(asdict(house)) for house in DEMO_HOUSES],
        "github_token": READ_TOKEN,
        "github_write_token": WRITE_TOKEN,
        "github_api_url": github.url,
        "github_graphql_url": f"{github.url}/graphql",
        "slack_bot_token": slack.bot_token,
        "slack_app_token": slack.app_token,
        "slack_api_url": slack.api_url,
        "database_url": f"sqlite+aiosqlite:///{database}",
    }
    return DemoSettings.model_validate(told)


def _people() -> Iterator[tuple[str, Mapping[str, str]]]:
    for name in DEMO_TRACKERS:
        for link in demo_people(name).links:
            yield link.name, {"github": str(link.github), "slack": str(link.slack)}


def _given(fields: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}
