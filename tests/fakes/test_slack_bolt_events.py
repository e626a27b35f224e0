"""Events, the home and shortcuts with a real Bolt app, in both transports."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from slack_bolt.async_app import AsyncApp

from bot.demo.slack import (
    Channel,
    FakeSlack,
    Timing,
    User,
    fake_slack,
)
from bot.demo.slack.app import Transport
from tests.fakes.slack.bolt_app import bolt_app, running

QUICK = Timing(ack_seconds=0.8, retry_seconds=(0.0, 0.05, 0.05))


@pytest.fixture(params=["socket", "http"])
async def slack(request: pytest.FixtureRequest) -> AsyncIterator[FakeSlack]:
    transport: Transport = request.param
    async with fake_slack(transport=transport, timing=QUICK) as slack:
        yield slack


async def test_shortcut__on_a_message(slack: FakeSlack, ada: User, room: Channel) -> None:
    app = bolt_app(slack)

    @app.shortcut("look")
    async def on_look(ack: Any, respond: Any, shortcut: Any) -> None:
        await ack()
        await respond(text=f"saw {shortcut['message']['text']}")

    said = await slack.says(ada, room, "hello")
    async with running(app, slack):
        outcome = await slack.uses_shortcut(ada, said.message, "look")
        undeclared = await slack.uses_shortcut(ada, said.message, "listen")
        await slack.settled()

    assert outcome.acked
    assert undeclared.error == "shortcut_unknown"
    assert slack.messages(room, viewer=ada)[-1].text == "saw hello"


async def test_mention__answered_in_its_thread(slack: FakeSlack, ada: User, room: Channel) -> None:
    app = bolt_app(slack)

    @app.event("app_mention")
    async def on_mention(event: Any, say: Any) -> None:
        await say(text="here", thread_ts=event.get("thread_ts", event["ts"]))

    async with running(app, slack):
        said = await slack.mentions(ada, room, "refit")
        await slack.until(lambda: len(slack.messages(room, thread=said.message)) == 2)
        again = await slack.mentions(ada, room, "stale", thread=said.message)
        await slack.until(lambda: len(slack.messages(room, thread=said.message)) == 4)

    assert [e.acked for e in said.events + again.events] == [True, True]
    assert [m.text for m in slack.messages(room, thread=said.message)] == [
        f"<@{slack.bot.id}> refit",
        "here",
        f"<@{slack.bot.id}> stale",
        "here",
    ]


async def test_mention__bot_is_not_in_the_channel(slack: FakeSlack, ada: User) -> None:
    elsewhere = slack.add_channel("elsewhere", members=[ada], bot=False)

    assert (await slack.mentions(ada, elsewhere, "refit")).events == ()


async def test_direct_message__answered(slack: FakeSlack, ada: User) -> None:
    app = bolt_app(slack)

    @app.event("message")
    async def on_message(event: Any, say: Any) -> None:
        await say(f"you wrote {event['text']}")

    async with running(app, slack):
        said = await slack.says(ada, slack.dm(ada), "refit")
        await slack.until(lambda: len(slack.messages(slack.dm(ada))) == 2)

    assert said.events[0].acked
    assert said.events[0].payload["event"]["channel_type"] == "im"
    assert slack.messages(slack.dm(ada))[1].notified == {ada.id}


async def test_home__published_when_opened(slack: FakeSlack, ada: User) -> None:
    app = bolt_app(slack)
    seen = []

    @app.event("app_home_opened")
    async def on_home(event: Any, client: Any) -> None:
        seen.append((event["tab"], event.get("view", {}).get("hash")))
        if event["tab"] != "home":
            return
        text = {"type": "mrkdwn", "text": "Nothing needs you"}
        view = {"type": "home", "blocks": [{"type": "section", "text": text}]}
        await client.views_publish(user_id=event["user"], view=view)

    async with running(app, slack):
        await slack.opens_home(ada)
        await slack.until(lambda: slack.home(ada))
        home = slack.home(ada)
        assert home is not None
        first_hash = home.hash
        await slack.opens_home(ada)
        await slack.opens_home(ada, "messages")
        await slack.settled()

    assert home.shown == "Nothing needs you"
    assert seen == [("home", None), ("home", first_hash), ("messages", None)]


async def test_event__repeated_until_acknowledged(
    slack: FakeSlack, ada: User, room: Channel
) -> None:
    """An unhandled event is a 404 of Bolt's, which Slack does not take for an answer."""
    app = bolt_app(slack)

    async with running(app, slack):
        said = await slack.mentions(ada, room, "refit")
        await slack.until(lambda: len(slack.sent) == 4, timeout=15)

    assert not said.events[0].acked
    assert [sent.attempt for sent in slack.sent] == [0, 1, 2, 3]
    assert len({sent.payload["event_id"] for sent in slack.sent}) == 1


