"""Wishes of people: by command, by the buttons of a message, by the menu of a row, and the Home."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from bot.answers.answer import ActionId, Answer, Button, Buttons, Heading, HelpFacts, Line, Plain
from bot.demo.slack import FakeSlack, Message, User
from bot.errors import StoreFault
from bot.listeners.places import posted
from bot.listeners.wishing import end_after
from bot.people.people import People
from bot.render.slack import slack_message
from bot.store.links import StoredLink
from bot.store.wishes import RowWishKind
from tests.builders import NOW
from tests.listeners.errand_harness import (
    Offices,
    Setting,
    a_workspace,
    an_office,
    labels,
    maintained_by,
)
from tests.listeners.harness import people

ROW = "widgets acme/widgets#7"
OWNED_BY_BO = "widgets acme/widgets#10"


@pytest.fixture
async def slack() -> AsyncIterator[FakeSlack]:
    async with a_workspace() as slack:
        yield slack


async def a_reminder(bot: Offices, user: User, row: str = ROW) -> Message:
    """A message to an owner, as the reminders draw it."""
    menu = tuple(
        Button(action, action.value, row)
        for action in (
            ActionId.SNOOZE_WEEK,
            ActionId.SNOOZE_CHANGE,
            ActionId.PARK,
            ActionId.NOT_MINE,
        )
    )
    buttons = Buttons(
        (Button(ActionId.ONLY_CHANGES, "Only changes", ""), Button(ActionId.STOP, "Stop", ""))
    )
    answer = Answer(
        blocks=(Heading((Plain("widgets"),)), Line((Plain("#7"),), menu=menu), buttons),
        facts=HelpFacts(usages=()),
        title="widgets",
    )
    await posted(bot.office.client, bot.slack.dm(user).id, slack_message(answer))
    return bot.slack.messages(bot.slack.dm(user))[-1]


async def chooses(bot: Offices, user: User, message: Message, action: ActionId, row: str) -> str:
    """What is said once this was chosen of the row's menu."""
    await bot.slack.chooses(user, message, "menu", f"{action} {row}")
    await bot.idle()
    return bot.slack.messages(bot.slack.dm(user), viewer=user)[-1].text


@pytest.mark.parametrize(
    ("zone", "ends"),
    [
        ("UTC", datetime(2026, 8, 27, tzinfo=UTC)),
        ("Australia/Lord_Howe", datetime(2026, 8, 26, 13, 30, tzinfo=UTC)),
        ("America/Los_Angeles", datetime(2026, 8, 27, 7, tzinfo=UTC)),
    ],
)
def test_end_after__the_end_of_a_day_where_they_are(zone: str, ends: datetime) -> None:
    once = end_after(timedelta(days=7), now=NOW, zone=ZoneInfo(zone))

    assert once == ends
    assert end_after(timedelta(days=7), now=NOW + timedelta(minutes=9), zone=once.tzinfo) == once  # type: ignore[arg-type]  # a ZoneInfo


async def test_snooze__by_command_in_a_direct_message_and_off(
    slack: FakeSlack, tmp_path: Path
) -> None:
    ada = slack.add_user("ada", tz="UTC")
    async with an_office(slack, tmp_path) as bot:
        await slack.says(ada, slack.dm(ada), "snooze 2w")
        await bot.idle()
        said = slack.messages(slack.dm(ada))[-1]
        assert said.text.startswith("No messages to you until Thursday 3 September 2026.")
        assert labels(said) == ["Undo"]
        wishes = await bot.stores.wishes.of_person(ada.id)
        assert wishes.snoozed_until == datetime(2026, 9, 3, tzinfo=UTC)

        await bot.asks(ada, slack.dm(ada), "snooze off")
        assert (await bot.stores.wishes.of_person(ada.id)).snoozed_until is None
        await bot.asks(ada, slack.dm(ada), "snooze off")
        again = slack.messages(slack.dm(ada), viewer=ada)[-1]
        assert again.text == "Nothing to change: messages to you are not paused."
        assert labels(again) == []


