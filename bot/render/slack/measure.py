"""How long Slack finds a text, and where a text can be cut."""

import unicodedata
from bisect import bisect_right

from bot.render.slack.limits import BUTTON_LABEL

ELLIPSIS = "…"

_JOINER = "\u200d"
_FLAGS = range(0x1F1E6, 0x1F200)
_SKINS = range(0x1F3FB, 0x1F400)


def utf16_units(text: str) -> int:
    """The length of a text that is escaped already."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def escaped_units(text: str) -> int:
    """The length of a text once `&`, `<` and `>` are escaped."""
    angles = text.count("<") + text.count(">")
    return utf16_units(text) + 4 * text.count("&") + 3 * angles


def cut(text: str, most: int) -> str:
    """The longest start of the text of at most `most` units; parts no character and no emoji."""
    if escaped_units(text) <= most:
        return text
    ends = range(min(len(text), most) + 1)
    end = bisect_right(ends, most, key=lambda end: escaped_units(text[:end])) - 1
    return text[: _before_cluster(text, end)]


def cut_at_space(text: str, most: int) -> str:
    """As `cut`, and at the last space where one is near; the space stays with the start."""
    start = cut(text, most)
    space = start.rfind(" ", len(start) * 3 // 4)
    return start if len(start) == len(text) or space < 0 else start[: space + 1]


def shortened(text: str, most: int = BUTTON_LABEL) -> str:
    """The text, with an ellipsis where it is longer than `most` units."""
    if escaped_units(text) <= most:
        return text
    return cut_at_space(text, most - 1).rstrip() + ELLIPSIS


def _before_cluster(text: str, end: int) -> int:
    """`end`, or the start of the emoji or accented letter that it would part."""
    at = end
    while 0 < at < len(text) and end - at < 20 and _belongs_together(text[at - 1], text[at]):
        at -= 1
    return at if at > 0 and end - at < 20 else end


def _belongs_together(left: str, right: str) -> bool:
    both_flags = ord(left) in _FLAGS and ord(right) in _FLAGS
    follows = unicodedata.category(right) in ("Mn", "Me", "Mc") or ord(right) in _SKINS
    return follows or both_flags or _JOINER in (left, right)
