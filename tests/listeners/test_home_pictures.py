"""The picture below the App Home: drawn once for everybody, never waited for, never in the way."""

import asyncio
from datetime import datetime
from typing import Any

import pytest

from bot.answers.burnup import BurnUp
from bot.delivery import Uploads, delivery_client
from bot.delivery.pictures import Pictures
from bot.demo.slack import FakeSlack, User, refused
from bot.demo.slack.views import publish_home
from bot.errors import PictureFault, Unreachable
from bot.github_status.current import Current
from bot.github_status.earlier import History
from bot.github_status.judge import Rules
from bot.listeners.home_pictures import HomePictures, PicturedTracker
from bot.people.people import People
from bot.schedule import zone_named
from tests.fakes.slack import samples
from tests.listeners.harness import (
    BODY,
    GADGETS,
    SECRET_REPOSITORY,
    SECRET_TITLE,
    WIDGETS,
    Bot,
    Clock,
    Setting,
    Tracker,
    a_bot,
)

PNG = b"\x89PNG a picture"


class Studio:
    """Draws when it may, and remembers what was drawn, waited and told."""

    def __init__(self, tracker: Tracker = WIDGETS, error: PictureFault | None = None) -> None:
        self.tracker = tracker
        self.error = error
        self.may_draw = asyncio.Event()
        self.may_draw.set()
        self.burns: list[BurnUp] = []
        self.waits: list[float] = []
        self.incidents: list[tuple[str, str]] = []

    def setting(self, *more: Tracker) -> Setting:
        return Setting(trackers=(self.tracker, *more), home_pictures=self.home_pictures)

    def home_pictures(
        self, slack: FakeSlack, current: Current, history: History, clock: Clock
    ) -> HomePictures:
        client = delivery_client(slack.bot_token, url=slack.api_url, call_seconds=5)
        pictures = Pictures(
            history,
            Uploads(client, sleep=self.sleep),
            self,
            rules=Rules(),
            people=People,
            now=clock,
            draw=self.draw,
        )
        first = PicturedTracker(
            name=self.tracker.name, ref=self.tracker.ref, zone=zone_named("UTC")
        )
        return HomePictures(current, pictures, first, now=clock, sleep=self.sleep)

    async def draw(self, burn: BurnUp) -> bytes:
        self.burns.append(burn)
        await self.may_draw.wait()
        if self.error is not None:
            raise self.error
        return PNG

    async def sleep(self, seconds: float) -> None:
        if seconds:
            self.waits.append(seconds)

    async def note(self, key: str, said: str, *, now: datetime) -> None:
        self.incidents.append((key, said))


@pytest.fixture
def studio() -> Studio:
    return Studio()


@pytest.fixture
def workspace(socket: FakeSlack) -> FakeSlack:
    socket.app.scopes.add("files:write")
    return socket


@pytest.fixture
def ada(workspace: FakeSlack) -> User:
    return workspace.add_user("ada")


@pytest.fixture
def bo(workspace: FakeSlack) -> User:
    return workspace.add_user("bo")


def pictures(slack: FakeSlack, user: User) -> list[dict[str, Any]]:
    """What the person's Home shows."""
    home = slack.home(user)
    assert home is not None
    return [block for block in _without_ids(home.blocks) if block["type"] == "image"]


async def opens(bot: Bot, *users: User) -> None:
    """They open the Home at about the same time, and have it."""
    for user in users:
        await bot.slack.opens_home(user)
    await bot.idle()


def uploads(slack: FakeSlack) -> int:
    return len(slack.calls("files.completeUploadExternal"))


