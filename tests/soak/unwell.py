"""A GitHub that is not well, and whose rows say at every moment which moment it is."""

import random
import time
from bisect import bisect_right
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web

from bot.demo.github.books import Seen
from bot.demo.github.faults import Fault, hang, html, rate_limited
from bot.demo.github.nodes import actor
from bot.demo.github.server import FakeGitHub

REPOSITORY = "acme/widgets"
UNLISTED = range(5_001, 5_301)
"""Pull requests that the tracker does not list: each question for one is one for GitHub."""
STREAMS = {"Refit": range(1_001, 1_005), "Loss": range(1_005, 1_009), "Data": range(1_009, 1_013)}

DECK = ("502",) * 5 + ("time-out",) + ("",) * 94
"""What becomes of a hundred requests, dealt in any order: few requests have their share, too."""
HANGS_SECONDS = 60.0
"""Longer than anybody waits for an answer."""
LIMIT_SECONDS = 15


class UnwellGitHub(FakeGitHub):
    """Fails by chance, and once for its limit; every change gives all rows a new version."""

    def __init__(self, seed: str) -> None:
        """A tracker with three workstreams of four rows."""
        super().__init__()
        self.failed: Counter[str] = Counter()
        self.is_unwell = False
        self.limit_is_due = False
        self._chance = random.Random(seed)
        self._deck: list[str] = []
        self._changed_at: list[float] = []
        body = "\n\n".join(
            f"## {name}\nOwner: {name} Owner\n\n"
            + "\n".join(f"- [ ] #{number} part {number}" for number in numbers)
            for name, numbers in STREAMS.items()
        )
        self.add_issue(REPOSITORY, 1, body=body, title="Tracker")
        self._numbers = [*(n for numbers in STREAMS.values() for n in numbers), *UNLISTED]
        for number in self._numbers:
            self.add_pull(REPOSITORY, number, title=f"part {number}")
        self.change()

    def change(self) -> None:
        """Everything moves on to the next version, which stands where its author does."""
        author = actor(f"v{len(self._changed_at):05}")
        for number in self._numbers:
            self.item(REPOSITORY, number)["author"] = author
        self._changed_at.append(time.time())

    def versions(self, begin: float, end: float) -> range:
        """Those that could be read at some moment between these."""
        return range(max(0, self._version(begin)), self._version(end) + 1)

    def _version(self, moment: float) -> int:
        return bisect_right(self._changed_at, moment) - 1

    def _fault_for(self, seen: Seen) -> Fault | None:
        if not self.is_unwell or seen.path != "/graphql":
            return None
        if self.limit_is_due:
            self.limit_is_due = False
            self.failed["limit"] += 1
            self.spend_quota(reset_in=LIMIT_SECONDS)
            return rate_limited(reset_epoch=int(time.time()) + LIMIT_SECONDS)
        dealt = self._dealt()
        if dealt:
            self.failed[dealt] += 1
        return {"502": html(502), "time-out": hang(HANGS_SECONDS)}.get(dealt)

    def _dealt(self) -> str:
        if not self._deck:
            self._deck = self._chance.sample(DECK, len(DECK))
        return self._deck.pop()

    def refill(self) -> None:
        """The limit has ended: the hour's budget is there again."""
        quota = self.quotas["graphql"]
        if quota.remaining <= 0 and time.time() >= quota.reset_epoch:
            quota.used, quota.reset_epoch = 0, int(time.time()) + 3600


@asynccontextmanager
async def unwell_github(seed: str) -> AsyncIterator[UnwellGitHub]:
    """It, in the running loop, at `github.url`."""
    github = UnwellGitHub(seed)
    runner = web.AppRunner(github.application(), access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    github.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield github
    finally:
        await runner.cleanup()
    if github.crashes:
        raise AssertionError("the fake GitHub could not answer") from github.crashes[0]
