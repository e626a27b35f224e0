"""*Link owners* and "Is this you?": who may be linked, by whom, and what it brings."""

from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import pytest

from bot.demo.slack import FakeSlack, View
from bot.demo.slack.app import Transport
from bot.github_status.facts.pulls import Login
from bot.people.owners import owner_key
from bot.people.people import Link, People, PersonName, SlackId
from bot.render.slack.forms_link import OWNERS_ON_A_PAGE
from bot.store.links import StoredLink
from tests.builders import NOW
from tests.listeners.errand_harness import (
    Setting,
    a_workspace,
    an_office,
    labels,
    maintained_by,
)
from tests.listeners.harness import HARM, WIDGETS

ANA, BO = f"account.{owner_key('Ana Souza')}", f"account.{owner_key('Bo Chen')}"
ANA_LOGIN, BO_LOGIN = f"login.{owner_key('Ana Souza')}", f"login.{owner_key('Bo Chen')}"


@pytest.fixture(params=["socket", "http"])
async def both(request: pytest.FixtureRequest) -> AsyncIterator[FakeSlack]:
    transport: Transport = request.param
    async with a_workspace(transport) as slack:
        yield slack


@pytest.fixture
async def slack() -> AsyncIterator[FakeSlack]:
    async with a_workspace() as slack:
        yield slack


def chosen(view: View, field: str) -> object:
    """What the field shows before anybody touches it."""
    state = view.state[field][field]
    return state.get("selected_user") or state.get("value")


def made(name: str, slack: str, *, by_maintainer: bool, github: str | None = None) -> StoredLink:
    return StoredLink(
        name=name, github=github, slack=slack, by=slack, by_maintainer=by_maintainer, at=NOW
    )


async def test_owners__the_whole_round(both: FakeSlack, tmp_path: Path) -> None:
    slack = both
    ada, ana = slack.add_user("ada"), slack.add_user("ana.s", real_name="Ana Souza")
    room = slack.add_channel("room", members=[ada, ana])
    async with an_office(slack, tmp_path, Setting(rules=maintained_by(ada))) as bot:
        await bot.reads()
        view = await bot.opens(ada, room, "link")
        assert [chosen(view, field) for field in (ANA, BO)] == [None, None]
        assert "Perhaps ana (" in view.shown
        assert "; bo, who wrote 1 of these rows." in view.shown

        done = await slack.submits(view, {ANA: ana.id, ANA_LOGIN: "@ana"})

        assert done.view is not None
        assert "Linked: Ana Souza." in done.view.shown
        [link] = await bot.stores.links.all()
        assert (link.name, link.github, link.slack) == ("Ana Souza", "ana", ana.id)
        assert link.by_maintainer
        await bot.asks(ana, room, "mine")
        assert "WeightSynchronizer" in slack.messages(room, viewer=ana)[-1].shown

        view = await bot.opens(ada, room, "link")
        assert (chosen(view, ANA), chosen(view, ANA_LOGIN)) == (ana.id, "ana")
        done = await slack.submits(view, {ANA: None, ANA_LOGIN: None})
        assert done.view is not None
        assert "Not linked any more: Ana Souza." in done.view.shown
        await bot.presses(ada, done.view, "Undo")
        assert await bot.stores.links.all() == (link,)
        assert bot.office.changing.book.current.with_slack(ana.id) is not None


async def test_owners__what_cannot_be_stands_at_its_field(slack: FakeSlack, tmp_path: Path) -> None:
    ada = slack.add_user("ada")
    robot = slack.add_user("robot", is_bot=True)
    gone = slack.add_user("gone", deleted=True)
    guest = slack.add_user("guest", is_restricted=True)
    other = slack.add_user("other", team_id="T000000009")
    zoe = slack.add_user("zoe")
    room = slack.add_channel("room", members=[ada, other])
    people = People((Link(name=PersonName("Zoe"), github=Login("zoe"), slack=SlackId(zoe.id)),))
    async with an_office(slack, tmp_path, Setting(rules=maintained_by(ada), people=people)) as bot:
        await bot.reads()
        view = await bot.opens(ada, room, "link")
        cases: tuple[tuple[Mapping[str | tuple[str, str], object], dict[str, str]], ...] = (
            ({ANA: robot.id}, {ANA: "This is a bot: choose a person."}),
            ({ANA: gone.id}, {ANA: "This account is deactivated."}),
            ({ANA: guest.id}, {ANA: "This person is a guest"}),
            ({ANA: other.id}, {ANA: "This person is of another organisation."}),
            ({ANA: zoe.id}, {ANA: "This person is linked as Zoe."}),
            (
                {ANA: ada.id, BO: ada.id},
                {ANA: "This person is linked as Bo Chen.", BO: "linked as Ana Souza."},
            ),
            ({ANA: ada.id, BO: None, ANA_LOGIN: "zoe"}, {ANA_LOGIN: "This login is Zoe's."}),
            ({ANA_LOGIN: "not a login!"}, {ANA_LOGIN: "This is not a GitHub login"}),
            ({ANA: None, ANA_LOGIN: "ana"}, {ANA_LOGIN: "Choose the Slack account too"}),
        )
        for values, errors in cases:
            done = await slack.submits(view, values)

            assert done.errors.keys() == errors.keys(), values
            assert all(text in done.errors[field] for field, text in errors.items())
        assert await bot.stores.links.all() == ()


