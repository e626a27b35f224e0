"""Snapshots become bytes, and bytes snapshots, while the event loop goes on."""

import asyncio
from collections.abc import Sequence
from datetime import datetime

from bot.github_status.facts.refs import Ref
from bot.github_status.reader import OnProgress, Reader
from tests.builders import NOW, a_ref, a_tracker_issue
from tests.listeners.harness import Batch, GitHub, Kept, Store

TRACKER = a_ref(1)


class Loop:
    """Whether the event loop has had a turn since it was asked to."""

    def __init__(self) -> None:
        self.went_on = False

    def ask(self) -> None:
        self.went_on = False
        asyncio.get_running_loop().call_soon(setattr, self, "went_on", True)


class AskingGitHub(GitHub):
    """Asks the loop for a turn after its last answer."""

    def __init__(self, loop: Loop) -> None:
        super().__init__()
        self.issues = {TRACKER: a_tracker_issue("- [ ] #7 one\n")}
        self._loop = loop

    async def readings(self, refs: Sequence[Ref], *, on_progress: OnProgress) -> Batch:
        self._loop.ask()
        return await super().readings(refs, on_progress=on_progress)


class AskingStore(Store):
    """Asks the loop for a turn when it hands something over."""

    def __init__(self, loop: Loop) -> None:
        super().__init__()
        self._loop = loop
        self.loop_went_on: list[bool] = []

    async def save_snapshot(self, tracker_key: str, as_of: datetime, payload: bytes) -> None:
        self.loop_went_on.append(self._loop.went_on)
        await super().save_snapshot(tracker_key, as_of, payload)

    async def newest_snapshot(self, tracker_key: str) -> Kept | None:
        self._loop.ask()
        return await super().newest_snapshot(tracker_key)


async def test_refresh__the_loop_goes_on_while_it_is_written() -> None:
    loop = Loop()
    store = AskingStore(loop)

    await Reader(AskingGitHub(loop), store).refresh(TRACKER, now=NOW)

    assert store.loop_went_on == [True]


async def test_latest__the_loop_goes_on_while_it_is_read() -> None:
    loop = Loop()
    reader = Reader(AskingGitHub(loop), AskingStore(loop))
    await reader.refresh(TRACKER, now=NOW)

    assert await reader.latest(TRACKER, now=NOW) is not None
    assert loop.went_on
