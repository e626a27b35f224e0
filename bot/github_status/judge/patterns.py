"""Settings' patterns: plain words and globs, matched without case and in linear time.

No regular expressions: a pattern comes from a settings file, the text from anybody on GitHub, and
the two together must not be able to stall the bot.
"""

from functools import lru_cache


def plain(text: str) -> str:
    """Without case, with single spaces and straight apostrophes."""
    return " ".join(text.casefold().replace("’", "'").replace("‘", "'").split())


@lru_cache(maxsize=1024)
def _folded(pattern: str) -> str:
    """A pattern, plain: the same few are held against every comment of a tracker."""
    return plain(pattern)


def fits_glob(pattern: str, text: str) -> bool:
    """The whole text is what the pattern says; `*` stands for any text, and nothing else is
    special."""
    first, *rest = _folded(pattern).split("*")
    text = plain(text)
    if not rest:
        return text == first
    *middle, last = rest
    if not text.startswith(first):
        return False
    at = len(first)
    for piece in middle:
        found = text.find(piece, at)
        if found < 0:
            return False
        at = found + len(piece)
    return len(text) - at >= len(last) and text.endswith(last)


def fits_command(pattern: str, said: str) -> bool:
    """What was said, already plain, is this command: a glob, or without `*` the command's words,
    alone or with arguments."""
    command = _folded(pattern)
    if "*" in command:
        return fits_glob(pattern, said)
    return bool(command) and (said == command or said.startswith(command + " "))


def fits_label(pattern: str, label: str) -> bool:
    """The label is the one meant: `do not merge` is also `do-not-merge` and `Do_Not_Merge`."""
    return bool(_folded(pattern)) and fits_glob(_spaced(pattern), _spaced(label))


def _spaced(label: str) -> str:
    return label.replace("-", " ").replace("_", " ").replace("/", " / ").replace(":", " : ")


def in_title(pattern: str, title: str) -> bool:
    """The title carries this mark anywhere; a pattern with `*` must fit the whole title."""
    if "*" in pattern:
        return fits_glob(pattern, title)
    return bool(_folded(pattern)) and _folded(pattern) in plain(title)
