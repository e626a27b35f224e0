"""Parts of a sentence: how days, numbers and short texts are put together for every answer."""

from collections.abc import Iterable
from datetime import datetime
from typing import TypeAlias

from bot.answers.answer import Day, Plain, Span
from bot.github_status.judge import sentences

Part: TypeAlias = tuple[Span, ...]
"""One thing that is said of a row; parts are set apart by a middle dot."""

WORDS_AT_MOST = 200
"""Characters of a row's words or of a title in a list: two lines of a wide terminal."""

listed = sentences.listed
"""Names in a sentence, as the judge's evidence lists them."""

NAME_AT_MOST = 60
"""Characters of a name that stands among other words of a line."""

TITLE_NAME_AT_MOST = 80
"""Characters of a name in a headline, or at the start of a line."""

_IRREGULAR = {
    "box": "boxes",
    "repository": "repositories",
    "is": "are",
    "was": "were",
    "has": "have",
    "names": "name",
    "stands": "stand",
    "counts": "count",
    "entry": "entries",
    "earlier entry": "earlier entries",
    "other entry": "other entries",
    "force push": "force pushes",
}


def said(*texts: str | Span) -> Part:
    """One part, from words and spans in their order."""
    return tuple(Plain(text) if isinstance(text, str) else text for text in texts)


def joined(parts: Iterable[Part], *, by: str = " · ") -> Part:
    """Parts in a row; empty ones leave nothing behind."""
    spans: list[Span] = []
    for part in parts:
        if part:
            spans += [Plain(by), *part] if spans else part
    return tuple(spans)


def day(at: datetime, *, now: datetime) -> Day:
    """The day of a moment; its year is said only where it is not the year of `now`."""
    return Day(at, with_year=at.year != now.year)


def plural(count: int, word: str) -> str:
    """The word ("row", "box", "is") as it stands after this number."""
    return word if count == 1 else _IRREGULAR.get(word, f"{word}s")


def counted(count: int, word: str) -> str:
    """The number and its word: "1 box", "2 boxes"."""
    return f"{count} {plural(count, word)}"


def shortened(text: str, *, at_most: int = WORDS_AT_MOST) -> str:
    """The text in one line, cut with an ellipsis where it is longer than `at_most` characters:
    behind a word, unless that would take away more than a third."""
    line = " ".join(text.split())
    if len(line) <= at_most:
        return line
    cut = line[:at_most].rfind(" ")
    return line[: cut if cut >= at_most * 2 // 3 else at_most - 1].rstrip(" .,;:") + "…"


def unstopped(sentence: str) -> str:
    """A sentence as a part of a longer line: without its full stop."""
    return shortened(sentence).removesuffix(".")


def stopped(words: str) -> str:
    """The words as a sentence among others: with a full stop, unless an ellipsis ends them."""
    return words if words.endswith("…") else f"{words}."


def continued(sentence: str) -> str:
    """A sentence of ours as it goes on behind a colon: without its full stop, and without its
    capital unless it begins with a name such as GitHub or `owner/repo`."""
    words = unstopped(sentence)
    first = words.partition(" ")[0].rstrip(",:;")
    is_name = not first.isalpha() or first[1:] != first[1:].lower()
    return words if is_name else f"{words[:1].lower()}{words[1:]}"
