"""Burn-up pictures: counted from stored readings, drawn, and brought to Slack.

Whatever fails here fails the picture only: what shows it does without, and maintainers are told.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, tzinfo
from functools import partial
from typing import Final, Protocol, TypeAlias

import structlog

from bot.answers.audience import Audience
from bot.answers.burnup import BurnUp, burn_up, burn_up_words, week_ends
from bot.answers.digest_words import tracker_label
from bot.answers.private import redacted
from bot.charts.picture import picture_of
from bot.errors import PictureFault, StoreFault
from bot.github_status.earlier import History
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Snapshot
from bot.github_status.judge import Rules, judge_snapshot
from bot.github_status.judge.burnup import WeekCounts, week_counts
from bot.github_status.weeks import weekly
from bot.people.people import People
from bot.render.slack.picture import SlackPicture

_FILE_NAME: Final = "burn-up.png"
_INCIDENT: Final = "pictures"

_log = structlog.get_logger(__name__)

Draw: TypeAlias = Callable[[BurnUp], Awaitable[bytes]]
"""Draws a picture; raises `PictureFault`."""


class TakesPictures(Protocol):
    """What of Slack is used here."""

    async def uploaded(self, picture: bytes, *, name: str, words: str) -> SlackPicture:
        """The picture as a message may show it; raises `PictureFault`."""
        ...


class NotesIncidents(Protocol):
    """What of the stored incidents is used here."""

    async def note(self, key: str, said: str, *, now: datetime) -> None:
        """Tell maintainers in their next note; raises `StoreFault`."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureOf:
    """What a picture is to show, and to whom."""

    name: str
    """What people call the tracker."""
    tracker: Ref
    newest: Snapshot
    """That of the last week."""
    end: datetime
    """Where the last week ends."""
    zone: tzinfo
    """In which its weeks end."""
    audience: Audience


class Pictures:
    """Pictures of trackers in Slack."""

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
        """Count from this history, by `rules` and `people` as whatever shows the pictures."""
        self._draw = draw
        self._history = history
        self._uploads = uploads
        self._incidents = incidents
        self._rules = rules
        self._people = people
        self._now = now

    async def brought(self, wanted: PictureOf) -> SlackPicture:
        """The picture, in Slack. Raises `PictureFault` or `StoreFault`."""
        burn = await self._burn_up(wanted)
        drawn = await self._draw(burn)
        return await self._uploads.uploaded(drawn, name=_FILE_NAME, words=burn_up_words(burn))

    async def told(self, error: PictureFault | StoreFault, *, what: str) -> None:
        """Tell maintainers that something stands without its picture; `what` begins the sentence:
        "A digest went without its picture." """
        _log.warning(what.rstrip("."), because=str(error))
        said = f"{what} {error} {error.advice}".strip()
        with suppress(StoreFault):
            await self._incidents.note(_INCIDENT, said, now=self._now())

    async def _burn_up(self, wanted: PictureOf) -> BurnUp:
        counts = partial(week_counts, rules=self._rules)
        ends = week_ends(wanted.end, wanted.zone)
        found = await weekly(self._history, wanted.tracker, ends, wanted.newest, counts)
        return await asyncio.to_thread(self._shown, wanted, ends, found)

    def _shown(
        self, wanted: PictureOf, ends: Sequence[datetime], found: Sequence[WeekCounts]
    ) -> BurnUp:
        """Of what was counted, what the audience may see."""
        people = self._people().for_judge()
        asked = judge_snapshot(wanted.newest, rules=self._rules, people=people, now=ends[-1])
        shown = redacted(asked, wanted.audience)
        label = tracker_label(wanted.name, asked=asked, shown=shown)
        return burn_up(found, ends, shown, label=label, zone=wanted.zone)
