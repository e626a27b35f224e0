"""The app's manifest as Slack would understand it."""

from typing import Any, Final

import yaml

from bot.manifest import manifest_text

HTTP_URL: Final = "https://bot.example.com"
"""Where Slack reaches a bot in HTTP mode."""


def our_manifest(*, command: str = "/nemorl-status", http_url: str | None = None) -> dict[str, Any]:
    """`manifest_text`, read."""
    read: dict[str, Any] = yaml.safe_load(manifest_text(command=command, http_url=http_url))
    return read
