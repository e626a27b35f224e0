"""The app as Slack knows it: what its manifest declares, and which events that lets through."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from bot.demo.slack.refusals import Misuse

Transport = Literal["socket", "http"]

# Scope that each event needs, by the name one subscribes to; `None`: none at all.
# https://docs.slack.dev/reference/events
EVENT_SCOPES: dict[str, str | None] = {
    "app_home_opened": None,
    "app_mention": "app_mentions:read",
    "message.channels": "channels:history",
    "message.groups": "groups:history",
    "message.im": "im:history",
    "user_change": "users:read",
    "team_join": "users:read",
    "member_joined_channel": "channels:read",
    "member_left_channel": "channels:read",
    "channel_archive": "channels:read",
    "channel_unarchive": "channels:read",
    "channel_rename": "channels:read",
    "channel_deleted": "channels:read",
    "channel_id_changed": "channels:read",
    "group_archive": "groups:read",
    "group_unarchive": "groups:read",
    "group_rename": "groups:read",
    "link_shared": "links:read",
    "dnd_updated_user": "dnd:read",
    "tokens_revoked": None,
    "app_uninstalled": None,
}

EXAMPLE_MANIFEST: dict[str, Any] = {
    "display_information": {"name": "Example"},
    "features": {
        "bot_user": {"display_name": "example", "always_online": True},
        "app_home": {
            "home_tab_enabled": True,
            "messages_tab_enabled": True,
            "messages_tab_read_only_enabled": False,
        },
        "slash_commands": [{"command": "/example", "description": "An example"}],
        "shortcuts": [
            {
                "name": "Look",
                "type": "message",
                "callback_id": "look",
                "description": "Look at a message",
            },
            {
                "name": "Ask",
                "type": "global",
                "callback_id": "ask",
                "description": "Ask something",
            },
        ],
    },
    "oauth_config": {
        "scopes": {
            "bot": [
                "app_mentions:read",
                "channels:history",
                "channels:read",
                "chat:write",
                "commands",
                "dnd:read",
                "groups:history",
                "groups:read",
                "im:history",
                "im:read",
                "im:write",
                "users:read",
                "users:read.email",
            ]
        }
    },
    "settings": {
        "event_subscriptions": {
            "bot_events": ["app_home_opened", "app_mention", "message.im", "user_change"]
        },
        "interactivity": {"is_enabled": True},
    },
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SlashCommand:
    """A declared slash command."""

    command: str
    usage_hint: str = ""
    should_escape: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Shortcut:
    """A declared shortcut; `kind` is "message" or "global"."""

    callback_id: str
    kind: str
    name: str
    description: str


@dataclass(slots=True, kw_only=True)
class App:
    """What the workspace has installed. Sets may be changed, as an admin does it."""

    id: str
    name: str
    bot_id: str
    bot_user_id: str
    bot_token: str
    app_token: str
    signing_secret: str
    verification_token: str = "fake-verification-token"
    scopes: set[str] = field(default_factory=set)
    events: set[str] = field(default_factory=set)
    commands: dict[str, SlashCommand] = field(default_factory=dict)
    # By callback id.
    shortcuts: dict[str, Shortcut] = field(default_factory=dict)
    has_home_tab: bool = False
    has_messages_tab: bool = False
    messages_tab_read_only: bool = False
    is_interactive: bool = False
    # Set once the token no longer works: Slack's error for every call with it.
    token_error: str | None = None

    def receives(self, event: str) -> bool:
        """Whether Slack sends this event: subscribed to, and the scope granted."""
        if event not in EVENT_SCOPES:
            raise Misuse(f"the fake knows no event {event!r}")
        scope = EVENT_SCOPES[event]
        return event in self.events and (scope is None or scope in self.scopes)


def app_from_manifest(
    manifest: Mapping[str, Any], *, transport: Transport, bot_user_id: str
) -> App:
    """The app that an installation of this manifest makes.

    Raises `Misuse` for a manifest that Slack would not install, or that is for the other transport.
    """
    settings = manifest.get("settings", {})
    features = manifest.get("features", {})
    home = features.get("app_home", {})
    declared = settings.get("socket_mode_enabled")
    if declared is not None and declared != (transport == "socket"):
        raise Misuse(f"the manifest says socket_mode_enabled: {declared}, not {transport}")
    app = App(
        id="A000000001",
        name=manifest["display_information"]["name"],
        bot_id="B000000001",
        bot_user_id=bot_user_id,
        bot_token="xoxb-fake-bot-token",
        app_token="xapp-fake-app-token",
        signing_secret="fake-signing-secret",
        scopes=set(manifest.get("oauth_config", {}).get("scopes", {}).get("bot", [])),
        events=set(settings.get("event_subscriptions", {}).get("bot_events", [])),
        commands=_commands(features.get("slash_commands", [])),
        shortcuts=_shortcuts(features.get("shortcuts", [])),
        has_home_tab=home.get("home_tab_enabled", False),
        has_messages_tab=home.get("messages_tab_enabled", False),
        messages_tab_read_only=home.get("messages_tab_read_only_enabled", False),
        is_interactive=settings.get("interactivity", {}).get("is_enabled", False),
    )
    _check(app)
    return app


def _commands(declared: list[Mapping[str, Any]]) -> dict[str, SlashCommand]:
    return {
        entry["command"]: SlashCommand(
            command=entry["command"],
            usage_hint=entry.get("usage_hint", ""),
            should_escape=entry.get("should_escape", False),
        )
        for entry in declared
    }


def _shortcuts(declared: list[Mapping[str, Any]]) -> dict[str, Shortcut]:
    return {
        entry["callback_id"]: Shortcut(
            callback_id=entry["callback_id"],
            kind=entry["type"],
            name=entry["name"],
            description=entry["description"],
        )
        for entry in declared
    }


def _check(app: App) -> None:
    unknown = app.events - EVENT_SCOPES.keys()
    if unknown:
        raise Misuse(f"the fake knows no events {sorted(unknown)}")
    for event in sorted(app.events):
        scope = EVENT_SCOPES[event]
        if scope is not None and scope not in app.scopes:
            raise Misuse(f"event {event} needs the scope {scope}")
    if (app.commands or app.shortcuts) and "commands" not in app.scopes:
        raise Misuse("slash commands and shortcuts need the scope commands")
    wrong = [c for c in app.commands if not (c.startswith("/") and 2 <= len(c) <= 32)]
    if wrong:
        raise Misuse(f"not names of slash commands: {wrong}")
