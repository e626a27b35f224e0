"""Lines of an index that would change, as Slack shows them: plain, and cut around what changes."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from slack_sdk.models.blocks import (
    Block,
    RichTextBlock,
    RichTextElementParts,
    RichTextPreformattedElement,
)

from bot.github_status.repair import DiffLine
from bot.render.clean import clean
from bot.render.slack.limits import RICH_TEXT
from bot.render.slack.measure import ELLIPSIS, escaped_units

WIDE: Final = 160
"""Characters of a line that are shown around what changes: a box stands near its start."""

_BEFORE_IT: Final = 4
"""A quarter of them stands before it."""


def diff_words(line: DiffLine, *, width: int = WIDE) -> tuple[str, str]:
    """The line as it is and as it would be, cut alike to so many characters."""
    pairs = zip(line.before, line.after, strict=True)
    changed = [at for at, (before, after) in enumerate(pairs) if before != after]
    start = max(0, changed[0] - width // _BEFORE_IT) if changed else 0
    end = min(start + width, len(line.before))
    return _window(line.before, start, end), _window(line.after, start, end)


def two_lines(line: DiffLine, *, width: int = WIDE) -> str:
    """The line with its number, as it is and as it would be."""
    number = f"{line.line}:"
    before, after = diff_words(line, width=width)
    return f"- {number:6}{before}\n+ {number:6}{after}"


def diff_blocks(texts: Iterable[str]) -> Iterator[Block]:
    """These texts, each whole, in as few preformatted blocks as it takes."""
    for together in _portions(tuple(texts)):
        yield RichTextBlock(elements=[preformatted("\n".join(together))])


def preformatted(text: str) -> RichTextPreformattedElement:
    """The text exactly; Slack parses nothing in it."""
    return RichTextPreformattedElement(elements=[RichTextElementParts.Text(text=text or " ")])


def _portions(texts: Sequence[str]) -> Iterator[Sequence[str]]:
    together: list[str] = []
    units = 0
    for text in texts:
        own = escaped_units(text) + 1
        if together and units + own > RICH_TEXT:
            yield together
            together, units = [], 0
        together.append(text)
        units += own
    if together:
        yield together


def _window(text: str, start: int, end: int) -> str:
    head = ELLIPSIS if start else ""
    tail = ELLIPSIS if end < len(text) else ""
    return f"{head}{clean(text[start:end])}{tail}"