async def test_home__stands_without_the_picture_until_it_is_drawn(
    workspace: FakeSlack, studio: Studio, ada: User
) -> None:
    studio.may_draw.clear()
    async with a_bot(workspace, studio.setting()) as bot:
        await bot.reads()
        await opens(bot, ada)
        before = workspace.home(ada)
        assert before is not None
        stood = list(before.blocks)
        assert pictures(workspace, ada) == []

        studio.may_draw.set()
        await workspace.until(lambda: pictures(workspace, ada))

        [file] = workspace.world.files.values()
        [picture] = pictures(workspace, ada)
        after = workspace.home(ada)
        assert after is not None
        assert picture["slack_file"] == {"id": file.id}
        assert picture["alt_text"].startswith("widgets. On ")
        assert "1 of 5 merged, 4 open." in picture["alt_text"]
        assert SECRET_TITLE not in picture["alt_text"]
        assert SECRET_REPOSITORY not in picture["alt_text"]
        assert _without_ids(after.blocks[:-2]) == _without_ids(stood)
        assert studio.incidents == []


def _without_ids(blocks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{k: v for k, v in block.items() if k != "block_id"} for block in blocks]


async def test_home__two_who_open_it_at_once_share_one_upload_and_so_does_who_comes_later(
    workspace: FakeSlack, studio: Studio, ada: User, bo: User
) -> None:
    cy = workspace.add_user("cy")
    studio.may_draw.clear()
    async with a_bot(workspace, studio.setting()) as bot:
        await bot.reads()
        await opens(bot, ada, bo)
        studio.may_draw.set()
        await workspace.until(lambda: pictures(workspace, ada) and pictures(workspace, bo))
        published = len(workspace.calls("views.publish"))
        bot.clock.advance(hours=23)
        await bot.reads()
        await opens(bot, cy)

        assert pictures(workspace, cy) == pictures(workspace, ada)
        assert len(workspace.calls("views.publish")) == published + 1
        assert uploads(workspace) == len(studio.burns) == 1


async def test_home__a_day_later_it_is_drawn_again(
    workspace: FakeSlack, studio: Studio, ada: User
) -> None:
    async with a_bot(workspace, studio.setting()) as bot:
        await bot.reads()
        await opens(bot, ada)
        await workspace.until(lambda: pictures(workspace, ada))
        [first] = pictures(workspace, ada)
        bot.clock.advance(days=1)
        await bot.reads()
        await opens(bot, ada)
        await workspace.until(lambda: pictures(workspace, ada))

        [second] = pictures(workspace, ada)
        assert second["slack_file"] != first["slack_file"]
        assert uploads(workspace) == 2


async def test_home__slack_knows_the_file_late(
    workspace: FakeSlack, studio: Studio, ada: User
) -> None:
    workspace.knows_pictures_late(2)
    async with a_bot(workspace, studio.setting()) as bot:
        await bot.reads()
        await opens(bot, ada)
        await workspace.until(lambda: pictures(workspace, ada))

        assert studio.waits == [2.0, 5.0]
        assert studio.incidents == []
        assert uploads(workspace) == 1


async def test_home__slack_never_knows_the_file(
    workspace: FakeSlack, studio: Studio, ada: User, bo: User
) -> None:
    workspace.knows_pictures_late(100)
    async with a_bot(workspace, studio.setting()) as bot:
        await bot.reads()
        await opens(bot, ada)
        await workspace.until(lambda: studio.incidents)
        await opens(bot, bo)

        [(key, said)] = studio.incidents
        assert key == "pictures"
        assert said == "The App Home stands without its picture. Slack did not take it."
        assert pictures(workspace, ada) == pictures(workspace, bo) == []
        assert uploads(workspace) == 1, "not once for everybody who looks"


async def test_home__the_file_was_deleted_since(
    workspace: FakeSlack, studio: Studio, ada: User, bo: User
) -> None:
    async with a_bot(workspace, studio.setting()) as bot:
        await bot.reads()
        await opens(bot, ada)
        await workspace.until(lambda: pictures(workspace, ada))
        workspace.world.files.clear()
        await opens(bot, ada, bo)

        assert pictures(workspace, ada) == pictures(workspace, bo) == []
        assert "widgets" in _shown(workspace, bo)
        assert uploads(workspace) == 1

        bot.clock.advance(hours=1)
        await bot.reads()
        await opens(bot, bo)
        await workspace.until(lambda: pictures(workspace, bo))

        assert uploads(workspace) == 2


