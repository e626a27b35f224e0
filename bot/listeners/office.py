"""What errands work with, and where what they say goes."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias, TypeVar

from slack_sdk.web.async_client import AsyncWebClient

from bot.answers.audience import Audience, AudienceKind
from bot.errors import Choice, NotAllowed, StoreFault, UserError
from bot.github_status.facts.refs import Ref
from bot.github_status.judge.verdicts import JudgedTracker
from bot.github_status.reader import tracker_key
from bot.listeners.access import Access
from bot.listeners.changing import Changing
from bot.listeners.profiles import Profiles
from bot.listeners.settling import Settling
from bot.listeners.slack_rules import SlackRules
from bot.listeners.view_places import Modal
from bot.people.people import SlackId
from bot.render.slack import SlackMessage, did_you_mean
from bot.render.slack.done import done_message
from bot.render.slack.forms import Pick
from bot.render.slack.forms_done import done_view
from bot.render.slack.views import ViewJson

STORE_SECONDS: Final = 5.0
"""How long somebody who looks at an open modal waits for the store."""

DIRECT: Final = "D"
"""What the id of a direct conversation begins with."""

_NAMED: Final = 5
"""Maintainers who are named to whoever may not do something."""

_EVERYTHING: Final = Audience(kind=AudienceKind.PUBLIC, sees_private=True)
"""Nobody's: what is made for it is looked into, and never shown as it is."""

T = TypeVar("T")


class OfficeTracker(Protocol):
    """A tracker as the settings have it."""

    @property
    def name(self) -> str: ...  # noqa: D102 -- the settings say it
    @property
    def ref(self) -> Ref: ...  # noqa: D102
    @property
    def all_names(self) -> tuple[str, ...]: ...  # noqa: D102
    @property
    def workstream_aliases(self) -> tuple[tuple[str, str], ...]: ...  # noqa: D102


class JudgesTrackers(Protocol):
    """What of the desk is used here."""

    async def judged(self, tracker: Ref, audience: Audience) -> JudgedTracker | None:
        """What is known now, redacted for the audience; `None`: nothing is."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Office:
    """Everything that errands work with."""

    client: AsyncWebClient
    changing: Changing
    desk: JudgesTrackers
    access: Access
    rules: SlackRules
    profiles: Profiles
    trackers: tuple[OfficeTracker, ...]
    bot_name: str
    """How the bot is called in this workspace, to be invited."""
    settling: Settling

    def is_maintainer(self, user: str) -> bool:
        """Whether they may set what is others'."""
        return SlackId(user) in self.rules.maintainers

    def need_maintainer(self, user: str, *, what: str) -> None:
        """Raises `UserError` for anybody else."""
        if not self.is_maintainer(user):
            raise NotAllowed(
                f"Only a maintainer of this bot can {what}.",
                advice=self.whom_to_ask(),
                whom=self.maintainers,
            )

    @property
    def maintainers(self) -> tuple[str, ...]:
        """Some of them, to be named to whoever may not do something."""
        return tuple(sorted(self.rules.maintainers)[:_NAMED])

    def whom_to_ask(self) -> str:
        """How somebody finds a maintainer."""
        if self.rules.maintainers:
            return "Ask one: they are named in the settings file as [slack] maintainers."
        return "There is none yet: whoever runs this bot names them as [slack] maintainers."

    def tracker_picks(self) -> tuple[Pick, ...]:
        """Every tracker, to choose from."""
        return tuple(Pick(tracker_key(t.ref), t.name) for t in self.trackers)

    def tracker_of(self, key: str) -> OfficeTracker | None:
        """The tracker of this key; `None`: the settings have it no longer."""
        return next((t for t in self.trackers if tracker_key(t.ref) == key), None)

    def tracker_called(self, name: str | None) -> OfficeTracker:
        """By its name, else the first. Raises `UserError` where there is none."""
        called = (t for t in self.trackers if name is None or name in t.all_names)
        tracker = next(called, None)
        if tracker is None:
            raise UserError("No tracker is set.", advice="Whoever runs this bot can write one.")
        return tracker

    def tracker_pressed(self, name: str) -> OfficeTracker:
        """The one that a button names. Raises `UserError` where the settings have it no longer."""
        tracker = next((t for t in self.trackers if name in t.all_names), None)
        if tracker is None:
            raise UserError(
                "This tracker is not followed any more.",
                advice="Ask “help” for what can be asked.",
            )
        return tracker

    async def everything_of(self, tracker: OfficeTracker) -> JudgedTracker | None:
        """As last read, private rows included: never to be shown as it is; `None`: nothing was."""
        return await self.desk.judged(tracker.ref, _EVERYTHING)

    def name_of(self, key: str) -> str:
        """What people call the tracker of this key."""
        tracker = self.tracker_of(key)
        return key if tracker is None else tracker.name


