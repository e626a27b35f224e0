"""What every verb of a person stands on: sending to the app, and collecting its events."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from bot.demo.slack import payloads
from bot.demo.slack.delivery import Parcel, PostOffice
from bot.demo.slack.hooks import Hooks
from bot.demo.slack.journal import Journal
from bot.demo.slack.outcomes import Outcome
from bot.demo.slack.records import Channel, Message, User, View
from bot.demo.slack.refusals import JsonObject, Misuse
from bot.demo.slack.world import World


class Stage:
    """The workspace with its way to the app."""

    def __init__(self, world: World, journal: Journal, office: PostOffice, hooks: Hooks) -> None:
        """Have every event of the world brought to the app."""
        self.world = world
        self.journal = journal
        self.office = office
        self.hooks = hooks
        self._collected: list[Parcel] | None = None
        world.on_event = self._on_event

    def _on_event(self, name: str, event: JsonObject, channel: Channel | None) -> None:
        app = self.world.app
        is_there = channel is None or app.bot_user_id in channel.members
        if not app.receives(name) or not is_there:
            return
        payload = payloads.event_callback(self.world, event, channel)
        parcel = Parcel(kind="events_api", payload=payload)
        if self._collected is None:
            self.office.post(parcel)
        else:
            self._collected.append(parcel)

    @contextmanager
    def _collecting(self) -> Iterator[list[Parcel]]:
        """Keep the events that happen inside, to be brought by who asked for them."""
        parcels: list[Parcel] = []
        self._collected = parcels
        try:
            yield parcels
        finally:
            self._collected = None

    async def _bring_all(self, parcels: list[Parcel]) -> tuple[Outcome, ...]:
        return tuple(await asyncio.gather(*map(self._bring, parcels)))

    async def _bring(self, parcel: Parcel) -> Outcome:
        receipt = await self.office.deliver(parcel)
        return Outcome(
            error=receipt.error,
            body=receipt.body,
            seconds=receipt.seconds,
            payload=parcel.payload,
        )

    async def _interact(self, payload: JsonObject, *, takes_answer: bool = False) -> Outcome:
        if not self.world.app.is_interactive:
            return Outcome(error="interactivity_off")
        return await self._bring(
            Parcel(kind="interactive", payload=payload, takes_answer=takes_answer)
        )

    def _top(self, user: User) -> View | None:
        stack = self.world.stacks.get(user.id, [])
        return stack[-1] if stack else None

    def _need_presence(self, user: User, channel: Channel) -> None:
        if user.deleted or user.id not in channel.members:
            raise Misuse(f"{user.name} is not (or no longer) in {channel.name}")

    def _need_sight(self, user: User, where: Message | View) -> None:
        """Raise `Misuse` for what this person does not have before them."""
        if isinstance(where, View):
            home = self.world.homes.get(user.id)
            if where.user != user.id or where not in (home, self._top(user)):
                raise Misuse(f"{user.name} does not see this view (any more)")
            return
        self._need_presence(user, self.world.channels[where.channel])
        if where not in self.world.messages[where.channel]:
            raise Misuse("the message is gone")
        if where.ephemeral_to not in (None, user.id):
            raise Misuse(f"{user.name} does not see a message for somebody else")
