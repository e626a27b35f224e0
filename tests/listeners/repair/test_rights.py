"""Who may repair from Slack, which rows they are shown, and how much a modal holds."""

from pathlib import Path
from typing import Any

import pytest

from bot.demo.github import FakeGitHub
from bot.demo.slack import FakeSlack, User
from bot.github_status.facts.pulls import Login
from bot.people.people import Link, People, PersonName, SlackId
from bot.store.links import StoredLink
from tests.builders import NOW
from tests.listeners.errand_harness import Setting, labels, maintained_by, replace
from tests.listeners.harness import HARM, SECRET_TITLE
from tests.listeners.repair.harness import BODY, RepairRoom, a_room, labels_in, ticked

OWNERS = {"owners_repair": True}


def linked(name: str, user: User, login: str) -> People:
    """As the settings file links them."""
    link = Link(name=PersonName(name), github=Login(login), slack=SlackId(user.id))
    return People((link,))


def self_made(name: str, user: User, *, by_maintainer: bool = False) -> StoredLink:
    return StoredLink(
        name=name, github=None, slack=user.id, by=user.id, by_maintainer=by_maintainer, at=NOW
    )


async def put_link(room: RepairRoom, link: StoredLink) -> None:
    await room.bot.stores.links.put(link)
    await room.bot.office.changing.book.refresh()


async def remove_link(room: RepairRoom, name: str) -> None:
    await room.bot.stores.links.remove(name)
    await room.bot.office.changing.book.refresh()


@pytest.mark.parametrize(
    ("rules", "link", "says"),
    [
        pytest.param(
            {}, None, "Only a maintainer of this bot can repair the index.", id="owners may not"
        ),
        pytest.param(
            OWNERS, None, "You are not linked to anybody in it.", id="nobody knows who that is"
        ),
        pytest.param(
            OWNERS,
            "Bo Chen",
            "You linked yourself to Bo Chen. That brings you messages",
            id="a link that they made themself",
        ),
    ],
)
async def test_repair__who_may_not_is_told_whom_to_ask(
    slack: FakeSlack,
    gh: FakeGitHub,
    tmp_path: Path,
    rules: dict[str, Any],
    link: str | None,
    says: str,
) -> None:
    ada, bo = slack.add_user("ada"), slack.add_user("bo")
    setting = Setting(rules=maintained_by(ada, **rules))
    async with a_room(slack, gh, tmp_path, setting, members=(ada, bo)) as room:
        if link is not None:
            await put_link(room, self_made(link, bo))
        await room.bot.asks(bo, room.room, "drift")
        answer = slack.messages(room.room, viewer=bo)[-1]

        await room.bot.presses(bo, answer, "Repair 3 boxes")

        refusal = slack.messages(room.room, viewer=bo)[-1]
        assert says in refusal.shown
        assert ada.id in str(refusal.blocks)
        assert not slack.modals(bo)


async def test_repair__a_confirmed_owner_repairs_their_own_rows(
    slack: FakeSlack, gh: FakeGitHub, tmp_path: Path
) -> None:
    ada, bo = slack.add_user("ada"), slack.add_user("bo")
    rules = maintained_by(ada, **OWNERS)
    setting = Setting(rules=rules, people=linked("Bo Chen", bo, "bo"))
    async with a_room(slack, gh, tmp_path, setting, members=(ada, bo)) as room:
        choice = await room.opens(bo, "Repair 3 boxes")
        assert labels_in(choice) == ["#10 generation", "#11 write it down"]
        await room.chooses(bo)
        done = await room.confirms(bo)
        assert room.body == ticked(10)

        await room.bot.presses(bo, done, "Undo")
        assert room.body == BODY


async def test_repair__none_of_an_owner_s_rows_is_out_of_date(
    slack: FakeSlack, gh: FakeGitHub, tmp_path: Path
) -> None:
    ada, bo = slack.add_user("ada"), slack.add_user("bo")
    setting = Setting(rules=maintained_by(ada, **OWNERS), people=linked("Bo Chen", bo, "bo"))
    async with a_room(slack, gh, tmp_path, setting, members=(ada, bo)) as room:
        said = await room.opens(bo, "Repair 1 box", "drift refit")

        assert "None of the boxes that are out of date here is in a workstream that you own" in (
            said.shown
        )


async def test_repair__rights_are_looked_at_again_when_it_is_confirmed(
    slack: FakeSlack, gh: FakeGitHub, tmp_path: Path
) -> None:
    ada, bo = slack.add_user("ada"), slack.add_user("bo")
    setting = Setting(rules=maintained_by(ada, **OWNERS))
    async with a_room(slack, gh, tmp_path, setting, members=(ada, bo)) as room:
        await put_link(room, self_made("Bo Chen", bo, by_maintainer=True))
        await room.opens(bo, "Repair 3 boxes")
        await room.chooses(bo)
        await remove_link(room, "Bo Chen")

        refused = await room.confirms(bo)

        assert "You are not linked to anybody in it." in refused.shown
        assert (room.body, room.writes) == (BODY, 0)


async def test_undo__is_for_who_repaired_and_for_maintainers(
    slack: FakeSlack, gh: FakeGitHub, tmp_path: Path
) -> None:
    ada, bo = slack.add_user("ada"), slack.add_user("bo")
    setting = Setting(rules=maintained_by(ada, **OWNERS), people=linked("Bo Chen", bo, "bo"))
    async with a_room(slack, gh, tmp_path, setting, members=(ada, bo)) as room:
        await room.opens(ada, "Repair 3 boxes")
        await room.chooses(ada)
        done = await room.confirms(ada)
        choice = await room.opens(bo, "Repair 1 box")
        assert labels_in(choice) == ["#11 write it down"]
        choice.content["blocks"] = done.content["blocks"]

        await room.bot.presses(bo, choice, "Undo")

        assert "Only who made a repair, or a maintainer of this bot" in room.modal(bo).shown
        assert room.writes == 1


