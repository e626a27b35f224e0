from typing import Any

import pytest

from bot.demo.playground.acts import act
from bot.demo.playground.stage import Stage
from tests.demo.playground.acting import Json, refused, told
from tests.demo.playground.deaf import deaf_stage, opened, posted


@pytest.fixture
async def stage() -> Stage:
    return deaf_stage()


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({}, "The request's “do” is no text."),
        ({"do": "fly"}, "The page asks for something that this demo does not know."),
        ({"do": "home"}, "The request's “as” is no id."),
        ({"do": "home", "as": "U1"}, "Nobody of the demo whom one can act as has this id."),
    ],
)
async def test_act__what_cannot_be_understood(stage: Stage, body: Json, says: str) -> None:
    assert (await act(stage, body))["says"] == says


# Writing


async def test_type__a_message_is_sent_as_slacks_composer_sends_it(stage: Stage) -> None:
    room = stage.cast.room
    typed = (
        "@nemorl-status: <b> & me@example.com @nobody https://example.com/?a=1&b=2 <@U000000025>"
    )

    assert await told(stage, do="type", conversation=room.id, text=typed) == {"ok": True}

    [message] = stage.slack.messages(room)
    assert message.text == (
        "<@U000000000>: &lt;b&gt; &amp; me@example.com @nobody"
        " <https://example.com/?a=1&amp;b=2> <@U000000025>"
    )
    assert message.mentions == ("U000000000", "U000000025")


async def test_type__what_cannot_be_sent(stage: Stage) -> None:
    room, dm = stage.cast.room, stage.slack.dm(stage.cast.maintainer)
    private = posted(stage, room, "for the owner", only=stage.cast.owner)
    root = posted(stage, room, "for all")

    async def error(channel: str, text: str, **more: Any) -> object:
        return (await told(stage, do="type", conversation=channel, text=text, **more))["error"]

    assert await error(room.id, " \n ") == "no_text"
    assert await error(room.id, "x" * 4_001) == "msg_too_long"
    assert await error(dm.id, "hello") == "channel_not_found"
    assert await error(stage.cast.side_room.id, "hello") == "channel_not_found"
    assert await error(room.id, "hello", thread="1.2") == "message_not_found"
    assert await error(room.id, "hello", thread=private.ts) == "thread_not_found"
    assert await error(room.id, "/other") == "command_unknown"
    assert await told(
        stage, do="type", conversation=room.id, text="/nemorl-status", thread=root.ts
    ) == refused(
        "A slash command cannot be sent in a thread, as in Slack (command_not_in_threads).",
        "command_not_in_threads",
    )
    assert await error(room.id, "/nemorl-status") == "dispatch_failed"
    room.is_archived = True
    assert await error(room.id, "hello") == "is_archived"
    assert [one.text for one in stage.slack.messages(room)] == ["for all"]


async def test_type__into_a_thread(stage: Stage) -> None:
    root = posted(stage, stage.cast.room, "root")
    reply = posted(stage, stage.cast.room, "reply", under=root)

    await told(stage, do="type", conversation=stage.cast.room.id, thread=reply.ts, text="me too")

    assert [m.text for m in stage.slack.messages(stage.cast.room, thread=root)][-1] == "me too"


# Pressing and choosing


async def test_press__only_what_is_before_the_person(stage: Stage) -> None:
    cast = stage.cast
    message = posted(stage, cast.room, "for the maintainer", only=cast.maintainer)
    at = {"conversation": cast.room.id, "message": message.ts}
    press = {"do": "press", "at": at, "block": "row", "action": "go", "value": "7"}

    assert (await told(stage, **press))["error"] == "message_not_found"

    press["as"] = cast.maintainer.id
    assert (await act(stage, press))["error"] == "dispatch_failed"
    gone = refused("That button is not there any more.")
    assert await act(stage, {**press, "value": "8"}) == gone
    assert await act(stage, {**press, "block": "other"}) == gone
    assert await act(stage, {**press, "action": "more", "value": None}) == refused(
        "Slack offers nobody to do this here."
    )
    [sent] = stage.slack.sent
    assert sent.payload["user"]["id"] == cast.maintainer.id


@pytest.mark.parametrize(
    ("kind", "right", "wrong"),
    [
        ("plain_text_input", ["text", None, ""], [7, ["x"], {"a": 1}, "x" * 4_001, "\ud800"]),
        ("static_select", ["a", None], ["c", ["a"], 7, True]),
        ("checkboxes", [["a", "b"], []], ["a", ["c"], [["a"]], ["a"] * 101, None]),
        ("timepicker", ["09:30", None], ["9:30", "24:00", "٠٩:٣٠"]),
        ("datepicker", ["2026-08-24"], ["2026-02-30", "20260824", "2026-W35-1"]),
        ("users_select", ["U000000025"], ["U1", "C000000001"]),
        ("conversations_select", ["C000000001", "C000000002"], ["C9", "U000000025"]),
    ],
)
async def test_choose__only_what_the_field_offers(
    stage: Stage, kind: str, right: list[object], wrong: list[object]
) -> None:
    view = opened(stage, stage.cast.owner)
    field = {"do": "choose", "at": {"view": view.id}, "block": kind, "action": kind}

    for value in right:
        assert await told(stage, **field, value=value) == {"ok": True}, value
    kept = repr(view.state)
    for value in wrong:
        assert (await told(stage, **field, value=value))["ok"] is False, value
    assert repr(view.state) == kept


async def test_choose__guests_are_offered_their_own_channels_only(stage: Stage) -> None:
    view = opened(stage, stage.cast.guest)
    field = {"block": "conversations_select", "action": "conversations_select"}

    answer = await act(
        stage,
        {
            "as": stage.cast.guest.id,
            "do": "choose",
            "at": {"view": view.id},
            **field,
            "value": stage.cast.side_room.id,
        },
    )

    assert answer == refused("That cannot be chosen here.")
