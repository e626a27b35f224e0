"""`settings`: what the modal shows, what it writes, and who may see a channel's part."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.answers.answer import ActionId, Answer, Button, Buttons, Heading, HelpFacts, Plain
from bot.demo.slack import FakeSlack
from bot.demo.slack.app import Transport
from bot.errors import StoreFault
from bot.listeners.places import posted
from bot.listeners.settling import Settling
from bot.render.slack import slack_message
from bot.store.links import StoredLink
from bot.store.subscriptions import Subscription
from bot.store.wishes import PersonWishes
from tests.builders import NOW
from tests.listeners.errand_harness import (
    KEY,
    Setting,
    a_workspace,
    an_office,
    labels,
    maintained_by,
)
from tests.listeners.harness import GADGETS, WIDGETS, people


@pytest.fixture(params=["socket", "http"])
async def both(request: pytest.FixtureRequest) -> AsyncIterator[FakeSlack]:
    transport: Transport = request.param
    async with a_workspace(transport) as slack:
        yield slack


@pytest.fixture
async def slack() -> AsyncIterator[FakeSlack]:
    async with a_workspace() as slack:
        yield slack


async def test_settings__the_whole_round_of_a_person(both: FakeSlack, tmp_path: Path) -> None:
    slack = both
    ada = slack.add_user("ada", tz="UTC")
    room = slack.add_channel("room", members=[ada])
    async with an_office(slack, tmp_path) as bot:
        view = await bot.opens(ada, room, "settings")
        assert "This channel" not in view.shown
        assert "Nobody knows who you are in the tracking issue" in view.shown

        done = await slack.submits(view, {"messages": ["written_to", "wants_own"], "pause": "14"})

        assert done.view is not None
        assert "Also about what you wrote or review." in done.view.shown
        assert "Nothing comes until you are linked" in done.view.shown
        wishes = await bot.stores.wishes.of_person(ada.id)
        assert wishes == PersonWishes(
            person=ada.id, wants_own=True, snoozed_until=datetime(2026, 9, 3, tzinfo=UTC)
        )

        view = await bot.opens(ada, room, "settings")
        assert view.state["pause"]["pause"]["selected_option"]["value"] == "keep"
        done = await slack.submits(view, {"messages": []})
        assert done.view is not None
        assert "The bot does not write to you." in done.view.shown
        assert await bot.stores.wishes.of_person(ada.id) == PersonWishes(
            person=ada.id, stopped=True, snoozed_until=wishes.snoozed_until
        )
        await bot.presses(ada, done.view, "Undo")
        assert await bot.stores.wishes.of_person(ada.id) == wishes


async def test_settings__nothing_changed_is_no_change(slack: FakeSlack, tmp_path: Path) -> None:
    ada = slack.add_user("ada")
    async with an_office(slack, tmp_path) as bot:
        view = await bot.opens(ada, slack.dm(ada), "settings")
        done = await slack.submits(view)

        assert done.view is not None
        assert "Nothing was changed." in done.view.shown
        assert await bot.stores.audit.newest() == ()


async def test_settings__of_a_channel_for_a_maintainer(slack: FakeSlack, tmp_path: Path) -> None:
    ada, bo = slack.add_user("ada"), slack.add_user("bo")
    room = slack.add_channel("room", members=[ada, bo])
    setting = Setting(rules=maintained_by(ada), trackers=(WIDGETS, GADGETS))
    async with an_office(slack, tmp_path, setting) as bot:
        bot.github.add_issue(GADGETS, "## Gadgets\n\n- [ ] #7 gadget\n")
        await bot.reads(WIDGETS, GADGETS)
        for key, by in ((KEY, "settings"), ("acme/gadgets#2", ada.id)):
            await bot.stores.subscriptions.put(
                Subscription(
                    channel=room.id, tracker_key=key, at="mon 09:00", zone="UTC", since=NOW, by=by
                )
            )
        view = await bot.opens(bo, room, "settings")
        assert "Digest of gadgets, every Monday at 09:00 (UTC)." in view.shown
        assert not {"Change", "Remove"} & set(labels(view)), "who may not change it reads it"
        view = await bot.opens(ada, room, "settings")
        assert "In the settings file" in view.shown
        assert labels(view)[:2] == ["Change", "Remove"]

        done = await slack.submits(view, {"default_tracker": "acme/gadgets#2"})
        assert done.view is not None
        await bot.asks(bo, room, "overview")
        assert "Gadgets" in slack.messages(room, viewer=bo)[-1].shown
        await bot.asks(bo, slack.dm(bo), "overview")
        assert "Refit" in slack.messages(slack.dm(bo), viewer=bo)[-1].shown
        await bot.presses(ada, done.view, "Undo")
        assert await bot.stores.subscriptions.default_tracker(room.id) is None

        view = await bot.opens(ada, room, "settings")
        await bot.presses(ada, view, "Change")
        view = bot.modal(ada)
        assert view.content["submit"]["text"] == "Save"
        await slack.submits(view, {"time": "16:15"})
        assert {s.at for s in await bot.stores.subscriptions.all()} == {"mon 09:00", "mon 16:15"}

        view = await bot.opens(ada, room, "settings")
        await bot.presses(ada, view, "Remove")
        assert "gets the digest of gadgets no longer" in bot.modal(ada).shown
        assert f"'channel_id': '{room.id}'" in str(bot.modal(ada).blocks)
        [left] = await bot.stores.subscriptions.all()
        assert left.by == "settings"


async def test_settings__a_maintainer_who_is_one_no_longer(
    slack: FakeSlack, tmp_path: Path
) -> None:
    """A modal may stay open for long; what counts is who submits it now."""
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    setting = Setting(rules=maintained_by(ada), trackers=(WIDGETS, GADGETS))
    async with an_office(slack, tmp_path, setting) as bot:
        view = await bot.opens(ada, room, "settings")
        object.__setattr__(setting.rules, "maintainers", frozenset())
        done = await slack.submits(view, {"default_tracker": "acme/gadgets#2"})

        assert done.view is not None
        assert "Only a maintainer of this bot can set" in done.view.shown
        assert await bot.stores.subscriptions.default_tracker(room.id) is None


async def test_settings__forget_me(slack: FakeSlack, tmp_path: Path) -> None:
    ada = slack.add_user("ada")
    async with an_office(slack, tmp_path) as bot:
        await bot.stores.wishes.put(PersonWishes(person=ada.id, stopped=True))
        link = StoredLink(
            name="Ana Souza", github=None, slack=ada.id, by=ada.id, by_maintainer=False, at=NOW
        )
        await bot.stores.links.put(link)
        view = await bot.opens(ada, slack.dm(ada), "settings")
        assert "You linked yourself, which brings messages only" in view.shown

        await bot.presses(ada, view, "Forget me")

        assert "your link are deleted" in bot.modal(ada).shown
        assert "settings file" not in bot.modal(ada).shown
        assert await bot.stores.links.all() == ()
        assert not (await bot.stores.wishes.of_person(ada.id)).stopped
        assert bot.office.changing.book.current.with_slack(ada.id) is None


async def test_settings__forget_me_where_the_settings_file_says_who_they_are(
    slack: FakeSlack, tmp_path: Path
) -> None:
    """They are not written to again: of all that was known that alone is kept."""
    ada = slack.add_user("ada")
    setting = Setting(people=people(ana=ada.id))
    async with an_office(slack, tmp_path, setting) as bot:
        await bot.stores.wishes.put(PersonWishes(person=ada.id, wants_own=True))
        view = await bot.opens(ada, slack.dm(ada), "settings")

        await bot.presses(ada, view, "Forget me")

        assert "does not write to you" in bot.modal(ada).shown
        assert await bot.stores.wishes.everybody() == {
            ada.id: PersonWishes(person=ada.id, stopped=True)
        }


async def test_settings__the_store_fails_or_hangs_at_the_submission(
    slack: FakeSlack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = slack.add_user("ada")
    async with an_office(slack, tmp_path) as bot:
        view = await bot.opens(ada, slack.dm(ada), "settings")

        async def fails(_wishes: PersonWishes) -> None:
            raise StoreFault("The disk is full.", advice="Make room on it.")

        monkeypatch.setattr(bot.office.changing.stores.wishes, "put", fails)
        done = await slack.submits(view, {"pause": "7"})
        assert done.acked
        assert done.view is not None
        assert "The disk is full." in done.view.shown
        assert "Make room on it." in done.view.shown


async def test_settings__the_store_fails_while_it_opens(
    slack: FakeSlack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = slack.add_user("ada")
    async with an_office(slack, tmp_path) as bot:

        async def fails(_person: str) -> None:
            raise StoreFault("The disk is full.")

        monkeypatch.setattr(bot.office.changing.stores.wishes, "of_person", fails)
        view = await bot.opens(ada, slack.dm(ada), "settings")

        assert "The disk is full." in view.shown


async def test_settling__what_hangs_is_answered_in_time_and_goes_on() -> None:
    settling, go, done = Settling(patience_seconds=0.01), asyncio.Event(), []

    async def slow() -> dict[str, str]:
        await go.wait()
        done.append(1)
        return {}

    settled = await settling.settled(slow(), title="Settings")
    go.set()
    await asyncio.sleep(0.01)

    assert "not known yet whether it was saved" in str(settled["view"])
    assert done == [1]


async def test_settling__a_mistake_of_ours_tells_nothing_of_it() -> None:
    async def fails() -> dict[str, str]:
        raise ValueError("what somebody wrote")

    settled = await Settling().settled(fails(), title="Settings")

    assert "Sorry, something went wrong here." in str(settled["view"])
    assert "what somebody wrote" not in str(settled)


async def test_digest__previewed_to_the_asker_alone(slack: FakeSlack, tmp_path: Path) -> None:
    ada, bo = slack.add_user("ada"), slack.add_user("bo")
    room = slack.add_channel("room", members=[ada, bo])
    async with an_office(slack, tmp_path) as bot:
        await bot.asks(ada, room, "digest")
        assert "Nothing has been read of widgets yet" in slack.messages(room, viewer=ada)[-1].shown
        await bot.reads()
        bot.clock.advance(days=1)
        await bot.asks(ada, room, "digest")
        said = slack.messages(room, viewer=ada)[-1]

        assert said.ephemeral_to == ada.id
        gets_none = "This channel gets no digest: a maintainer can “subscribe” it."
        assert f"A preview, as things stand now. {gets_none}" in said.shown
        assert "digest of Monday 24 August" in said.shown
        assert "#9" in said.shown, "merged since Monday"
        assert "Swordfish" not in said.shown
        assert slack.messages(room, viewer=bo) == []
        await bot.presses(ada, said, "Refresh")
        assert slack.messages(room, viewer=ada)[-1] is said
        assert len(said.edits) == 1
        await bot.stores.subscriptions.put(
            Subscription(
                channel=room.id, tracker_key=KEY, at="tue 10:30", zone="UTC", since=NOW, by=ada.id
            )
        )
        await bot.presses(ada, said, "Refresh")
        assert "this channel gets it on Tuesday 25 August 10:30 (UTC)." in said.shown
        assert "digest of Tuesday 25 August" in said.shown
        await bot.presses(ada, said, "Show drift")
        shown = slack.messages(room, viewer=ada)[-1].text
        assert shown.startswith("Index and GitHub agree.")


async def test_digest__by_a_mention_only_the_asker_sees_it(
    slack: FakeSlack, tmp_path: Path
) -> None:
    ada, bo = slack.add_user("ada"), slack.add_user("bo")
    room = slack.add_channel("room", members=[ada, bo])
    async with an_office(slack, tmp_path) as bot:
        await bot.reads()
        await slack.mentions(ada, room, "digest")
        await bot.idle()

        assert slack.messages(room, viewer=ada)[-1].ephemeral_to == ada.id
        assert [m.ephemeral_to for m in slack.messages(room, viewer=bo)] == [None]


async def test_digest__the_buttons_of_a_posted_one_work_months_later(
    slack: FakeSlack, tmp_path: Path
) -> None:
    """They are questions: answered from what is known then, beside the digest, which stays."""
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    buttons = Buttons((Button(ActionId.ASK, "Show drift", "drift in widgets"),))
    digest = Answer(
        blocks=(Heading((Plain("Digest"),)), buttons), facts=HelpFacts(usages=()), title="Digest"
    )
    async with an_office(slack, tmp_path) as bot:
        await posted(bot.office.client, room.id, slack_message(digest))
        [message] = slack.messages(room)
        bot.clock.advance(days=120)
        await bot.reads()
        await bot.presses(ada, message, "Show drift")

        assert message.edits == []
        answer = slack.messages(room, viewer=ada)[-1]
        assert answer.ephemeral_to == ada.id
        assert answer.text.startswith("Index and GitHub agree.")