def nothing_read(name: str) -> UserError:
    """Nothing is known yet of the tracker of this name."""
    return UserError(f"Nothing has been read of {name} yet.", advice="Ask again in a minute.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Who has an errand, and where."""

    user: str
    channel: str = ""
    """Where it was asked; empty in the App Home."""
    trigger_id: str = ""
    """Opens one modal; empty where none can be opened from."""
    view_id: str = ""
    """Of our modal in which it was asked."""
    is_view: bool = False
    """It was asked in a view: what is said stands in a modal."""
    page: int = 1
    """Which page of a long answer."""

    @property
    def room(self) -> str:
        """The channel; empty in a direct conversation, and in the App Home."""
        return "" if self.channel.startswith(DIRECT) else self.channel


Tell: TypeAlias = Callable[[SlackMessage], Awaitable[None]]


class Counter:
    """Where one errand is served: what it shows and says goes to its caller alone."""

    def __init__(self, client: AsyncWebClient, caller: Caller, tell: Tell) -> None:
        """`tell` says something to the caller where there is no modal."""
        self.caller = caller
        self._tell = tell
        self._modal = Modal(
            client, user=caller.user, trigger_id=caller.trigger_id, view_id=caller.view_id
        )
        self._is_open = False

    @property
    def can_open(self) -> bool:
        """Whether a modal can be shown."""
        return bool(self.caller.trigger_id or self.caller.view_id)

    @property
    def is_open(self) -> bool:
        """Whether a modal is shown already."""
        return self._is_open

    async def begin(self) -> None:
        """Open a modal at once: the trigger does not wait."""
        await self._modal.begin()
        self._is_open = True

    async def show(self, view: ViewJson) -> bool:
        """This in the modal; whether it is still open."""
        if not self._is_open:
            await self.begin()
        return await self._modal.is_shown(view)

    async def say(
        self, title: str, lines: Sequence[str], *, change_id: int | None = None, channel: str = ""
    ) -> None:
        """What was done: in a modal where it was asked in a view, else as a message; `channel`: the
        id of the one that it is about."""
        if self.caller.is_view:
            await self.show(done_view(title, lines, change_id=change_id, channel=channel))
            return
        await self.send(done_message(lines, change_id=change_id, channel=channel))

    async def offer(self, what: str, label: str, words: str, *, advice: str = "") -> None:
        """A button that asks these words: from there a modal can be opened."""
        choice = Choice(label=label, words=words)
        await self.send(did_you_mean(what, (choice,), advice=advice))

    async def send(self, message: SlackMessage) -> None:
        """A message to the caller alone."""
        await self._tell(message)


async def stored(work: Awaitable[T], *, seconds: float = STORE_SECONDS) -> T:
    """What the store answers. Raises `StoreFault` when that takes too long."""
    try:
        async with asyncio.timeout(seconds):
            return await work
    except TimeoutError:
        raise StoreFault("The database does not answer.", advice="Ask again in a minute.") from None
