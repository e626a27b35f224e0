"""The fake Slack with a real Bolt app inside, in both transports."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.demo.slack import (
    EXAMPLE_MANIFEST,
    Channel,
    FakeSlack,
    Timing,
    User,
    fake_slack,
)
from bot.demo.slack.app import Transport
from tests.fakes.slack.bolt_app import bolt_app, running
from tests.fakes.slack.samples import asking, button, modal, option, plain, select

QUICK = Timing(ack_seconds=0.8, retry_seconds=(0.0, 0.05, 0.05))


def a_modal(**fields: Any) -> dict[str, Any]:
    days = [option(value=day) for day in ("mon", "tue")]
    asked = (
        asking({"type": "plain_text_input", "action_id": "words"}, block_id="words"),
        asking(select(action_id="day", options=days), block_id="day", optional=True),
    )
    return modal(*asked, callback_id="ask", submit=plain(), **fields)


@pytest.fixture(params=["socket", "http"])
async def slack(request: pytest.FixtureRequest) -> AsyncIterator[FakeSlack]:
    transport: Transport = request.param
    async with fake_slack(transport=transport, timing=QUICK) as slack:
        yield slack


async def test_command__acknowledged_then_answered_by_response_url(
    slack: FakeSlack, ada: User, room: Channel
) -> None:
    app = bolt_app(slack)

    @app.command("/example")
    async def on_command(ack: Any, respond: Any, command: Any) -> None:
        await ack()
        await respond(text=f"you said {command['text']}")

    async with running(app, slack):
        outcome = await slack.types(ada, room, "/example refit 14d")
        await slack.settled()

    assert outcome.acked
    [answer] = slack.messages(room, viewer=ada)
    assert (answer.text, answer.via, answer.ephemeral_to) == (
        "you said refit 14d",
        "response_url",
        ada.id,
    )
    assert slack.messages(room, viewer=slack.add_user("bo")) == []


async def test_command__answer_in_the_acknowledgement(
    slack: FakeSlack, ada: User, room: Channel
) -> None:
    app = bolt_app(slack)

    @app.command("/example")
    async def on_command(ack: Any) -> None:
        await ack(text="at once", response_type="in_channel")

    async with running(app, slack):
        outcome = await slack.types(ada, room, "/example refit")

    assert outcome.message is not None
    assert outcome.message.ephemeral_to is None
    assert [m.text for m in slack.messages(room)] == ["/example refit", "at once"]


@pytest.mark.parametrize(
    ("line", "error"),
    [("/unheard of", "command_unknown"), ("/examples", "command_unknown")],
    ids=["not declared", "declared name is only a prefix"],
)
async def test_command__undeclared(
    slack: FakeSlack, ada: User, room: Channel, line: str, error: str
) -> None:
    assert (await slack.types(ada, room, line)).error == error
    assert slack.sent == []


async def test_command__not_in_threads(slack: FakeSlack, ada: User, room: Channel) -> None:
    said = await slack.says(ada, room, "hello")

    outcome = await slack.types(ada, room, "/example", thread=said.message)

    assert outcome.error == "command_not_in_threads"


async def test_command__person_of_another_organisation(slack: FakeSlack, ada: User) -> None:
    eve = slack.add_user("eve", team_id="T000000002")
    shared = slack.add_channel("shared", members=[ada, eve], is_ext_shared=True)

    assert (await slack.types(eve, shared, "/example")).error == "command_of_another_workspace"


async def test_command__nobody_acknowledges(slack: FakeSlack, ada: User, room: Channel) -> None:
    app = bolt_app(slack)

    @app.command("/example")
    async def on_command(ack: Any) -> None:
        await asyncio.sleep(1.1)
        await ack("too late")

    async with running(app, slack):
        outcome = await slack.types(ada, room, "/example")
        await asyncio.sleep(0.6)

    assert outcome.error == "operation_timeout"
    assert slack.messages(room, viewer=ada) == []
    if slack.transport == "socket":
        assert len(slack.journal.late_acks) == 1


async def test_command__app_is_away(slack: FakeSlack, ada: User, room: Channel) -> None:
    slack.connect_http("http://127.0.0.1:9/slack/events")

    assert (await slack.types(ada, room, "/example")).error == "dispatch_failed"


async def test_command__escapes_as_the_manifest_says(ada: User, room: Channel) -> None:
    command = {"command": "/example", "description": "x", "should_escape": True}
    features = {**EXAMPLE_MANIFEST["features"], "slash_commands": [command]}
    async with fake_slack(manifest={**EXAMPLE_MANIFEST, "features": features}) as slack:
        bo = slack.add_user("bo")
        slack.add_channel("hall")
        slack.add_channel("vault", is_private=True)

        text = slack.escaped("@bo #hall #vault https://example.org/1 @nobody me@bo")

    assert text == (
        f"<@{bo.id}|bo> <#C000000001|hall> <#C000000002|> <https://example.org/1> @nobody me@bo"
    )


async def test_button__replaces_its_message(slack: FakeSlack, ada: User, room: Channel) -> None:
    app = bolt_app(slack)
    pressed = []

    @app.action("more")
    async def on_more(ack: Any, respond: Any, body: Any) -> None:
        await ack()
        pressed.append(body)
        await respond(text="replaced", replace_original=True)

    blocks = [{"type": "actions", "elements": [button(action_id="more", value="17")]}]
    async with running(app, slack):
        posted = await app.client.chat_postMessage(channel=room.id, text="press", blocks=blocks)
        [message] = slack.messages(room)
        outcome = await slack.presses(ada, message, "more")
        await slack.until(lambda: message.text == "replaced")

    assert outcome.acked
    assert message.ts == posted["ts"]
    assert message.blocks == []
    assert message.edits[0][0] == "press"
    [body] = pressed
    assert body["actions"][0]["value"] == "17"
    assert body["actions"][0]["block_id"]
    assert body["message"]["text"] == "press"
    assert slack.messages(room) == [message]


async def test_button__of_an_ephemeral_message(slack: FakeSlack, ada: User, room: Channel) -> None:
    app = bolt_app(slack)
    pressed = []

    @app.action("more")
    async def on_more(ack: Any, respond: Any, body: Any) -> None:
        await ack()
        pressed.append(body)
        await respond(delete_original=True)

    blocks = [{"type": "actions", "elements": [button(action_id="more")]}]
    async with running(app, slack):
        await app.client.chat_postEphemeral(channel=room.id, user=ada.id, text="x", blocks=blocks)
        [message] = slack.messages(room, viewer=ada)
        await slack.presses(ada, message, "more")
        await slack.until(lambda: not slack.messages(room, viewer=ada))

    assert pressed[0]["container"]["is_ephemeral"]
    assert "message" not in pressed[0]


async def test_modal__opened_submitted_and_closed(
    slack: FakeSlack, ada: User, room: Channel
) -> None:
    app = bolt_app(slack)
    states = []

    @app.command("/example")
    async def on_command(ack: Any, client: Any, body: Any) -> None:
        await ack()
        await client.views_open(trigger_id=body["trigger_id"], view=a_modal())

    @app.view("ask")
    async def on_submit(ack: Any, view: Any) -> None:
        states.append(view["state"]["values"])
        typed = view["state"]["values"]["words"]["words"]["value"]
        if typed == "bad":
            await ack(response_action="errors", errors={"words": "say it better"})
        else:
            await ack()

    async with running(app, slack):
        await slack.types(ada, room, "/example")
        await slack.until(lambda: slack.modals(ada))
        [modal] = slack.modals(ada)
        empty = await slack.submits(modal)
        refused = await slack.submits(modal, {"words": "bad", "day": "tue"})
        taken = await slack.submits(modal, {"words": "good"})

    assert (empty.error, set(empty.errors)) == ("form_incomplete", {"words"})
    assert refused.errors == {"words": "say it better"}
    assert refused.view is modal
    assert taken.acked
    assert slack.modals(ada) == ()
    assert states[0]["day"]["day"]["selected_option"]["value"] == "tue"


async def test_modal__answer_for_a_block_that_is_not_there(
    slack: FakeSlack, ada: User, room: Channel
) -> None:
    app = bolt_app(slack)

    @app.shortcut("ask")
    async def on_ask(ack: Any, client: Any, body: Any) -> None:
        await ack()
        await client.views_open(trigger_id=body["trigger_id"], view=a_modal())

    @app.view("ask")
    async def on_submit(ack: Any) -> None:
        await ack(response_action="errors", errors={"nowhere": "x"})

    async with running(app, slack):
        await slack.uses_shortcut(ada, None, "ask")
        await slack.until(lambda: slack.modals(ada))
        outcome = await slack.submits(slack.modals(ada)[0], {"words": "x"})

    assert outcome.error == "invalid_response"
    assert "errors must name input blocks" in slack.forgive()[0]


async def test_modal__closed_tells_only_where_asked(slack: FakeSlack, ada: User) -> None:
    app = bolt_app(slack)
    closed = []

    @app.shortcut("ask")
    async def on_ask(ack: Any, client: Any, body: Any) -> None:
        await ack()
        view = a_modal(notify_on_close=True)
        await client.views_open(trigger_id=body["trigger_id"], view=view)

    @app.view_closed("ask")
    async def on_closed(ack: Any, body: Any) -> None:
        await ack()
        closed.append(body["is_cleared"])

    async with running(app, slack):
        await slack.uses_shortcut(ada, None, "ask")
        await slack.until(lambda: slack.modals(ada))
        await slack.closes(slack.modals(ada)[0])

    assert closed == [False]
    assert slack.modals(ada) == ()
