import asyncio
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.demo.playground.acts import act
from bot.demo.playground.clock_moves import MOVES
from bot.demo.playground.stage import Stage
from bot.demo.playground.world_changes import CHANGES
from bot.demo.slack import View, views
from tests.demo.playground.deaf import BLOCKS, FORM, deaf_stage, opened, posted

Json = dict[str, Any]


@pytest.fixture
async def stage() -> Stage:
    return deaf_stage()


async def told(stage: Stage, **body: Any) -> Json:
    return await act(stage, {"as": stage.cast.owner.id, **body})


def refused(says: str, error: str | None = None) -> Json:
    return {"ok": False, "error": error, "says": says, "errors": {}}


# No body raises


_VERBS = ("type", "press", "choose", "submit", "close", "shortcut", "home", "change", "move")
_KEYS = (
    "as", "do", "conversation", "thread", "text", "at", "block", "action", "value", "values",
    "view", "callback", "id", "message",
)  # fmt: skip


_EVERY_BLOCK: list[Json] = [*BLOCKS, *FORM["blocks"]]


def _scalars(stage: Stage) -> st.SearchStrategy[object]:
    """What is there to be named, among what is not."""
    world = stage.slack.world
    known = [
        *_VERBS,
        *(user.id for user, _ in stage.cast.actors),
        *world.channels,
        *(one.ts for there in world.messages.values() for one in there),
        *(view.id for stack in world.stacks.values() for view in stack),
        *(one.id for one in (*CHANGES, *MOVES)),
        *(block["block_id"] for block in _EVERY_BLOCK),
        *(
            "go",
            "more",
            "7",
            "a",
            "09:30",
            "2026-08-24",
            "where_tracked",
            "/nemorl-status",
            "\ud800",
        ),
    ]
    return (
        st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(known)
    )


def _bodies(stage: Stage) -> st.SearchStrategy[object]:
    scalars = _scalars(stage)
    keys = st.sampled_from(_KEYS) | st.text(max_size=5)
    anything = st.recursive(
        scalars, lambda one: st.lists(one, max_size=3) | st.dictionaries(keys, one, max_size=4)
    )
    likely = st.fixed_dictionaries(
        {
            "do": st.sampled_from(_VERBS),
            "as": st.sampled_from([user.id for user, _ in stage.cast.actors]),
        },
        optional=dict.fromkeys(_KEYS[2:], scalars | anything),
    )
    return likely | anything


def test_act__no_body_raises() -> None:
    stage = deaf_stage()
    opened(stage, stage.cast.owner)
    posted(stage, stage.cast.room, "for all")

    with asyncio.Runner() as runner:

        @given(_bodies(stage))
        def nothing_raises(body: object) -> None:
            answer = runner.run(act(stage, body))
            assert answer == {"ok": True} or (answer["ok"] is False and answer["says"].strip())

        nothing_raises()
        runner.run(stage.slack.close())


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ([], "The request is no JSON object."),
        ({}, "The request's “do” is no text."),
        ({"do": "fly"}, "The page asks for something that this demo does not know."),
        ({"do": "home"}, "The request's “as” is no id."),
        ({"do": "home", "as": "U1"}, "Nobody of the demo whom one can act as has this id."),
    ],
)
async def test_act__what_cannot_be_understood(stage: Stage, body: object, says: str) -> None:
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


# Modals, shortcuts, the world


@pytest.fixture
def view(stage: Stage) -> View:
    return opened(stage, stage.cast.owner)


async def test_submit__what_is_too_long_is_said_below_its_field(stage: Stage, view: View) -> None:
    value = {"block": "plain_text_input", "action": "plain_text_input", "value": "x" * 21}

    answer = await told(stage, do="submit", view=view.id, values=[value])

    assert answer["error"] == "form_incomplete"
    assert answer["errors"] == {"plain_text_input": "The text is too short or too long."}
    assert stage.slack.sent == []


async def test_views__a_stale_id_or_one_of_others_is_refused(stage: Stage, view: View) -> None:
    above = views.push_upon(stage.slack.world, stage.cast.owner.id, dict(FORM))
    gone = refused("That window is not open any more: it was closed.", "not_found")

    assert await told(stage, do="close", view=view.id) == gone
    assert await told(stage, do="submit", view=view.id) == gone
    other = {"as": stage.cast.maintainer.id, "do": "close", "view": above.id}
    assert await act(stage, other) == gone

    assert await told(stage, do="close", view=above.id) == {"ok": True}
    assert await told(stage, do="close", view=above.id) == gone
    assert stage.slack.modals(stage.cast.owner) == (view,)


async def test_submit__what_is_being_sent_is_left_alone(stage: Stage, view: View) -> None:
    sending = {view.id}
    body = {"as": stage.cast.owner.id, "do": "close", "view": view.id}

    answer = await act(stage, body, sending=sending)

    assert answer == refused("This form is being sent: wait for the bot's answer.")
    assert stage.slack.modals(stage.cast.owner) == (view,)
    assert sending == {view.id}


async def test_shortcut__belongs_to_a_message(stage: Stage) -> None:
    message = posted(stage, stage.cast.room, "for all")
    at = {"conversation": stage.cast.room.id, "message": message.ts}

    assert (await told(stage, do="shortcut", callback="other", at=at))["error"] == (
        "shortcut_unknown"
    )
    assert (await told(stage, do="shortcut", callback="where_tracked"))["error"] == (
        "shortcut_unknown"
    )
    assert (await told(stage, do="shortcut", callback="where_tracked", at=at))["error"] == (
        "dispatch_failed"
    )


async def test_move__the_clock_goes_on(stage: Stage) -> None:
    before = stage.now

    assert await told(stage, do="move", id="monday") == {"ok": True}
    assert stage.now.isoformat() == "2026-08-24T08:00:00+00:00"
    assert (await told(stage, do="move", id="back"))["ok"] is False
    assert stage.now > before


async def test_change__once(stage: Stage) -> None:
    assert await told(stage, do="change", id="merge") == {"ok": True}
    assert await told(stage, do="change", id="merge") == refused(
        "“Merge #2467”: there is nothing left to do."
    )
    assert stage.github.item("NVIDIA-NeMo/RL", 2467)["state"] == "MERGED"
    assert await told(stage, do="change", id="war") == refused("There is no such change.")


# Slack's own command, which the bot tells people to type


async def _invited(stage: Stage, name: str) -> Json:
    body = {"as": stage.cast.maintainer.id, "do": "type", "text": f"/invite @{name}"}
    return await act(stage, {**body, "conversation": stage.cast.side_room.id})


async def test_invite__lets_the_bot_into_a_channel(stage: Stage) -> None:
    bot = stage.slack.bot
    assert bot.id not in stage.cast.side_room.members

    assert await _invited(stage, bot.name) == {"ok": True}

    assert bot.id in stage.cast.side_room.members
    assert (await _invited(stage, bot.name))["error"] == "already_in_channel"


async def test_invite__nobody_of_that_name(stage: Stage) -> None:
    assert await _invited(stage, "nobody") == refused(
        "Nobody here is called @nobody.", "user_not_found"
    )


async def test_act__takes_a_moment(stage: Stage) -> None:
    before = stage.now

    await told(stage, do="home")

    assert (stage.now - before).total_seconds() == 2
