"""`manifest.yml` against what the code listens to and calls, and against Slack's own rules.

Slack's validation knows neither which events a scope is for nor what an app does with them.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.commands import COMMANDS
from bot.demo.slack import (
    fake_slack,
    methods_chat,
    methods_conversations,
    methods_files,
    methods_people,
    methods_views,
)
from bot.demo.slack.app import EVENT_SCOPES, Transport
from bot.errors import UserError
from bot.listeners import WHERE_TRACKED, SlackRules
from bot.manifest import manifest_text
from bot.web import SLACK_PATH
from tests.listeners.harness import a_bot
from tests.manifest import HTTP_URL, our_manifest

ROOT = Path(__file__).parent.parent
MANIFEST = our_manifest()

METHODS = {
    method.name: method
    for room in (
        methods_chat,
        methods_conversations,
        methods_files,
        methods_people,
        methods_views,
    )
    for method in room.METHODS
}
# The events of the code, as one subscribes to them: a listener for messages asks for direct ones.
_SUBSCRIPTIONS = {"message": "message.im"}
# Rooms that know Slack.
_ROOMS = ("delivery", "doctor", "jobs", "listeners", "serving", "socket_mode", "web")
# Methods whose scope depends on the kind of the conversation that they are asked about.
_BY_KIND = {
    "conversations.info": {"channels:read", "groups:read"},
    "conversations.history": {"channels:history", "groups:history", "im:history"},
    "conversations.replies": {"channels:history", "groups:history", "im:history"},
}
# What somebody who installs the app may leave out: docs/slack-permissions.md says what stops.
_OPTIONAL = {
    "channels:history",
    "channels:read",
    "dnd:read",
    "files:write",
    "groups:history",
    "groups:read",
}
# What a method of the SDK's client is called in the Web API.
_METHODS = {name.replace(".", "_"): name for name in METHODS}


def _calls() -> Iterator[ast.Call]:
    """Every call in the rooms that know Slack."""
    for room in _ROOMS:
        for path in sorted((ROOT / "bot" / room).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call):
                    yield node


def _listened(what: str) -> set[str]:
    """What `@app.<what>(…)` is given: the event's type, or the callback id's name."""
    found = set()
    for call in _calls():
        if isinstance(call.func, ast.Attribute) and call.func.attr == what and call.args:
            asked = call.args[0]
            if isinstance(asked, ast.Dict):
                keys = [key.value for key in asked.keys if isinstance(key, ast.Constant)]
                asked = asked.values[keys.index("callback_id" if what == "shortcut" else "type")]
            found.add(ast.unparse(asked).strip("'"))
    return found


def _called_methods() -> set[str]:
    """Web API methods that are named anywhere, as `client.chat_postMessage`."""
    found = set()
    for room in _ROOMS:
        for path in (ROOT / "bot" / room).rglob("*.py"):
            words = re.findall(r"client\.([a-z]+_[A-Za-z_]+)", path.read_text(encoding="utf-8"))
            found |= {_METHODS[word] for word in words if word in _METHODS}
    return found


def _needed_scopes() -> set[str]:
    by_method = {METHODS[name].scope for name in _called_methods()}
    by_event = {EVENT_SCOPES[event] for event in _bot_events(MANIFEST)}
    by_kind = {scope for name in _called_methods() for scope in _BY_KIND.get(name, ())}
    return {scope for scope in by_method | by_event if scope} | by_kind | {"commands"}


def _bot_events(manifest: dict[str, Any]) -> list[str]:
    events: list[str] = manifest["settings"]["event_subscriptions"]["bot_events"]
    return events


def _scopes(manifest: dict[str, Any]) -> list[str]:
    scopes: list[str] = manifest["oauth_config"]["scopes"]["bot"]
    return scopes


# --- what the code does -----------------------------------------------------------------------


def test_events__those_that_are_listened_to() -> None:
    listened = {_SUBSCRIPTIONS.get(event, event) for event in _listened("event")}

    assert set(_bot_events(MANIFEST)) == listened


def test_methods__the_ones_that_we_know_of_are_found() -> None:
    """Were the search wrong, the next test would hold nothing against anything."""
    assert {"chat.postMessage", "users.info", "views.publish", "auth.test"} <= _called_methods()


def test_scopes__exactly_what_methods_and_events_need() -> None:
    assert set(_scopes(MANIFEST)) == _needed_scopes()
    assert _scopes(MANIFEST) == sorted(set(_scopes(MANIFEST)))
    assert set(MANIFEST["oauth_config"]["scopes"]["bot_optional"]) == _OPTIONAL
    assert set(_scopes(MANIFEST)) >= _OPTIONAL, "an optional one stands in the main list too"


def test_shortcuts__those_that_are_listened_to() -> None:
    declared = MANIFEST["features"]["shortcuts"]

    assert _listened("shortcut") == {"WHERE_TRACKED"}
    assert [(s["type"], s["callback_id"]) for s in declared] == [("message", WHERE_TRACKED)]


def test_command__the_settings_default_and_a_hint_from_the_commands() -> None:
    [command] = MANIFEST["features"]["slash_commands"]
    words = [c.usage.split()[0].rstrip(",") for c in COMMANDS]

    assert command["command"] == SlackRules().command
    assert command["usage_hint"] == f"[{' | '.join(words)}] [in TRACKER]"
    assert command["should_escape"], "without it @somebody is only a name"


def test_interactivity__is_on() -> None:
    assert MANIFEST["settings"]["interactivity"]["is_enabled"]
    home = MANIFEST["features"]["app_home"]
    assert home["home_tab_enabled"]
    assert home["messages_tab_enabled"]
    assert not home["messages_tab_read_only_enabled"], "people write to the bot"


# --- the two forms ----------------------------------------------------------------------------


def test_socket_mode__names_no_address() -> None:
    assert MANIFEST["settings"]["socket_mode_enabled"]
    assert "http" not in repr(MANIFEST)


def test_for_http__every_address_and_nothing_else_is_different() -> None:
    url, http = f"{HTTP_URL}{SLACK_PATH}", our_manifest(http_url=f"{HTTP_URL}/")
    assert http["settings"]["event_subscriptions"].pop("request_url") == url
    assert http["settings"]["interactivity"].pop("request_url") == url
    assert http["features"]["slash_commands"][0].pop("url") == url
    assert http["settings"]["socket_mode_enabled"] is False

    http["settings"]["socket_mode_enabled"] = True
    assert http == MANIFEST


@pytest.mark.parametrize("name", ["/status", '/it"s', "/état-🚦", "/a:#b"])
def test_command__another_name_and_nothing_else_is_different(name: str) -> None:
    changed = our_manifest(command=name)
    [command] = changed["features"]["slash_commands"]

    assert command["command"] == name
    command["command"] = "/nemorl-status"
    assert changed == MANIFEST


@pytest.mark.parametrize(
    "url",
    [
        "http://bot.example.com",
        "bot.example.com",
        "https://a b",
        "https://",
        "https://ada:hunter2@bot.example.com",
        "https://bot.example.com?team=1",
        "https://bot.example.com#top",
        "",
    ],
)
def test_for_http__an_address_that_slack_refuses(url: str) -> None:
    with pytest.raises(UserError) as refused:
        manifest_text(http_url=url)

    assert "https://bot.example.com" in refused.value.advice
    assert "hunter2" not in str(refused.value)


def test_for_http__the_path_is_written_once() -> None:
    whole = f"{HTTP_URL}/slack/events"

    assert manifest_text(http_url=whole) == manifest_text(http_url=HTTP_URL)


def test_text__keeps_what_it_says_to_people() -> None:
    kept = (ROOT / "manifest.yml").read_text(encoding="utf-8")

    assert manifest_text() == kept
    assert "# Whoever installs the app may leave these out." in manifest_text(http_url=HTTP_URL)


def test_script__prints_it() -> None:
    def script(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "scripts.manifest", *words]
        return subprocess.run(command, cwd=ROOT, capture_output=True, check=False, text=True)

    both = script("--url", HTTP_URL, "--command", "/status")
    refused = script("--url", "http://bot.example.com")

    assert both.stdout == manifest_text(command="/status", http_url=HTTP_URL)
    assert refused.returncode == 2
    assert "https://" in refused.stderr


# --- Slack's rules: https://docs.slack.dev/reference/app-manifest --------------------------------

_LENGTHS = {
    ("display_information", "name"): (1, 35),
    ("display_information", "description"): (1, 140),
    ("display_information", "background_color"): (4, 7),
    ("features", "bot_user", "display_name"): (1, 80),
    ("features", "slash_commands", "command"): (2, 32),
    ("features", "slash_commands", "description"): (1, 2000),
    ("features", "slash_commands", "usage_hint"): (1, 1000),
    ("features", "slash_commands", "url"): (1, 3000),
    ("features", "shortcuts", "name"): (1, 24),
    ("features", "shortcuts", "type"): (6, 7),
    ("features", "shortcuts", "callback_id"): (1, 255),
    ("features", "shortcuts", "description"): (1, 150),
    ("settings", "event_subscriptions", "request_url"): (1, 3500),
    ("settings", "event_subscriptions", "bot_events"): (1, 255),
    ("settings", "interactivity", "request_url"): (1, 3000),
    ("oauth_config", "scopes", "bot"): (1, 255),
    ("oauth_config", "scopes", "bot_optional"): (1, 255),
}
_BOOLEANS = {
    ("features", "bot_user", "always_online"),
    ("features", "app_home", "home_tab_enabled"),
    ("features", "app_home", "messages_tab_enabled"),
    ("features", "app_home", "messages_tab_read_only_enabled"),
    ("features", "slash_commands", "should_escape"),
    ("settings", "interactivity", "is_enabled"),
    ("settings", "org_deploy_enabled"),
    ("settings", "socket_mode_enabled"),
    ("settings", "token_rotation_enabled"),
}


def _leaves(value: object, keys: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], object]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, (*keys, key))
    elif isinstance(value, list):
        for inner in value:
            yield from _leaves(inner, keys)
    else:
        yield keys, value


@pytest.mark.parametrize(
    "manifest",
    [MANIFEST, our_manifest(http_url=HTTP_URL), our_manifest(command="/x")],
    ids=["socket mode", "HTTP", "another command"],
)
def test_limits__no_unknown_key_and_no_text_too_long(manifest: dict[str, Any]) -> None:
    for keys, value in _leaves(manifest):
        if keys in _BOOLEANS:
            assert isinstance(value, bool), keys
        elif keys == ("_metadata", "major_version"):
            assert value == 1
        else:
            least, most = _LENGTHS[keys]
            assert isinstance(value, str), keys
            assert least <= len(value) <= most, keys
    assert len(manifest["features"]["slash_commands"]) <= 50
    assert len(manifest["features"]["shortcuts"]) <= 10
    assert len(_bot_events(manifest)) <= 100
    assert manifest["settings"]["token_rotation_enabled"] is False


# --- the bot with this manifest, and nothing more -----------------------------------------------


@pytest.mark.parametrize("transport", ["socket", "http"])
async def test_rounds__with_our_manifest(transport: Transport) -> None:
    """Every surface once; a scope or event that is missing fails, in the fake as in Slack."""
    manifest = MANIFEST if transport == "socket" else our_manifest(http_url=HTTP_URL)
    async with fake_slack(manifest=manifest, transport=transport) as slack:
        ada = slack.add_user("ada")
        room = slack.add_channel("room", members=[ada])
        async with a_bot(slack) as bot:
            await bot.reads()
            await slack.types(ada, room, "/nemorl-status refit")
            await bot.idle()
            [answer] = slack.messages(room, viewer=ada)
            await slack.presses(ada, answer, "share")
            asked = await slack.mentions(ada, room, "refit")
            await slack.says(ada, slack.dm(ada), "refit")
            await slack.opens_home(ada)
            await slack.uses_shortcut(ada, asked.message, WHERE_TRACKED)
            await bot.idle()

        assert len(slack.messages(room, thread=asked.message)) == 2
        assert len(slack.messages(slack.dm(ada))) == 2
        assert slack.home(ada) is not None
        assert not [r.error for r in slack.requests if r.error == "missing_scope"]
        assert all(sent.error is None for sent in slack.sent)


def test_docs__every_scope_and_event_stands_in_the_table() -> None:
    text = (ROOT / "docs/slack-permissions.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `([a-z_.:]+)`", text, flags=re.MULTILINE)

    assert sorted(listed) == sorted([*_scopes(MANIFEST), *_bot_events(MANIFEST)])