def _shown(slack: FakeSlack, user: User) -> str:
    home = slack.home(user)
    assert home is not None
    return home.shown


async def test_home__what_was_published_meanwhile_is_not_overwritten(
    workspace: FakeSlack, studio: Studio, ada: User, bo: User
) -> None:
    studio.may_draw.clear()
    async with a_bot(workspace, studio.setting()) as bot:
        await bot.reads()
        await opens(bot, ada)
        await opens(bot, bo)
        words = {"type": "plain_text", "text": "newer"}
        newer = samples.home(samples.section(text=words))
        publish_home(workspace.world, ada.id, newer, None)
        studio.may_draw.set()
        await workspace.until(lambda: pictures(workspace, bo))

        assert _shown(workspace, ada) == "newer"
        assert studio.incidents == []


@pytest.mark.parametrize(
    ("error", "scope", "said"),
    [
        (PictureFault("No matplotlib.", advice="Install it."), True, "No matplotlib. Install it."),
        (None, False, "files:write"),
    ],
    ids=["not drawn", "no scope"],
)
async def test_home__where_there_is_no_picture_it_stands_and_that_is_told(
    workspace: FakeSlack, studio: Studio, ada: User, error: Any, scope: bool, said: str
) -> None:
    studio.error = error
    if not scope:
        workspace.app.scopes.discard("files:write")
    async with a_bot(workspace, studio.setting()) as bot:
        await bot.reads()
        await opens(bot, ada)
        await workspace.until(lambda: studio.incidents)
        await opens(bot, ada)

        assert "widgets" in _shown(workspace, ada)
        assert pictures(workspace, ada) == []
        [(_, told)] = studio.incidents
        assert said in told
        assert workspace.messages(workspace.dm(ada)) == [], "nobody asked for it"


async def test_home__one_that_cannot_be_published_again_is_left_as_it_is(
    workspace: FakeSlack, studio: Studio, ada: User, bo: User
) -> None:
    studio.may_draw.clear()
    async with a_bot(workspace, studio.setting()) as bot:
        await bot.reads()
        await opens(bot, ada)
        await opens(bot, bo)
        workspace.fails("views.publish", refused("internal_error"))
        studio.may_draw.set()
        await workspace.until(lambda: pictures(workspace, bo))

        assert pictures(workspace, ada) == []
        assert workspace.messages(workspace.dm(ada)) == []
        assert studio.incidents == []


async def test_home__a_picture_of_a_private_tracker_does_not_name_it(
    workspace: FakeSlack, ada: User
) -> None:
    studio = Studio(Tracker(name="acme/gadgets#2", ref=GADGETS.ref))
    async with a_bot(workspace, studio.setting(WIDGETS)) as bot:
        bot.github.add_issue(GADGETS, BODY, is_private=True)
        await bot.reads(GADGETS, WIDGETS)
        await opens(bot, ada)
        await workspace.until(lambda: pictures(workspace, ada))

        [picture] = pictures(workspace, ada)
        assert picture["alt_text"].startswith("a private tracker. On ")
        assert "gadgets" not in picture["alt_text"]


async def test_home__nothing_is_drawn_of_what_was_never_read(
    workspace: FakeSlack, studio: Studio, ada: User
) -> None:
    async with a_bot(workspace, studio.setting()) as bot:
        bot.github.fault = Unreachable("GitHub is away.")
        await opens(bot, ada)
        assert studio.burns == []
        bot.github.fault = None
        await bot.reads()
        await opens(bot, ada)
        await workspace.until(lambda: pictures(workspace, ada))

        assert uploads(workspace) == 1


async def test_home__without_pictures_nothing_is_uploaded(workspace: FakeSlack, ada: User) -> None:
    async with a_bot(workspace) as bot:
        await bot.reads()
        await opens(bot, ada)

        assert pictures(workspace, ada) == []
        assert uploads(workspace) == 0
