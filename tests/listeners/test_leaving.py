"""*Leave as is*: from the menu of a finding to the count, and back."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.answers.answer import ActionId
from bot.demo.slack import (
    FakeSlack,
    Message,
    User,
    View,
)
from bot.github_status.judge import Rules, judge_snapshot
from bot.listeners.leave_picking import picks_of
from bot.listeners.leaving import COUNTED_BEFORE, COUNTS, LEFT, LEFT_BEFORE
from bot.people.people import People
from bot.render.slack.forms_leave import pick_view
from bot.store.links import StoredLink
from tests.builders import (
    NOW,
    a_closed_pull,
    a_merged_pull,
    a_ref,
    a_row,
    a_snapshot,
    a_tracker_issue,
    a_workstream,
    an_actor,
)
from tests.listeners.errand_harness import (
    KEY,
    Offices,
    Setting,
    a_workspace,
    an_office,
    labels,
    maintained_by,
)
from tests.listeners.harness import SECRET_REPOSITORY, SECRET_TITLE, WIDGETS, people

HOSTILE = "<!channel> *why* & <https://example.org|y>"


@pytest.fixture
async def slack() -> AsyncIterator[FakeSlack]:
    async with a_workspace() as slack:
        yield slack


async def a_drifted(bot: Offices) -> None:
    """#8 (Ana's section) is merged, #10 (Bo's) and a private one closed: three findings."""
    secret = a_ref(5, repository=SECRET_REPOSITORY)
    private = a_closed_pull(ref=secret, title=SECRET_TITLE, is_private=True, author=an_actor("spy"))
    for item in (a_merged_pull(8), a_closed_pull(10), private):
        bot.github.items[item.ref] = item
    await bot.reads()


async def asks_drift(bot: Offices, user: User, words: str = "drift") -> Message:
    """What the person is answered."""
    room = bot.slack.dm(user)
    await bot.asks(user, room, words)
    return bot.slack.messages(room, viewer=user)[-1]


def count(message: Message) -> int:
    """How many disagreements the title tells of."""
    return int(message.blocks[0]["text"]["text"].split(" ")[0])


def menus(message: Message) -> list[tuple[str, str, str]]:
    """Every menu: the line, its action id, and the value of its only option."""
    found = []
    for block in message.blocks:
        accessory = block.get("accessory")
        if accessory and accessory["type"] == "overflow":
            [option] = accessory["options"]
            found.append((block["text"]["text"], accessory["action_id"], option["value"]))
    return found


async def chooses(bot: Offices, user: User, message: Message, about: str) -> None:
    """The person uses the menu of the line that says this."""
    [(_, action, value)] = [menu for menu in menus(message) if about in menu[0]]
    await bot.slack.chooses(user, message, action, value)
    await bot.idle()


async def opens(bot: Offices, user: User, about: str) -> View:
    """The modal that asks why."""
    await chooses(bot, user, await asks_drift(bot, user), about)
    return bot.modal(user)


async def leaves(bot: Offices, user: User, about: str, why: str = "") -> View:
    """The person leaves it as it is."""
    done = await bot.slack.submits(await opens(bot, user, about), {"why": why or None})
    assert done.view is not None
    return done.view


async def test_leave__leaves_the_count_and_comes_back(slack: FakeSlack, tmp_path: Path) -> None:
    ada = slack.add_user("ada")
    setting = Setting(people=people(ana=ada.id), rules=maintained_by(ada))
    async with an_office(slack, tmp_path, setting) as bot:
        await a_drifted(bot)
        # In the middle of a minute and of a quarter of an hour, as it mostly is.
        bot.clock.advance(minutes=7, seconds=40)
        before = count(await asks_drift(bot, ada))

        form = await opens(bot, ada, "|#8>")
        assert "acme/widgets#8 · Merged, box empty · line 5" in form.shown
        assert "The box is empty; GitHub says merged on" in form.shown
        done = await slack.submits(form, {"why": f"  {HOSTILE}\n"})

        assert done.view is not None
        assert LEFT in done.view.shown
        [left] = await bot.stores.left.of_tracker(KEY)
        assert (left.kind, left.subject, left.by) == ("merged_unticked", "acme/widgets#8", ada.id)
        assert left.why == HOSTILE
        after = await asks_drift(bot, ada)
        assert count(after) == before - 1
        assert "1 left as it is: it does not count until its evidence changes." in after.shown
        assert f"left by Ana Souza, 19 Aug: “{HOSTILE}”" in after.shown.replace("\u200b", "")

        await bot.presses(ada, done.view, "Undo")
        assert "Undone." in bot.modal(ada).shown
        assert count(await asks_drift(bot, ada)) == before


