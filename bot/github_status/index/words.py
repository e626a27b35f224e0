"""Words of one paragraph, heading or cell without their markup, and the marks that were on them.

What the words mean (refs, owners, roles) is decided elsewhere.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

Span = tuple[int, int]
"""Start and end in the text of the words."""

BREAK = "\v"
"""Stands for `<br>`: it ends a line of words, but not a line of the body."""

_LINE = re.compile(rf"[^\n{BREAK}]+")

_COVER = "\x01"
"""Takes the place of what is not to be read; neither a letter nor a blank."""


class Words(NamedTuple):
    """A run of words. Soft and hard line breaks are `\\n`, and each is a line of the body."""

    text: str
    line: int
    links: tuple[tuple[int, int, str], ...] = ()
    """Start and end of the link text, and the target."""
    code: tuple[Span, ...] = ()
    """Code spans and descriptions of pictures: they are shown, and hold no refs."""
    struck: tuple[Span, ...] = ()
    bold: tuple[Span, ...] = ()

    @property
    def prose(self) -> str:
        """The text, as long as before, with everything in code spans covered."""
        return _covered(self.text, self.code) if self.code else self.text

    @property
    def unlinked(self) -> str:
        """The text, as long as before, with code spans and link texts covered."""
        if not self.links:
            return self.prose if self.code else self.text
        return _covered(
            self.text, sorted({*self.code, *((start, end) for start, end, _ in self.links)})
        )

    def line_at(self, position: int) -> int:
        """The line of the body that holds this position of the text."""
        return self.line + self.text.count("\n", 0, position)

    def is_struck(self, position: int) -> bool:
        """The character at this position is struck through."""
        after = bisect_right(self.struck, (position, len(self.text)))
        return after > 0 and position < self.struck[after - 1][1]

    @property
    def is_all_bold(self) -> bool:
        """Every letter and digit is bold."""
        return not re.search(r"[^\W_]", _covered(self.text, self.bold))

    def lines(self) -> Iterator["Words"]:
        """Each line with words, with the marks of its own; `<br>` ends a line too."""
        if "\n" not in self.text and BREAK not in self.text:
            yield self
            return
        marks = [_Marks(spans) for spans in (self.code, self.struck, self.bold)]
        links = _Marks([(start, end) for start, end, _ in self.links])
        line, counted = self.line, 0
        for found in _LINE.finditer(self.text):
            start, end = found.span()
            line, counted = line + self.text.count("\n", counted, start), start
            targets = [(a, b, self.links[place][2]) for place, a, b in links.within(start, end)]
            spans = (tuple((a, b) for _, a, b in kind.within(start, end)) for kind in marks)
            yield Words(self.text[start:end], line, tuple(targets), *spans)


NO_WORDS = Words("", 0)
"""Of an empty heading or cell; on no line."""


class _Marks:
    """Spans in order, cut to one line after the other: each is looked at once for its lines."""

    def __init__(self, spans: Sequence[Span]) -> None:
        self._spans = spans
        self._next = 0

    def within(self, start: int, end: int) -> Iterator[tuple[int, int, int]]:
        """Place, start and end (in the line) of the spans of a line; lines come in order."""
        spans, place = self._spans, self._next
        while place < len(spans) and spans[place][0] < end:
            if spans[place][1] > start:
                yield place, max(spans[place][0], start) - start, min(spans[place][1], end) - start
            if spans[place][1] > end:
                break
            place += 1
        self._next = place


def _covered(text: str, spans: list[Span] | tuple[Span, ...]) -> str:
    if not spans:
        return text
    parts: list[str] = []
    at = 0
    for start, end in spans:
        if end <= at:
            continue
        begin = max(start, at)
        parts += (text[at:begin], _COVER * (end - begin))
        at = end
    parts.append(text[at:])
    return "".join(parts)
