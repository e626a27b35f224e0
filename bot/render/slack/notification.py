"""A message's `text`: what a notification shows and a screen reader says. The same facts, as lines.

Dates are UTC here and links are words, so that nothing in it is markup of Slack's.
"""

from collections.abc import Iterable

from bot.render.clean import clean
from bot.render.slack.escape import escaped
from bot.render.slack.items import Item, Kind
from bot.render.slack.limits import NOTIFICATION
from bot.render.slack.measure import shortened, utf16_units
from bot.render.slack.words import Words

_TITLE = 500
"""Units before it is escaped; an answer's title has about 100."""

_COUNT_ROOM = 40
"""Units for the sentence that counts the lines left out."""


def notification_text(title: str, items: Iterable[Item], *, place: str = "") -> str:
    """The title, then line by line; a count stands for the lines that there is no room for.

    `place` is which part of the answer this is, in words of ours.
    """
    first = title_line(title)
    lines = [escaped(first) + (f" ({place})" if place else "")]
    for item in items:
        if item.kind is not Kind.HEADER or _letters(_spoken(item.words)) != _letters(first):
            lines += [line for line in _said(item) if line]
    text = "\n".join(lines)
    return text if utf16_units(text) <= NOTIFICATION else _shortened(lines)


def title_line(title: str) -> str:
    """The title in one line of bearable length, never empty; not escaped."""
    return shortened(clean(title).strip(), _TITLE) or "(no title)"


def _shortened(lines: list[str]) -> str:
    kept = lines[:1]
    left = NOTIFICATION - _COUNT_ROOM - utf16_units(lines[0])
    for line in lines[1:]:
        left -= utf16_units(line) + 1
        if left < 0:
            break
        kept.append(line)
    more = len(lines) - len(kept)
    return "\n".join([*kept, f"And {more} more {'line' if more == 1 else 'lines'}."])


def _said(item: Item) -> list[str]:
    if item.kind is Kind.CODE:
        return [escaped(line).strip() for line in item.words[0].text.split("\n")]
    return [_stopped(escaped(_spoken(item.words)).strip())]


def _spoken(words: Words) -> str:
    return "".join(word.text if word.said is None else word.said for word in words)


def _stopped(line: str) -> str:
    return line if not line or line[-1] in ".!?:" else f"{line}."


def _letters(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())
