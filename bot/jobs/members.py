"""What Slack knows of the people whom the bot writes to, asked at Slack's pace.

https://docs.slack.dev/reference/objects/user-object
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from slack_sdk.web.async_client import AsyncWebClient

from bot.delivery import Pacer
from bot.delivery.refusals import Consequence, Refusal, refusal_of
from bot.delivery.replies import Done, Later, Refused, Reply, asked
from bot.errors import UserError
from bot.jobs.presence import Present
from bot.schedule import zone_named

PEOPLE_SECONDS = 0.65
"""From one question about a person to the next; Slack allows a hundred a minute (tier 4):
https://docs.slack.dev/apis/web-api/rate-limits"""

QUIET_SECONDS = 1.3
"""The same about do-not-disturb; fifty a minute (tier 3)."""

_UTC = ZoneInfo("UTC")
_NO_ANSWER = "Slack does not answer questions about people for now."


@dataclass(frozen=True, slots=True, kw_only=True)
class NotTold:
    """Slack tells about nobody for now."""

    said: str
    """Why, and what to do."""
    incident: str = ""
    """The key of the incident that maintainers can mend; empty: it passes by itself."""


class Members:
    """Asks Slack about people."""

    def __init__(
        self,
        client: AsyncWebClient,
        *,
        now: Callable[[], datetime],
        people: Pacer | None = None,
        quiet: Pacer | None = None,
        allow_guests: bool = False,
    ) -> None:
        """Ask with this client, about people and about do-not-disturb each at its own pace.

        `allow_guests`: whether guests of the workspace are written to, as they may ask.
        """
        self._client = client
        self._people = people or Pacer(PEOPLE_SECONDS)
        self._quiet = quiet or Pacer(QUIET_SECONDS)
        self._now = now
        self._allow_guests = allow_guests
        self._may_ask_quiet = True

    async def zone(self, slack: str) -> ZoneInfo | NotTold:
        """Where they are; UTC where Slack does not say."""
        found = await self._user(slack)
        return found.zone if isinstance(found, Present) else found

    async def present(self, slack: str) -> Present | NotTold:
        """What Slack says of them now."""
        found = await self._user(slack)
        if isinstance(found, NotTold) or found.gone or not self._may_ask_quiet:
            return found
        return found.quiet(until=await self._quiet_until(slack))

    async def _user(self, slack: str) -> Present | NotTold:
        reply = await self._asked(self._people, self._client.users_info, slack)
        match reply:
            case Done():
                user = reply.data.get("user")
                if not isinstance(user, Mapping):
                    return NotTold(said=_NO_ANSWER)
                return _present(user, allow_guests=self._allow_guests)
            case Refused():
                return _refused(refusal_of(reply, slack))
            case _:
                return NotTold(said=_NO_ANSWER)

    async def _quiet_until(self, slack: str) -> datetime | None:
        """When do-not-disturb ends; `None` where it does not hold, or Slack does not say.

        An app without `dnd:read` asks once. https://docs.slack.dev/reference/methods/dnd.info
        """
        reply = await self._asked(self._quiet, self._client.dnd_info, slack)
        if isinstance(reply, Refused) and reply.code == "missing_scope":
            self._may_ask_quiet = False
        if not isinstance(reply, Done):
            return None
        data = reply.data
        snoozed = (
            _moment(data.get("snooze_endtime")) if data.get("snooze_enabled") is True else None
        )
        start, end = _moment(data.get("next_dnd_start_ts")), _moment(data.get("next_dnd_end_ts"))
        is_on = data.get("dnd_enabled") is True and start is not None and start <= self._now()
        ends = (snoozed, end if is_on else None)
        return max((one for one in ends if one is not None and one > self._now()), default=None)

    async def _asked(self, pacer: Pacer, method: Callable[..., Any], slack: str) -> Reply:
        await pacer.turn()
        reply = await asked(method, user=slack)
        if isinstance(reply, Later):
            pacer.hold_off(reply.seconds)
        return reply


def _refused(refusal: Refusal) -> Present | NotTold:
    """What is refused about one person says that they cannot be written to; about the app, that
    nobody can."""
    is_of_app = refusal.consequence in (Consequence.TOKEN_LOST, Consequence.POSTPONED)
    if is_of_app or refusal.incident.startswith(("scope:", "workspace")):
        return NotTold(said=refusal.said, incident=refusal.incident)
    return Present(zone=_UTC, gone=refusal.said)


def _present(user: Mapping[str, Any], *, allow_guests: bool) -> Present:
    profile = user.get("profile")
    said: Mapping[str, Any] = profile if isinstance(profile, Mapping) else {}
    return Present(
        zone=_zone(user.get("tz")),
        status_text=_text(said.get("status_text")),
        status_emoji=_text(said.get("status_emoji")),
        status_until=_moment(said.get("status_expiration")),
        gone=_gone(user, allow_guests=allow_guests),
    )


def _gone(user: Mapping[str, Any], *, allow_guests: bool) -> str:
    if user.get("deleted") is True:
        return "Their Slack account is deactivated. Correct or remove the person's link."
    if user.get("is_bot") is True:
        return "Their Slack account is a bot's. Correct or remove the person's link."
    if user.get("is_stranger") is True:
        return "They are of another organisation and share no channel with the bot."
    is_guest = user.get("is_restricted") is True or user.get("is_ultra_restricted") is True
    if is_guest and not allow_guests:
        return (
            "They are a guest of the workspace, and guests are not written to. Remove the person's"
            " link, or set [slack] allow_guests."
        )
    return ""


def _zone(name: object) -> ZoneInfo:
    try:
        return zone_named(name) if isinstance(name, str) and name else _UTC
    except UserError:
        return _UTC


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _moment(seconds: object) -> datetime | None:
    """A moment in Slack's seconds; 0 means that there is none."""
    if not isinstance(seconds, int) or seconds <= 0:
        return None
    try:
        return datetime.fromtimestamp(seconds, UTC)
    except (OverflowError, ValueError, OSError):
        return None