async def test_count_again__by_its_menu_once(slack: FakeSlack, tmp_path: Path) -> None:
    ada = slack.add_user("ada")
    async with an_office(slack, tmp_path, Setting(rules=maintained_by(ada))) as bot:
        await a_drifted(bot)
        await leaves(bot, ada, "|#8>")
        message = await asks_drift(bot, ada)

        for said in (COUNTS, COUNTED_BEFORE):
            await chooses(bot, ada, message, "|#8> · Merged, box empty")
            assert slack.messages(slack.dm(ada), viewer=ada)[-1].text.startswith(said)

        assert await bot.stores.left.every() == ()
        undo = slack.messages(slack.dm(ada), viewer=ada)[-2]
        await bot.presses(ada, undo, "Undo")
        assert [one.by for one in await bot.stores.left.every()] == [ada.id]


async def test_leave__counts_again_when_its_evidence_changes(
    slack: FakeSlack, tmp_path: Path
) -> None:
    ada = slack.add_user("ada")
    async with an_office(slack, tmp_path, Setting(rules=maintained_by(ada))) as bot:
        await a_drifted(bot)
        before = count(await asks_drift(bot, ada))
        await leaves(bot, ada, "|#10>")
        opened = await opens(bot, ada, "|#8>")

        for item in (a_merged_pull(8, on="2026-08-19"), a_merged_pull(10)):
            bot.github.items[item.ref] = item
        bot.clock.advance(minutes=2)
        await bot.reads()

        said = await slack.submits(opened)
        assert said.view is not None
        assert "has changed since this was opened" in said.view.shown
        drift = await asks_drift(bot, ada)
        assert count(drift) == before
        assert "left as" not in drift.shown

        bot.github.change(8, state=bot.github.items[a_ref(7)].state, merged_at=None)
        bot.clock.advance(minutes=2)
        await bot.reads()
        await chooses(bot, ada, drift, "|#8>")
        assert "do not disagree about this any more" in bot.modal(ada).shown


async def test_leave__twice_the_same_press_and_two_people_at_once(
    slack: FakeSlack, tmp_path: Path
) -> None:
    ada, bo = slack.add_user("ada"), slack.add_user("bo")
    setting = Setting(people=people(ana=ada.id, bo=bo.id), rules=maintained_by(ada, bo))
    async with an_office(slack, tmp_path, setting) as bot:
        await a_drifted(bot)
        forms = [await opens(bot, user, "|#8>") for user in (ada, bo)]

        done = await asyncio.gather(*map(slack.submits, forms))

        shown = [one.view for one in done if one.view is not None]
        first = [view for view in shown if LEFT in view.shown]
        second = [view for view in shown if LEFT_BEFORE in view.shown]
        assert (len(first), len(second)) == (1, 1)
        assert labels(second[0]) == []
        [left] = await bot.stores.left.every()
        assert left.by == first[0].user
        [change] = await bot.stores.audit.newest(what="left")
        assert (change.by, change.before) == (left.by, None)

        about = [m for m in menus(await asks_drift(bot, ada)) if "|#8>" in m[0]]
        assert [value.split(" ")[0] for _, _, value in about] == [ActionId.COUNT_AGAIN]


async def test_leave__from_an_older_answer_says_who_left_it(
    slack: FakeSlack, tmp_path: Path
) -> None:
    ada = slack.add_user("ada")
    setting = Setting(people=people(ana=ada.id), rules=maintained_by(ada))
    async with an_office(slack, tmp_path, setting) as bot:
        await a_drifted(bot)
        older = await asks_drift(bot, ada)
        await leaves(bot, ada, "|#8>")

        await chooses(bot, ada, older, "|#8>")

        said = "it was left as it is already, by Ana Souza on 19 Aug 2026."
        assert said in bot.modal(ada).shown


@pytest.mark.parametrize(
    ("who", "about", "said"),
    [
        pytest.param("owner", "|#8>", "", id="owner"),
        pytest.param("owner of another section", "|#8>", "Only an owner", id="of another section"),
        pytest.param("self-made", "|#8>", "a maintainer has to confirm it", id="self-made link"),
        pytest.param("nobody", "|#8>", "Only an owner", id="nobody"),
    ],
)
async def test_leave__who_may(
    slack: FakeSlack, tmp_path: Path, who: str, about: str, said: str
) -> None:
    ada, boss = slack.add_user("ada"), slack.add_user("boss")
    linked = {"owner": people(ana=ada.id), "owner of another section": people(bo=ada.id)}
    setting = Setting(people=linked.get(who, People()), rules=maintained_by(boss))
    async with an_office(slack, tmp_path, setting) as bot:
        await a_drifted(bot)
        if who == "self-made":
            own: dict[str, Any] = {"by": ada.id, "by_maintainer": False, "at": NOW}
            await bot.stores.links.put(
                StoredLink(name="Ana Souza", github="ana", slack=ada.id, **own)
            )
            await bot.office.changing.book.refresh()

        form = await opens(bot, ada, about)

        if said:
            assert said in form.shown
            assert "submit" not in form.content
            return
        assert LEFT in (await slack.submits(form)).view.shown  # type: ignore[union-attr]  # a view
        await chooses(bot, ada, await asks_drift(bot, ada), "|#8> · Merged, box empty")
        assert await bot.stores.left.every() == ()


