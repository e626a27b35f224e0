import json
from typing import Any

import pytest

from bot.demo.playground.seen import seen
from bot.demo.playground.stage import Stage
from bot.demo.slack import views
from tests.demo.playground.deaf import BLOCKS, FORM, deaf_stage, opened, posted


@pytest.fixture
def stage() -> Stage:
    return deaf_stage()


def texts(state: dict[str, Any]) -> list[str]:
    return [one["text"] for one in state["conversation"]["messages"]]


def test_seen__is_json_and_tells_who_everybody_is(stage: Stage) -> None:
    state = json.loads(json.dumps(seen(stage, stage.cast.guest.id)))

    assert state["me"] == {"id": stage.cast.guest.id, "tz": "Europe/London"}
    assert [one["role"] for one in state["actors"]] == [
        "maintainer",
        "owner",
        "colleague",
        "guest",
    ]
    assert [one["name"] for one in state["conversations"]] == [
        "nemo-rl-architecture",
        "nemorl-status",
    ]
    assert state["conversation"]["id"] == stage.cast.room.id
    assert state["people"][stage.slack.bot.id]["is_bot"]
    assert state["bot"]["command"] == "/nemorl-status"
    assert state["bot"]["shortcuts"] == [
        {
            "callback": "where_tracked",
            "name": "Where is this tracked?",
            "help": "Which workstreams list the pull requests of this message",
            "kind": "message",
        }
    ]
    assert state["bot"]["hint"].startswith("[overview | NAME | ")
    assert "from Saturday 22 August 2026 that came with the program" in state["about"]["says"]
    assert "help [SUBCOMMAND]" in [one["usage"] for one in state["bot"]["questions"]]
    assert state["clock"]["now"] == "2026-08-22T23:00:00Z"
    assert (state["home"], state["modal"], state["thread"]) == (None, None, None)


@pytest.mark.parametrize("person", ["U000000000", "U_NOBODY", ""])
def test_seen__nobody_is_played_whom_one_cannot_act_as(stage: Stage, person: str) -> None:
    with pytest.raises(LookupError):
        seen(stage, person)


def test_seen__what_must_not_be_is_told_once(stage: Stage) -> None:
    stage.slack.journal.accuse("Something that Slack would refuse.")
    stage.github.invalid += [{"message": "Field 'x' doesn't exist"}] * 2
    stage.github.crashes.append(KeyError("headRefOid"))

    assert seen(stage, stage.cast.guest.id)["violations"] == [
        "Something that Slack would refuse.",
        "GitHub would refuse a query of the bot's: Field 'x' doesn't exist",
        "The demo's GitHub could not answer a request of the bot's: KeyError('headRefOid')",
    ]


def test_seen__what_is_for_one_person_only_they_see(stage: Stage) -> None:
    cast = stage.cast
    posted(stage, cast.room, "for all")
    posted(stage, cast.room, "for the owner", only=cast.owner)

    assert texts(seen(stage, cast.owner.id)) == ["for all", "for the owner"]
    assert texts(seen(stage, cast.maintainer.id)) == ["for all"]
    counts = [c["messages"] for c in seen(stage, cast.maintainer.id)["conversations"]]
    assert counts == [1, 0, 0]


@pytest.mark.parametrize(
    ("person", "asked"), [("maintainer", "private"), ("guest", "beside"), ("guest", "unknown")]
)
async def test_seen__a_conversation_of_others_is_not_opened(
    stage: Stage, person: str, asked: str
) -> None:
    cast = stage.cast
    private = stage.slack.dm(cast.owner)
    posted(stage, private, "to the owner")
    posted(stage, cast.side_room, "beside")
    ids = {"private": private.id, "beside": cast.side_room.id, "unknown": "C_UNKNOWN"}

    assert texts(seen(stage, cast.owner.id, private.id)) == ["to the owner"]
    state = seen(stage, getattr(cast, person).id, ids[asked])
    assert state["conversation"] == {"id": cast.room.id, "messages": []}


def test_seen__replies_are_counted_at_their_root(stage: Stage) -> None:
    cast = stage.cast
    root = posted(stage, cast.room, "root")
    stage.slack.clock.advance(60)
    posted(stage, cast.room, "reply", under=root)
    posted(stage, cast.room, "told everybody", under=root, broadcast=True)
    reply = posted(stage, cast.room, "for the guest", under=root, only=cast.guest)

    state = seen(stage, cast.maintainer.id, None, root.ts)
    assert texts(state) == ["root", "told everybody"]
    assert state["conversation"]["messages"][0]["replies"] == 2
    assert state["conversation"]["messages"][0]["latest_reply"] == "2026-08-22T23:01:00Z"
    assert [m["text"] for m in state["thread"]["messages"]] == ["root", "reply", "told everybody"]

    guest = seen(stage, cast.guest.id, None, reply.ts)
    assert guest["thread"]["ts"] == root.ts
    assert guest["thread"]["messages"][-1]["ephemeral"]
    assert seen(stage, cast.maintainer.id, None, reply.ts)["thread"] is None
    assert seen(stage, cast.owner.id, stage.slack.dm(cast.owner).id, root.ts)["thread"] is None


def test_seen__views_are_their_own_persons(stage: Stage) -> None:
    cast, world = stage.cast, stage.slack.world
    below = opened(stage, cast.owner)
    above = views.push_upon(world, cast.owner.id, dict(FORM))
    views.publish_home(world, cast.owner.id, {"type": "home", "blocks": BLOCKS}, None)

    state = seen(stage, cast.owner.id)
    assert state["modal"]["id"] == above.id != below.id
    assert state["modals_below"] == 1
    assert (state["modal"]["title"], state["modal"]["close"]) == ("Settings", None)
    assert state["modal"]["state"]["timepicker"]["timepicker"]["selected_time"] is None
    assert state["home"]["blocks"] == BLOCKS
    other = seen(stage, cast.maintainer.id)
    assert (other["home"], other["modal"], other["modals_below"]) == (None, None, 0)
