"""The burn-up picture of a digest: counted from stored readings, drawn, and brought to Slack.

Whatever fails here fails the picture only: the digest goes without it, and maintainers are told.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import Protocol, TypeAlias

import structlog

from bot.answers.burnup import BurnUp, burn_up, burn_up_words, week_ends
from bot.answers.digest import tracker_label
from bot.answers.private import redacted
from bot.charts.picture import picture_of
from bot.errors import PictureFault, StoreFault
from bot.github_status.earlier import History
from bot.github_status.facts.snapshot import Snapshot
from bot.github_status.judge import Rules, judge_snapshot
from bot.github_status.judge.burnup import WeekCounts, week_counts
from bot.github_status.weeks import weekly
from bot.jobs.needs import NotesIncidents
from bot.jobs.slots import DigestSlot
from bot.people.people import People
from bot.render.slack.picture import SlackPicture
from bot.schedule import judged_at

_KEPT_AT_MOST = 50
"""Slots whose pictures are remembered, for as long as Slack asks a digest to wait."""
_FILE_NAME = "burn-up.png"

_log = structlog.get_logger(__name__)


Draw: TypeAlias = Callable[[BurnUp], Awaitable[bytes]]
"""Draws a picture; raises `PictureFault`."""


class TakesPictures(Protocol):
    """What of Slack is used here."""

    async def uploaded(self, picture: bytes, *, name: str, words: str) -> SlackPicture:
        """The picture as a message may show it; raises `PictureFault`."""
        ...


class DigestPictures:
    """Pictures for digests."""

    def __init__(
        self,
        history: History,
        uploads: TakesPictures,
        incidents: NotesIncidents,
        *,
        rules: Rules,
        people: Callable[[], People],
        now: Callable[[], datetime],
        draw: Draw = picture_of,
    ) -> None:
        """`rules` and `people` as for the digest itself."""
        self._draw = draw
        self._history = history
        self._uploads = uploads
        self._incidents = incidents
        self._rules = rules
        self._people = people
        self._now = now
        self._made: dict[str, SlackPicture] = {}

    async def picture(self, slot: DigestSlot, snapshot: Snapshot) -> SlackPicture | None:
        """The picture of this slot, which ends with its reading; `None`: it goes without one."""
        made = self._made.get(slot.key)
        if made is not None:
            return made
        try:
            burn = await self._burn_up(slot, snapshot)
            drawn = await self._draw(burn)
            words = burn_up_words(burn)
            picture = await self._uploads.uploaded(drawn, name=_FILE_NAME, words=words)
        except (PictureFault, StoreFault) as error:
            await self._told(error)
            return None
        while len(self._made) >= _KEPT_AT_MOST:
            self._made.pop(next(iter(self._made)))
        self._made[slot.key] = picture
        return picture

    async def _burn_up(self, slot: DigestSlot, snapshot: Snapshot) -> BurnUp:
        counts = partial(week_counts, rules=self._rules)
        end = judged_at(slot.due.slot, as_of=snapshot.as_of)
        ends = week_ends(end, slot.schedule.zone)
        found = await weekly(self._history, slot.tracker.ref, ends, snapshot, counts)
        return await asyncio.to_thread(self._shown, slot, snapshot, ends, found)

    def _shown(
        self,
        slot: DigestSlot,
        snapshot: Snapshot,
        ends: Sequence[datetime],
        found: Sequence[WeekCounts],
    ) -> BurnUp:
        """Of what was counted, what the channel may see."""
        people = self._people().for_judge()
        asked = judge_snapshot(snapshot, rules=self._rules, people=people, now=ends[-1])
        shown = redacted(asked, slot.audience)
        label = tracker_label(slot.tracker.name, asked=asked, shown=shown)
        return burn_up(found, ends, shown, label=label, zone=slot.schedule.zone)

    async def _told(self, error: PictureFault | StoreFault) -> None:
        _log.warning("A digest goes without its picture", because=str(error))
        said = f"A digest went without its picture. {error} {error.advice}".strip()
        with suppress(StoreFault):
            await self._incidents.note("pictures", said, now=self._now())
