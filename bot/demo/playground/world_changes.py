"""What can be changed on the GitHub of the demo, by buttons: so that there is something to see."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from bot.demo.bundled import DEMO_TRACKERS
from bot.demo.github.faults import html
from bot.demo.playground.stage import Stage

_HOME = "NVIDIA-NeMo/RL"
_INDEX = DEMO_TRACKERS["nemo-rl"].number
_MERGED_FIRST, _MERGES, _PUSHED, _CLOSES, _TICKED, _ADDED = 2593, 2467, 2692, 2580, 2444, 3219
_ABOVE_ADDED = 2819

_EMPTY_BOX = f"- [ ] {_HOME}#{_TICKED}:"
_TICKED_BOX = f"- [x] {_HOME}#{_TICKED}:"
_NEW_ROW = f"- [x] {_HOME}#{_ADDED}: rollout path of the SingleController"
_HEADING = "## Generation\n"
_NOTE = "Help with this section is welcome.\n"

SOMEBODY = "mara-of-the-demo"
"""Who does all of this. The people of the bundled readings are real, and never did."""

_WRITES = "updateIssue"
"""What stands in the bot's request to change the index."""
_OUTAGE = html(502)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One button."""

    id: str
    label: str
    help: str
    """What happens, and what to try then."""
    is_open: Callable[[Stage], bool]
    """Whether there is still something to do."""
    make: Callable[[Stage], None]
    """Do it, at the stage's moment; only while it is open."""


# Pull requests


def _is_open(number: int) -> Callable[[Stage], bool]:
    """What is merged or closed can be neither once more."""
    return lambda stage: stage.github.item(_HOME, number)["state"] == "OPEN"


def merge(stage: Stage, number: int) -> None:
    """Merge this pull request of the index's repository."""
    # Whether it was a draft the bundled reading does not know; what is merged is none.
    stage.github.edit(_HOME, number, isDraft=False)
    stage.github.merge(_HOME, number, by=SOMEBODY, at=stage.now)


def _close(stage: Stage) -> None:
    stage.github.close(_HOME, _CLOSES, by=SOMEBODY, at=stage.now)


_HEAD = hashlib.sha1(b"a commit of the demo", usedforsecurity=False).hexdigest()


def _can_push(stage: Stage) -> bool:
    # Of which commit the head is, the bundle does not know.
    return stage.github.item(_HOME, _PUSHED).get("headRefOid") != _HEAD


def _push(stage: Stage) -> None:
    stage.github.push(_HOME, _PUSHED, _HEAD, by=SOMEBODY, at=stage.now)


# The text of the index


def _body(stage: Stage) -> str:
    return str(stage.github.item(_HOME, _INDEX)["body"])


def _write(stage: Stage, body: str) -> None:
    stage.github.edit_body(_HOME, _INDEX, body, by=SOMEBODY, at=stage.now)


def _can_tick(stage: Stage) -> bool:
    return _EMPTY_BOX in _body(stage)


def _tick(stage: Stage) -> None:
    _write(stage, _body(stage).replace(_EMPTY_BOX, _TICKED_BOX))


_ROW_ABOVE = f"] {_HOME}#{_ABOVE_ADDED}:"


def _can_add(stage: Stage) -> bool:
    return _ROW_ABOVE in _body(stage) and f"#{_ADDED}" not in _body(stage)


def _add(stage: Stage) -> None:
    lines = _body(stage).splitlines(keepends=True)
    above = next(number for number, line in enumerate(lines) if _ROW_ABOVE in line)
    lines.insert(above + 1, f"{_NEW_ROW}\n")
    _write(stage, "".join(lines))


def _can_interfere(stage: Stage) -> bool:
    waits = any(hook.containing == _WRITES and hook.nth > 0 for hook in stage.github.hooks)
    return not waits and _HEADING in _body(stage) and _NOTE not in _body(stage)


def _interfere(stage: Stage) -> None:
    def edit() -> None:
        noted = _body(stage).replace(_HEADING, f"{_HEADING}\n{_NOTE}", 1)
        _write(stage, noted)

    stage.github.when(_WRITES, edit)


# The service


def _is_down(stage: Stage) -> bool:
    return any(planned.fault is _OUTAGE for planned in stage.github.planned)


def _go_down(stage: Stage) -> None:
    stage.github.plan(_OUTAGE, times=None, on="/")


def _come_back(stage: Stage) -> None:
    stage.github.heal()


_IN_ORDER = (
    Change(
        id="merge-2593",
        label=f"Merge #{_MERGED_FIRST}",
        help="A row of Data Plane is merged, which the next digest tells in its thread.",
        is_open=_is_open(_MERGED_FIRST),
        make=lambda stage: merge(stage, _MERGED_FIRST),
    ),
    Change(
        id="merge-2467",
        label=f"Merge #{_MERGES}",
        help="A row of Refit is merged; let ten minutes pass and ask /nemorl-status refit.",
        is_open=_is_open(_MERGES),
        make=lambda stage: merge(stage, _MERGES),
    ),
    Change(
        id="push",
        label=f"Push a commit to #{_PUSHED}",
        help="A stale row of AsyncRL moves; let ten minutes pass and ask /nemorl-status stale.",
        is_open=_can_push,
        make=_push,
    ),
    Change(
        id="close",
        label=f"Close #{_CLOSES} without a merge",
        help="It stays listed, which is drift; let ten minutes pass and ask /nemorl-status drift.",
        is_open=_is_open(_CLOSES),
        make=_close,
    ),
    Change(
        id="tick",
        label=f"Tick the box of #{_TICKED} by hand",
        help="A person repairs one row; let ten minutes pass, and drift has one line less.",
        is_open=_can_tick,
        make=_tick,
    ),
    Change(
        id="add-row",
        label=f"Write a row for #{_ADDED}",
        help="A person adds what is missing to AsyncRL; let ten minutes pass and ask for drift.",
        is_open=_can_add,
        make=_add,
    ),
    Change(
        id="interfere",
        label="Edit the index while the bot writes",
        help="Somebody saves another text in the second of the next repair; repair some boxes now.",
        is_open=_can_interfere,
        make=_interfere,
    ),
    Change(
        id="down",
        label="Let GitHub go down",
        help="Every request gets a page with 502; press Refresh, and the answer begins with that.",
        is_open=lambda stage: not _is_down(stage),
        make=_go_down,
    ),
    Change(
        id="back",
        label="Let GitHub come back",
        help="Requests are answered again; press Refresh once more.",
        is_open=_is_down,
        make=_come_back,
    ),
)

CHANGES: Final[Mapping[str, Change]] = {change.id: change for change in _IN_ORDER}
"""By id, in the order of their buttons."""
