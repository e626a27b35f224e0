"""No body raises, whoever wrote it."""

import asyncio
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.demo.playground.acts import act
from bot.demo.playground.clock_moves import MOVES
from bot.demo.playground.stage import Stage
from bot.demo.playground.world_changes import CHANGES
from tests.demo.playground.deaf import BLOCKS, FORM, deaf_stage, opened, posted

Json = dict[str, Any]

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
        *CHANGES,
        *MOVES,
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


def _bodies(stage: Stage) -> st.SearchStrategy[Json]:
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
    return likely | st.dictionaries(keys, anything, max_size=4)


def test_act__no_body_raises() -> None:
    stage = deaf_stage()
    opened(stage, stage.cast.owner)
    posted(stage, stage.cast.room, "for all")

    with asyncio.Runner() as runner:

        @settings(max_examples=60, deadline=None)
        @given(_bodies(stage))
        def nothing_raises(body: Json) -> None:
            answer = runner.run(act(stage, body))
            assert answer == {"ok": True} or (answer["ok"] is False and answer["says"].strip())

        nothing_raises()
        runner.run(stage.slack.close())
