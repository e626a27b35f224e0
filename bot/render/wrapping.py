"""Text in lines of a given width, with hanging indents and spaces that no line ends at."""

from rich.text import Text

from bot.render.ansi import CONSOLE

_LONGEST_COUNT = 24
"""Cells of what stands between two commas in a list of counts, as "3 not known"."""

GLUE = "\ue000"
"""A space that no line ends at: a private character of one cell, never printed."""


def wrapped(text: Text, width: int, *, first: Text | str = "", then: str = "") -> list[Text]:
    """Lines of at most `width` cells; `first` stands before the first, `then` before others.

    The dot between two parts stays with the part before it.
    """
    glued = text.copy()
    glued.plain = glued.plain.replace(" · ", f"{GLUE}· ").replace(" - ", f"{GLUE}- ")
    drawn: list[Text] = []
    for line in glued.wrap(CONSOLE, max(1, width - len(then)), overflow="fold"):
        before = then if drawn else first
        start = before.copy() if isinstance(before, Text) else Text(before)
        line.plain = line.plain.replace(GLUE, " ")
        whole = start.append_text(line)
        whole.rstrip()
        drawn.append(whole)
    return drawn


def glued_words(text: Text) -> Text:
    """The text so that it is parted behind commas only; a sentence, with more between two commas
    than a count has, stays as it is."""
    glued = text.copy()
    if max(map(len, text.plain.split(", "))) > _LONGEST_COUNT:
        return glued
    glued.plain = glued.plain.replace(" ", GLUE).replace(f",{GLUE}", ", ")
    return glued
