"""A burn-up → a picture of it, drawn by a child process.

matplotlib takes a hundred megabytes and is not made for a program that runs for months: the child
takes them with it when it ends.
"""

import asyncio
import os
import sys
from contextlib import suppress
from importlib.util import find_spec
from typing import Final

import structlog

from bot.answers.burnup import BurnUp, BurnUpLine, state_line, unknown_words
from bot.charts.__main__ import LACKING
from bot.charts.sheet import Form, Panel, Sheet
from bot.errors import PictureFault

TIME_LIMIT_SECONDS: Final = 30.0
"""A picture takes one or two; on a busy machine with cold disks several times that."""

INSTALL: Final = "Install it with them, in the folder of the program: pip install '.[charts]'"
NOT_INSTALLED: Final = "Pictures need matplotlib, and it is not installed here."

_HANDED_ON: Final = frozenset(
    {"HOME", "LANG", "LC_ALL", "MPLCONFIGDIR", "PATH", "PYTHONPATH", "SYSTEMROOT", "TEMP", "TMPDIR"}
)
_TOLD_AT_MOST: Final = 300
_log = structlog.get_logger(__name__)


def can_draw() -> bool:
    """Whether what draws is installed."""
    return find_spec("matplotlib") is not None


def sheet_of(burn: BurnUp, form: Form = "png") -> Sheet:
    """What is drawn of it."""
    return Sheet(
        title=burn.title,
        note=unknown_words(burn),
        days=burn.days(),
        whole=_panel(burn.whole),
        parts=tuple(map(_panel, burn.parts)),
        form=form,
    )


async def picture_of(
    burn: BurnUp, form: Form = "png", *, time_limit_seconds: float = TIME_LIMIT_SECONDS
) -> bytes:
    """The picture. Raises `PictureFault` when it cannot be drawn, or not in time."""
    child = await _child()
    try:
        async with asyncio.timeout(time_limit_seconds):
            sheet = sheet_of(burn, form).as_json().encode()
            picture, told = await child.communicate(sheet)
    except TimeoutError as error:
        raise PictureFault(f"A picture was not drawn in {time_limit_seconds:g} seconds.") from error
    finally:
        if child.returncode is None:
            with suppress(ProcessLookupError):
                child.kill()
            await child.wait()
    if child.returncode == LACKING:
        raise PictureFault(NOT_INSTALLED, advice=INSTALL)
    if child.returncode or not picture:
        words = told.decode("utf-8", "replace").strip()[-_TOLD_AT_MOST:]
        _log.warning("A picture could not be drawn", status=child.returncode, told=words)
        raise PictureFault("A picture could not be drawn.", advice="The log says why.")
    return picture


def _variables() -> dict[str, str]:
    """None that holds a secret."""
    return {name: value for name, value in os.environ.items() if name in _HANDED_ON}


async def _child() -> asyncio.subprocess.Process:
    pipe = asyncio.subprocess.PIPE
    try:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",  # nothing of the folder that somebody happens to stand in
            "-m",
            "bot.charts",
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            env=_variables(),
        )
    except OSError as error:
        raise PictureFault("No process could be started that draws a picture.") from error


def _panel(line: BurnUpLine) -> Panel:
    return Panel(
        name=line.name,
        words=state_line(line),
        merged=tuple(None if week is None else week.merged for week in line.weeks),
        scope=tuple(None if week is None else week.scope for week in line.weeks),
    )