async def test_undo__whoever_lost_the_right_takes_nothing_back(
    slack: FakeSlack, gh: FakeGitHub, tmp_path: Path
) -> None:
    ada, bo = slack.add_user("ada"), slack.add_user("bo")
    setting = Setting(rules=maintained_by(ada, **OWNERS))
    async with a_room(slack, gh, tmp_path, setting, members=(ada, bo)) as room:
        await put_link(room, self_made("Bo Chen", bo, by_maintainer=True))
        await room.opens(bo, "Repair 3 boxes")
        await room.chooses(bo)
        done = await room.confirms(bo)
        await remove_link(room, "Bo Chen")

        await room.bot.presses(bo, done, "Undo")

        assert "You are not linked to anybody in it." in room.modal(bo).shown
        assert (room.body, room.writes) == (ticked(10), 1)


async def test_repair__switched_off_there_is_no_button_and_an_old_one_says_so(
    slack: FakeSlack, gh: FakeGitHub, tmp_path: Path
) -> None:
    ada = slack.add_user("ada")
    setting = Setting(rules=maintained_by(ada))
    async with a_room(slack, gh, tmp_path, setting, members=(ada,), can_repair=False) as room:
        for words in ("", "drift", "refit"):
            await room.bot.asks(ada, room.room, words)
        answers = slack.messages(room.room, viewer=ada)
        assert not any("Repair" in label for one in answers for label in labels(one))
        answer = answers[-1]
        old = next(b for b in answer.blocks if b["type"] == "actions")["elements"][0]
        old |= {"action_id": "repair", "text": {"type": "plain_text", "text": "Repair 3 boxes"}}

        await room.bot.presses(ada, answer, "Repair 3 boxes")

        refusal = slack.messages(room.room, viewer=ada)[-1]
        assert "The settings do not let the index be changed." in refusal.shown


async def test_repair__who_may_see_private_rows_is_offered_them(
    slack: FakeSlack, gh: FakeGitHub, tmp_path: Path
) -> None:
    ada = slack.add_user("ada")
    rules = replace(maintained_by(ada), private_people=frozenset({SlackId(ada.id)}))
    async with a_room(slack, gh, tmp_path, Setting(rules=rules), members=(ada,)) as room:
        choice = await room.opens(ada, "Repair 4 boxes")
        assert f"vault#5 {SECRET_TITLE}" in labels_in(choice)[2]
        await room.chooses(ada)
        await room.confirms(ada)

        assert "- [x] acme/vault#5" in room.body


async def test_repair__hostile_words_and_more_boxes_than_a_modal_holds(
    slack: FakeSlack, gh: FakeGitHub, tmp_path: Path
) -> None:
    """The fake refuses whatever breaks a limit of Slack's."""
    ada = slack.add_user("ada")
    title = f"{HARM} \u202e &&&& {'<' * 150} {'x' * 150}"
    rows = "".join(f"- [ ] #{number} {title}\n" for number in range(100, 200))
    body = f"## {HARM} {'w' * 200}\n\n{rows}"
    setting = Setting(rules=maintained_by(ada))
    async with a_room(slack, gh, tmp_path, setting, members=(ada,), body=body) as room:
        choice = await room.opens(ada, "Repair 100 boxes")
        assert len(labels_in(choice)) == 70
        assert "30 more boxes have no room here" in choice.shown
        seen = str(choice.blocks)
        confirm = await room.chooses(ada)
        seen += str(confirm.blocks)
        assert confirm.shown.count("\n+ ") == 70

        done = await room.confirms(ada)

        assert "70 boxes of acme/widgets#1 ticked, and read again." in done.shown
        assert room.body.count("- [x] ") == 70
        assert room.body.replace("- [x] ", "- [ ] ") == body
        assert "mrkdwn" not in seen
        assert "'type': 'link'" in seen
        assert "\u202e" not in seen
        assert "'url': 'https://example.org" not in seen


async def test_repair__who_may_see_private_rows_is_told_the_lost_text_whole(
    slack: FakeSlack, gh: FakeGitHub, tmp_path: Path
) -> None:
    ada = slack.add_user("ada")
    rules = replace(maintained_by(ada), private_people=frozenset({SlackId(ada.id)}))
    async with a_room(slack, gh, tmp_path, Setting(rules=rules), members=(ada,)) as room:
        theirs = f"By Bo\n\n{BODY}"
        gh.when("updateIssue", room.edited(theirs))
        await room.opens(ada, "Repair 4 boxes")
        await room.chooses(ada)

        done = await room.confirms(ada)

        assert theirs.strip() in done.shown


async def test_undo__lines_of_private_rows_are_not_shown_to_others(
    slack: FakeSlack, gh: FakeGitHub, tmp_path: Path
) -> None:
    ada, max_ = slack.add_user("ada"), slack.add_user("max")
    rules = replace(maintained_by(ada, max_), private_people=frozenset({SlackId(ada.id)}))
    async with a_room(slack, gh, tmp_path, Setting(rules=rules), members=(ada, max_)) as room:
        await room.opens(ada, "Repair 4 boxes")
        await room.chooses(ada)
        done = await room.confirms(ada)
        room.edited(f"By Bo\n\n{room.body}")()
        mine = await room.opens(max_, "Repair 1 box")
        mine.content["blocks"] = done.content["blocks"]

        await room.bot.presses(max_, mine, "Undo")

        shown = room.modal(max_).shown
        assert "3 boxes of widgets will be set back" in shown
        assert "1 line of private rows is not shown here." in shown
        assert "+ 6:    - [ ] #7" in shown
        assert "Swordfish" not in shown
