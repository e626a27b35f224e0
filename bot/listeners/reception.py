"""What happens between the acknowledgement and the answer: claim, access, desk, place."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import timedelta

from slack_sdk.web.async_client import AsyncWebClient

from bot.answers.audience import Audience
from bot.answers.home import refused_home
from bot.listeners.access import Access, Refusal, Sight
from bot.listeners.asks import Ask, HomeAsk, Reply, TrackedAsk
from bot.listeners.claims import Claims
from bot.listeners.desk import Desk
from bot.listeners.errands import Errands
from bot.listeners.home_pictures import HomePictures
from bot.listeners.office import Caller, Counter
from bot.listeners.places import Place, Spot
from bot.listeners.slack_calls import SlackUncertain
from bot.listeners.underway import Tell, Underway
from bot.listeners.view_places import Home, ViewPlace
from bot.render.slack import SlackMessage, error_message, home_view


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """Somebody asks something."""

    key: str
    """The same in every delivery of the same thing; empty where nothing is."""
    user: str
    channel: str = ""
    text: str = ""
    sight: Sight = Sight.ASKER
    page: int = 1
    oldest: timedelta | None = None
    can_share: bool = False
    is_shared: bool = False
    """The answer goes to others than the asker."""
    once: str = ""
    """What may be done only once, however often it is pressed; empty: as often as they like."""
    trigger_id: str = ""
    """Opens one modal within three seconds; empty where nothing can be opened from."""
    view_id: str = ""
    """Of the modal in which it was asked; empty where it was asked elsewhere."""


class Reception:
    """Takes visits from the listeners and has them served, outside of the listener."""

    def __init__(
        self,
        client: AsyncWebClient,
        desk: Desk,
        access: Access,
        underway: Underway,
        claims: Claims,
        errands: Errands | None = None,
        home_pictures: HomePictures | None = None,
    ) -> None:
        """Everything that a visit meets; without `errands` only questions are answered, and without
        `home_pictures` the App Home shows none."""
        self.client = client
        self._desk = desk
        self._access = access
        self._underway = underway
        self._claims = claims
        self._errands = errands
        self._home_pictures = home_pictures

    def spot(self, *, user: str, channel: str = "", url: str = "", thread_ts: str = "") -> Spot:
        """Where in Slack this is."""
        return Spot(
            client=self.client,
            user=user,
            channel=channel,
            url=url,
            thread_ts=thread_ts,
            may_follow=self._access.may_follow(user, channel),
        )

    def receive(self, visit: Visit, place: Place) -> None:
        """Answer a question with messages."""
        self._underway.start(self._answer(visit, place), what="A question", tell=place.tell)

    def receive_tracked(
        self, visit: Visit, place: Place, *, refs: tuple[str, ...], more: int
    ) -> None:
        """Answer where these pull requests are tracked."""
        work = self._answer_tracked(visit, place, refs, more)
        self._underway.start(work, what="A look at a message", tell=place.tell)

    def receive_view(self, visit: Visit, place: ViewPlace) -> None:
        """Answer a question in a modal."""
        work = self._answer_in_view(visit, place)
        self._underway.start(work, what="A question in a view", tell=place.tell)

    def receive_home(self, visit: Visit, place: Home) -> None:
        """Publish somebody's App Home."""
        self._underway.start(
            self._publish(visit, place), what="An App Home", tell=place.tell, is_awaited=False
        )

    def receive_errand(self, visit: Visit, tell: Tell, work: Callable[[], Awaitable[None]]) -> None:
        """Have something done for somebody who may ask."""
        self._underway.start(self._done(visit, tell, work), what="An errand", tell=tell)

    async def _done(self, visit: Visit, tell: Tell, work: Callable[[], Awaitable[None]]) -> None:
        if await self._is_admitted(visit, tell):
            await work()

    async def _answer(self, visit: Visit, place: Place) -> None:
        if not await self._is_admitted(visit, place.tell):
            return
        if visit.once and not await self._claims.claim(visit.once):
            await place.tell(
                error_message("This was shared a moment ago.", "Ask again to share a new answer.")
            )
            return
        try:
            ask = await self._ask(visit)
            if await self._is_errand(visit, ask, _alone(visit, place)):
                return
            async for reply in self._underway.replies(self._desk.replies(ask)):
                await place.say(reply)
        except SlackUncertain:
            raise  # perhaps it is done
        except Exception:
            if visit.once:
                await self._claims.give_back(visit.once)
            raise

    async def _answer_tracked(
        self, visit: Visit, place: Place, refs: tuple[str, ...], more: int
    ) -> None:
        if await self._is_admitted(visit, place.tell):
            ask = TrackedAsk(refs=refs, more=more, audience=await self._audience(visit))
            async for reply in self._underway.replies(self._desk.tracked(ask)):
                await place.say(reply)

    async def _answer_in_view(self, visit: Visit, place: ViewPlace) -> None:
        if await self._is_admitted(visit, place.tell):
            ask = await self._ask(visit)
            if await self._is_errand(visit, ask, place.tell, is_view=True):
                return
            await place.begin()
            async for reply in self._underway.replies(self._desk.modals(ask)):
                await place.say(reply)

    async def _is_errand(
        self, visit: Visit, ask: Ask, tell: Tell, *, is_view: bool = False
    ) -> bool:
        """Whether there was something to do rather than to answer, and then it is done."""
        asked = self._desk.errand(ask)
        if self._errands is None or asked is None:
            return False
        caller = Caller(
            user=visit.user,
            channel=visit.channel,
            trigger_id=visit.trigger_id,
            view_id=visit.view_id,
            is_view=is_view,
            page=visit.page,
        )
        meant = replace(asked, tracker_name=asked.tracker_name or ask.tracker)
        await self._errands.run(meant, Counter(self.client, caller, tell))
        return True

    async def _publish(self, visit: Visit, place: Home) -> None:
        if not await self._is_first(visit):
            return
        refusal = await self._access.refusal(visit.user)
        if refusal is not None:
            await _refuse_home(refusal, place)
            return
        await self._catch_up()
        ask = HomeAsk(
            slack=visit.user,
            own=None if self._errands is None else await self._errands.own_settings(visit.user),
            audience=await self._audience(visit),
            asker=self._access.asker(visit.user),
            oldest=visit.oldest,
        )
        pictures = self._home_pictures
        async for reply in self._underway.replies(self._desk.homes(ask)):
            await (place.say(reply) if pictures is None else pictures.say(place, reply))
        if pictures is not None:
            pictures.follow(place)

    async def _catch_up(self) -> None:
        """Learn of links and parks that were made elsewhere."""
        await asyncio.gather(self._access.catch_up(), self._desk.catch_up())

    async def _is_admitted(self, visit: Visit, tell: Tell) -> bool:
        """Whether it is the first delivery, and by somebody who may ask; else they are told why."""
        if not await self._is_first(visit):
            return False
        refusal = await self._access.refusal(visit.user)
        if refusal is not None and not refusal.is_silent:
            await tell(error_message(refusal.what, refusal.advice))
        if refusal is None:
            await self._catch_up()
        return refusal is None

    async def _is_first(self, visit: Visit) -> bool:
        return not visit.key or await self._claims.claim(visit.key)

    async def _ask(self, visit: Visit) -> Ask:
        return Ask(
            text=visit.text,
            tracker=await self._default_tracker(visit.channel),
            audience=await self._audience(visit),
            asker=self._access.asker(visit.user),
            page=visit.page,
            oldest=visit.oldest,
            can_share=visit.can_share,
            is_overheard=visit.sight is Sight.CHANNEL,
            is_shared=visit.is_shared,
        )

    async def _default_tracker(self, channel: str) -> str | None:
        """The tracker that is meant in this channel; `None`: the first."""
        if self._errands is None or not channel:
            return None
        return await self._errands.default_tracker(channel)

    async def _audience(self, visit: Visit) -> Audience:
        return await self._access.audience(visit.user, visit.channel, visit.sight)


def _alone(visit: Visit, place: Place) -> Tell:
    """Where an errand's words go: to the asker alone, and in the place of a pressed message."""
    if visit.sight is Sight.CHANNEL:
        return place.tell

    async def say(message: SlackMessage) -> None:
        await place.say(Reply(drawn=message))

    return say


async def _refuse_home(refusal: Refusal, place: Home) -> None:
    if not refusal.is_silent:
        view = home_view(refused_home(refusal.what, refusal.advice))
        await place.say(Reply(drawn=view))