async def test_leave__whoever_lost_the_right_meanwhile(slack: FakeSlack, tmp_path: Path) -> None:
    ada = slack.add_user("ada")
    async with an_office(slack, tmp_path, Setting(rules=maintained_by())) as bot:
        await a_drifted(bot)
        link = StoredLink(
            name="Ana Souza", github="ana", slack=ada.id, by="U9", by_maintainer=True, at=NOW
        )
        await bot.stores.links.put(link)
        await bot.office.changing.book.refresh()
        form = await opens(bot, ada, "|#8>")
        await bot.stores.links.remove(link.name)
        await bot.office.changing.book.refresh()

        done = await slack.submits(form)

        assert done.view is not None
        assert "Only an owner of this workstream" in done.view.shown
        assert await bot.stores.left.every() == ()


async def test_leave__a_private_row_is_not_offered_where_it_is_hidden(
    slack: FakeSlack, tmp_path: Path
) -> None:
    ada = slack.add_user("ada")
    eve = slack.add_user("eve")
    rules = maintained_by(ada, eve, private_people=frozenset({ada.id}))
    async with an_office(slack, tmp_path, Setting(rules=rules)) as bot:
        await a_drifted(bot)
        assert len(menus(await asks_drift(bot, eve))) == 2
        full = await asks_drift(bot, ada)
        [(_, _, value)] = [menu for menu in menus(full) if "vault" in menu[0]]

        await chooses(bot, ada, full, "vault")
        assert "acme/vault#5" in bot.modal(ada).shown
        assert LEFT in (await slack.submits(bot.modal(ada), {"why": "hush"})).view.shown  # type: ignore[union-attr]  # a view

        public = await asks_drift(bot, eve)
        assert "1 left as it is" in public.shown
        shown = public.shown + str(public.blocks)
        assert not [w for w in ("hush", "vault", SECRET_TITLE, value[-16:]) if w in shown]


async def test_leave__of_too_many_for_menus_one_is_picked(slack: FakeSlack, tmp_path: Path) -> None:
    ada = slack.add_user("ada")
    numbers = range(100, 131)
    async with an_office(slack, tmp_path, Setting(rules=maintained_by(ada))) as bot:
        rows = "".join(f"- [ ] #{number} {HOSTILE * 3}\n" for number in numbers)
        bot.github.issues[WIDGETS.ref] = a_tracker_issue(f"## Refit\nOwner: Ana Souza\n\n{rows}")
        bot.github.items |= {a_ref(number): a_merged_pull(number) for number in numbers}
        await bot.reads()
        message = await asks_drift(bot, ada)
        assert (count(message), menus(message)) == (31, [])

        await bot.presses(ada, message, "Leave one as is …")
        picking = bot.modal(ada)
        [group] = picking.blocks[0]["element"]["option_groups"]
        options = {o["text"]["text"].split(",")[0]: o["value"] for o in group["options"]}
        form = (await slack.submits(picking, {"finding": options["#107"]})).view

        assert form is not None
        assert "acme/widgets#107 · Merged, box empty · line" in form.shown
        done = (await slack.submits(form, {"why": "for now"})).view
        assert done is not None
        assert LEFT in done.shown
        [left] = await bot.stores.left.every()
        assert (left.subject, left.why) == ("acme/widgets#107", "for now")
        assert count(await asks_drift(bot, ada)) == 30


def test_picks__every_finding_within_what_a_menu_takes_and_the_rest_is_counted() -> None:
    rows = [a_row(number) for number in range(10, 340)]
    items = tuple(a_merged_pull(number) for number in range(10, 340))
    snapshot = a_snapshot(a_workstream(*rows, owners=("Ana",)), items=items)
    groups, more = picks_of(judge_snapshot(snapshot, rules=Rules(), people={}, now=NOW))

    assert [len(picks) for _, picks in groups] == [100, 100, 100]
    assert more == 30
    shown = str(pick_view(groups, title="Leave as is", metadata="", more=more))
    assert "30 more findings have no room here." in shown
