"""What Slack tells of a person who asks: their names and their zone.

https://docs.slack.dev/reference/objects/user-object
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from slack_sdk.web.async_client import AsyncWebClient

from bot.errors import UserError
from bot.listeners.payloads import text_at
from bot.listeners.remembered import Remembered
from bot.listeners.slack_calls import called
from bot.people.link_candidates import Profile
from bot.schedule import zone_named

KEEP_SECONDS = 5 * 60
MOST_PEOPLE = 1_000

UTC_NAME = "UTC"


@dataclass(frozen=True, slots=True, kw_only=True)
class SlackPerson:
    """Somebody in Slack."""

    profile: Profile
    zone: str = UTC_NAME
    """IANA name; UTC where Slack names none that is known here."""


class Profiles:
    """Asks Slack about people, and remembers it for some minutes."""

    def __init__(
        self, client: AsyncWebClient, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Ask with this client; `clock` counts seconds and never goes back."""
        self._client = client
        self._known: Remembered[str, SlackPerson] = Remembered(
            keep_seconds=KEEP_SECONDS, most=MOST_PEOPLE, clock=clock
        )

    async def of(self, user: str) -> SlackPerson:
        """Who this is. Raises a `Fault` when Slack does not tell."""
        known = self._known.get(user)
        if known is None:
            said = (await called(self._client.users_info, user=user)).get("user")
            known = _person(said if isinstance(said, Mapping) else {})
            self._known.put(user, known)
        return known


def _person(user: Mapping[str, object]) -> SlackPerson:
    names = (
        text_at(user, "profile", "real_name") or text_at(user, "real_name"),
        text_at(user, "profile", "display_name"),
    )
    profile = Profile(
        names=tuple(dict.fromkeys(filter(None, names))),
        handle=text_at(user, "name"),
        email=text_at(user, "profile", "email"),
    )
    return SlackPerson(profile=profile, zone=_zone(text_at(user, "tz")))


def _zone(name: str) -> str:
    try:
        return zone_named(name).key if name else UTC_NAME
    except UserError:
        return UTC_NAME
