"""The real app on the fake Slack, with a GitHub that can be made slow or broken."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from slack_bolt.async_app import AsyncApp

from bot.demo.slack import FakeSlack
from bot.github_status.current import Current
from bot.github_status.earlier import History
from bot.github_status.facts.pulls import Item, Login
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Outcome, Reading, TrackerIssue
from bot.github_status.github.nearby import Nearby
from bot.github_status.judge import Rules
from bot.github_status.reader import OnProgress, Reader
from bot.github_status.unlisted import UnlistedReadings
from bot.listeners import (
    WHERE_TRACKED,
    Access,
    Claims,
    Desk,
    RecentClaims,
    SlackRules,
    Underway,
    build_app,
    identity,
    slack_client,
)
from bot.listeners.home_pictures import HomePictures
from bot.people.people import Link, People, PersonName, SlackId
from tests.builders import NOW, a_merged_pull, a_pull, a_reading, a_ref, a_tracker_issue, an_actor
from tests.fakes.slack.bolt_app import running

HARM = "<!channel> *x* | <https://example.org|y> & @here"
SECRET_TITLE = "Swordfish engine"
SECRET_REPOSITORY = "acme/vault"
COMMAND = "/nemorl-status"

BODY = """\
## Refit
Owner: Ana Souza

- [ ] #7 WeightSynchronizer ABC
- [ ] #8 wire synchronizer

### Delta transfer

- [x] #9 delta
- [ ] acme/vault#5 Swordfish engine

## Generation
Owner: Bo Chen

