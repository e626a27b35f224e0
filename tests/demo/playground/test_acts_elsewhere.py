"""What is done in modals, by shortcuts, and to the world of the demo."""

import pytest

from bot.demo.playground.acts import act
from bot.demo.playground.stage import PRESS_SECONDS, Stage
from bot.demo.slack import View, views
from tests.demo.playground.acting import Json, refused, told
from tests.demo.playground.deaf import FORM, deaf_stage, opened, posted


@pytest.fixture
def stage() -> Stage:
    return deaf_stage()


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
    assert await told(stage, do="change", id="merge-2467") == {"ok": True}
    assert await told(stage, do="change", id="merge-2467") == refused(
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


async def test_clock__stands_still_but_for_what_is_pressed(stage: Stage) -> None:
    before, message = stage.now, posted(stage, stage.cast.room, "Go")

    await told(stage, do="home")
    assert stage.now == before

    at = {"conversation": message.channel, "message": message.ts}
    await told(stage, do="press", at=at, block="row", action="no such")
    assert stage.now == before
    await told(stage, do="press", at=at, block="row", action="go")
    assert (stage.now - before).total_seconds() == PRESS_SECONDS
