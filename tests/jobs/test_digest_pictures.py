"""The picture of a digest: uploaded, shown once, and never in the way of the digest."""

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.answers.burnup import BurnUp
from bot.demo.slack import Message
from bot.demo.slack.faults import rate_limited
from bot.errors import PictureFault
from bot.github_status.facts.snapshot import Snapshot
from bot.store.subscriptions import Subscription
from tests.builders import a_merged_pull, a_ref
from tests.fakes.clock import Clock
from tests.jobs.bench import World
from tests.jobs.week import MONDAY, WEEK

PNG = b"\x89PNG a picture"


class Drawn:
    """Draws, and remembers of what."""

    def __init__(self, error: PictureFault | None = None) -> None:
        self.error = error
        self.burns: list[BurnUp] = []

    async def __call__(self, burn: BurnUp) -> bytes:
        self.burns.append(burn)
        if self.error is not None:
            raise self.error
        return PNG


@pytest.fixture
async def monday(world: World, clock: Clock) -> Subscription:
    world.slack.app.scopes.add("files:write")
    found = await world.subscribe()
    clock.now = MONDAY
    return found


def pictures(message: Message) -> list[dict[str, Any]]:
    return [block for block in message.blocks if block["type"] == "image"]


async def test_picture__stands_in_the_summary_with_its_figures_in_words(
    world: World, monday: Subscription
) -> None:
    await world.bot(draw=Drawn()).tick()

    [summary] = world.standing()
    [picture] = pictures(summary)
    [file] = world.slack.world.files.values()
    assert picture["slack_file"] == {"id": file.id}
    assert file.content == PNG
    assert picture["alt_text"].startswith("widgets. On 31 Aug: 2 of 3 merged, 1 open.")
    assert "Refit: 1 of 2 merged, 1 open." in picture["alt_text"]
    assert file.alt_text == picture["alt_text"]
    assert summary.blocks[-1]["type"] == "actions", "buttons stay at the end"
    assert await world.told() == {}


async def test_picture__ends_with_the_slot_and_counts_stored_weeks(
    world: World, monday: Subscription, clock: Clock
) -> None:
    drawn = Drawn()
    bot = world.bot(draw=drawn)
    await bot.tick()
    world.github = _merged(world, 8)
    clock.now = MONDAY + WEEK
    await bot.tick()

    *_, last = drawn.burns
    assert last.days()[-2:] == ("31 Aug", "7 Sep")
    assert [(w.merged, w.scope) for w in last.whole.weeks[-2:] if w] == [(2, 3), (3, 3)]


def _merged(world: World, number: int) -> Snapshot:
    item = a_merged_pull(number, on="2026-09-02")
    readings = tuple(
        replace(one, item=item) if one.ref == a_ref(number) else one
        for one in world.github.readings
    )
    return replace(world.github, readings=readings)


async def test_picture__a_quiet_week_has_none(
    world: World, monday: Subscription, clock: Clock
) -> None:
    drawn = Drawn()
    bot = world.bot(draw=drawn)
    await bot.tick()
    clock.now = MONDAY + WEEK
    await bot.tick()

    _, quiet = world.standing()
    assert pictures(quiet) == []
    assert len(drawn.burns) == 1


@pytest.mark.parametrize(
    ("draw", "scope", "said"),
    [
        (Drawn(PictureFault("No matplotlib.", advice="Install it.")), True, "No matplotlib."),
        (Drawn(), False, "files:write"),
    ],
    ids=["not drawn", "no scope"],
)
async def test_picture__where_there_is_none_the_digest_goes_and_it_is_told_once(
    world: World, monday: Subscription, draw: Drawn, scope: bool, said: str
) -> None:
    if not scope:
        world.slack.app.scopes.discard("files:write")
    await world.bot(draw=draw).tick()

    [summary] = world.standing()
    assert pictures(summary) == []
    assert "2 merged" in summary.text
    told = await world.told()
    assert list(told) == ["pictures"]
    assert said in told["pictures"]


async def test_picture__slack_knows_its_own_file_late(world: World, monday: Subscription) -> None:
    world.slack.knows_pictures_late(2)

    await world.bot(draw=Drawn()).tick()

    [summary] = world.standing()
    assert len(pictures(summary)) == 1
    assert await world.told() == {}


async def test_picture__slack_never_knows_its_own_file(world: World, monday: Subscription) -> None:
    world.slack.knows_pictures_late(100)

    await world.bot(draw=Drawn()).tick()

    [summary] = world.standing()
    assert pictures(summary) == []
    assert len(summary.blocks) > 3, "all but the picture stays"
    assert list(await world.told()) == ["pictures"]


async def test_picture__a_crash_between_upload_and_post_posts_once(
    world: World, monday: Subscription, clock: Clock
) -> None:
    """Another process uploads it again: nobody ever sees the first file."""
    world.slack.fails("chat.postMessage", rate_limited(3600))
    first = world.bot(draw=Drawn())
    await first.tick()
    await first.dies()
    assert world.standing() == []
    clock.now += timedelta(hours=2)

    await world.bot(draw=Drawn()).tick()

    [summary] = world.standing()
    [picture] = pictures(summary)
    unused, shown = world.slack.world.files
    assert picture["slack_file"]["id"] == shown != unused


async def test_picture__a_digest_that_waits_uploads_once(
    world: World, monday: Subscription, clock: Clock
) -> None:
    world.slack.fails("chat.postMessage", rate_limited(3600))
    bot = world.bot(draw=Drawn())
    await bot.tick()
    clock.now += timedelta(hours=2)

    await bot.tick()

    assert len(world.standing()) == len(world.slack.world.files) == 1


async def test_picture__no_token_goes_with_the_bytes(world: World, monday: Subscription) -> None:
    await world.bot(draw=Drawn()).tick()

    uploads = world.slack.calls("files.getUploadURLExternal")
    assert [call.error for call in uploads] == [None]
    assert json.loads(world.slack.calls("files.completeUploadExternal")[0].args["files"])
