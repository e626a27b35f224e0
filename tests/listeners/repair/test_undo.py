"""*Undo* of a repair from Slack."""

import asyncio
from pathlib import Path

from bot.demo.github import FakeGitHub
from bot.demo.slack import FakeSlack
from bot.github_status.github import Credentials, endpoints
from bot.github_status.github.edit import EditAccess
from bot.github_status.repair import offers_of, proposal_of
from bot.github_status.repairing import Repairing
from bot.store.audit import Audit
from bot.store.claims import Claims
from tests.listeners.errand_harness import Setting, maintained_by
from tests.listeners.repair.harness import BODY, THEIRS, WRITE_TOKEN, RepairRoom, a_room, ticked


async def test_undo__after_an_edit_only_what_is_confirmed_anew(room: RepairRoom) -> None:
    ada, max_ = room.members
    await room.opens(ada, "Repair 3 boxes")
    await room.chooses(ada)
    done = await room.confirms(ada)
    theirs = ticked(7, 10, body=THEIRS).replace("- [x] #10 gen", "- [x] #10 Gen")
    room.edited(theirs)()

    await room.bot.presses(ada, done, "Undo")
    confirm = room.modal(ada)
    assert "widgets was edited since. What can still be taken back:" in confirm.shown
    assert "+ 4:    - [ ] #7" in confirm.shown
    assert "#10" not in confirm.shown
    assert room.writes == 1

    newer = theirs.replace("by Bo", "by Bo again")
    room.edited(newer)()
    anew = await room.confirms(ada)
    assert "What can still be taken back" in anew.shown
    assert room.body == newer

    undone = await room.confirms(ada)
    assert "1 box of acme/widgets#1 set back" in undone.shown
    assert room.body == newer.replace("- [x] #7", "- [ ] #7")
    assert max_.id not in str(await room.bot.stores.audit.newest())


async def test_undo__twice_at_once_is_one_edit(room: RepairRoom) -> None:
    ada, _ = room.members
    await room.opens(ada, "Repair 3 boxes")
    await room.chooses(ada)
    done = await room.confirms(ada)

    await asyncio.gather(*(room.bot.presses(ada, done, "Undo") for _ in range(2)))

    assert (room.body, room.writes) == (BODY, 2)
    assert "It was taken back already; nothing was written." in room.modal(ada).shown


async def test_undo__where_nothing_stands_as_it_was_left(room: RepairRoom) -> None:
    ada, _ = room.members
    await room.opens(ada, "Repair 3 boxes")
    await room.chooses(ada)
    done = await room.confirms(ada)
    room.edited("All done.\n")()

    await room.bot.presses(ada, done, "Undo")

    assert "Nothing was taken back" in room.modal(ada).shown
    assert (room.body, room.writes) == ("All done.\n", 1)


async def test_undo__of_more_boxes_than_a_modal_could_keep(
    slack: FakeSlack, gh: FakeGitHub, tmp_path: Path
) -> None:
    """A terminal repairs as many as there are, and who came later in Slack may take it back."""
    ada = slack.add_user("ada")
    rows = "".join(f"- [ ] #{100 + row % 200} row {row}\n" for row in range(600))
    setting = Setting(rules=maintained_by(ada))
    body = f"## All\n\n{rows}"
    async with a_room(slack, gh, tmp_path, setting, members=(ada,), body=body) as room:
        await room.opens(ada, "Repair 600 boxes")
        await room.chooses(ada)
        office, ground = room.bot.office, room.bot
        judged = await office.everything_of(office.trackers[0])
        assert judged is not None
        async with EditAccess(endpoints(gh.url), Credentials(token=WRITE_TOKEN)) as edits:
            terminal = Repairing(
                edits, Claims(ground.database), Audit(ground.database), clock=ground.clock
            )
            await terminal.repair(proposal_of(judged, offers_of(judged)))
        ground.clock.advance(minutes=1)
        late = await room.confirms(ada)
        room.edited(f"By Bo\n\n{room.body}")()

        await ground.presses(ada, late, "Undo")
        await room.confirms(ada)

        assert room.body == f"By Bo\n\n## All\n\n{rows}"