async def test_owners__two_maintainers_at_the_same_page(slack: FakeSlack, tmp_path: Path) -> None:
    """What the second one did not touch stays as the first one has it."""
    ada, max_, ana, bo = (slack.add_user(name) for name in ("ada", "max", "ana", "bo"))
    room = slack.add_channel("room", members=[ada, max_])
    async with an_office(slack, tmp_path, Setting(rules=maintained_by(ada, max_))) as bot:
        await bot.reads()
        first, second = [await bot.opens(one, room, "link") for one in (ada, max_)]
        await slack.submits(first, {ANA: ana.id})

        done = await slack.submits(second, {ANA: bo.id})
        assert "Somebody has changed this since" in done.errors[ANA]
        await slack.submits(second, {ANA: None, BO: bo.id})

        linked = {link.name: link.slack for link in await bot.stores.links.all()}
        assert linked == {"Ana Souza": ana.id, "Bo Chen": bo.id}


async def test_owners__fixed_and_claimed_ones(slack: FakeSlack, tmp_path: Path) -> None:
    """A link that somebody made for themself is shown, and confirmed only by choosing them."""
    ada, ana, bo = (slack.add_user(name) for name in ("ada", "ana", "bo"))
    room = slack.add_channel("room", members=[ada])
    people = People((Link(name=PersonName("Ana Souza"), slack=SlackId(ana.id)),))
    async with an_office(slack, tmp_path, Setting(rules=maintained_by(ada), people=people)) as bot:
        await bot.reads()
        await bot.stores.links.put(made("Bo Chen", bo.id, by_maintainer=False, github="bo"))
        view = await bot.opens(ada, room, "link")
        assert ANA not in view.state
        assert f"Linked in the settings file to <@{ana.id}>" in str(view.blocks)
        assert chosen(view, BO) is None
        assert "says that this is them: choose them to confirm it." in view.shown
        await slack.submits(view)
        [claim] = await bot.stores.links.all()
        assert not claim.by_maintainer

        view = await bot.opens(ada, room, "link")
        await slack.submits(view, {BO: bo.id})

        [link] = await bot.stores.links.all()
        assert (link.by_maintainer, link.github) == (True, "bo")


async def test_owners__pages_with_a_count(slack: FakeSlack, tmp_path: Path) -> None:
    ada, zoe = slack.add_user("ada"), slack.add_user("zoe")
    room = slack.add_channel("room", members=[ada])
    owners = [f"Person {chr(65 + n // 26)}{chr(65 + n % 26)}" for n in range(70)]
    body = "".join(f"## W {o}\nOwner: {o}\n\n- [ ] #7 x\n\n" for o in owners)
    async with an_office(slack, tmp_path, Setting(rules=maintained_by(ada))) as bot:
        bot.github.add_issue(WIDGETS, body)
        await bot.reads()
        view = await bot.opens(ada, room, "link")
        assert f"Owners 1 to {OWNERS_ON_A_PAGE} of 70." in view.shown
        first = f"account.{owner_key(owners[0])}"

        done = await slack.submits(view, {first: zoe.id})

        assert done.view is not None
        assert f"Owners {OWNERS_ON_A_PAGE + 1} to {2 * OWNERS_ON_A_PAGE} of 70." in done.view.shown
        assert f"Linked: {owners[0]}." in done.view.shown
        await bot.presses(ada, done.view, "Next page")
        last = f"Owners {2 * OWNERS_ON_A_PAGE + 1} to 70 of 70."
        await slack.until(lambda: last in bot.modal(ada).shown)
        assert labels(bot.modal(ada)) == ["Previous page"]
        taken = await slack.submits(bot.modal(ada), {f"account.{owner_key(owners[69])}": zoe.id})
        assert list(taken.errors.values()) == [f"This person is linked as {owners[0]}."]


