"""Text from anywhere, made harmless for a terminal: one line, and nothing in it that acts."""

import re
import unicodedata

# Escape sequences begin with a control character (C0, DEL, C1); bidirectional controls reorder what
# stands beside them (CVE-2021-42574); invisible characters hide text in text.
_ACTING = re.compile(
    "[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c\ud800-\udfff]"
)
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u2028\u2029\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff]"
)
_SPACE = re.compile("[\t\n\x0b\x0c\r\x85\u2028\u2029]+")
_MANY_JOINERS = re.compile("[\u200c\u200d]{2,}")

MARKS_AT_MOST = 3
"""Combining marks on one character: Vietnamese needs two, dozens reach into other lines."""

REPLACEMENT = "�"

ASCII = {
    "·": "-",
    "…": "...",
    "›": ">",
    "“": '"',
    "”": '"',
    "’": "'",
    "—": "-",
    "–": "-",
    REPLACEMENT: "?",
}
"""What our own words use beyond ASCII, and its stand-in."""


def clean(text: str) -> str:
    """The text in one line: line ends are spaces, acting characters seen, hidden ones gone."""
    spaced = _SPACE.sub(" ", text)
    visible = _INVISIBLE.sub("", _ACTING.sub(REPLACEMENT, spaced))
    return _few_marks(_MANY_JOINERS.sub("", visible))


def ascii_text(text: str) -> str:
    """The text for a terminal that has only ASCII; letters lose their accents, the rest is `?`."""
    replaced = "".join(ASCII.get(character, character) for character in text)
    plain = unicodedata.normalize("NFKD", replaced)
    bare = "".join(c for c in plain if not unicodedata.combining(c))
    return bare.encode("ascii", "replace").decode("ascii")


def _few_marks(text: str) -> str:
    if text.isascii():
        return text
    kept: list[str] = []
    marks = 0
    for character in text:
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if marks <= MARKS_AT_MOST:
            kept.append(character)
    return "".join(kept)