- [ ] #10 generation
"""

MANIFEST: dict[str, Any] = {
    "display_information": {"name": "nemorl-status"},
    "features": {
        "bot_user": {"display_name": "nemorl-status", "always_online": True},
        "app_home": {
            "home_tab_enabled": True,
            "messages_tab_enabled": True,
            "messages_tab_read_only_enabled": False,
        },
        "slash_commands": [
            {"command": COMMAND, "description": "Ask", "should_escape": True},
            {"command": "/elsewhere", "description": "Of another setting"},
        ],
        "shortcuts": [
            {
                "name": "Where is this tracked?",
                "type": "message",
                "callback_id": WHERE_TRACKED,
                "description": "Where pull requests of a message are tracked",
            },
            {
                "name": "Old",
                "type": "global",
                "callback_id": "gone",
                "description": "Nobody listens to it any more",
            },
        ],
    },
    "oauth_config": {
        "scopes": {
            "bot": [
                "app_mentions:read",
                "chat:write",
                "commands",
                "im:history",
                "im:write",
                "users:read",
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
class Tracker:
    """A tracker as the settings would have it."""

    name: str
    ref: Ref
    names: tuple[str, ...] = ()
    workstream_aliases: tuple[tuple[str, str], ...] = ()

    @property
    def all_names(self) -> tuple[str, ...]:
        return (self.name, *self.names)


WIDGETS = Tracker(name="widgets", ref=a_ref(1))
GADGETS = Tracker(name="gadgets", ref=a_ref(2, repository="acme/gadgets"))


@dataclass
class Batch:
    readings: tuple[Reading, ...]
    credentials: tuple[str, ...] = ("token",)
    notes: tuple[str, ...] = ()


class GitHub:
    """Trackers and pull requests; `hang` makes it silent, `fault` refuses."""

    def __init__(self) -> None:
        self.issues = {WIDGETS.ref: a_tracker_issue(BODY)}
        self.items: dict[Ref, Item] = {}
        self.fails: dict[Ref, Reading] = {}
        self.fault: Exception | None = None
        self.answers = asyncio.Event()
        self.answers.set()
        self.asked = 0
        secret = a_ref(5, repository=SECRET_REPOSITORY)
        for item in (
            a_pull(7, title="WeightSynchronizer ABC"),
            a_pull(8, title="wire synchronizer", author=an_actor("bo")),
            a_merged_pull(9, title="delta"),
            a_pull(10, title="generation"),
            a_pull(ref=secret, title=SECRET_TITLE, is_private=True, author=an_actor("spy")),
        ):
            self.items[item.ref] = item

    def add_issue(self, tracker: Tracker, body: str, **fields: Any) -> None:
        self.issues[tracker.ref] = a_tracker_issue(body, ref=tracker.ref, **fields)

    def change(self, number: int, **fields: Any) -> None:
        ref = a_ref(number)
        self.items[ref] = replace(self.items[ref], **fields)

    def hang(self) -> None:
        self.answers.clear()

    def answer(self) -> None:
        self.answers.set()

    async def tracker(self, ref: Ref) -> TrackerIssue:
        self.asked += 1
        await self.answers.wait()
        if self.fault is not None:
            raise self.fault
        return self.issues[ref]

    async def readings(self, refs: Sequence[Ref], *, on_progress: OnProgress) -> Batch:
        return Batch(tuple(self._reading(ref) for ref in refs))

    async def nearby(self, readings: Sequence[Reading]) -> Nearby:
        return Nearby()

    def _reading(self, ref: Ref) -> Reading:
        if ref in self.fails:
            return self.fails[ref]
        item = self.items.get(ref)
        if item is None:
            return Reading(ref=ref, outcome=Outcome.NOT_FOUND, reason="There is no such number.")
        return a_reading(item, ref=ref)


@dataclass(frozen=True)
class Kept:
    as_of: datetime
    payload: bytes


class Store:
    """Payloads in memory; `opens` holds everything back."""

    def __init__(self) -> None:
        self.kept: dict[str, list[Kept]] = {}
        self.opens = asyncio.Event()
        self.opens.set()

    async def save_snapshot(self, tracker_key: str, as_of: datetime, payload: bytes) -> None:
        self.kept.setdefault(tracker_key, []).append(Kept(as_of, payload))

    async def newest_snapshot(self, tracker_key: str) -> Kept | None:
        await self.opens.wait()
        return max(self.kept.get(tracker_key, []), key=lambda k: k.as_of, default=None)

    async def snapshot_before(self, tracker_key: str, moment: datetime) -> Kept | None:
        before = [kept for kept in self.kept.get(tracker_key, []) if kept.as_of < moment]
        return max(before, key=lambda kept: kept.as_of, default=None)

    async def snapshot_at(self, tracker_key: str, as_of: datetime) -> Kept | None:
        kept = self.kept.get(tracker_key, [])
        return next((one for one in kept if one.as_of == as_of), None)

    async def newest_as_of(self, tracker_key: str) -> datetime | None:
        newest = await self.newest_snapshot(tracker_key)
        return None if newest is None else newest.as_of

    async def prune_snapshots(self, tracker_key: str, *, now: datetime) -> int:
        return 0


@dataclass
class Clock:
    now: datetime = NOW

    def __call__(self) -> datetime:
        return self.now

    def advance(self, **time: float) -> None:
        self.now += timedelta(**time)


@dataclass
class Setting:
    """Everything that a test may set before the bot starts."""

    rules: SlackRules = field(default_factory=SlackRules)
    people: People = field(default_factory=People)
    trackers: tuple[Tracker, ...] = (WIDGETS,)
    patience_seconds: float = 0.2
    claims: Claims = field(default_factory=RecentClaims)
    has_secret: bool = True
    home_pictures: Callable[[FakeSlack, Current, History, Clock], HomePictures] | None = None


@dataclass
class Bot:
    """The running bot and what stands around it."""

    slack: FakeSlack
    github: GitHub
    store: Store
    clock: Clock
    app: AsyncApp
    underway: Underway
    current: Current
    desk: Desk

    async def idle(self, seconds: float = 5.0) -> None:
        """Until everything that was asked is answered."""
        await self.slack.until(lambda: not len(self.underway), seconds)

    async def reads(self, *trackers: Tracker) -> None:
        """Have the trackers read now."""
        for tracker in trackers or (WIDGETS,):
            await self.current.reading(tracker.ref)


def people(**slack_ids: str) -> People:
    """Ana and Bo, linked where an id is given: `ana="U1"`."""
    names = {"ana": "Ana Souza", "bo": "Bo Chen"}
    return People(
        tuple(
            Link(
                name=PersonName(name),
                github=Login(login),
                slack=SlackId(slack_ids[login]) if login in slack_ids else None,
            )
            for login, name in names.items()
        )
    )


@asynccontextmanager
async def a_bot(slack: FakeSlack, setting: Setting | None = None) -> AsyncIterator[Bot]:
    """The bot, serving; nothing is read yet."""
    setting = setting or Setting()
    github, store, clock = GitHub(), Store(), Clock()
    reader = Reader(github, store)
    current = Current(reader, clock=clock)
    desk = Desk(
        current,
        setting.trackers,
        Rules(),
        setting.people,
        now=clock,
        oldest=timedelta(minutes=10),
        patience_seconds=setting.patience_seconds,
        command=setting.rules.command,
        unlisted=UnlistedReadings(github, clock=clock, fresh=timedelta(minutes=10)),
    )
    underway = Underway()
    make = setting.home_pictures
    home_pictures = None if make is None else make(slack, current, reader, clock)
    has_secret = setting.has_secret and slack.transport == "http"
    client = slack_client(slack.bot_token, url=slack.api_url)
    who = await identity(client)
    app = build_app(
        client,
        identity=who,
        desk=desk,
        access=Access(client, who, setting.rules, setting.people),
        rules=setting.rules,
        underway=underway,
        claims=setting.claims,
        signing_secret=slack.signing_secret if has_secret else "",
        home_pictures=home_pictures,
    )
    async with running(app, slack):
        try:
            yield Bot(slack, github, store, clock, app, underway, current, desk)
        finally:
            github.answer()
            await underway.drain(3)
            if home_pictures is not None:
                await home_pictures.close()
            await current.close()
            desk.close()


def pressable(blocks: list[dict[str, Any]], label: str, value: str | None = None) -> str:
    """The action id of the button that says this; the first one with this value."""
    for block in blocks:
        for element in block.get("elements", []) if block["type"] == "actions" else []:
            fits = value is None or element.get("value", "") == value
            if element["text"]["text"] == label and fits:
                return str(element["action_id"])
    raise AssertionError(f"no button {label!r} with the value {value!r}")
