"""Deliveries to the fake Slack, on one clock that moves when somebody waits. For tests only."""

from dataclasses import dataclass, field
from typing import Any

from bot.delivery import Delivered, Delivery, Outgoing, Pacer, delivery_client
from bot.delivery.door import HELD
from bot.demo import slack as fake
from bot.errors import StoreFault
from bot.render.slack import SlackMessage
from bot.store.incidents import Incidents
from bot.store.messages import MessageRecord, Messages
from tests.fakes.clock import Clock

KEY = "digest:C1:nvidia-nemo/rl#2905:2026-07-20/summary"
LEASE_SECONDS = 180
TEXT = "Secretly, 16 merged"


class SharedClock(fake.Clock):
    """Slack's clock, moved by ours."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(at=clock.now)
        self._clock = clock
        self.behind_seconds = 0.0

    def now(self) -> float:
        return self._clock.now.timestamp() - self.behind_seconds


def a_message(text: str = TEXT) -> SlackMessage:
    block = {"type": "section", "text": {"type": "mrkdwn", "text": text, "verbatim": True}}
    return SlackMessage(text=text, blocks=(block,))


def an_outgoing(channel: str, **fields: Any) -> Outgoing:
    return Outgoing(**{"key": KEY, "channel": channel, "message": a_message(), **fields})


class Forgetful(Messages):
    """The messages of a process that is killed before it can write down what it posted."""

    def __init__(self, messages: Messages) -> None:
        super().__init__(messages._database)

    async def sent(self, *_: Any, **__: Any) -> None:
        raise StoreFault("killed")


@dataclass
class Bench:
    """Everything that a delivery needs, shared by as many as there are."""

    slack: fake.FakeSlack
    messages: Messages
    incidents: Incidents
    clock: Clock
    holders: int = 0
    room: fake.Channel = field(init=False)

    def __post_init__(self) -> None:
        self.room = self.slack.add_channel("room")

    def monotonic(self) -> float:
        return self.clock.now.timestamp()

    def delivery(self, *, call_seconds: int = 5, **how: Any) -> Delivery:
        """A process of its own."""
        self.holders += 1
        client = delivery_client(
            self.slack.bot_token, url=self.slack.api_url, call_seconds=call_seconds
        )
        monotonic = how.get("monotonic", self.monotonic)
        sleep = how.get("sleep", self.clock.sleep)
        given = {
            "holder": f"process {self.holders}",
            "now": self.clock,
            "pacer": Pacer(1, monotonic=monotonic, sleep=sleep),
            "monotonic": monotonic,
            "sleep": sleep,
            "messages": self.messages,
            "incidents": self.incidents,
            **how,
        }
        return Delivery(client, **given)

    async def send(self, channel: str = "", **fields: Any) -> Delivered:
        """By a process that has just started."""
        return await self.delivery().send_once(an_outgoing(channel or self.room.id, **fields))

    async def record(self, key: str = KEY) -> MessageRecord | None:
        return await self.messages.get(key)

    async def told(self) -> dict[str, str]:
        """The incidents: key → sentence."""
        return {incident.key: incident.said for incident in await self.incidents.untold()}

    async def told_new(self) -> dict[str, str]:
        """The same, and no note has to tell them any more."""
        told = await self.told()
        await self.incidents.told(tuple(told), until=self.clock.now)
        return told

    def standing(self, channel: fake.Channel | None = None) -> list[fake.Message]:
        """The bot's messages there."""
        found = self.slack.messages(channel or self.room)
        return [m for m in found if m.metadata is not None]

    def lapse(self) -> None:
        """Let so much time pass that every lease is over."""
        self.clock.move(HELD * LEASE_SECONDS + 1)
