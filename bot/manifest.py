"""The manifest of the Slack app, ready to paste: for either transport, with any command's name.

It is text and stays text, comments and all: nothing but the demo has to understand YAML.
"""

import json
from importlib.resources import files
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from bot.errors import UserError

_FILE: Final = "manifest.yml"
_COMMAND: Final = "/nemorl-status"
_SLACK_PATH: Final = "/slack/events"
"""All of Slack's requests in HTTP mode go there. `bot.web` serves it, and is heavy to import."""

_FIRST_KEY: Final = "_metadata:"
_COMMAND_LINE: Final = f"    - command: {_COMMAND}\n"
_SOCKET_LINE: Final = "  socket_mode_enabled: true\n"
_SECTIONS: Final = ("  event_subscriptions:\n", "  interactivity:\n")


def manifest_text(*, command: str = _COMMAND, http_url: str | None = None) -> str:
    """The manifest as YAML, to paste at https://api.slack.com/apps.

    `command`: the slash command, as `[slack] command` has it. `http_url`: where Slack reaches the
    bot in HTTP mode, without a path; `None` is for Socket Mode. Raises `UserError` for an address
    that Slack does not take.
    """
    text = _packaged()
    if http_url is not None:
        text = _for_http(text, http_url)
    if command != _COMMAND:
        text = _put(text, _COMMAND_LINE, f"    - command: {_quoted(command)}\n")
    if (command, http_url) != (_COMMAND, None):
        # The comment at its top tells how to get the very form that this is.
        text = text[text.index(_FIRST_KEY) :]
    return text


def _packaged() -> str:
    """The file beside this one in an installed program; in the repository, where people look."""
    packaged = files("bot") / _FILE
    found = packaged if packaged.is_file() else Path(__file__).parent.parent / _FILE
    return found.read_text(encoding="utf-8")


def _for_http(text: str, url: str) -> str:
    address = url.strip().rstrip("/").removesuffix(_SLACK_PATH)
    if not _is_plain(address):
        raise UserError(
            "Slack takes no address but one that begins with https://, without a user or a query.",
            advice="Name where Slack reaches the bot, as https://bot.example.com.",
        )
    request_url = _quoted(f"{address}{_SLACK_PATH}")
    text = _put(text, _SOCKET_LINE, _SOCKET_LINE.replace("true", "false"))
    text = _put(text, _COMMAND_LINE, f"{_COMMAND_LINE}      url: {request_url}\n")
    for section in _SECTIONS:
        text = _put(text, section, f"{section}    request_url: {request_url}\n")
    return text


def _is_plain(address: str) -> bool:
    """Something may follow it: neither a user, nor a query, nor a place in a page."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    is_bare = not (parts.query or parts.fragment or "@" in parts.netloc)
    has_space = any(mark.isspace() for mark in address)
    return address.startswith("https://") and bool(parts.hostname) and is_bare and not has_space


def _put(text: str, line: str, instead: str) -> str:
    """The text with this line changed: the file is ours, so that each stands there once."""
    before, found, after = text.partition(line)
    if not found:
        raise LookupError(f"{_FILE} has no line {line.strip()!r}")
    return f"{before}{instead}{after}"


def _quoted(text: str) -> str:
    """A string of JSON, which is one of YAML too."""
    return json.dumps(text, ensure_ascii=False)
