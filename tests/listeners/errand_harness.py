"""The bot of `harness` with everything that people can set, on a real database."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from bot.demo.slack import (
    FakeSlack,
    Message,
    Timing,
    User,
    View,
    fake_slack,
)
from bot.demo.slack.app import Transport
from bot.github_status.current import Current
from bot.github_status.judge import Rules
from bot.github_status.reader import Reader
from bot.github_status.repairing import Access as Edits
from bot.github_status.repairing import Repairing
from bot.listeners import Access, Desk, SlackRules, Underway, build_app, identity, slack_client
from bot.listeners.changing import Stores, stores_of
from bot.listeners.office import Office
from bot.listeners.parks import Parks
from bot.listeners.settling import Settling
from bot.people.book import PeopleBook
from bot.people.people import SlackId
from bot.serving.errands import ErrandGround
from bot.store.audit import Audit
from bot.store.claims import Claims
from bot.store.engine import Database, database_url
from tests.fakes.slack.bolt_app import running
from tests.listeners.harness import COMMAND, Bot, Clock, GitHub, Setting, Store
from tests.manifest import HTTP_URL, our_manifest
from tests.store.migrated import a_migrated_file

KEY = "acme/widgets#1"
"""The first tracker's, in the store."""

OURS = our_manifest()


@asynccontextmanager
async def a_workspace(transport: Transport = "socket") -> AsyncIterator[FakeSlack]:
    """A workspace where the app is installed with our own manifest."""
    manifest = OURS if transport == "socket" else our_manifest(http_url=HTTP_URL)
    timing = Timing(ack_seconds=15)
    async with fake_slack(manifest=manifest, transport=transport, timing=timing) as slack:
        yield slack


@dataclass
class Offices(Bot):
    """The running bot, with what it has stored."""

    stores: Stores
    office: Office
    database: Database

    async def idle(self, seconds: float = 20.0) -> None:
        """Until everything that was asked is answered, on a busy machine too."""
        await super().idle(seconds)

    async def asks(self, user: User, room: Any, words: str) -> None:
        """The person types the command, and it is served."""
        await self.slack.types(user, room, f"{COMMAND} {words}")
        await self.idle()

    async def opens(self, user: User, room: Any, words: str) -> View:
        """The modal that the command opens."""
        await self.asks(user, room, words)
        return self.modal(user)

    def modal(self, user: User) -> View:
        """What the person has before them."""
        [view] = self.slack.modals(user)[-1:]
        return view

    async def presses(self, user: User, where: Message | View, label: str) -> None:
        """The person presses the button that says this."""
        block, element = button(where, label)
        await self.slack.presses(
            user, where, element["action_id"], element.get("value"), block_id=block["block_id"]
        )
        await self.idle()


def maintained_by(*users: User, **fields: Any) -> SlackRules:
    """Rules with these maintainers."""
    return SlackRules(maintainers=frozenset(SlackId(user.id) for user in users), **fields)


@asynccontextmanager
async def an_office(
    slack: FakeSlack, folder: Path, setting: Setting | None = None, *, edits: Edits | None = None
) -> AsyncIterator[Offices]:
    """The bot, serving; nothing is read yet, and nothing stored. `edits`: what may edit issues."""
    setting = setting or Setting()
    github, store, clock = GitHub(), Store(), Clock()
    reader = Reader(github, store)
    current = Current(reader, clock=clock)
    database = Database(database_url(a_migrated_file(folder / "bot.db")))
    stores = stores_of(database)
    book = PeopleBook(setting.people, stores.links, now=clock)
    parks = Parks(stores.wishes, stores.left, now=clock)
    desk = Desk(
        current,
        setting.trackers,
        Rules(),
        book,
        now=clock,
        oldest=timedelta(minutes=10),
        patience_seconds=setting.patience_seconds,
        command=setting.rules.command,
        parks=parks,
        can_repair=edits is not None,
    )
    client = slack_client(slack.bot_token, url=slack.api_url)
    who = await identity(client)
    access = Access(client, who, setting.rules, book)
    ground = ErrandGround(
        client=client,
        database=database,
        current=current,
        history=reader,
        desk=desk,
        rules=setting.rules,
        judged_by=Rules(),
        trackers=setting.trackers,
        book=book,
        parks=parks,
        now=clock,
        settling=Settling(patience_seconds=10, landing_seconds=0.2),
        carries_out=None if edits is None else _repairing(edits, database, clock),
    )
    errands, underway = ground.errands(access, who), Underway()
    app = build_app(
        client,
        identity=who,
        desk=desk,
        access=access,
        rules=setting.rules,
        underway=underway,
        claims=setting.claims,
        signing_secret=slack.signing_secret if slack.transport == "http" else "",
        errands=errands,
    )
    async with running(app, slack):
        try:
            yield Offices(
                slack,
                github,
                store,
                clock,
                app,
                underway,
                current,
                desk,
                stores,
                errands.office,
                database,
            )
        finally:
            github.answer()
            await underway.drain(3)
            await current.close()
            desk.close()
            await database.close()


def _repairing(edits: Edits, database: Database, clock: Clock) -> Repairing:
    async def sleep(seconds: float) -> None:
        """Time passes; others get their turn meanwhile."""
        clock.advance(seconds=seconds)
        await asyncio.sleep(0.03)

    return Repairing(edits, Claims(database), Audit(database), clock=clock, sleep=sleep)


def button(where: Message | View, label: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The block and the button that says this; the first one."""
    for block in where.blocks:
        elements = [*block.get("elements", []), block.get("accessory")]
        for element in elements if block["type"] in ("actions", "section") else []:
            if element and element["type"] == "button" and element["text"]["text"] == label:
                return block, element
    raise AssertionError(f"no button {label!r}: {labels(where)}")


def labels(where: Message | View) -> list[str]:
    """What its buttons say."""
    return [
        element["text"]["text"]
        for block in where.blocks
        if block["type"] in ("actions", "section")
        for element in [*block.get("elements", []), block.get("accessory")]
        if element and element["type"] == "button"
    ]


def last(messages: Sequence[Message]) -> Message:
    """The newest."""
    return messages[-1]


__all__ = [
    "KEY",
    "Offices",
    "Setting",
    "a_workspace",
    "an_office",
    "button",
    "labels",
    "last",
    "maintained_by",
    "replace",
]
