"""The words among the events of the markdown parser: of paragraphs and cells, of code and HTML."""

from bisect import bisect_right
from collections.abc import Iterator
from typing import Any

from pyromark.event import Event, Range

from bot.github_status.index.source import Source
from bot.github_status.index.spelling import WordsSpeller

NO_TEXT = -1
"""Instead of an offset, before the first text of a task list block."""


def pass_over(events: Iterator[tuple[Event, Range]]) -> None:
    """Go on behind the end of what began: nothing is kept of a quote within a quote.

    A megabyte of `>` is two million events, and takes half the time without their methods.
    """
    depth = 1
    for event, _ in events:
        if isinstance(event, str):
            continue
        if "Start" in event:
            depth += 1
        elif "End" in event:
            depth -= 1
            if not depth:
                return


class TextFollower:
    """Takes the text events of one piece of the body to where they belong.

    The value and the byte range of an event are kept beside it, since most methods need neither.
    Within quotes and footnotes (`_muted`) only words that were begun on purpose are kept.
    """

    def __init__(self, source: Source, base: int) -> None:
        """`base`: the byte offset of the piece in the body."""
        self._source = source
        self._base = base
        self._line_starts = source.byte_starts
        self._value: Any = None
        self._span: Range = {"start": 0, "end": 0}
        self._muted = 0
        self._speller: WordsSpeller | None = None
        self._html_at: int | None = None
        self._html: list[str] = []
        self._is_code = False
        self._tasklist: tuple[int, int] | None = None

    @property
    def _at(self) -> int:
        return self._span["start"]

    @property
    def _end(self) -> int:
        return self._span["end"]

    def _line(self) -> int:
        # As `Source.line` has it, without a call: it is asked for every item and every cell.
        return bisect_right(self._line_starts, self._base + self._span["start"])

    def _words(self) -> WordsSpeller | None:
        """Where words go; `None` for words that are not kept."""
        if self._speller is None and not self._muted:
            self._speller = WordsSpeller(self._line())
        return self._speller

    def _on_text(self) -> None:
        if self._speller is not None:
            self._speller.add(self._value)
        elif self._html_at is not None:
            self._html.append(self._value)
        elif self._is_code:
            if self._tasklist is not None:
                begin = self._tasklist[0]
                self._tasklist = (self._at if begin == NO_TEXT else begin, self._end)
        elif not self._muted:
            self._speller = WordsSpeller(self._line())
            self._speller.add(self._value)

    def _on_code(self) -> None:
        if (speller := self._words()) is not None:
            speller.add_code(self._value)

    def _on_inline_html(self) -> None:
        if (speller := self._words()) is not None:
            speller.add_html(self._value)

    def _on_break(self) -> None:
        if self._speller is not None:
            self._speller.add("\n")
