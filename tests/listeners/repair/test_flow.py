"""Repair from Slack: open, choose, confirm, written, taken back."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.answers.lost_text import HIDDEN_LINE
from bot.demo.github import FakeGitHub
from bot.demo.slack import FakeSlack
from bot.demo.slack.app import Transport
from tests.listeners.errand_harness import Setting, a_workspace, labels, maintained_by
from tests.listeners.repair.harness import (
    BODY,
    THEIRS,
    RepairRoom,
    a_room,
    chosen_in,
    fields_of,
    labels_in,
    options_in,
    ticked,
)

READ, WRITE = "query IssueText", "updateIssue"


@pytest.fixture(params=["socket", "http"])
async def both(request: pytest.FixtureRequest) -> AsyncIterator[FakeSlack]:
    transport: Transport = request.param
    async with a_workspace(transport) as slack:
        yield slack


async def test_repair__the_whole_round(both: FakeSlack, gh: FakeGitHub, tmp_path: Path) -> None:
    ada = both.add_user("ada")
    setting = Setting(rules=maintained_by(ada))
    async with a_room(both, gh, tmp_path, setting, members=(ada,)) as room:
        choice = await room.opens(ada, "Repair 3 boxes")
        sure, perhaps = fields_of(choice)
        assert labels_in(choice) == [
            "#7 WeightSynchronizer ABC",
            "#10 generation",
            "#11 write it down",
        ]
        assert (len(chosen_in(choice, sure)), chosen_in(choice, perhaps)) == (2, [])
        assert "- 4:    - [ ] #7 WeightSynchronizer ABC\n+ 4:    - [x] #7" in choice.shown
        assert "1 box of private rows is not shown here." in choice.shown

        confirm = await room.chooses(ada, 11)
        assert "3 boxes of widgets will be ticked, in one edit." in confirm.shown
        assert "- 10:   - [ ] #10 generation\n+ 10:   - [x] #10 generation" in confirm.shown
        assert room.writes == 0

        done = await room.confirms(ada)
        assert "3 boxes of acme/widgets#1 ticked, and read again." in done.shown
        assert (room.body, room.writes) == (ticked(7, 10, 11), 1)
        [change] = await room.bot.stores.audit.newest()
        assert (change.by, change.what) == (ada.id, "repair")

        room.bot.clock.advance(minutes=1)
        await room.bot.asks(ada, room.room, "drift")
        answer = both.messages(room.room, viewer=ada)[-1]
        assert not any("Repair" in label for label in labels(answer))

        await room.bot.presses(ada, done, "Undo")
        undone = room.modal(ada)
        assert "3 boxes of acme/widgets#1 set back, and read again." in undone.shown
        assert (room.body, room.writes) == (BODY, 2)
        assert "Undo" not in labels(undone)


async def test_repair__only_the_workstream_that_was_asked_for(room: RepairRoom) -> None:
    ada, _ = room.members
    choice = await room.opens(ada, "Repair 2 boxes", "generation")
    assert labels_in(choice) == ["#10 generation", "#11 write it down"]

    await room.chooses(ada)
    await room.confirms(ada)

    assert room.body == ticked(10)


async def test_repair__nothing_chosen_is_said_under_the_boxes(room: RepairRoom) -> None:
    ada, _ = room.members
    choice = await room.opens(ada, "Repair 3 boxes", "")
    sure = fields_of(choice)[0]

    sent = await room.slack.submits(choice, {sure: []})

    assert sent.errors == {sure: "Choose at least one box."}


async def test_repair__others_can_be_chosen_from_the_confirmation(room: RepairRoom) -> None:
    ada, _ = room.members
    await room.opens(ada, "Repair 3 boxes")
    confirm = await room.chooses(ada, 11)

    await room.bot.presses(ada, confirm, "Choose others")
    perhaps = fields_of(room.modal(ada))[1]
    assert chosen_in(room.modal(ada), perhaps) == []
    await room.chooses(ada)
    await room.confirms(ada)

    assert room.body == ticked(7, 10)


@pytest.mark.parametrize("is_read", [True, False], ids=["read since", "only on GitHub"])
async def test_repair__an_edit_before_the_confirmation_means_a_new_proposal(
    room: RepairRoom, is_read: bool
) -> None:
    ada, _ = room.members
    await room.opens(ada, "Repair 3 boxes")
    await room.chooses(ada)
    room.edited(THEIRS)()
    if is_read:
        await room.bot.reads()

    anew = await room.confirms(ada)

    assert "widgets was edited meanwhile, so nothing was written." in anew.shown
    assert (room.body, room.writes) == (THEIRS, 0)
    await room.chooses(ada)
    done = await room.confirms(ada)
    assert "2 boxes" in done.shown
    assert room.body == ticked(7, 10, body=THEIRS)


async def test_repair__an_edit_before_the_choice_means_a_new_choice(room: RepairRoom) -> None:
    ada, _ = room.members
    choice = await room.opens(ada, "Repair 3 boxes")
    sure, perhaps = fields_of(choice)
    await room.slack.chooses(ada, choice, sure, [])
    room.edited("x\n" + BODY)()
    await room.bot.reads()

    sent = await room.slack.submits(choice, {perhaps: options_in(choice, perhaps)})
    anew = sent.view

    assert anew is not None
    assert "was edited meanwhile" in anew.shown
    assert len(chosen_in(anew, fields_of(anew)[0])) == 2, "what was said of another text is gone"


async def test_repair__what_an_edit_in_the_gap_lost_is_shown_but_for_private_rows(
    room: RepairRoom, gh: FakeGitHub
) -> None:
    ada, _ = room.members
    gh.when(WRITE, room.edited(THEIRS))
    await room.opens(ada, "Repair 3 boxes")
    await room.chooses(ada)

    done = await room.confirms(ada)

    assert "bo saved an edit in the same second" in done.shown
    assert THEIRS.replace("- [ ] acme/vault#5 Swordfish engine", HIDDEN_LINE).strip() in done.shown
    assert "Undo" in labels(done)
    assert room.writes == 1


async def test_repair__one_edit_however_often_the_same_is_submitted(room: RepairRoom) -> None:
    ada, _ = room.members
    await room.opens(ada, "Repair 3 boxes")
    confirm = await room.chooses(ada)

    await asyncio.gather(*(room.slack.submits(confirm) for _ in range(3)))
    await room.bot.idle()

    assert (room.body, room.writes) == (ticked(7, 10), 1)
    shown = room.modal(ada)
    assert "by you on" in shown.shown
    assert "nothing was written a second time" in shown.shown
    assert "Undo" in labels(shown)


async def test_repair__of_two_people_at_once_one_writes(room: RepairRoom) -> None:
    ada, max_ = room.members
    for person in (ada, max_):
        await room.opens(person, "Repair 3 boxes")
        await room.chooses(person)

    await asyncio.gather(*(room.slack.submits(room.modal(person)) for person in (ada, max_)))
    await room.bot.idle()

    assert (room.body, room.writes) == (ticked(7, 10), 1)
    said = [room.modal(person).shown for person in (ada, max_)]
    assert sum("ticked, and read again" in one for one in said) == 1
    assert sum("were ticked already, by somebody on" in one for one in said) == 1


async def test_repair__what_somebody_else_ticked_before_is_told(room: RepairRoom) -> None:
    ada, max_ = room.members
    for person in (ada, max_):
        await room.opens(person, "Repair 3 boxes")
        await room.chooses(person)
    room.bot.clock.advance(minutes=1)
    await room.confirms(ada)

    late = await room.confirms(max_)

    assert "were ticked already, by somebody on" in late.shown
    assert room.writes == 1


async def test_repair__of_two_people_with_other_boxes_the_second_looks_anew(
    room: RepairRoom,
) -> None:
    ada, max_ = room.members
    await room.opens(ada, "Repair 3 boxes")
    await room.chooses(ada)
    await room.opens(max_, "Repair 3 boxes")
    await room.chooses(max_, 11)

    await room.confirms(ada)
    anew = await room.confirms(max_)

    assert room.body == ticked(7, 10)
    assert labels_in(anew) == ["#11 write it down"]
    assert "was edited meanwhile" in anew.shown


async def test_repair__what_came_of_it_reaches_who_closed_the_modal(
    room: RepairRoom, gh: FakeGitHub
) -> None:
    ada, _ = room.members
    gh.when(WRITE, room.edited(THEIRS))
    await room.opens(ada, "Repair 3 boxes")
    confirm = await room.chooses(ada)

    await room.slack.submits(confirm)
    assert "Writing to GitHub …" in room.modal(ada).shown
    await room.slack.closes(room.modal(ada))
    await room.bot.idle()

    [told] = room.slack.messages(room.slack.dm(ada), viewer=ada)[-1:]
    assert "- [ ] #12 new" in str(told.blocks)
    await room.bot.presses(ada, told, "Undo")
    assert "set back, and read again" in room.modal(ada).shown
    assert (room.body, room.writes) == (BODY, 2)


async def test_repair__github_refuses(room: RepairRoom, gh: FakeGitHub) -> None:
    ada, _ = room.members
    await room.opens(ada, "Repair 3 boxes")
    await room.chooses(ada)
    gh.archive("acme/widgets")

    done = await room.confirms(ada)

    assert "Nothing was written." in done.shown
    assert (labels(done), room.body) == ([], BODY)
