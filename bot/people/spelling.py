"""Is this login, or this other name, a way to write that name? Pure.

Logins are names without blanks, shortened and with numbers: `pthombre`, `zyzhou5`, `mehraakash`,
`ananthsub`, `ZhiyuLi-Nvidia`.
"""

import re
from collections.abc import Sequence

from bot.github_status.judge.names import fold_name

_PARTS = re.compile(r"[^\W\d_]+")
_LEAST_WORD = 3
"""Letters that say something: two are in many names."""

MOST_WORDS = 6
"""Of one name; more are not read."""


def words_of(name: str) -> tuple[str, ...]:
    """The words of a name, folded, without what stands in brackets."""
    bare = re.sub(r"[(（\[].*?[)）\]]", " ", name)
    return tuple((fold_name(bare) or fold_name(name)).split())[:MOST_WORDS]


def same_words(one: str, other: str) -> bool:
    """The same words in another order ("Li Zhiyu", "Zhiyu Li")."""
    return bool(words_of(one)) and sorted(words_of(one)) == sorted(words_of(other))


def shares_ends(one: str, other: str) -> bool:
    """One has words more, between the same first and last ones ("Pranav Prashant Thombre")."""
    a, b = words_of(one), words_of(other)
    if min(len(a), len(b)) < 2 or a == b:
        return False
    return (a[0], a[-1]) == (b[0], b[-1]) and (set(a) <= set(b) or set(b) <= set(a))


def shared_words(one: str, other: str) -> tuple[str, ...]:
    """Words of three letters or more that both have, in the order of the first."""
    others = set(words_of(other))
    return tuple(word for word in words_of(one) if word in others and len(word) >= _LEAST_WORD)


def is_spelled(login: str, name: str) -> bool:
    """The login, or a part of it, is made of this name.

    That are two of its words, or the only one; each by its beginning or by two letters of it, and
    one of them by three letters or more.
    """
    words = words_of(name)
    return any(_is_made_of(part, words) for part in _parts(login))


def spells_word(login: str, name: str) -> str | None:
    """The longest word of the name that stands in the login as a whole; `None`: none does."""
    found = [w for w in words_of(name) if len(w) >= _LEAST_WORD and w in _letters(login)]
    return max(found, key=len, default=None)


def _letters(login: str) -> str:
    return "".join(_PARTS.findall(fold_name(login)))


def _parts(login: str) -> tuple[str, ...]:
    """All of it, and what stands between hyphens and numbers."""
    parts = [part for part in _PARTS.findall(fold_name(login)) if len(part) > 1]
    return tuple(dict.fromkeys((_letters(login), *parts)))


def _is_made_of(text: str, words: tuple[str, ...]) -> bool:
    if len(words) == 1:
        return len(text) >= _LEAST_WORD and text == words[0]
    return any(
        _rest_fits(text, first, words[:at] + words[at + 1 :]) for at, first in enumerate(words)
    )


def _rest_fits(text: str, first: str, others: Sequence[str]) -> bool:
    """The text is a piece of `first`, and what follows a piece of one of the others."""
    cuts = ((text[:cut], text[cut:]) for cut in range(1, len(text)))
    return any(
        max(len(head), len(tail)) >= _LEAST_WORD
        and _is_piece(head, first)
        and any(_is_piece(tail, other) for other in others)
        for head, tail in cuts
    )


def _is_piece(piece: str, word: str) -> bool:
    """Its beginning; or at most two letters of it in their order, the first one among them."""
    if word.startswith(piece):
        return True
    return len(piece) == 2 and piece[0] == word[0] and piece[1] in word[1:]
