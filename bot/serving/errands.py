"""What the wiring builds for errands: everything that people set in Slack."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from slack_sdk.web.async_client import AsyncWebClient

from bot.github_status.current import Current
from bot.github_status.earlier import History
from bot.github_status.judge import Rules
from bot.listeners import Access, Desk, Identity, SlackRules
from bot.listeners.changing import Changing, stores_of
from bot.listeners.errands import Errands
from bot.listeners.office import Office, OfficeTracker
from bot.listeners.parks import Parks
from bot.listeners.previewing import Previews
from bot.listeners.profiles import Profiles
from bot.listeners.repair.flow import CarriesOut
from bot.listeners.settling import Settling
from bot.people.book import PeopleBook
from bot.store.digests import Digests
from bot.store.engine import Database


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrandGround:
    """What errands stand on."""

    client: AsyncWebClient
    database: Database
    current: Current
    history: History
    desk: Desk
    rules: SlackRules
    judged_by: Rules
    trackers: tuple[OfficeTracker, ...]
    book: PeopleBook
    parks: Parks
    now: Callable[[], datetime]
    settling: Settling = field(default_factory=Settling)
    carries_out: CarriesOut | None = None
    """Repairs; `None`: the settings do not let the index be changed."""

    def errands(self, access: Access, identity: Identity) -> Errands:
        """What serves them, once it is known who the bot is."""
        office = Office(
            client=self.client,
            changing=Changing(stores_of(self.database), self.book, self.parks, now=self.now),
            desk=self.desk,
            access=access,
            rules=self.rules,
            profiles=Profiles(self.client),
            trackers=self.trackers,
            bot_name=identity.name,
            settling=self.settling,
        )
        previews = Previews(
            current=self.current,
            history=self.history,
            sent=Digests(self.database),
            rules=self.judged_by,
            parks=self.parks,
        )
        return Errands(office, previews, current=self.current, carries_out=self.carries_out)


@dataclass(frozen=True)
class CatchUp:
    """The job that learns of links and parks which another process wrote: before what tells of
    them."""

    book: PeopleBook
    parks: Parks

    name = "people"

    async def on_tick(self, now: datetime) -> None:  # noqa: ARG002 -- both have a clock
        """Read again what may have changed. Raises `StoreFault`."""
        await self.book.refresh()
        await self.parks.refresh()

    async def close(self) -> None:
        """Nothing goes on."""
