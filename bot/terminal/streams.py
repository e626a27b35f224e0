"""The two streams of a terminal: what they can show, and writing to them."""

import os
import shutil
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TextIO

from bot import PROGRAM
from bot.errors import Fault, NemorlStatusError
from bot.logs import without_secrets
from bot.render.clean import clean
from bot.render.formats import Screen
from bot.render.style import Style
from bot.terminal.writing import write

PIPED_WIDTH = 10_000
"""Cells; what is piped is not wrapped, so that `grep` finds whole rows."""

_MOST_DIGITS = 6
"""Of `COLUMNS`: more cells than any line has."""

# Signs of the renderers that a narrow encoding lacks.
_SIGNS = "▓░✔●◌✖·…"
_NO_HYPERLINKS = {"", "dumb", "linux"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Streams:
    """Where answers and errors go."""

    out: TextIO
    err: TextIO
    environment: Mapping[str, str]
    keys: TextIO | None = None
    """What somebody types; `None`: nobody can."""

    @property
    def are_one(self) -> bool:
        """Whoever sees the one sees the other: both are a terminal, or one file (`2>&1`)."""
        if self.out.isatty() and self.err.isatty():
            return True
        try:
            return os.path.sameopenfile(self.out.fileno(), self.err.fileno())
        except (OSError, ValueError):  # no file stands behind it
            return False

    @property
    def can_ask(self) -> bool:
        """Somebody sees a question, and can answer it."""
        return self.keys is not None and self.keys.isatty() and self.out.isatty()

    @property
    def screen(self) -> Screen:
        """What stdout shows."""
        return Screen(width=self.width, style=self.style)

    @property
    def width(self) -> int:
        """`COLUMNS`, else the terminal's width, else what suits a file."""
        fallback = (PIPED_WIDTH, 24)
        if self.out.isatty():
            return shutil.get_terminal_size(fallback).columns
        columns = self.environment.get("COLUMNS", "")
        is_width = columns.isdecimal() and len(columns) <= _MOST_DIGITS
        return (int(columns) if is_width else 0) or PIPED_WIDTH

    @property
    def style(self) -> Style:
        """What stdout can show. https://no-color.org and https://force-color.org are heeded."""
        terminal = self.out.isatty()
        term = self.environment.get("TERM", "")
        forced = bool(self.environment.get("FORCE_COLOR"))
        plain = bool(self.environment.get("NO_COLOR")) or term == "dumb"
        return Style(
            colour=(terminal or forced) and not plain,
            links=terminal and term not in _NO_HYPERLINKS,
            unicode=_can_show(_SIGNS, self.out),
        )

    def show(self, text: str) -> None:
        """An answer, to stdout. What its encoding lacks becomes `?`."""
        write(self.out, text)

    def ask(self, question: str) -> str | None:
        """What somebody answers in one line, small and without white space around it.

        `None`: the end of what is typed.
        """
        typed = self.ask_for(question)
        return None if typed is None else typed.casefold()

    def ask_for(self, question: str) -> str | None:
        """The same as it was typed."""
        self.show(f"{question} ")
        line = self.keys.readline() if self.keys is not None else ""
        return line.strip() if line else None

    def show_data(self, text: str) -> None:
        """Data for another program, to stdout: UTF-8 whatever the terminal speaks."""
        reconfigure = getattr(self.out, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8")
        write(self.out, text)

    def warn(self, what: str, advice: str = "") -> None:
        """What happened and what to do, in one block on stderr.

        It may name what somebody typed, or what stands in a file: no line of it acts, or tells a
        secret. Where it cannot be written there is nobody to tell, and the exit status stands.
        """
        block = without_secrets("\n".join(filter(None, (f"{PROGRAM}: {what}", advice))))
        lines = (clean(line) for line in block.split("\n"))
        with suppress(Fault):
            write(self.err, "\n".join(lines) + "\n")

    def complain(self, error: NemorlStatusError) -> None:
        """An error of ours."""
        self.warn(str(error), error.advice)


def these_streams() -> Streams:
    """The streams of this process."""
    return Streams(out=sys.stdout, err=sys.stderr, environment=os.environ, keys=sys.stdin)


def _can_show(text: str, stream: TextIO) -> bool:
    try:
        text.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