async def test_buttons__only_changes_stop_and_undo(slack: FakeSlack, tmp_path: Path) -> None:
    ada = slack.add_user("ada")
    async with an_office(slack, tmp_path) as bot:
        message = await a_reminder(bot, ada)
        await bot.presses(ada, message, "Only changes")
        await bot.presses(ada, message, "Stop")
        said = slack.messages(slack.dm(ada), viewer=ada)[-1]

        assert said.ephemeral_to == ada.id
        assert said.text.startswith("No more messages to you")
        wishes = await bot.stores.wishes.of_person(ada.id)
        assert (wishes.stopped, wishes.only_changes) == (True, True)

        await bot.presses(ada, said, "Undo")

        wishes = await bot.stores.wishes.of_person(ada.id)
        assert (wishes.stopped, wishes.only_changes) == (False, True)
        assert message.edits == [], "the message itself stays"


async def test_row__snoozed_and_what_wakes_it(slack: FakeSlack, tmp_path: Path) -> None:
    ada = slack.add_user("ada", tz="UTC")
    async with an_office(slack, tmp_path) as bot:
        await bot.reads()
        message = await a_reminder(bot, ada)
        said = await chooses(bot, ada, message, ActionId.SNOOZE_WEEK, ROW)
        again = await chooses(bot, ada, message, ActionId.SNOOZE_WEEK, ROW)
        assert said.startswith("Nothing about #7 to you until Thursday 27 August 2026.")
        assert again.startswith("Nothing to change: nothing about #7")
        assert len(await bot.stores.audit.newest()) == 1

        said = await chooses(bot, ada, message, ActionId.SNOOZE_CHANGE, ROW)
        assert said.startswith("Nothing about #7 to you until something happens to it.")
        [wish] = await bot.stores.wishes.row_wishes(now=NOW)
        assert (wish.kind, wish.until) == (RowWishKind.SNOOZE, None)
        await bot.presses(ada, slack.messages(slack.dm(ada), viewer=ada)[-1], "Undo")
        [wish] = await bot.stores.wishes.row_wishes(now=NOW)
        assert wish.until == datetime(2026, 8, 27, tzinfo=UTC)


async def test_row__not_mine_is_told_to_the_maintainers(slack: FakeSlack, tmp_path: Path) -> None:
    ada = slack.add_user("ada")
    setting = Setting(people=people(ana=ada.id))
    async with an_office(slack, tmp_path, setting) as bot:
        await bot.reads()
        message = await a_reminder(bot, ada)
        await chooses(bot, ada, message, ActionId.NOT_MINE, ROW)

        [incident] = await bot.stores.incidents.untold()
        assert incident.said.startswith(
            "Ana Souza says that acme/widgets#7 in widgets is not theirs"
        )
        await bot.presses(ada, slack.messages(slack.dm(ada), viewer=ada)[-1], "Undo")
        assert await bot.stores.wishes.row_wishes(now=NOW) == ()
        [incident] = await bot.stores.incidents.untold()
        assert "Ana Souza took back" in incident.said


async def test_row__a_private_one_is_not_named_to_the_maintainers(
    slack: FakeSlack, tmp_path: Path
) -> None:
    ada = slack.add_user("ada")
    row = "widgets acme/vault#5"
    async with an_office(slack, tmp_path) as bot:
        await bot.reads()
        message = await a_reminder(bot, ada, row)
        await chooses(bot, ada, message, ActionId.NOT_MINE, row)

        [incident] = await bot.stores.incidents.untold()
        assert "vault" not in incident.said
        assert "a private row in widgets" in incident.said


async def test_row__parked_by_its_owner_and_shown_so(slack: FakeSlack, tmp_path: Path) -> None:
    ada, bo = slack.add_user("ada", tz="UTC"), slack.add_user("bo")
    room = slack.add_channel("room", members=[ada, bo])
    setting = Setting(people=people(ana=ada.id))
    async with an_office(slack, tmp_path, setting) as bot:
        await bot.reads()
        message = await a_reminder(bot, ada)
        said = await chooses(bot, ada, message, ActionId.PARK, ROW)
        assert said.startswith("#7 is parked by Ana Souza until Saturday 19 September 2026")

        await bot.asks(bo, room, "7")
        shown = slack.messages(room, viewer=bo)[-1].shown
        assert "parked by Ana Souza" in shown
        answer = slack.messages(room, viewer=bo)[-1]
        await bot.presses(bo, answer, "Unpark")
        assert "Only its owner" in slack.messages(room, viewer=bo)[-1].text
        await bot.asks(ada, room, "7 in widgets")
        await bot.presses(ada, slack.messages(room, viewer=ada)[-1], "Unpark")
        ended = slack.messages(room, viewer=ada)[-1]
        assert ended.text.startswith("#7 is not parked from Slack any more.")
        await bot.presses(ada, ended, "Undo")
        await bot.asks(bo, room, "7")
        assert "parked by Ana Souza" in slack.messages(room, viewer=bo)[-1].shown
        await bot.presses(ada, slack.messages(slack.dm(ada), viewer=ada)[-1], "Undo")
        await bot.asks(bo, room, "7")
        assert "parked" not in slack.messages(room, viewer=bo)[-1].shown


