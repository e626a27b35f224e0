"""What people can do in the fake Slack, with a bare app that answers as it is told."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from aiohttp import web

from bot.demo.slack import (
    EXAMPLE_MANIFEST,
    Channel,
    FakeSlack,
    Message,
    Misuse,
    User,
    View,
)
from bot.demo.slack import fake_slack as open_slack
from tests.fakes.slack.samples import actions, asking, button, modal, option, plain, select

EVENTS = [
    "app_mention",
    "channel_archive",
    "channel_id_changed",
    "channel_rename",
    "member_joined_channel",
    "member_left_channel",
    "message.channels",
    "message.im",
    "tokens_revoked",
    "user_change",
]
SETTINGS = {
    "event_subscriptions": {"bot_events": EVENTS},
    "interactivity": {"is_enabled": True},
}


@dataclass
class BareApp:
    """Acknowledges everything; `answers` are put into the next acknowledgements."""

    answers: list[dict[str, Any]] = field(default_factory=list)

    async def handle(self, request: web.Request) -> web.Response:
        return web.json_response(self.answers.pop(0)) if self.answers else web.Response()


@pytest.fixture
async def slack() -> AsyncIterator[FakeSlack]:
    manifest = {**EXAMPLE_MANIFEST, "settings": SETTINGS}
    async with open_slack(manifest=manifest, transport="http") as slack:
        yield slack


@pytest.fixture
async def app(slack: FakeSlack) -> AsyncIterator[BareApp]:
    app, application = BareApp(), web.Application()
    application.router.add_post("/", app.handle)
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0][:2]
    slack.connect_http(f"http://{host}:{port}/")
    yield app
    await runner.cleanup()


def posted(slack: FakeSlack, room: Channel, *blocks: Any) -> Message:
    given = {"channel": room.id, "text": "posted", "blocks": list(blocks)}
    assert slack.api.answer("chat.postMessage", given, slack.bot_token)["ok"]
    return slack.messages(room)[-1]


def opened(slack: FakeSlack, user: User, view: dict[str, Any]) -> View:
    given = {"trigger_id": slack.world.new_trigger(user.id), "view": view}
    assert slack.api.answer("views.open", given, slack.bot_token)["ok"]
    return slack.modals(user)[-1]


def an_overflow() -> dict[str, Any]:
    return {"type": "overflow", "action_id": "row", "options": [option(1), option(2)]}


async def test_chooses__of_an_overflow_and_of_a_select(
    app: BareApp, slack: FakeSlack, ada: User, room: Channel
) -> None:
    message = posted(slack, room, actions(an_overflow(), select(options=[option(1), option(2)])))

    menu = await slack.chooses(ada, message, "row", "v2")
    chosen = await slack.chooses(ada, message, "s", "v1")

    assert menu.payload["actions"][0]["selected_option"]["value"] == "v2"
    assert chosen.payload["actions"][0]["selected_option"]["value"] == "v1"
    [values] = chosen.payload["state"]["values"].values()
    assert values["s"]["selected_option"]["value"] == "v1"


async def test_presses__by_value_and_by_block(
    app: BareApp, slack: FakeSlack, ada: User, room: Channel
) -> None:
    rows = [actions(button(value=f"row-{n}"), block_id=f"block-{n}") for n in range(2)]
    message = posted(slack, room, *rows)

    by_value = await slack.presses(ada, message, "b", "row-1")
    by_block = await slack.presses(ada, message, "b", block_id="block-0")

    assert by_value.payload["actions"][0]["block_id"] == "block-1"
    assert by_block.payload["actions"][0]["value"] == "row-0"
    with pytest.raises(Misuse, match="2 elements 'b'"):
        await slack.presses(ada, message, "b")
    with pytest.raises(Misuse, match="0 elements 'c'"):
        await slack.presses(ada, message, "c")


async def test_presses__only_what_the_person_sees(
    app: BareApp, slack: FakeSlack, ada: User, room: Channel
) -> None:
    bo = slack.add_user("bo")
    message = posted(slack, room, actions(button()))

    with pytest.raises(Misuse, match="bo is not"):
        await slack.presses(bo, message, "b")
    slack.world.remove(message)
    with pytest.raises(Misuse, match="gone"):
        await slack.presses(ada, message, "b")


async def test_presses__nothing_is_sent_without_interactivity(
    app: BareApp, slack: FakeSlack, ada: User, room: Channel
) -> None:
    message = posted(slack, room, actions(button()))
    slack.app.is_interactive = False

    assert (await slack.presses(ada, message, "b")).error == "interactivity_off"


async def test_chooses__in_an_input_says_nothing_until_submitted(
    app: BareApp, slack: FakeSlack, ada: User
) -> None:
    picker = {"type": "multi_users_select", "action_id": "who"}
    view = opened(slack, ada, modal(asking(picker, block_id="p"), submit=plain()))

    quiet = await slack.chooses(ada, view, "who", [ada.id])
    submitted = await slack.submits(view)

    assert quiet.payload == {}
    state = submitted.payload["view"]["state"]["values"]
    assert state["p"]["who"]["selected_users"] == [ada.id]


async def test_submits__rows_told_apart_by_block(app: BareApp, slack: FakeSlack, ada: User) -> None:
    rows = [
        asking({"type": "users_select", "action_id": "who"}, block_id=f"owner-{n}", optional=True)
        for n in range(2)
    ]
    view = opened(slack, ada, modal(*rows, submit=plain()))

    submitted = await slack.submits(view, {("owner-1", "who"): ada.id})

    values = submitted.payload["view"]["state"]["values"]
    assert values["owner-0"]["who"]["selected_user"] is None
    assert values["owner-1"]["who"]["selected_user"] == ada.id


@pytest.mark.parametrize(
    ("answer", "titles"),
    [
        ({"response_action": "update", "view": modal(title=plain(2))}, ["xx"]),
        ({"response_action": "push", "view": modal(title=plain(3))}, ["x", "xxx"]),
        ({"response_action": "clear"}, []),
    ],
    ids=["update", "push", "clear"],
)
async def test_submits__what_the_answer_shows(
    app: BareApp, slack: FakeSlack, ada: User, answer: dict[str, Any], titles: list[str]
) -> None:
    view = opened(slack, ada, modal(submit=plain()))
    app.answers.append(answer)

    await slack.submits(view)

    assert [v.content["title"]["text"] for v in slack.modals(ada)] == titles


@pytest.mark.parametrize(
    "answer",
    [
        {"text": "thanks"},
        {"response_action": "close"},
        {"response_action": "update", "view": modal(title=plain(25))},
        {"response_action": "errors", "errors": {}},
    ],
    ids=["a text", "unknown action", "invalid view", "no errors"],
)
async def test_submits__answers_that_slack_refuses(
    app: BareApp, slack: FakeSlack, ada: User, answer: dict[str, Any]
) -> None:
    view = opened(slack, ada, modal(submit=plain()))
    app.answers.append(answer)

    outcome = await slack.submits(view)

    assert outcome.error == "invalid_response"
    assert slack.modals(ada) == (view,)
    assert "submission is refused" in slack.forgive()[0]


async def test_command__answer_that_slack_refuses(
    app: BareApp, slack: FakeSlack, ada: User, room: Channel
) -> None:
    app.answers.append({"text": "x", "blocks": [{"type": "sparkline"}]})

    outcome = await slack.types(ada, room, "/example")

    assert outcome.error == "invalid_command_response"
    assert "invalid_blocks" in slack.forgive()[0]


async def test_changes__told_as_events(
    app: BareApp, slack: FakeSlack, ada: User, room: Channel
) -> None:
    said = await slack.says(ada, room, "hello")
    old_id = room.id
    outcomes = [
        await slack.changes(ada, tz="Asia/Tokyo"),
        await slack.joins(slack.add_user("bo"), room),
        await slack.renames(room, "hall"),
        await slack.changes_id(room),
        *(await slack.edits(said.message, "hello all")).events,
        await slack.archives(room),
        await slack.leaves(slack.bot, room),
        await slack.revokes_token(),
    ]

    assert [o.error for o in outcomes] == [None] * 8
    events = [o.payload["event"] for o in outcomes]
    assert [e["type"] for e in events] == [
        "user_change",
        "member_joined_channel",
        "channel_rename",
        "channel_id_changed",
        "message",
        "channel_archive",
        "member_left_channel",
        "tokens_revoked",
    ]
    assert events[3]["old_channel_id"] == old_id
    assert (events[4]["subtype"], events[4]["message"]["text"]) == ("message_changed", "hello all")
    assert slack.messages(room) == [said.message]
    assert len({o.payload["event_id"] for o in outcomes}) == 8


async def test_messages__of_the_bot_come_back_as_events(
    app: BareApp, slack: FakeSlack, room: Channel
) -> None:
    """Bolt ignores them; who listens without Bolt has to."""
    posted(slack, room, actions(button()))
    await slack.settled()

    [sent] = slack.sent
    assert sent.payload["event"]["bot_id"] == slack.app.bot_id


async def test_says__where_nobody_may_write(app: BareApp, slack: FakeSlack, ada: User) -> None:
    slack.app.messages_tab_read_only = True

    with pytest.raises(Misuse, match="no place to write"):
        await slack.says(ada, slack.dm(ada), "hello")


async def test_people__deactivated_do_nothing(
    app: BareApp, slack: FakeSlack, ada: User, room: Channel
) -> None:
    await slack.changes(ada, deleted=True)

    with pytest.raises(Misuse, match="ada is not"):
        await slack.types(ada, room, "/example")
