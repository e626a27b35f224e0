"""Who may ask: members, and nobody else."""

from typing import Any

import pytest

from bot.answers.audience import Audience
from bot.demo.slack import (
    FakeSlack,
    User,
    html_500,
    refused,
)
from bot.listeners import Access, SlackRules, identity, slack_client
from bot.listeners.access import KEEP_REFUSED_SECONDS, KEEP_SECONDS, Sight, _refusal
from bot.people.people import People, SlackId
from tests.listeners.harness import COMMAND, Setting, a_bot, people

GUEST = {"is_restricted": True}
SINGLE_GUEST = {"is_ultra_restricted": True}
FOREIGN = {"team_id": "T000000002"}


async def an_access(
    slack: FakeSlack, rules: SlackRules | None = None, clock: Any = None, **linked: str
) -> Access:
    client = slack_client(slack.bot_token, url=slack.api_url)
    who = await identity(client)
    seconds = clock or (lambda: 0.0)
    return Access(client, who, rules or SlackRules(), people(**linked), clock=seconds)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, None),
        (GUEST, "guests"),
        (SINGLE_GUEST, "guests"),
        (FOREIGN, "members of the workspace"),
        ({"deleted": True}, "deactivated"),
        ({"is_bot": True}, "Bots"),
    ],
    ids=["member", "guest", "guest of one channel", "foreign", "deactivated", "bot"],
)
async def test_refusal__by_what_slack_says(
    socket: FakeSlack, fields: dict[str, Any], words: str | None
) -> None:
    access = await an_access(socket)
    eve = socket.add_user("eve", **fields)
    socket.add_channel("shared", members=[eve])

    refusal = await access.refusal(eve.id)

    if words is None:
        assert refusal is None
    else:
        assert refusal is not None
        assert words in refusal.what


@pytest.mark.parametrize("fields", [GUEST, SINGLE_GUEST])
async def test_refusal__guests_where_they_are_allowed(
    socket: FakeSlack, fields: dict[str, Any]
) -> None:
    access = await an_access(socket, SlackRules(allow_guests=True))

    assert await access.refusal(socket.add_user("eve", **fields).id) is None
    foreign = socket.add_user("mallory", **FOREIGN, **fields)
    assert await access.refusal(foreign.id) is not None


def test_refusal__an_enterprise_s_people_belong_to_several_workspaces() -> None:
    user = {"team_id": "T2", "enterprise_user": {"teams": ["T1", "T2"]}}

    assert _refusal(user, team_id="T1", rules=SlackRules()) is None
    assert _refusal(user, team_id="T3", rules=SlackRules()) is not None


@pytest.mark.parametrize("fault", [refused("user_not_found"), html_500()], ids=["not found", "500"])
async def test_refusal__slack_cannot_say_who_it_is(socket: FakeSlack, fault: Any) -> None:
    access = await an_access(socket)
    ada = socket.add_user("ada")
    socket.fails("users.info", fault)

    first = await access.refusal(ada.id)
    assert first is not None
    assert "could not tell who you are" in first.what
    assert await access.refusal(ada.id) is None  # not remembered


async def test_refusal__members_are_remembered_for_minutes(socket: FakeSlack) -> None:
    seconds = 0.0
    access = await an_access(socket, clock=lambda: seconds)
    ada = socket.add_user("ada")
    for _ in range(3):
        await access.refusal(ada.id)
    assert len(socket.calls("users.info")) == 1

    ada.deleted = True
    seconds = KEEP_SECONDS + 1
    refusal = await access.refusal(ada.id)
    assert refusal is not None
    assert "deactivated" in refusal.what


async def test_refusal__soon_forgotten_when_a_guest_becomes_a_member(socket: FakeSlack) -> None:
    seconds = 0.0
    access = await an_access(socket, clock=lambda: seconds)
    ada = socket.add_user("ada", is_restricted=True)
    for _ in range(2):
        assert await access.refusal(ada.id) is not None
    assert len(socket.calls("users.info")) == 1

    ada.is_restricted = False
    seconds = KEEP_REFUSED_SECONDS + 1

    assert await access.refusal(ada.id) is None


@pytest.mark.parametrize("user", ["", "USLACKBOT"])
async def test_refusal__nobody_and_slackbot(socket: FakeSlack, user: str) -> None:
    access = await an_access(socket)

    refusal = await access.refusal(user)

    assert refusal is not None
    assert refusal.is_silent


ROOM, READY, PERSON, OTHER = "C1", "C2", "U000000001", "U000000002"


