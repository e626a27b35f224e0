"""The one matcher for names of workstreams, people and trackers. Values in, value out.

What somebody typed is compared with names without case, punctuation or accents. The best rank wins:
exact, prefix, alias, initials or an abbreviation in brackets ("R3"), word, small typo. Several of
the best rank are a tie, which is asked back. How a name is folded is told in `judge.names`.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Generic, TypeVar

from rapidfuzz.fuzz import ratio

from bot.github_status.judge.names import fold_name
from bot.people.typos import SHORTEST_TYPO_CHARACTERS, least_distance, typo_distance

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

MOST_CHARACTERS = 200
"""What is compared of a name or a question. Comparing costs the product of both lengths."""

NEAREST = 3
"""How many names are told when none fits; more are not read."""

NEAR_PERCENT = 65
"""Likeness (matching letters of both texts) below which a name is no help: "digest" and "Inés" have
60, "wt" and "weight" 50, "zhu" and "zhiyu" 75."""

_SHORTEST_BEGINNING_CHARACTERS = 3
"""Fewer letters begin too many words; a whole word may be shorter ("FT")."""

_DEEPEST = 6
"""How many names of a path are compared, its own included."""

_ABBREVIATION_CHARACTERS = 12
# Scripts that put no blank between words, by the first word of a letter's name in Unicode.
_UNSPACED = {"CJK", "HIRAGANA", "KATAKANA", "THAI", "LAO", "KHMER", "MYANMAR"}
_BRACKETS = re.compile(r"[(\[（【]([^()\[\]（）【】]*)[)\]）】]")


class Rank(IntEnum):
    """How does a name fit what was asked? Lower is better."""

    EXACT = 0
    PREFIX = 1
    ALIAS = 2
    INITIALS = 3
    WORD = 4
    WORD_IN_BRACKETS = 5
    TYPO = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Forms:
    """A name, folded in the ways in which it is compared."""

    ends: tuple[tuple[str, int], ...]
    """The path and every end of it, the whole first; and where in it the own name begins."""
    bare: str
    """The own name without what stands in brackets."""
    words: frozenset[str]
    """Those of `bare`."""
    above: frozenset[str]
    """Words of the names above."""
    bracketed: frozenset[str]
    initials: frozenset[str]
    also: tuple[str, ...]
    aliases: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Named(Generic[T_co]):
    """Something that has names."""

    value: T_co
    path: tuple[str, ...]
    """Its name, after the names of what it stands in; one part where it stands in nothing."""
    also: tuple[str, ...] = ()
    """Other names that are as good as its own: a person's logins."""
    aliases: tuple[str, ...] = ()
    forms: Forms = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Keep the forms that are compared."""
        object.__setattr__(self, "forms", _forms(self.path, also=self.also, aliases=self.aliases))

    @property
    def name(self) -> str:
        """Its own name."""
        return self.path[-1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Matched(Generic[T]):
    """What fits best: nothing, one, or several that fit equally, in the order of the candidates."""

    winners: tuple[Named[T], ...] = ()
    rank: Rank | None = None
    """`None` when nothing fits."""


def match(asked: str, candidates: Sequence[Named[T]]) -> Matched[T]:
    """Which candidates fit best. Something wins over what stands in it, since it contains that."""
    folded = _fold(asked)
    for rank, misfit in _RULES if folded else ():
        fits = [(off, c) for c in candidates if (off := misfit(folded, c.forms)) is not None]
        if fits:
            least = min(off for off, _ in fits)
            winners = [candidate for off, candidate in fits if off == least]
            return Matched(winners=_outermost(_as_written(asked, winners)), rank=rank)
    return Matched()


def nearest(asked: str, candidates: Sequence[Named[T]]) -> tuple[Named[T], ...]:
    """The candidates that look like what was asked, best first; equal ones in their order."""
    folded = _fold(asked)
    likeness = [(_likeness(folded, c), c) for c in candidates]
    near = [(like, c) for like, c in likeness if like >= NEAR_PERCENT or _shares_word(folded, c)]
    return tuple(c for _, c in sorted(near, key=lambda pair: -pair[0])[:NEAREST])


def _likeness(asked: str, candidate: Named[T]) -> float:
    """In percent: of the whole name, or of the nearest words for each asked one."""
    whole = max(ratio(asked, text) for text in _texts(candidate))
    words = asked.split()
    if len(words) < 2:
        return whole
    known = candidate.forms.words | candidate.forms.above
    each = [max((ratio(word, other) for other in known), default=0.0) for word in words]
    return max(whole, sum(each) / len(each))


def _shares_word(asked: str, candidate: Named[T]) -> bool:
    """A word that was asked is, but for a typo, one of the name; others are more than that."""
    words = (word for word in asked.split() if len(word) >= SHORTEST_TYPO_CHARACTERS)
    return any(least_distance(word, candidate.forms.words) is not None for word in words)


def _as_written(asked: str, winners: list[Named[T]]) -> list[Named[T]]:
    """Of names that only punctuation keeps apart ("C", "C++"), those written just so."""
    just_so = asked.strip().casefold()
    same = [w for w in winners if just_so in {" ".join(w.path).casefold(), w.name.casefold()}]
    return same or winners


def _outermost(winners: Sequence[Named[T]]) -> tuple[Named[T], ...]:
    paths = {w.path for w in winners}
    return tuple(
        w for w in winners if not any(w.path[:depth] in paths for depth in range(1, len(w.path)))
    )


def _exact(asked: str, forms: Forms) -> int | None:
    """The whole path is nearer than its end, and that is nearer than words divided otherwise."""
    texts = [text for text, _ in forms.ends]
    if asked in texts[:1]:
        return 0
    if asked in texts or asked in forms.also:
        return 1
    # "DataPlane" and "Data-Plane" differ in punctuation only.
    return 2 if _squeezed(asked) in map(_squeezed, (*texts, *forms.also)) else None


def _prefix(asked: str, forms: Forms) -> int | None:
    """The beginning of a name, or of a path as far as into the own name."""
    reached = any(_begins(text, asked) and len(asked) > own for text, own in forms.ends)
    return 0 if reached or any(_begins(text, asked) for text in forms.also) else None


def _begins(text: str, asked: str) -> bool:
    is_enough = len(asked) >= _SHORTEST_BEGINNING_CHARACTERS or _is_unspaced(asked)
    return text.startswith(asked if is_enough else f"{asked} ")


def _alias(asked: str, forms: Forms) -> int | None:
    return 0 if asked in forms.aliases else None


def _initial(asked: str, forms: Forms) -> int | None:
    return 0 if _squeezed(asked) in forms.initials else None


def _word(asked: str, forms: Forms) -> int | None:
    """Words of the name in any order; those of the names above count beside one of its own."""
    words = set(asked.split())
    if words & forms.words and words <= forms.words | forms.above:
        return 0
    # "小雨" is a word of "陈小雨", though no blank says so.
    texts = (forms.bare, *forms.also)
    return 0 if _is_unspaced(asked) and any(asked in text for text in texts) else None


def _word_in_brackets(asked: str, forms: Forms) -> int | None:
    words, own = set(asked.split()), forms.words | forms.bracketed
    return 0 if words & own and words <= own | forms.above else None


def _typo(asked: str, forms: Forms) -> int | None:
    texts = (*(text for text, _ in forms.ends), forms.bare, *forms.also)
    distances = [typo_distance(asked, text) for text in texts]
    distances.append(_word_distance(asked.split(), forms))
    return min((d for d in distances if d is not None), default=None)


_RULES: tuple[tuple[Rank, Callable[[str, Forms], int | None]], ...] = (
    (Rank.EXACT, _exact),
    (Rank.PREFIX, _prefix),
    (Rank.ALIAS, _alias),
    (Rank.INITIALS, _initial),
    (Rank.WORD, _word),
    (Rank.WORD_IN_BRACKETS, _word_in_brackets),
    (Rank.TYPO, _typo),
)
"""Best first: how far off a name is by this rank, 0 or more; `None` when it does not fit."""


def _word_distance(asked: Sequence[str], forms: Forms) -> int | None:
    """How far all asked words are from the nearest ones of the name; `None`: one is not near."""
    total, touches_own_name = 0, False
    for word in asked:
        own = least_distance(word, forms.words)
        near = least_distance(word, forms.above) if own is None else own
        if near is None:
            return None
        total += near
        touches_own_name = touches_own_name or own is not None
    return total if touches_own_name else None


def _is_unspaced(text: str) -> bool:
    """All of it is of a script that puts no blank between words."""
    return all(unicodedata.name(c, "").partition(" ")[0] in _UNSPACED for c in _squeezed(text))


def _squeezed(text: str) -> str:
    return text.replace(" ", "")


def _fold(text: str) -> str:
    return fold_name(text[:MOST_CHARACTERS])[:MOST_CHARACTERS].strip()


def _texts(candidate: Named[T]) -> tuple[str, ...]:
    forms = candidate.forms
    words = sorted(w for w in forms.words if len(w) >= _SHORTEST_BEGINNING_CHARACTERS)
    return (*(text for text, _ in forms.ends), forms.bare, *forms.also, *words)


def _forms(path: tuple[str, ...], *, also: Iterable[str], aliases: Iterable[str]) -> Forms:
    own = path[-1][:MOST_CHARACTERS]
    parts = [_fold(part) for part in path[-_DEEPEST:]]
    bare = _fold(_BRACKETS.sub(" ", own)) or parts[-1]
    in_brackets = _BRACKETS.findall(own)
    return Forms(
        # A name without a letter cannot be typed; what it stands in has its own.
        ends=tuple(_end(parts[start:]) for start in range(len(parts)) if parts[-1]),
        bare=bare,
        words=frozenset(bare.split()),
        above=frozenset(word for part in parts[:-1] for word in part.split()),
        bracketed=frozenset(word for text in in_brackets for word in _fold(text).split()),
        initials=frozenset(_initials(bare.split(), in_brackets)),
        also=tuple(filter(None, map(_fold, also))),
        aliases=frozenset(filter(None, map(_fold, aliases))),
    )


def _end(parts: Sequence[str]) -> tuple[str, int]:
    above = " ".join(filter(None, parts[:-1]))
    return f"{above} {parts[-1]}".strip(), len(above) + 1 if above else 0


def _initials(words: Sequence[str], in_brackets: Iterable[str]) -> Iterable[str]:
    if len(words) > 1:  # one letter alone is no initials
        yield "".join(word[0] for word in words)
    for text in in_brackets:
        abbreviation = _squeezed(_fold(text))
        if len(abbreviation) <= _ABBREVIATION_CHARACTERS:
            yield abbreviation
