"""The burn-up picture below an App Home: of the first tracker, drawn and uploaded once for
everybody, and never waited for.

A Home is published without it where there is none yet; once it is there, it is published again
to whoever has such a Home, unless something newer stands there. The picture is made for those who
see the least, so that it may be shown to all. What is known of it is lost when the process ends.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, tzinfo
from typing import Final, Protocol

import structlog

from bot.answers.audience import PUBLIC
from bot.delivery.pictures import PictureOf
from bot.errors import Fault, PictureFault, StoreFault
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Snapshot
from bot.listeners.asks import Reply
from bot.listeners.slack_calls import SlackRefused
from bot.listeners.view_places import Home
from bot.render.slack.picture import SlackPicture, home_with_picture
from bot.render.slack.views import ViewJson

_SHOWN_FOR: Final = timedelta(days=1)
"""It shows weeks: the figures of today stand above it."""

_PAUSE: Final = timedelta(hours=1)
"""From one attempt to the next, however often Slack loses the file, or has none of it."""

_PAUSES_SECONDS: Final = (2.0, 5.0, 10.0)
"""Before a Home is published again with a new picture, which Slack may not know yet: it refuses the
whole of it (https://github.com/slackapi/python-slack-sdk/issues/1658)."""

_NOT_TAKEN: Final = "invalid_blocks"
_WITHOUT: Final = "The App Home stands without its picture."

_log = structlog.get_logger(__name__)


class KnowsNewest(Protocol):
    """What of `Current` is used here."""

    async def newest(self, tracker: Ref) -> Snapshot | None:
        """The newest snapshot; `None` when none is known."""
        ...


class BringsPictures(Protocol):
    """What of the pictures is used here."""

    async def brought(self, wanted: PictureOf) -> SlackPicture:
        """The picture, in Slack. Raises `PictureFault` or `StoreFault`."""
        ...

    async def told(self, error: PictureFault | StoreFault, *, what: str) -> None:
        """Tell maintainers that something stands without its picture."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class PicturedTracker:
    """The tracker that is shown."""

    name: str
    ref: Ref
    zone: tzinfo
    """In which its weeks end."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """A picture that Slack knows, and since when it is shown."""

    picture: SlackPicture
    since: datetime


class HomePictures:
    """The picture of the first tracker, for every Home."""

    def __init__(
        self,
        current: KnowsNewest,
        pictures: BringsPictures,
        tracker: PicturedTracker,
        *,
        now: Callable[[], datetime],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """Nothing is drawn before somebody opens a Home."""
        self._current = current
        self._pictures = pictures
        self._tracker = tracker
        self._now = now
        self._sleep = sleep
        self._kept: _Kept | None = None
        self._begun_at: datetime | None = None
        self._bringing: asyncio.Task[None] | None = None
        # By person: the Home that stands without the picture, and what stands in it.
        self._waiting: dict[str, tuple[Home, ViewJson]] = {}

    async def say(self, home: Home, reply: Reply[ViewJson]) -> None:
        """Publish the reply, with the picture where there is one that Slack takes."""
        kept = self._still_kept()
        if kept is not None:
            view = home_with_picture(reply.drawn, kept.picture)
            if await _is_taken(home.say(replace(reply, drawn=view))):
                return
            if self._kept is kept:
                self._kept = None
        await home.say(reply)
        self._waiting[home.user] = (home, reply.drawn)

    def follow(self, home: Home) -> None:
        """Where this Home stands without the picture: have it published again once there is one."""
        if home.user not in self._waiting or self._bringing is not None:
            return
        known = self._still_kept()
        if known is None and not self._may_begin():
            self._waiting.clear()
            return
        self._bringing = asyncio.create_task(self._bring(known))

    async def close(self) -> None:
        """Give up what is on its way."""
        task = self._bringing
        if task is not None:
            task.cancel()
            await asyncio.wait({task})

    def _still_kept(self) -> _Kept | None:
        if self._kept is not None and self._now() - self._kept.since >= _SHOWN_FOR:
            self._kept = None
        return self._kept

    def _may_begin(self) -> bool:
        return self._begun_at is None or self._now() - self._begun_at >= _PAUSE

    async def _bring(self, known: _Kept | None) -> None:
        try:
            if known is not None:  # it came while a Home was being published
                await self._show(known)
            else:
                await self._bring_anew()
        except (PictureFault, StoreFault) as error:
            await self._pictures.told(error, what=_WITHOUT)
        finally:
            self._bringing = None
            self._waiting.clear()

    async def _bring_anew(self) -> None:
        newest = await self._current.newest(self._tracker.ref)
        if newest is not None:
            self._begun_at = self._now()
            picture = await self._pictures.brought(self._wanted(newest))
            await self._show(_Kept(picture, self._now()))

    def _wanted(self, newest: Snapshot) -> PictureOf:
        return PictureOf(
            name=self._tracker.name,
            tracker=self._tracker.ref,
            newest=newest,
            end=max(self._now(), newest.as_of),
            zone=self._tracker.zone,
            audience=PUBLIC,
        )

    async def _show(self, new: _Kept) -> None:
        """Show it in every Home that waits. Raises `PictureFault` where Slack never takes it."""
        self._kept = None
        for pause_seconds in (0.0, *_PAUSES_SECONDS):
            await self._sleep(pause_seconds)
            if await self._is_known(new.picture):
                self._kept = new
                return
        raise PictureFault("Slack did not take it.")

    async def _is_known(self, picture: SlackPicture) -> bool:
        """Publish what waits, with the picture; whether Slack knows it by now."""
        while self._waiting:
            user, (home, view) = next(iter(self._waiting.items()))
            try:
                if not await _is_taken(home.replace(home_with_picture(view, picture))):
                    return False
            except Fault as fault:
                _log.warning("An App Home was not shown its picture", because=str(fault))
            # Meanwhile they may have opened it once more.
            if self._waiting.get(user) == (home, view):
                del self._waiting[user]
        return True


async def _is_taken(publishing: Awaitable[None]) -> bool:
    """Whether Slack took what is published with the picture. Raises the fault of anything else."""
    try:
        await publishing
    except SlackRefused as refused:
        if refused.code != _NOT_TAKEN:
            raise
        _log.info("Slack does not know the picture of an App Home")
        return False
    return True
