from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.demo.playground.settings import demo_settings
from bot.demo.playground.stage import Stage
from bot.settings.fields import Settings
from tests.demo.playground.deaf import deaf_stage


def _said(stage: Stage) -> dict[str, object]:
    """The demo's settings, with their secrets."""
    settings = demo_settings(
        stage.slack,
        stage.github,
        database=Path("demo.db"),
        digest_channel=stage.cast.room.id,
        maintainer=stage.cast.maintainer.id,
    )
    return {
        name: value.get_secret_value() if isinstance(value, SecretStr) else value
        for name, value in settings
    }


async def test_demo_settings__are_the_same_whatever_is_set_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stage = deaf_stage()
    stage.github.url = "http://127.0.0.1:1"
    await stage.slack.start()
    before = _said(stage)

    for name in Settings.model_fields:
        monkeypatch.setenv(name.upper(), "7")

    assert _said(stage) == before
    assert before["github_webhook_secret"] is None
    await stage.slack.close()
