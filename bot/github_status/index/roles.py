"""Why a row names each of its refs, and which one it is about.

The words directly before a ref decide (`cues`); refs of one list share the words before the first.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from bot.github_status.facts.index import Role
from bot.github_status.facts.refs import Ref
from bot.github_status.index.cues import CUES, ELSEWHERE, OWN_BRANCHES, PLAIN, Claim, Weight
from bot.github_status.index.refs import FoundRef
from bot.github_status.index.vocabulary import FILLERS

_REACH = 90
"""Characters before a ref in which its words are looked for: the longest phrase and its fillers."""

_LONGEST_CUE = 5
"""Words in the longest phrase of `cues`."""

_BAG = 3
"""Refs from which a bullet of nothing else is a mere bag, and is about none of them."""

_CLAUSE = re.compile(r"[.!?]\s+(?=\S)|[;；。(（)）\[\]\n\v|]|\s[—–]\s")
_JOINED = re.compile(
    r"(?:[\s,，、/&+;]|\b(?:and|or|und|et|y|pr|prs|issue|issues)\b|と|和|及|与)*", re.IGNORECASE
)
_WORD = re.compile(r"[^\W_]+")


def claims(text: str, refs: Sequence[FoundRef], *, lead: str = "") -> list[Claim]:
    """What the words say about each ref; `lead` are words before the text (a column's heading)."""
    if len(refs) == 1 and refs[0].start == 0:
        return [lead_claim(lead) if lead else PLAIN]
    found: list[Claim] = []
    end = 0
    for number, ref in enumerate(refs):
        between = text[max(end, ref.start - _REACH) : ref.start]
        is_whole = ref.start - _REACH <= end
        if number and is_whole and found and _JOINED.fullmatch(between):
            found.append(found[-1])
        else:
            if lead and not end:
                found.append(_claim(f"{lead}: {between}") if between else lead_claim(lead))
            else:
                found.append(_claim(between))
        end = ref.end
    return found


@lru_cache(maxsize=64)
def lead_claim(lead: str) -> Claim:
    """Of a ref right at the start of a cell, by the heading of its column; a table has few."""
    return _claim(f"{lead}: ")


def _claim(before: str) -> Claim:
    tail = before.rstrip()
    if not tail:
        return PLAIN
    tail = _CLAUSE.split(tail)[-1].casefold()
    words = _WORD.findall(tail)
    while words and words[-1] in FILLERS:
        words.pop()
    for length in range(min(_LONGEST_CUE, len(words)), 0, -1):
        claim = CUES.get(" ".join(words[-length:]))
        if claim is not None:
            return claim
    if _is_elsewhere(words):
        return ELSEWHERE
    return _unspaced_claim(words[-1]) if words and not words[-1].isascii() else PLAIN


def _is_elsewhere(words: Sequence[str]) -> bool:
    """As in "landed in grpo #12": a place stands between the words for a fix and the ref."""
    if len(words) < len(("landed", "in", "grpo")) or words[-2] != "in":
        return False
    found = CUES.get(f"{words[-3]} in")
    return found is not None and found.role is Role.FIXED_BY and words[-1] not in OWN_BRANCHES


def _unspaced_claim(word: str) -> Claim:
    """The claim of a word in a script that writes no blanks: what it ends with."""
    for length in range(min(_LONGEST_CUE, len(word)), 0, -1):
        claim = CUES.get(word[-length:])
        if claim is not None:
            return claim
    return PLAIN


def primary(found: Sequence[tuple[Ref, Claim, bool]], *, is_bag: bool) -> Ref | None:
    """What the row is about. Each ref comes with its claim, and whether it is struck through."""
    best: tuple[int, bool] | None = None
    chosen = None
    for ref, claim, is_struck in found:
        # "~~#12~~ fixed in #34": what is struck through has given way to what fixed it.
        weight = Weight.WEAK if is_struck and claim.weight is Weight.PLAIN else claim.weight
        rank = (weight, not is_struck)
        if weight is not Weight.NEVER and (best is None or rank > best):
            best, chosen = rank, ref
    return None if is_bag and best is not None and best[0] is Weight.PLAIN else chosen


def is_bag(text: str, refs: Sequence[FoundRef]) -> bool:
    """A bullet of nothing but refs, with at most a few words and a colon before the first."""
    if len(refs) < _BAG:
        return False
    head = text[: refs[0].start].strip()
    if head and not head.endswith((":", "：")):
        return False
    edges = [
        *zip([r.end for r in refs], [r.start for r in refs[1:]], strict=False),
        (refs[-1].end, len(text)),
    ]
    return all(_JOINED.fullmatch(text[start:end].strip(".")) for start, end in edges)
