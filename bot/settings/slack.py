"""The settings of the running bot: Slack, and where it listens. How they are read is not here."""

import re
from collections.abc import Iterator
from typing import Annotated, Final, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field, PlainValidator, Strict

from bot.settings.environment import is_set
from bot.settings.parts import Table, Text, one_line, stripped

SLACK_API: Final = "https://slack.com/api/"

# https://docs.slack.dev/reference/app-manifest
_COMMAND = re.compile(r"/[^\s/]{1,31}")
# https://docs.slack.dev/reference/objects/user-object and .../conversation-object
_USER = re.compile(r"[UW][A-Z0-9]{2,30}", re.ASCII)
_CHANNEL = re.compile(r"[CG][A-Z0-9]{2,30}", re.ASCII)


def slash_command(value: str) -> str:
    """The name of a slash command; raises `ValueError` with a sentence."""
    if not _COMMAND.fullmatch(value):
        raise ValueError("must be a slash and a name, as /nemorl-status, of at most 32 characters")
    return value


def _user_id(value: str) -> str:
    if not _USER.fullmatch(value):
        raise ValueError("must have Slack member ids, as U012ABCDEF (profile, ⋮, Copy member ID)")
    return value


def channel_id(value: str) -> str:
    """The id of a channel; raises `ValueError` with a sentence."""
    if not _CHANNEL.fullmatch(value):
        raise ValueError(
            "must be the id of a Slack channel, as C012ABCDEF (channel details, at the end)"
        )
    return value


UserIds = tuple[Annotated[Text, AfterValidator(_user_id)], ...]
ChannelIds = tuple[Annotated[Text, AfterValidator(channel_id)], ...]
Port = Annotated[int, Field(ge=1, le=65_535)]


class SlackSettings(Table):
    """`[slack]`: how the bot is asked in Slack, and who may see what."""

    command: Annotated[Text, AfterValidator(slash_command)] = "/nemorl-status"
    """The slash command, as in the app's manifest."""
    maintainers: UserIds = ()
    """Member ids of those who look after the bot. Example: `["U012ABCDEF"]`. Default: none."""
    allow_guests: Annotated[bool, Strict()] = False
    """Whether guests of the workspace may ask. People of other organisations never may."""
    private_channels: ChannelIds = ()
    """Ids of channels whose members may all see private rows. Default: none."""
    private_people: UserIds = ()
    """Member ids of those who may see private rows where nobody reads along. Default: none."""


class ServerSettings(Table):
    """`[server]`: where the running bot listens. `HOST` and `PORT` go before it."""

    host: Text = "127.0.0.1"
    """Address to listen on; `0.0.0.0` for every one of this machine."""
    port: Annotated[Port, Strict()] = 3000
    """Port to listen on."""
    metrics_port: Annotated[Port, Strict()] | None = None
    """Port of `/metrics`, for Prometheus. Default: none, nothing can be scraped."""
    metrics_host: Text = "127.0.0.1"
    """Address of `/metrics`: it tells more than `/healthz`, and nobody has to log in."""
    log: Literal["text", "json"] = "text"
    """How log lines on stderr look: `text`, or `json`, one object for each line."""


def _bot_token(value: object) -> object:
    token = one_line(value)
    if isinstance(token, str) and not token.startswith(("xoxb-", "xoxe.xoxb-")):
        raise ValueError(f"is no bot token (xoxb-…){_kind_of(token)}")
    return token


def _app_token(value: object) -> object:
    token = one_line(value)
    if isinstance(token, str) and not token.startswith("xapp-"):
        raise ValueError(f"is no app-level token (xapp-…){_kind_of(token)}")
    return token


def _kind_of(token: str) -> str:
    kinds = {
        "xoxp-": "a user's token, which would speak in their name",
        "xoxe.xoxp-": "a user's token, which would speak in their name",
        "xoxb-": "a bot token, which belongs into SLACK_BOT_TOKEN",
        "xapp-": "an app-level token, which belongs into SLACK_APP_TOKEN",
    }
    found = next((kind for prefix, kind in kinds.items() if token.startswith(prefix)), "")
    return f" but {found}" if found else ""


def api_address(value: object) -> str:
    """Slack's address, with its final slash; raises `ValueError` for what is none."""
    text = stripped(value) or SLACK_API
    try:
        at = urlsplit(str(text))
        good = at.scheme in {"http", "https"} and at.hostname and not (at.query or at.fragment)
        safe = "@" not in at.netloc and (at.port is None or at.port > 0)
    except ValueError:
        good = safe = False
    if not good or not safe:
        raise ValueError(f"is no address such as {SLACK_API}, without a user name or a query")
    return f"{str(text).rstrip('/')}/"


BotToken = BeforeValidator(_bot_token)
AppToken = BeforeValidator(_app_token)
ApiAddress = PlainValidator(api_address)


def serving_mistakes() -> Iterator[str]:
    """What a running bot needs and nobody has set, each in a sentence with where to find it."""
    if not is_set("slack_bot_token"):
        yield (
            "SLACK_BOT_TOKEN is missing: the Bot User OAuth Token (xoxb-…) of your Slack app,"
            " under “OAuth & Permissions”."
        )
    if not is_set("slack_app_token") and not is_set("slack_signing_secret"):
        yield (
            "SLACK_APP_TOKEN is missing: an App-Level Token (xapp-…) for Socket Mode, under"
            " “Basic Information”. Or set SLACK_SIGNING_SECRET for HTTP mode."
        )
    if not is_set("github_token") and not is_set("github_app_id"):
        yield (
            "GITHUB_TOKEN is missing: a token that may read the repositories"
            " (https://github.com/settings/tokens; public ones need no permission)."
        )
