"""Editing an issue: with which credential, what goes over the wire, and where it never goes."""

from dataclasses import replace

import pytest
from graphql import parse, validate
from structlog.testing import capture_logs

from bot.demo.github import FakeGitHub, fake_github, faults
from bot.demo.github.checking import schema
from bot.demo.github.cost import CostOf
from bot.errors import BadCredentials, GitHubFault, SettingsError, WriteUncertain
from bot.github_status.facts.edits import Edit, IssueText
from bot.github_status.facts.pulls import Login
from bot.github_status.github import AppKey, Credentials, endpoints
from bot.github_status.github.edit import EditAccess, IssueEdit
from bot.github_status.github.edit_history import between
from bot.github_status.github.edit_queries import EDIT_MUTATION, text_query
from tests.builders import NOW, a_ref, an_actor, at
from tests.fakes.clock import Clock
from tests.github_status.github.conftest import quick
from tests.github_status.github.test_app import APP, PUBLIC

WRITE = Credentials(token="write-token")
ODD = 'a\r\n- [ ] #7 "q" \\ & &amp; 😀 \u2028 \x00 $id {x}\n\n'


@pytest.fixture(autouse=True)
def place(gh: FakeGitHub) -> None:
    gh.add_repository("acme/widgets", private=True)
    gh.add_repository("acme/gadgets", private=True)
    gh.add_issue("acme/widgets", 1, body=ODD)
    gh.add_token("write-token", login="nemo")


def access(gh: FakeGitHub, clock: Clock, credentials: Credentials = WRITE) -> EditAccess:
    return EditAccess(endpoints(gh.url), credentials, policy=quick(clock))


@pytest.mark.parametrize("with_texts", [False, True])
@pytest.mark.parametrize("with_viewer", [False, True])
def test_text_query__is_valid_and_cheap(with_texts: bool, with_viewer: bool) -> None:
    query = parse(text_query(a_ref(1), with_texts=with_texts, with_viewer=with_viewer))

    assert validate(schema(), query) == []
    assert CostOf(schema(), query).total().points == 1


def test_edit_mutation__is_valid_and_writes_the_body_alone() -> None:
    assert validate(schema(), parse(EDIT_MUTATION)) == []
    assert "input: {id: $id, body: $body}" in EDIT_MUTATION


async def test_write__every_character_arrives(gh: FakeGitHub, clock: Clock) -> None:
    async with access(gh, clock) as edits:
        edit = await edits.to(a_ref(1))
        found = await edit.read()
        await edit.write(found, found.body.replace("[ ]", "[x]"))
        after = await edit.read(with_texts=True)

    assert found.body == ODD
    assert after.body == ODD.replace("[ ]", "[x]")
    assert (after.viewer, after.edits and after.edits[0].text) == ("nemo", after.body)


async def test_read__half_characters_cannot_be_written_back(gh: FakeGitHub, clock: Clock) -> None:
    gh.edit("acme/widgets", 1, body="- [ ] #7 \ud83d")

    async with access(gh, clock) as edits:
        with pytest.raises(GitHubFault, match="half characters"):
            await (await edits.to(a_ref(1))).read()


async def test_paced__one_write_a_second(gh: FakeGitHub, clock: Clock) -> None:
    async with access(gh, clock) as edits:
        edit = await edits.to(a_ref(1))
        for text in ("one", "two"):
            await edit.paced()
            await edit.write(await edit.read(), text)

    assert sum(clock.slept) == pytest.approx(1)


# --- an App ---


async def write_with(gh: FakeGitHub, clock: Clock, app: AppKey) -> str:
    """The token that it was written with."""
    async with access(gh, clock, Credentials(app=app)) as edits:
        edit = await edits.to(a_ref(1))
        await edit.write(await edit.read(), "new")
    return gh.requests[-1].token


@pytest.mark.parametrize("app", [APP, replace(APP, installation_id=5)], ids=["sought", "named"])
async def test_app__a_new_token_for_this_repository_and_its_issues_alone(
    gh: FakeGitHub, clock: Clock, app: AppKey
) -> None:
    gh.add_app("77", PUBLIC)
    gh.install("77", 5, "acme", permissions={"issues": "write", "contents": "write"})

    first, second = await write_with(gh, clock, app), await write_with(gh, clock, app)

    assert first != second
    token = gh.tokens[first]
    assert token.only == frozenset({"acme/widgets"})
    assert token.permissions == {"issues": "write"}
    assert gh.item("acme/widgets", 1)["userContentEdits"][0]["editor"]["__typename"] == "Bot"


