"""How far what was typed is from a word or a name, where it may be a small typo of that."""

from collections.abc import Iterable

from rapidfuzz.distance import DamerauLevenshtein

SHORTEST_TYPO_CHARACTERS = 4
"""In fewer letters one that is wrong makes another word."""


def least_distance(word: str, words: Iterable[str]) -> int | None:
    """The distance to the nearest of these; `None`: none is near."""
    distances = [0 if word == other else typo_distance(word, other) for other in words]
    return min((d for d in distances if d is not None), default=None)


def typo_distance(asked: str, text: str) -> int | None:
    """Letters to change, add, drop or swap, if they are few for this length; `None`: another name.

    Numbers tell names apart ("phase 1", "phase 2"), so they are never a typo.
    """
    limit = _typo_limit(min(len(asked), len(text)))
    if limit == 0 or _digits(asked) != _digits(text):
        return None
    distance = DamerauLevenshtein.distance(asked, text, score_cutoff=limit)
    return distance if distance <= limit else None


def _typo_limit(characters: int) -> int:
    """How many letters may be wrong in a text of this length: about one in five, at most three."""
    if characters < SHORTEST_TYPO_CHARACTERS:
        return 0
    return 1 if characters < 8 else 2 if characters < 15 else 3


def _digits(text: str) -> str:
    return "".join(filter(str.isdigit, text))