@pytest.mark.parametrize(
    ("user", "channel", "sight", "sees"),
    [
        (OTHER, ROOM, Sight.ASKER, False),
        (OTHER, READY, Sight.ASKER, True),
        (OTHER, READY, Sight.CHANNEL, True),
        (OTHER, ROOM, Sight.CHANNEL, False),
        (PERSON, ROOM, Sight.ASKER, True),
        (PERSON, ROOM, Sight.CHANNEL, False),
        (PERSON, "", Sight.ASKER, True),
        (OTHER, "D1", Sight.DIRECT, False),
        (PERSON, "D9", Sight.DIRECT, False),
    ],
    ids=[
        "somebody, alone",
        "somebody, alone in a ready channel",
        "a ready channel",
        "any channel",
        "a named person, alone",
        "a named person, others read along",
        "a named person's home",
        "somebody's conversation",
        "a named person's conversation with somebody else",
    ],
)
async def test_audience__who_sees_private_rows(
    socket: FakeSlack, user: str, channel: str, sight: Sight, sees: bool
) -> None:
    rules = SlackRules(
        private_channels=frozenset({READY}), private_people=frozenset({SlackId(PERSON)})
    )
    access = await an_access(socket, rules)
    socket.add_user("one")

    audience = await access.audience(user, channel, sight)

    assert isinstance(audience, Audience)
    assert audience.sees_private is sees


async def test_audience__a_named_person_s_own_conversation_with_the_bot(socket: FakeSlack) -> None:
    ada = socket.add_user("ada")
    access = await an_access(socket, SlackRules(private_people=frozenset({SlackId(ada.id)})))

    assert (await access.audience(ada.id, socket.dm(ada).id, Sight.DIRECT)).sees_private
    socket.fails("conversations.open", refused("missing_scope", needed="im:write"))
    assert not (await access.audience(ada.id, socket.dm(ada).id, Sight.DIRECT)).sees_private


async def test_asker__only_by_a_confirmed_link(socket: FakeSlack) -> None:
    access = await an_access(socket, ana="U77")

    assert access.asker("U77") == "Ana Souza"
    assert access.asker("U78") is None
    assert People().with_slack("U77") is None


async def stranger_asks(slack: FakeSlack, eve: User, surface: str) -> str:
    """What a person reads who may not ask, whatever way they try."""
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada, eve], is_ext_shared=True)
    async with a_bot(slack, Setting()) as bot:
        await bot.reads()
        if surface == "command":
            await slack.types(eve, room, f"{COMMAND} refit")
        elif surface == "mention":
            await slack.mentions(eve, room, "refit")
        elif surface == "direct message":
            await slack.says(eve, slack.dm(eve), "refit")
        elif surface == "shortcut":
            said = await slack.says(ada, room, "acme/widgets#7")
            await slack.uses_shortcut(eve, said.message, "where_tracked")
        elif surface == "button":
            said = await slack.mentions(ada, room, "refit")
            await bot.idle()
            [_, answer] = slack.messages(room, thread=said.message)
            await slack.presses(eve, answer, "refresh")
            await bot.idle()
            assert answer.edits == []
        elif surface == "home":
            await slack.opens_home(eve)
        await bot.idle()
        home = slack.home(eve)
        told = [
            m.text
            for channel in (room, slack.dm(eve))
            for m in slack.messages(channel, viewer=eve)
            if m.user == slack.bot.id and "refit" not in m.text.casefold()
        ]
        assert not [m for m in slack.messages(room) if m.user == slack.bot.id and "Sorry" in m.text]
        return "\n".join([*told, home.shown if home else ""])


@pytest.mark.parametrize(
    "surface", ["command", "mention", "direct message", "shortcut", "button", "home"]
)
async def test_guests__are_told_so_on_every_surface(socket: FakeSlack, surface: str) -> None:
    told = await stranger_asks(socket, socket.add_user("eve", **GUEST), surface)

    assert "guests may not ask this bot" in told
    assert "WeightSynchronizer" not in told


@pytest.mark.parametrize("surface", ["mention", "button"])
async def test_people_of_other_organisations__are_told_so(socket: FakeSlack, surface: str) -> None:
    told = await stranger_asks(socket, socket.add_user("eve", **FOREIGN), surface)

    assert "only members of the workspace" in told
    assert "WeightSynchronizer" not in told


async def test_bots__are_not_answered(socket: FakeSlack) -> None:
    slack = socket
    robot = slack.add_user("robot", is_bot=True)
    room = slack.add_channel("room", members=[robot])
    async with a_bot(slack) as bot:
        await bot.reads()
        said = await slack.mentions(robot, room, "refit")
        await bot.idle()

        assert said.events[0].acked
        assert slack.messages(room, viewer=robot) == [said.message]
