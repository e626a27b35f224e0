from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bot.demo.bundled import DEMO_NOW, DEMO_TRACKERS, demo_snapshot
from bot.demo.github import fake_github
from bot.demo.playground.bundled_world import furnish
from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import Item, Pull
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Outcome, Reading
from bot.github_status.github.client import GitHub
from bot.github_status.github.credentials import Credentials
from bot.github_status.github.endpoints import endpoints
from bot.github_status.github.quota import Policy

STATE_NOT_KNOWN = Ref.parse("NVIDIA-NeMo/RL#3402")


@pytest.fixture
async def github() -> AsyncIterator[GitHub]:
    """The client of the bot, on the bundled readings."""
    async with fake_github() as gh:
        furnish(gh)
        policy = Policy(clock=lambda: DEMO_NOW)
        async with GitHub(
            endpoints(gh.url), Credentials(token="test-token"), policy=policy
        ) as client:
            yield client


def told(reading: Reading, *, name: str) -> tuple[Ref, Outcome, Item | None]:
    """What is the same however it was read: only a GitHub has node ids, and its word on labels."""
    item = None if reading.item is None else replace(reading.item, node_id="")
    if name == "example" and isinstance(item, Pull):
        item = replace(item, label_changes=UNKNOWN)
    return reading.ref, reading.outcome, item


@pytest.mark.parametrize("name", DEMO_TRACKERS)
async def test_bundled_world__is_read_as_what_the_bundle_tells(name: str, github: GitHub) -> None:
    bundle = demo_snapshot(name)

    issue = await github.tracker(DEMO_TRACKERS[name])
    read = (await github.readings(bundle.index.refs())).readings

    assert replace(issue, node_id="") == replace(bundle.issue, node_id="")
    assert [told(reading, name=name) for reading in read] == [
        (reading.ref, Outcome.FAILED, None)
        if reading.ref == STATE_NOT_KNOWN
        else told(reading, name=name)
        for reading in bundle.readings
    ]


@pytest.mark.parametrize("name", ["nemo-rl", "example"])
async def test_bundled_world__what_stands_beside_the_index_is_found(
    name: str, github: GitHub
) -> None:
    bundle = demo_snapshot(name)

    nearby = await github.nearby(bundle.readings)

    assert set(nearby.pulls) == set(bundle.nearby)


async def test_bundled_world__several_trackers_share_what_both_list() -> None:
    async with fake_github() as gh:
        furnish(gh)

        pull = gh.item("nvidia-nemo/rl", 2700)

        assert (pull["state"], pull["repository"]["nameWithOwner"]) == ("MERGED", "NVIDIA-NeMo/RL")
        assert not gh.invalid
