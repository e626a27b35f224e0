"""What people said in Slack that holds in a terminal too: who they are, what is parked, and which
findings are left as they are."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from bot.errors import StoreFault
from bot.github_status.facts.refs import Ref
from bot.github_status.judge.rules import Left, ParkedBySlack
from bot.github_status.reader import tracker_key
from bot.people.book import PeopleBook
from bot.people.left import left_of
from bot.people.people import People
from bot.reminders.silence import parked_of
from bot.settings.fields import Settings
from bot.store.left import LeftFindings, StoredLeft
from bot.store.links import Links
from bot.store.wishes import RowWish, Wishes
from bot.wiring import open_live, people_of, utc_now


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidInSlack:
    """What holds at the moment."""

    people: People
    """Those of the settings file, and who was linked in Slack."""
    wishes: tuple[RowWish, ...] = ()
    findings: tuple[StoredLeft, ...] = ()
    """Those that were left as they are."""

    def parked(self, tracker: Ref) -> Mapping[Ref, ParkedBySlack]:
        """What somebody parked in this tracker."""
        return parked_of(self.wishes, tracker_key=tracker_key(tracker), people=self.people)

    def left(self, tracker: Ref) -> Left:
        """What somebody left as it is in this tracker."""
        return left_of(self.findings, tracker_key=tracker_key(tracker), people=self.people)


async def said_in_slack(settings: Settings, now: datetime) -> SaidInSlack:
    """What the store has; without it the settings file's people, and nothing parked or left.

    A store that cannot be read is told where a reading should be kept in it.
    """
    async with open_live(settings) as live:
        people = await PeopleBook(people_of(settings), Links(live.database), now=utc_now).fresh()
        with suppress(StoreFault):
            wishes = await Wishes(live.database).row_wishes(now=now)
            left = await LeftFindings(live.database).every()
            return SaidInSlack(people=people, wishes=wishes, findings=left)
    return SaidInSlack(people=people)
