"""What happens between the acknowledgement and the answer: claim, access, desk, place."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta

from slack_sdk.web.async_client import AsyncWebClient

from bot.answers import Audience
from bot.listeners.access import Access, Refusal, Sight
from bot.listeners.asks import Ask, HomeAsk, Reply, TrackedAsk
from bot.listeners.claims import Claims
from bot.listeners.desk import Desk
from bot.listeners.home_answers import refused_home
from bot.listeners.places import Place, Spot
from bot.listeners.slack_calls import SlackUncertain
from bot.listeners.underway import Underway
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


class Reception:
    """Takes visits from the listeners and has them served, outside of the listener."""

    def __init__(
        self,
        client: AsyncWebClient,
        desk: Desk,
        access: Access,
        underway: Underway,
        claims: Claims,
    ) -> None:
        """Everything that a visit meets."""
        self.client = client
        self._desk = desk
        self._access = access
        self._underway = underway
        self._claims = claims

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

    async def _answer(self, visit: Visit, place: Place) -> None:
        if not await self._is_admitted(visit, place.tell):
            return
        if visit.once and not await self._claims.claim(visit.once):
            await place.tell(
                error_message("This was shared a moment ago.", "Ask again to share a new answer.")
            )
            return
        try:
            async for reply in self._desk.replies(await self._ask(visit)):
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
            async for reply in self._desk.tracked(ask):
                await place.say(reply)

    async def _answer_in_view(self, visit: Visit, place: ViewPlace) -> None:
        if await self._is_admitted(visit, place.tell):
            await place.begin()
            async for reply in self._desk.modals(await self._ask(visit)):
                await place.say(reply)

    async def _publish(self, visit: Visit, place: Home) -> None:
        if not await self._is_first(visit):
            return
        refusal = await self._access.refusal(visit.user)
        if refusal is not None:
            await _refuse_home(refusal, place)
            return
        ask = HomeAsk(
            slack=visit.user,
            audience=await self._audience(visit),
            asker=self._access.asker(visit.user),
            oldest=visit.oldest,
        )
        async for reply in self._desk.homes(ask):
            await place.say(reply)

    async def _is_admitted(
        self, visit: Visit, tell: Callable[[SlackMessage], Awaitable[None]]
    ) -> bool:
        """Whether it is the first delivery, and by somebody who may ask; else they are told why."""
        if not await self._is_first(visit):
            return False
        refusal = await self._access.refusal(visit.user)
        if refusal is not None and not refusal.is_silent:
            await tell(error_message(refusal.what, refusal.advice))
        return refusal is None

    async def _is_first(self, visit: Visit) -> bool:
        return not visit.key or await self._claims.claim(visit.key)

    async def _ask(self, visit: Visit) -> Ask:
        return Ask(
            text=visit.text,
            audience=await self._audience(visit),
            asker=self._access.asker(visit.user),
            page=visit.page,
            oldest=visit.oldest,
            can_share=visit.can_share,
            is_shared=visit.is_shared,
        )

    async def _audience(self, visit: Visit) -> Audience:
        return await self._access.audience(visit.user, visit.channel, visit.sight)


async def _refuse_home(refusal: Refusal, place: Home) -> None:
    if not refusal.is_silent:
        view = home_view(refused_home(refusal.what, refusal.advice))
        await place.say(Reply(drawn=view))
