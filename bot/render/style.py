"""Style: what a terminal can show."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """What the reader's terminal can show; the caller finds out."""

    colour: bool = False
    """Colours and weights; false when piped, or with `NO_COLOR`."""
    links: bool = False
    """Hyperlinks (OSC 8)."""
    unicode: bool = True
    """The encoding has more than ASCII."""


PLAIN = Style()
"""Piped into a file or another program."""
