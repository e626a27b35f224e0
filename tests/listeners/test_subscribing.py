"""`subscribe` and `unsubscribe`, from the command to the stored row and back."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.demo.slack import FakeSlack, Message
from bot.demo.slack.app import Transport
from bot.errors import UserError
from bot.store.subscriptions import Subscription
from tests.builders import NOW
from tests.listeners.errand_harness import (
    KEY,
    Setting,
    a_workspace,
    an_office,
    labels,
    maintained_by,
)
from tests.listeners.harness import GADGETS, WIDGETS


@pytest.fixture(params=["socket", "http"])
async def both(request: pytest.FixtureRequest) -> AsyncIterator[FakeSlack]:
    transport: Transport = request.param
    async with a_workspace(transport) as slack:
        yield slack


@pytest.fixture
async def slack() -> AsyncIterator[FakeSlack]:
    async with a_workspace() as slack:
        yield slack


async def test_subscribe__the_whole_round(both: FakeSlack, tmp_path: Path) -> None:
    slack = both
    ada = slack.add_user("ada", tz="America/Los_Angeles")
    room = slack.add_channel("room", members=[ada])
    async with an_office(slack, tmp_path, Setting(rules=maintained_by(ada))) as bot:
        view = await bot.opens(ada, room, "subscribe")
        shown = {block: view.state[block][block] for block in ("zone", "time", "channel")}
        assert shown["zone"]["selected_option"]["value"] == "America/Los_Angeles"
        assert shown["time"]["selected_time"] == "09:00"
        assert shown["channel"]["selected_conversation"] == room.id

        done = await slack.submits(view, {"weekday": "tue", "time": "10:30", "quiet": "is_silent"})

        assert done.acked
        assert done.view is not None
        assert "every Tuesday at 10:30 (America/Los_Angeles)" in done.view.shown
        assert f"'channel_id': '{room.id}'" in str(done.view.blocks)
        assert "Tuesday 25 August 2026" in done.view.shown
        [stored] = await bot.stores.subscriptions.all()
        assert stored == Subscription(
            channel=room.id,
            tracker_key=KEY,
            at="tue 10:30",
            zone="America/Los_Angeles",
            since=NOW,
            by=ada.id,
            says_nothing_new=False,
        )
        [change] = await bot.stores.audit.newest()
        assert (change.by, change.what, change.before) == (ada.id, "subscription", None)

        with pytest.raises(UserError, match="you are none any more"):
            await bot.office.changing.undo(change.id or 0, by=ada.id, is_maintainer=False)
        await bot.presses(ada, done.view, "Undo")

        assert await bot.stores.subscriptions.all() == ()
        assert bot.modal(ada).shown.startswith("Undo\nUndone. The digest of the channel")
        newest, first = await bot.stores.audit.newest()
        assert (first.undone_by, newest.after) == (newest.id, None)


async def test_subscribe__undo_works_once_and_for_its_maker_or_a_maintainer(
    slack: FakeSlack, tmp_path: Path
) -> None:
    ada, bo = slack.add_user("ada"), slack.add_user("bo")
    room = slack.add_channel("room", members=[ada, bo])
    async with an_office(slack, tmp_path, Setting(rules=maintained_by(ada))) as bot:
        await bot.asks(bo, room, "snooze")
        [snoozed] = slack.messages(room, viewer=bo)
        change = (await bot.stores.audit.newest())[0]
        await bot.presses(bo, snoozed, "Undo")
        assert snoozed.text.startswith("Undone.")
        assert (await bot.stores.wishes.of_person(bo.id)).snoozed_until is None

        undone = bot.office.changing.undo
        assert change.id is not None
        with pytest.raises(Exception, match="undone before"):
            await undone(change.id, by=bo.id, is_maintainer=False)
        await bot.asks(bo, room, "snooze")
        [again, *_] = await bot.stores.audit.newest()
        assert again.id is not None
        with pytest.raises(Exception, match="Only who made a change"):
            await undone(again.id, by=ada.id, is_maintainer=False)
        await bot.asks(bo, room, "snooze 3w")
        with pytest.raises(Exception, match="changed again since"):
            await undone(again.id, by=ada.id, is_maintainer=True)


def elements_of(message: Message) -> list[object]:
    """What its rich texts are made of."""
    return [
        element
        for block in message.blocks
        if block["type"] == "rich_text"
        for part in block["elements"]
        for element in part["elements"]
    ]


@pytest.mark.parametrize(
    ("words", "who", "where", "says"),
    [
        ("subscribe", "bo", "room", "Only a maintainer of this bot can subscribe a channel"),
        ("unsubscribe", "bo", "room", "Only a maintainer of this bot can unsubscribe a channel"),
        ("subscribe", "ada", "dm", "Ask this in the channel that should get the digest"),
        ("unsubscribe", "ada", "room", "This channel gets no digest"),
    ],
    ids=["no maintainer", "no maintainer to end", "in a direct message", "nothing to end"],
)
async def test_refused(
    slack: FakeSlack, tmp_path: Path, words: str, who: str, where: str, says: str
) -> None:
    people = {name: slack.add_user(name) for name in ("ada", "bo")}
    room = slack.add_channel("room", members=list(people.values()))
    async with an_office(slack, tmp_path, Setting(rules=maintained_by(people["ada"]))) as bot:
        channel = room if where == "room" else slack.dm(people[who])
        await bot.asks(people[who], channel, words)

        said = slack.messages(channel, viewer=people[who])[-1]
        assert says in said.shown
        is_named = {"type": "user", "user_id": people["ada"].id} in elements_of(said)
        assert is_named is (who == "bo"), "who may not is told whom to ask"
        assert slack.modals(people[who]) == ()


async def test_subscribe__where_the_bot_is_not_the_field_says_how_to_invite_it(
    slack: FakeSlack, tmp_path: Path
) -> None:
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada], bot=False)
    secret = slack.add_channel("secret", members=[ada], bot=False, is_private=True)
    old = slack.add_channel("old", members=[ada], is_archived=True)
    async with an_office(slack, tmp_path, Setting(rules=maintained_by(ada))) as bot:
        view = await bot.opens(ada, room, "subscribe")
        for channel, says in (
            (room, "Type there: /invite @nemorl-status"),
            (secret, "Type there: /invite @nemorl-status"),
            (old, "This channel is archived."),
        ):
            done = await slack.submits(view, {"channel": channel.id})

            assert says in done.errors["channel"]
        assert await bot.stores.subscriptions.all() == ()


async def test_subscribe__by_a_mention_a_button_opens_it(slack: FakeSlack, tmp_path: Path) -> None:
    """A mention has no trigger that could open a modal; only the asker sees the button."""
    ada, bo = slack.add_user("ada"), slack.add_user("bo")
    room = slack.add_channel("room", members=[ada, bo])
    async with an_office(slack, tmp_path, Setting(rules=maintained_by(ada))) as bot:
        await slack.mentions(ada, room, "subscribe")
        await bot.idle()
        offered = slack.messages(room, viewer=ada)[-1]
        assert offered.ephemeral_to == ada.id

        await bot.presses(ada, offered, "Choose when")

        assert bot.modal(ada).content["title"]["text"] == "Weekly digest"


async def test_subscribe__several_trackers_and_what_the_settings_file_has(
    slack: FakeSlack, tmp_path: Path
) -> None:
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    setting = Setting(rules=maintained_by(ada), trackers=(WIDGETS, GADGETS))
    async with an_office(slack, tmp_path, setting) as bot:
        fixed = Subscription(
            channel=room.id,
            tracker_key=KEY,
            at="mon 09:00",
            zone="UTC",
            since=NOW,
            by="settings",
        )
        await bot.stores.subscriptions.put(fixed)
        view = await bot.opens(ada, room, "subscribe in gadgets")
        assert (
            "Digest of widgets, every Monday at 09:00 (UTC), from the settings file" in view.shown
        )
        refused = await slack.submits(view, {"tracker": KEY})
        assert "settings file" in refused.errors["tracker"]
        await slack.submits(view, {"tracker": "acme/gadgets#2"})
        assert len(await bot.stores.subscriptions.all()) == 2

        await bot.asks(ada, room, "unsubscribe in widgets")
        assert "stands in the settings file" in slack.messages(room, viewer=ada)[-1].shown
        await bot.asks(ada, room, "unsubscribe")
        ended = slack.messages(room, viewer=ada)[-1]

        assert ended.text.startswith("The channel gets the digest of gadgets no longer.")
        assert labels(ended) == ["Undo"]
        assert await bot.stores.subscriptions.all() == (fixed,)


async def test_unsubscribe__of_several_it_is_asked_which(slack: FakeSlack, tmp_path: Path) -> None:
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    setting = Setting(rules=maintained_by(ada), trackers=(WIDGETS, GADGETS))
    async with an_office(slack, tmp_path, setting) as bot:
        for tracker in ("widgets", "gadgets"):
            view = await bot.opens(ada, room, f"subscribe in {tracker}")
            await slack.submits(view)
        await bot.asks(ada, room, "unsubscribe")
        asked = slack.messages(room, viewer=ada)[-1]

        await bot.presses(ada, asked, "gadgets, every Monday at 09:00 (Europe/London)")

        [left] = await bot.stores.subscriptions.all()
        assert left.tracker_key == KEY


async def test_channel__with_another_id_keeps_its_digest(slack: FakeSlack, tmp_path: Path) -> None:
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with an_office(slack, tmp_path, Setting(rules=maintained_by(ada))) as bot:
        await slack.submits(await bot.opens(ada, room, "subscribe"))
        before = room.id
        await slack.changes_id(room)
        channels = [before]
        while channels == [before]:
            channels = [s.channel for s in await bot.stores.subscriptions.all()]

        assert channels == [room.id]


async def test_subscribe__without_the_optional_scope_it_is_saved_all_the_same(
    slack: FakeSlack, tmp_path: Path
) -> None:
    slack.app.scopes -= {"channels:read", "groups:read"}
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with an_office(slack, tmp_path, Setting(rules=maintained_by(ada))) as bot:
        await slack.submits(await bot.opens(ada, room, "subscribe"))

        assert len(await bot.stores.subscriptions.all()) == 1


async def test_subscribe__who_is_no_member_any_more_submits_nothing(
    slack: FakeSlack, tmp_path: Path
) -> None:
    ada = slack.add_user("ada", is_restricted=True)
    room = slack.add_channel("room", members=[ada])
    rules = maintained_by(ada, allow_guests=True)
    async with an_office(slack, tmp_path, Setting(rules=rules)) as bot:
        view = await bot.opens(ada, room, "subscribe")
        object.__setattr__(rules, "allow_guests", False)
        bot.office.access._welcome.forget(ada.id)
        done = await slack.submits(view)

        assert done.view is not None
        assert "guests may not ask this bot" in done.view.shown
        assert await bot.stores.subscriptions.all() == ()
