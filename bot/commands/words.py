"""What somebody typed, as words: how a line is split, what quotation marks mean, how it looks."""

import re
from collections.abc import Iterable

_OPENING = '"“”„‟«»「『'
_CLOSING = '"“”„‟«»」』'
# A mention or link as Slack writes it, a quotation, or whatever stands between blanks.
_WORD = re.compile(rf"<[^<>\s][^<>]*>|[{_OPENING}][^{_OPENING}{_CLOSING}]*[{_CLOSING}]|\S+")

_SHOWN_CHARACTERS = 60


def split(text: str) -> tuple[str, ...]:
    """The words of a line; no line is wrong.

    A quotation is one word and keeps its marks; without a closing mark it is none.
    """
    return tuple(_WORD.findall(text))


def is_quoted(word: str) -> bool:
    """The word stands in double or typographic quotation marks."""
    return len(word) > 1 and word[0] in _OPENING and word[-1] in _CLOSING


def unquoted(word: str) -> str:
    """The word without its quotation marks."""
    return word[1:-1].strip() if is_quoted(word) else word


def joined(words: Iterable[str]) -> str:
    """One name of several words, without quotation marks."""
    return " ".join(filter(None, map(unquoted, words)))


def one_line(text: str) -> str:
    """The text without line ends and without what cannot be seen."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def shown(text: str) -> str:
    """The text in quotation marks for a message: one short line of what can be seen."""
    return f"“{shortened(text)}”"


def shortened(text: str) -> str:
    """The text in one short line of what can be seen."""
    line = one_line(text)
    return line if len(line) <= _SHOWN_CHARACTERS else f"{line[: _SHOWN_CHARACTERS - 1]}…"