@pytest.mark.parametrize("permissions", [{"issues": "read"}, {}], ids=["reads", "nothing"])
async def test_app__that_may_not_write_says_what_it_needs(
    gh: FakeGitHub, clock: Clock, permissions: dict[str, str]
) -> None:
    gh.add_app("77", PUBLIC)
    gh.install("77", 5, "acme", permissions=permissions)

    with pytest.raises(BadCredentials, match="may not edit issues of acme/widgets") as caught:
        await write_with(gh, clock, APP)

    assert "Issues: read and write" in caught.value.advice


async def test_app__that_is_not_installed_there(gh: FakeGitHub, clock: Clock) -> None:
    gh.add_app("77", PUBLIC)

    with pytest.raises(BadCredentials, match="not installed for acme/widgets"):
        await write_with(gh, clock, APP)


def test_access__needs_a_credential(gh: FakeGitHub, clock: Clock) -> None:
    with pytest.raises(SettingsError):
        access(gh, clock, Credentials())


# --- where it never goes ---


@pytest.mark.parametrize("status", [301, 302, 307, 308])
async def test_redirect__neither_credential_nor_text_leaves_the_host(
    gh: FakeGitHub, clock: Clock, status: int
) -> None:
    gh.add_app("77", PUBLIC)
    gh.install("77", 5, "acme")
    async with fake_github() as other, access(gh, clock) as edits:
        edit = await edits.to(a_ref(1))
        found = await edit.read()
        gh.plan(faults.redirect(f"{other.url}/graphql", status), containing="updateIssue")
        with pytest.raises(WriteUncertain):
            await edit.write(found, "new")
        gh.plan(faults.redirect(f"{other.url}/app", status), on="/app")
        with pytest.raises(GitHubFault):
            await write_with(gh, clock, replace(APP, installation_id=5))

        assert other.requests == []


async def test_logs__no_secret_and_no_text(gh: FakeGitHub, clock: Clock) -> None:
    gh.plan(faults.refused_edit("FORBIDDEN", "<!channel> secret"), containing="updateIssue")

    with capture_logs() as logs:
        async with access(gh, clock) as edits:
            edit: IssueEdit = await edits.to(a_ref(1))
            with pytest.raises(GitHubFault) as caught:
                await edit.write(await edit.read(), "the secret text")

    shown = f"{logs} {caught.value} {caught.value.advice} {edit!r} {edits!r}"
    assert "secret" not in shown
    assert "write-token" not in shown
    assert "channel" not in shown


# --- the edit history ---


def a_text(body: str, *edits: Edit, **fields: object) -> IssueText:
    text = IssueText(
        ref=a_ref(1),
        node_id="I_1",
        body=body,
        created_at=at("2026-08-01"),
        edits=tuple(reversed(edits)),
        is_archived=False,
        is_locked=False,
        may_edit=True,
        viewer=Login("nemo"),
    )
    return replace(text, **fields)  # type: ignore[arg-type]  # a field of it


def an_edit(number: int, by: str = "bo", text: str | None = None) -> Edit:
    return Edit(id=str(number), at=NOW, by=an_actor(by), text=text)


def test_between__without_texts_ours_is_told_by_its_editor() -> None:
    """Should GitHub ever give less than the whole text."""
    opening = replace(an_edit(0), at=at("2026-08-01"))
    after = a_text("new", opening, an_edit(1), an_edit(2, "Nemo"), an_edit(3, "cy"))

    found = between(a_text("old"), after, written="new", is_sure=True)

    assert found.is_ours_seen
    assert [edit.id for edit in found.overwritten] == ["1"]
    assert [edit.id for edit in found.later] == ["3"]
    unsure = between(a_text("old"), after, written="new", is_sure=False)
    assert not unsure.is_ours_seen


def test_between__a_history_that_cannot_be_read_tells_nothing() -> None:
    before, after = a_text("old", edits=None), a_text("new", an_edit(1, "nemo", "new"))

    assert not between(before, after, written="new", is_sure=True).is_ours_seen
