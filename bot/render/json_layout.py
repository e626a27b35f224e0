"""How JSON stands on its lines, and the characters in it that are spelled out."""

import json
import re

from bot.render.json_values import Form

# Legal in JSON, but acting in a terminal, hidden there, or no text at all: \uXXXX reads the same.
_ESCAPED = re.compile(
    "[\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff"
    "\ufff0-\ufffb\U000e0000-\U000e0fff]"
)
# The beginning of an object that is no value of a key. Never within a string: there a quote has a
# backslash before it, and behind the quote that ends a string no letter stands.
_OBJECT = re.compile(r'\{(?<!: \{)(?="\w)')


def json_by_line(form: Form) -> str:
    """The form as JSON with each object of a list on a line, for forms of 100,000 objects.

    `json.dumps` with an `indent` is not written in C, and takes eight times as long.
    """
    lines = _OBJECT.sub("\n{", json.dumps(form, ensure_ascii=False))
    return shown(lines.replace(", \n", ",\n").lstrip()) + "\n"


def shown(text: str) -> str:
    """The text of JSON, with the characters spelled out that would act or do not show."""
    if text.isascii() and "\x7f" not in text:
        return text
    return _ESCAPED.sub(lambda found: _escape(found[0]), text)


def _escape(character: str) -> str:
    """The character as JSON spells it; beyond four digits as two halves."""
    halves = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{halves[at : at + 2].hex()}" for at in range(0, len(halves), 2))