async def test_event__repeat_says_so(slack: FakeSlack, ada: User, room: Channel) -> None:
    app = bolt_app(slack)
    headers = []

    @app.event("app_mention")
    async def on_mention(request: Any) -> None:
        headers.append(request.headers.get("x-slack-retry-num", ["0"])[0])

    @app.middleware
    async def lose_the_first(next_: Any, request: Any) -> None:
        if request.headers.get("x-slack-retry-num", ["0"])[0] != "0":
            await next_()

    async with running(app, slack):
        await slack.mentions(ada, room, "refit")
        await slack.until(lambda: headers)

    assert headers == ["1"]


async def test_event__the_same_twice(slack: FakeSlack, ada: User, room: Channel) -> None:
    app = bolt_app(slack)
    ids = []

    @app.event("app_mention")
    async def on_mention(body: Any) -> None:
        ids.append(body["event_id"])

    async with running(app, slack):
        slack.delivers_twice()
        await slack.mentions(ada, room, "refit")
        await slack.settled()

    assert len(ids) == 2
    assert len(set(ids)) == 1


async def test_event__acknowledgement_lost(slack: FakeSlack, ada: User, room: Channel) -> None:
    app = bolt_app(slack)
    ids = []

    @app.event("app_mention")
    async def on_mention(body: Any) -> None:
        ids.append(body["event_id"])

    async with running(app, slack):
        slack.loses_acks()
        said = await slack.mentions(ada, room, "refit")
        await slack.until(lambda: len(ids) == 2)

    assert said.events[0].error == "operation_timeout"
    assert len(set(ids)) == 1


async def test_event__out_of_order(slack: FakeSlack, ada: User, room: Channel) -> None:
    app = bolt_app(slack)
    texts = []

    @app.event("app_mention")
    async def on_mention(event: Any) -> None:
        texts.append(event["text"].split()[-1])

    async with running(app, slack):
        slack.holds_events()
        await slack.mentions(ada, room, "first")
        held = await slack.mentions(ada, room, "second")
        await slack.releases_events(reverse=True)
        await slack.settled()

    assert held.events[0].error == "held"
    assert texts == ["second", "first"]


async def test_external_select__asks_the_app(slack: FakeSlack, ada: User, room: Channel) -> None:
    app: AsyncApp = bolt_app(slack)

    @app.options("who")
    async def on_options(ack: Any, payload: Any) -> None:
        text = {"type": "plain_text", "text": payload["value"]}
        await ack(options=[{"text": text, "value": "1"}])

    element = {"type": "external_select", "action_id": "who", "min_query_length": 0}
    blocks = [{"type": "actions", "elements": [element]}]
    async with running(app, slack):
        await app.client.chat_postMessage(channel=room.id, text="who", blocks=blocks)
        outcome = await slack.suggests(ada, slack.messages(room)[0], "who", "zhi")

    assert outcome.body["options"][0]["text"]["text"] == "zhi"
