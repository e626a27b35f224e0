"""Whether there is something new to see."""

from collections.abc import Hashable

from bot.demo.playground.stage import Stage
from bot.demo.playground.world_changes import CHANGES
from bot.demo.slack import View

_MOST_OPEN = 20
"""Requests to GitHub that are answered at one time: the bot asks far fewer at once."""


class Watch:
    """Counts what can be seen changing. It looks only when it is asked, which is cheap."""

    def __init__(self, stage: Stage) -> None:
        """Begin with what there is."""
        self._stage = stage
        self._seen = _all_there_is(stage)
        self._version = 1

    def version(self) -> int:
        """A number that is another one, and a greater one, whenever anything changed."""
        now = _all_there_is(self._stage)
        if now != self._seen:
            self._seen = now
            self._version += 1
        return self._version


def _all_there_is(stage: Stage) -> Hashable:
    """Equal as long as nothing changes. What the bot does is counted by its journal's steps."""
    world = stage.slack.world
    return (
        stage.slack.journal.steps,
        len(stage.slack.violations),
        len(stage.github.requests),
        tuple(asked.seconds for asked in stage.github.requests[-_MOST_OPEN:]),
        stage.slack.clock.now(),
        sum(len(there) for there in world.messages.values()),
        len(world.deleted),
        tuple(change.is_open(stage) for change in CHANGES.values()),
        tuple(_shown(view) for view in world.homes.values()),
        tuple(_shown(view) for stack in world.stacks.values() for view in stack),
    )


def _shown(view: View) -> Hashable:
    return view.user, view.id, view.hash, repr(view.state)
