"""Slack, as the doctor asks it: one call, how it ended, and the headers of its answer."""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, Final

from slack_sdk.web.async_client import AsyncWebClient

from bot.delivery.replies import Done, Doubtful, Later, NotSent, Refused, Reply, asked

_TOKEN_ERRORS: Final = frozenset(
    {
        "invalid_auth",
        "not_authed",
        "account_inactive",
        "token_revoked",
        "token_expired",
        "not_allowed_token_type",
    }
)


@dataclass(frozen=True, slots=True)
class Told:
    """How a call ended."""

    reply: Reply
    headers: Mapping[str, str] = field(default_factory=dict)
    """Of a good answer, names in lower case."""

    @property
    def data(self) -> Mapping[str, Any]:
        """The answer; empty where it is none."""
        return self.reply.data if isinstance(self.reply, Done) else {}

    @property
    def refusal(self) -> str:
        """Slack's word for why not; empty where it did it, or did not answer."""
        return self.reply.code if isinstance(self.reply, Refused) else ""

    @property
    def is_about_token(self) -> bool:
        """Slack does not take the token."""
        return self.refusal in _TOKEN_ERRORS

    @property
    def at(self) -> datetime | None:
        """Slack's clock; `None`: it does not say."""
        try:
            read = parsedate_to_datetime(self.headers.get("date", ""))
        except (ValueError, OverflowError):
            return None
        return read if read.tzinfo else read.replace(tzinfo=UTC)

    @property
    def scopes(self) -> frozenset[str] | None:
        """Those of the token; `None`: Slack does not say."""
        said = self.headers.get("x-oauth-scopes")
        return None if said is None else frozenset(filter(None, map(str.strip, said.split(","))))

    @property
    def no_answer(self) -> str:
        """Why there is none, in words; empty where there is one."""
        match self.reply:
            case Later():
                return "Slack asks to wait"
            case NotSent():
                return "Slack cannot be reached"
            case Doubtful():
                return "Slack did not answer, or not as Slack does"
            case _:
                return ""


class SlackAsker:
    """Asks with the bot's token."""

    def __init__(self, client: AsyncWebClient, *, nobody: AsyncWebClient) -> None:
        """`nobody`: the same without any token, for what takes none."""
        self._client = client
        self._nobody = nobody

    async def who(self) -> Told:
        """Whose token it is, with its scopes."""
        return await _told(self._client.auth_test)

    async def socket(self, app_token: str) -> Told:
        """Whether a websocket may be opened; none is."""
        return await _told(self._client.apps_connections_open, app_token=app_token)

    async def channel(self, channel: str) -> Told:
        """What the bot may know of a channel."""
        return await _told(self._client.conversations_info, channel=channel)

    async def user(self, user: str) -> Told:
        """Who this is."""
        return await _told(self._client.users_info, user=user)

    async def valid(self, kind: str, form: object) -> Told:
        """Whether Slack would take this `message` or `view`; nothing is sent to anybody.

        https://docs.slack.dev/reference/methods/blocks.validate takes no token. The SDK's own
        method would put the form into the address, which has no room for it.
        """
        data = {kind: json.dumps(form)}
        return await _told(self._nobody.api_call, api_method="blocks.validate", data=data)

    async def post(self, user: str, *, text: str, blocks: object) -> Told:
        """Write to this person."""
        return await _told(
            self._client.chat_postMessage,
            channel=user,
            text=text,
            blocks=blocks,
            unfurl_links=False,
            unfurl_media=False,
        )

    async def delete(self, channel: str, ts: str) -> Told:
        """Take a message of the bot's back."""
        return await _told(self._client.chat_delete, channel=channel, ts=ts)


async def _told(method: Callable[..., Awaitable[Any]], **arguments: object) -> Told:
    headers: dict[str, str] = {}

    async def noted(**given: object) -> Any:
        response = await method(**given)
        found = getattr(response, "headers", None) or {}
        headers.update({str(name).lower(): str(value) for name, value in found.items()})
        return response

    return Told(await asked(noted, **arguments), headers)