async def test_owners__harmful_names_stay_words(slack: FakeSlack, tmp_path: Path) -> None:
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    body = f"## X\nOwner: {HARM}\n\n- [ ] #7 x\n\n## Y\nOwner: {'n' * 300}\n\n- [ ] #8 y\n"
    async with an_office(slack, tmp_path, Setting(rules=maintained_by(ada))) as bot:
        bot.github.add_issue(WIDGETS, body)
        await bot.reads()
        view = await bot.opens(ada, room, "link")

        inputs = [block for block in view.blocks if block["type"] == "input"]
        assert len(inputs) >= 4
        assert all(block["label"]["type"] == "plain_text" for block in inputs)


async def test_self__the_whole_round(both: FakeSlack, tmp_path: Path) -> None:
    slack = both
    ana = slack.add_user("asouza", real_name="Ana Souza", email="ana@example.org")
    room = slack.add_channel("room", members=[ana])
    async with an_office(slack, tmp_path) as bot:
        await bot.reads()
        view = await bot.opens(ana, room, "link")
        assert "brings messages only" in view.shown
        assert view.state["name"]["name"]["selected_option"] is None, "nothing is preselected"

        done = await slack.submits(view, {"name": owner_key("Ana Souza"), "login": "ana"})

        assert done.view is not None
        assert "You are linked as Ana Souza, ana on GitHub." in done.view.shown
        link = bot.office.changing.book.current.with_slack(ana.id)
        assert link is not None
        assert not link.gives_rights
        await bot.asks(ana, room, "link")
        assert "You are linked as Ana Souza" in slack.messages(room, viewer=ana)[-1].shown


async def test_self__nobody_alike_and_private_people_stay_unseen(
    slack: FakeSlack, tmp_path: Path
) -> None:
    """The author of a private row is no candidate, however alike."""
    spy = slack.add_user("spy", real_name="spy")
    room = slack.add_channel("room", members=[spy])
    async with an_office(slack, tmp_path) as bot:
        await bot.reads()
        view = await bot.opens(spy, room, "link")

        assert "is spelled like you" in view.shown
        assert f"this id: {spy.id}" in view.shown


@pytest.mark.parametrize("by_maintainer", [True, False], ids=["a maintainer", "somebody"])
async def test_self__who_was_quicker_keeps_it(
    slack: FakeSlack, tmp_path: Path, by_maintainer: bool
) -> None:
    ana, other = slack.add_user("a", real_name="Ana Souza"), slack.add_user("b")
    async with an_office(slack, tmp_path) as bot:
        await bot.reads()
        view = await bot.opens(ana, slack.dm(ana), "link")
        theirs = made("Ana Souza", other.id, by_maintainer=by_maintainer)
        await bot.stores.links.put(theirs)

        done = await slack.submits(view, {"name": owner_key("Ana Souza"), "login": "-"})

        assert "somebody's already" in done.errors["name"]
        assert await bot.stores.links.all() == (theirs,)


async def test_self__nothing_chosen(slack: FakeSlack, tmp_path: Path) -> None:
    ana = slack.add_user("a", real_name="Ana Souza")
    async with an_office(slack, tmp_path) as bot:
        await bot.reads()
        view = await bot.opens(ana, slack.dm(ana), "link")
        done = await slack.submits(view, {"name": "-", "login": "-"})

        assert "Choose what is yours" in done.errors["name"]


async def test_self__a_maintainer_links_themself_with_me(slack: FakeSlack, tmp_path: Path) -> None:
    """Even that brings them no rights in the index by themselves."""
    ana = slack.add_user("a", real_name="Ana Souza")
    async with an_office(slack, tmp_path, Setting(rules=maintained_by(ana))) as bot:
        await bot.reads()
        view = await bot.opens(ana, slack.dm(ana), "link me")
        await slack.submits(view, {"name": owner_key("Ana Souza"), "login": "-"})

        [link] = await bot.stores.links.all()
        assert not link.by_maintainer
