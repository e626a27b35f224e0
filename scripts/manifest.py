"""Prints the manifest of the Slack app, also in its form for HTTP mode or another command.

python scripts/manifest.py
python scripts/manifest.py --url https://bot.example.com
python scripts/manifest.py --command /status
"""

import argparse
import copy
import sys
from pathlib import Path
from typing import Any

import yaml

MANIFEST = Path(__file__).parent.parent / "manifest.yml"

SLACK_PATH = "/slack/events"
"""All of Slack's requests in HTTP mode go there."""


def read_manifest(path: Path = MANIFEST) -> dict[str, Any]:
    """The manifest as it stands in the repository: for Socket Mode."""
    read: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return read


def with_command(manifest: dict[str, Any], command: str) -> dict[str, Any]:
    """The same with another name of the slash command: that of `[slack] command`."""
    changed = copy.deepcopy(manifest)
    changed["features"]["slash_commands"][0]["command"] = command
    return changed


def for_http(manifest: dict[str, Any], url: str) -> dict[str, Any]:
    """The same for HTTP mode, where Slack reaches the bot at this address."""
    changed = copy.deepcopy(manifest)
    request_url = f"{url.rstrip('/')}{SLACK_PATH}"
    changed["settings"]["socket_mode_enabled"] = False
    changed["settings"]["event_subscriptions"]["request_url"] = request_url
    changed["settings"]["interactivity"]["request_url"] = request_url
    for command in changed["features"]["slash_commands"]:
        command["url"] = request_url
    return changed


def main() -> None:
    """Print what was asked for."""
    parser = argparse.ArgumentParser(description="The Slack app's manifest.")
    parser.add_argument("--url", help="for HTTP mode: where Slack reaches the bot (https://…)")
    parser.add_argument("--command", help="another name than /nemorl-status")
    asked = parser.parse_args()
    if asked.url is not None and not asked.url.startswith("https://"):
        parser.error("--url must begin with https://: Slack takes no other")
    manifest = read_manifest()
    if asked.command is not None:
        manifest = with_command(manifest, asked.command)
    if asked.url is not None:
        manifest = for_http(manifest, asked.url)
    yaml.safe_dump(manifest, sys.stdout, sort_keys=False, allow_unicode=True, width=100)


if __name__ == "__main__":
    main()
