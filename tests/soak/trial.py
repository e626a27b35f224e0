"""One trial: a digest (and the owners' messages) sent by processes that are killed on the way."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path

from bot.demo import slack as fake
from bot.demo.slack import FakeSlack, fake_slack
from bot.github_status.reader import tracker_key
from bot.github_status.stored import snapshot_bytes
from bot.store.engine import Database, database_url
from bot.store.snapshots import Snapshots
from bot.store.subscriptions import Subscriptions
from bot.wiring import utc_now
from tests.soak import scene
from tests.soak.figures import Figures
from tests.soak.nursery import Child, started
from tests.soak.process import log_of
from tests.soak.scene import Start
from tests.soak.verdict import marked, records, unrecorded, verdict

STARTS_WITHIN_SECONDS = 0.25
"""About as long as a process takes until it first asks Slack for something."""

BETWEEN_SECONDS = 0.06
"""About as long as it takes from one message to the next, Slack's time included."""

SLACK_SECONDS = (0.0, 0.005, 0.02, 0.04)
"""How long Slack takes to answer a post that it has accepted."""

HANGING, HANGS_SECONDS = 0.1, 1.2
"""Of the dropped connections, those that hang first, and for how long: longer than anybody waits.
"""

ENDS_WITHIN_SECONDS = 150


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """What the trials of a kind have in common."""

    owners: int = 12
    writes_to_owners: bool = False
    replicas: int = 1
    is_readable: bool = True
    """Whether the app may read the history."""
    dropped: float = 0.0
    """Of how many posts Slack drops the connection before it answers, after a while some of them.
    """
    unheard: float = 0.0
    """Of how many posts the connection breaks before Slack has done anything."""
    most_kills: int = 2
    """In one trial."""

    @property
    def messages(self) -> int:
        """How many are to be sent: the digest's summary and replies, and those to owners."""
        return 1 + self.owners + (self.owners if self.writes_to_owners else 0)


@dataclass(slots=True, kw_only=True)
class Trial:
    """One workspace, one database, and the processes on them."""

    kind: Kind
    chance: random.Random
    slack: FakeSlack
    database: Database
    start: Start
    children: list[Child] = field(default_factory=list)
    figures: Figures = field(default_factory=lambda: Figures(trials=1))

    async def run(self, kills: int) -> Figures:
        """Kill so often, let the last ones finish, and judge what stands in Slack."""
        for _ in range(self.kind.replicas):
            self._starts()
        for _ in range(kills):
            await self._kill()
        for child in self.children:
            status = await child.ended(seconds=ENDS_WITHIN_SECONDS)
            assert status == 0, log_of(self.start)
        assert not self.slack.violations
        dropped = ("reset_after", "timeout_after")
        posts = self.slack.calls("chat.postMessage")
        self.figures.dropped = sum(request.error in dropped for request in posts)
        self.slack.forgive()  # faults that nobody met
        self.figures += await verdict(self.slack, self.database, self.start, self.kind)
        return self.figures

    def _starts(self) -> None:
        self.children.append(started(self.start))
        self.start = replace(self.start, number=self.start.number + 1)

    async def _kill(self) -> None:
        """Kill one at a random moment, and start it again."""
        victim = self.chance.choice(self.children)
        left = self.kind.messages - len(marked(self.slack))
        calls = self.chance.randint(0, left)
        longest = BETWEEN_SECONDS if calls else STARTS_WITHIN_SECONDS
        seconds = self.chance.uniform(0, longest)
        posts = len(self.slack.calls("chat.postMessage")) + calls
        await self._until_posts(posts, victim)
        await asyncio.sleep(seconds)
        if not victim.is_alive:  # it was quicker
            assert await victim.ended() == 0, log_of(self.start)
            return
        await victim.killed()
        await self._count()
        self.children.remove(victim)
        self._starts()

    async def _until_posts(self, posts: int, victim: Child) -> None:
        """Until Slack was asked to post so often, or the process has ended."""
        while len(self.slack.calls("chat.postMessage")) < posts and victim.is_alive:  # noqa: ASYNC110
            await asyncio.sleep(0.001)

    async def _count(self) -> None:
        figures, standing = self.figures, len(marked(self.slack))
        figures.kills += 1
        figures.before += standing == 0
        figures.among += 0 < standing < self.kind.messages
        figures.after += standing >= self.kind.messages
        if self.kind.replicas == 1:
            doubtful = [one for one in await records(self.database) if one.is_doubtful]
            figures.in_doubt += len(doubtful)
            figures.unrecorded += unrecorded(self.slack, doubtful)


@asynccontextmanager
async def a_trial(
    kind: Kind, chance: random.Random, *, url: str, log: Path
) -> AsyncIterator[Trial]:
    """The scene, and nobody on it yet."""
    begins = scene.MESSAGES_AT if kind.writes_to_owners else scene.SLOT
    offset = begins - utc_now()
    async with fake_slack(transport="http", clock=scene.ShiftedClock(offset)) as slack:
        slack.office.hold()
        room = slack.add_channel("room")
        people = [slack.add_user(f"owner{number:04}") for number in range(kind.owners)]
        _prepare(slack, kind, chance)
        database = Database(database_url(url))
        start = Start(
            database=url,
            slack_url=slack.api_url,
            token=slack.bot_token,
            channel=room.id,
            offset=offset,
            slack_ids=tuple(person.id for person in people),
            writes_to_owners=kind.writes_to_owners,
            log=str(log),
        )
        try:
            key = tracker_key(start.tracker)
            await Subscriptions(database).put(scene.subscription(room.id, key))
            before = scene.snapshot_of(kind.owners, reading=0, as_of=scene.SLOT - timedelta(days=1))
            await Snapshots(database).save_snapshot(key, before.as_of, snapshot_bytes(before))
            trial = Trial(kind=kind, chance=chance, slack=slack, database=database, start=start)
            try:
                yield trial
            finally:
                for child in trial.children:
                    if child.is_alive:
                        await child.killed()
        finally:
            await database.close()


def _prepare(slack: FakeSlack, kind: Kind, chance: random.Random) -> None:
    """What this Slack is like."""
    if not kind.is_readable:
        slack.app.scopes -= {"channels:history", "im:history"}
    slack.shows_late(chance.randrange(3))
    for _ in range(10 * kind.messages):
        slack.fails("chat.postMessage", _fault(kind, chance))


def _fault(kind: Kind, chance: random.Random) -> fake.Fault:
    number = chance.random()
    if number < kind.unheard:
        return fake.reset_before()
    if number < kind.unheard + kind.dropped:
        hangs = chance.random() < HANGING
        return fake.timeout_after(HANGS_SECONDS) if hangs else fake.reset_after()
    return fake.slow(chance.choice(SLACK_SECONDS))
