"""Who may ask, who they are in the index, and for whom an answer is made.

https://docs.slack.dev/reference/objects/user-object
"""

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

import structlog
from slack_sdk.web.async_client import AsyncWebClient

from bot.answers.audience import Audience, AudienceKind
from bot.errors import Fault
from bot.listeners.identity import Identity
from bot.listeners.remembered import Remembered
from bot.listeners.slack_calls import called
from bot.listeners.slack_rules import SlackRules
from bot.people.book import KnowsPeople
from bot.people.people import PersonName

KEEP_SECONDS = 5 * 60
"""How long somebody stays a member here after they stopped being one in Slack."""

KEEP_REFUSED_SECONDS = 30
"""How long somebody stays refused here after Slack made them a member."""

MOST_PEOPLE = 5_000

SLACKBOT: Final = "USLACKBOT"
"""`is_bot` is false for it."""

_log = structlog.get_logger(__name__)


class Sight(StrEnum):
    """Who will read the answer?

    `ASKER`: nobody but the asker. `CHANNEL`: everybody in the channel. `DIRECT`: everybody in a
    direct conversation, which may be that with the bot or one of two people.
    """

    ASKER = "asker"
    CHANNEL = "channel"
    DIRECT = "direct"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why somebody is not answered, and what they can do."""

    what: str
    advice: str = ""
    is_silent: bool = False
    """Bots are not answered at all: two of them would never stop."""
    of_another: str = ""
    """The same, said to somebody else about them."""


_BOT = Refusal(
    "Bots are not answered.", is_silent=True, of_another="This is a bot: choose a person."
)
_FOREIGN = Refusal(
    "Sorry, only members of the workspace where this bot is installed may ask it.",
    "Ask somebody of that workspace to share the answer here.",
    of_another="This person is of another organisation.",
)
_GUEST = Refusal(
    "Sorry, guests may not ask this bot.",
    "Ask a member of the workspace to share the answer here.",
    of_another="This person is a guest: they are neither answered nor written to.",
)
_GONE = Refusal("This account is deactivated.", of_another="This account is deactivated.")
_NOT_KNOWN = Refusal(
    "Slack could not tell who you are, so this is not answered.",
    "Ask again in a minute.",
    of_another="Slack does not say who this is: save again in a minute.",
)


class Access:
    """Knows members by asking Slack, and remembers them for some minutes."""

    def __init__(
        self,
        client: AsyncWebClient,
        identity: Identity,
        rules: SlackRules,
        people: KnowsPeople,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Ask Slack with this client; `clock` counts seconds and never goes back."""
        self._client = client
        self._identity = identity
        self._rules = rules
        self._people = people
        self._welcome: Remembered[str, bool] = Remembered(
            keep_seconds=KEEP_SECONDS, most=MOST_PEOPLE, clock=clock
        )
        self._refused: Remembered[str, Refusal] = Remembered(
            keep_seconds=KEEP_REFUSED_SECONDS, most=MOST_PEOPLE, clock=clock
        )
        self._asking: dict[str, asyncio.Task[Refusal | None]] = {}

    async def refusal(self, user: str) -> Refusal | None:
        """Why this user may not ask; `None` when they may. Never an exception."""
        if self._welcome.get(user):
            return None
        return self._refused.get(user) or await asyncio.shield(self._asked(user))

    async def catch_up(self) -> None:
        """Learn of links that were made elsewhere."""
        await self._people.fresh()

    def asker(self, user: str) -> PersonName | None:
        """Who this is in the index, by a confirmed link."""
        link = self._people.current.with_slack(user)
        return None if link is None else link.name

    async def audience(self, user: str, channel: str, sight: Sight) -> Audience:
        """For whom an answer is made that is read there."""
        sees = channel in self._rules.private_channels
        if not sees and user in self._rules.private_people:
            own = sight is Sight.DIRECT and await self._is_own_direct(user, channel)
            sees = sight is Sight.ASKER or own
        return Audience(kind=AudienceKind.PUBLIC, sees_private=sees)

    def may_follow(self, user: str, channel: str) -> bool:
        """Whether what they see in this channel they may see in their own conversation too."""
        is_only_there = channel in self._rules.private_channels
        return not is_only_there or user in self._rules.private_people

    async def _is_own_direct(self, user: str, channel: str) -> bool:
        """Whether this is the person's conversation with the bot, and not one with somebody."""
        try:
            opened = await called(
                self._client.conversations_open, users=user, prevent_creation=True
            )
        except Fault as fault:
            _log.warning("A direct conversation is not known", because=str(fault))
            return False
        found = opened.get("channel")
        return isinstance(found, Mapping) and found.get("id") == channel

    def _asked(self, user: str) -> asyncio.Task[Refusal | None]:
        """One question to Slack, whoever waits for it."""
        task = self._asking.get(user)
        if task is None:
            task = asyncio.create_task(self._ask(user))
            self._asking[user] = task
            task.add_done_callback(lambda _done: self._asking.pop(user, None))
        return task

    async def _ask(self, user: str) -> Refusal | None:
        if not user or user == SLACKBOT:
            return _BOT
        try:
            said = (await called(self._client.users_info, user=user)).get("user")
        except Fault as fault:
            _log.warning("Somebody is not known to Slack", because=str(fault))
            return _NOT_KNOWN
        if not isinstance(said, Mapping):
            return _NOT_KNOWN
        refusal = _refusal(said, team_id=self._identity.team_id, rules=self._rules)
        if refusal is None:
            self._welcome.put(user, True)
        else:
            self._refused.put(user, refusal)
        return refusal


def _refusal(user: Mapping[str, Any], *, team_id: str, rules: SlackRules) -> Refusal | None:
    if user.get("is_bot") is True or user.get("is_workflow_bot") is True:
        return _BOT
    if user.get("deleted") is True:
        return _GONE
    if user.get("is_stranger") is True or not _is_of(user, team_id):
        return _FOREIGN
    is_guest = user.get("is_restricted") is True or user.get("is_ultra_restricted") is True
    return _GUEST if is_guest and not rules.allow_guests else None


def _is_of(user: Mapping[str, Any], team_id: str) -> bool:
    """A member of the workspace; on Enterprise Grid, people belong to several."""
    enterprise = user.get("enterprise_user")
    teams = enterprise.get("teams") if isinstance(enterprise, Mapping) else None
    return user.get("team_id") == team_id or (isinstance(teams, list) and team_id in teams)