@pytest.mark.parametrize(
    ("who", "row", "parks"),
    [
        ("maintainer", ROW, True),
        ("owner", ROW, True),
        ("author", "widgets acme/widgets#8", True),
        ("owner", OWNED_BY_BO, True),
        ("stranger", ROW, False),
        ("self-made", ROW, False),
    ],
)
async def test_row__who_may_park(
    slack: FakeSlack, tmp_path: Path, who: str, row: str, parks: bool
) -> None:
    """#7, #8 and #10 stand under Ana and Bo; Ana wrote #7 and #10, Bo wrote #8."""
    ada = slack.add_user("ada")
    linked = People() if who in ("stranger", "maintainer", "self-made") else people(ana=ada.id)
    if who == "author":
        linked = people(bo=ada.id)
    setting = Setting(people=linked, rules=maintained_by(*([ada] if who == "maintainer" else [])))
    async with an_office(slack, tmp_path, setting) as bot:
        await bot.reads()
        if who == "self-made":
            await bot.stores.links.put(
                StoredLink(
                    name="Ana Souza",
                    github="ana",
                    slack=ada.id,
                    by=ada.id,
                    by_maintainer=False,
                    at=NOW,
                )
            )
            await bot.office.changing.book.refresh()
        message = await a_reminder(bot, ada, row)
        said = await chooses(bot, ada, message, ActionId.PARK, row)

        wishes = await bot.stores.wishes.row_wishes(now=NOW)
        assert bool(wishes) is parks
        if who == "self-made":
            assert "brings messages only: to park a row, a maintainer has to" in said
        elif not parks:
            assert said.startswith("Only its owner, its author or a maintainer")


async def test_row__of_a_tracker_that_is_gone(slack: FakeSlack, tmp_path: Path) -> None:
    """Messages stand for months; what they ask for may not."""
    ada = slack.add_user("ada")
    async with an_office(slack, tmp_path) as bot:
        message = await a_reminder(bot, ada, "gone acme/gone#1")
        said = await chooses(bot, ada, message, ActionId.PARK, "gone acme/gone#1")

        assert said.startswith("This tracker is not followed any more.")


async def test_row__guests_change_nothing(slack: FakeSlack, tmp_path: Path) -> None:
    guest = slack.add_user("guest", is_restricted=True)
    async with an_office(slack, tmp_path) as bot:
        message = await a_reminder(bot, guest)
        said = await chooses(bot, guest, message, ActionId.NOT_MINE, ROW)

        assert said.startswith("Sorry, guests may not ask this bot.")
        assert await bot.stores.wishes.row_wishes(now=NOW) == ()


async def test_home__my_settings_and_its_buttons(slack: FakeSlack, tmp_path: Path) -> None:
    ada = slack.add_user("ada")
    setting = Setting(people=people(ana=ada.id))
    async with an_office(slack, tmp_path, setting) as bot:
        await bot.reads()
        await slack.opens_home(ada)
        await bot.idle()
        home = slack.home(ada)
        assert home is not None
        assert "The bot writes to you at most once a week" in home.shown

        await bot.presses(ada, home, "Stop")

        assert "No more messages to you" in bot.modal(ada).shown
        assert "The bot does not write to you." in home.shown
        await bot.presses(ada, home, "Write to me again")
        assert not (await bot.stores.wishes.of_person(ada.id)).stopped
        await bot.presses(ada, home, "Settings")
        assert "You are Ana Souza (ana on GitHub)." in bot.modal(ada).shown


async def test_home__the_store_fails(
    slack: FakeSlack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = slack.add_user("ada")
    async with an_office(slack, tmp_path) as bot:
        await bot.reads()

        async def fails(_person: str) -> None:
            raise StoreFault("The disk is full.")

        monkeypatch.setattr(bot.office.changing.stores.wishes, "of_person", fails)
        await slack.opens_home(ada)
        await bot.idle()
        home = slack.home(ada)
        assert home is not None
        assert "They cannot be read now" in home.shown
        assert "widgets" in home.shown
