"""Signs before rows: to look at, and to be read aloud.

Of the signs that the terminal has, Slack turns ✔ and ✖ into pictures; ✓ and ✕ stay letters.
"""

from bot.answers.answer import Mark

_SIGNS = {
    Mark.MERGED: "✓",
    Mark.DONE: "✓",
    Mark.OPEN: "●",
    Mark.DRAFT: "◌",
    Mark.CLOSED: "✕",
    Mark.NOT_FOUND: "!",
    Mark.NOT_VISIBLE: "?",
    Mark.UNKNOWN: "?",
    Mark.NONE: "",
}
_WORDS = {
    Mark.MERGED: "Merged",
    Mark.DONE: "Done",
    Mark.OPEN: "Open",
    Mark.DRAFT: "Draft",
    Mark.CLOSED: "Closed",
    Mark.NOT_FOUND: "Not found",
    Mark.NOT_VISIBLE: "Not visible",
    Mark.UNKNOWN: "State not known",
    Mark.NONE: "",
}


def mark_sign(mark: Mark) -> str:
    """One character, or none."""
    return _SIGNS[mark]


def mark_words(mark: Mark) -> str:
    """What the sign says."""
    return _WORDS[mark]
