"""What a text says about how its pull request and others belong together.

Only plain statements count: a verb, a few words that add nothing, and the refs. What stands further
away ("replaces the cache of #12") says something else; what is denied is left out, and what is
hedged is uncertain.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise

from bot.github_status.facts.refs import Ref, Repository
from bot.github_status.judge.prose import NamedRef, named_refs, own_lines, sentences


class Says(StrEnum):
    """What does the text say of its own pull request and the ref?"""

    REPLACES = "replaces"
    REPLACED_BY = "replaced_by"
    SPLIT_INTO = "split_into"
    SPLIT_FROM = "split_from"
    """It is a part of what the ref was split into."""
    SIBLING = "sibling"
    """The ref is another part of what its own pull request was split from."""
    REVERTS = "reverts"
    REVERTED_BY = "reverted_by"
    SAME_AS = "same_as"
    """Both are the same work; which one counts is not said."""
    BELONGS_TO = "belongs_to"
    BUILDS_ON = "builds_on"


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One thing that a text says."""

    says: Says
    ref: Ref
    certain: bool
    """Said without "perhaps"."""
    quote: str
    """The sentence."""
    part: int | None = None
    """Of a split: which part the pull request is, or of a sibling: which one the ref is."""
    parts: int | None = None
    """Of a split: into how many; `None`: not said."""
    whole: Ref | None = None
    """Of a sibling: what was split."""


_PHRASES: tuple[tuple[Says, re.Pattern[str]], ...] = tuple(
    (says, re.compile(pattern, re.IGNORECASE))
    for says, pattern in (
        (
            Says.SPLIT_FROM,
            r"\bparts?\s+(?P<part>\d{1,2})\s?(?:/|of)\s?(?P<parts>\d{1,2})\s+of\b"
            r"|\b(?:split|carved|broken|pulled|factored|spun)(?:[\s-]+(?:up|off|out))?"
            r"\s+(?:of|from)\b|\bextracted\s+(?:from|out\s+of)\b",
        ),
        (
            Says.SPLIT_INTO,
            r"\b(?:split|broken|divided)(?:\s+up)?(?:\s+(?:into|across)\b|\s?:)",
        ),
        (
            Says.REPLACED_BY,
            r"\b(?:superseded|replaced|obsoleted|succeeded)\s+(?:by|with)\b"
            r"|\bin\s+favou?r\s+of\b|\bcontinued\s+in\b|\bmoved\s+to\b|\bdup(?:licate)?\s+of\b",
        ),
        (
            Says.REPLACES,
            r"\b(?:supersed(?:es?|ing)|replac(?:es?|ing)|obsoletes?)\b"
            r"|\breplacement\s+(?:for|of)\b|\bsuccessor\s+(?:of|to)\b|\binstead\s+of\b"
            r"|\bin\s+place\s+of\b|\btak(?:es|ing)\s+over\b|\b(?:rewrite|redo|resubmission)\s+of\b",
        ),
        (Says.REVERTED_BY, r"\breverted\s+(?:by|in)\b"),
        (Says.REVERTS, r"\brevert(?:s|ing)?\b|\bback(?:s|ing)\s+out\b"),
        (
            Says.SAME_AS,
            r"\b(?:the\s+)?same\s+(?:feature|change|changes|work|fix|code|content)\s+as\b"
            r"|\b(?:new|newer|reworked|smaller)\s+version\s+of\b"
            r"|\banother\s+(?:attempt|try)\s+at\b",
        ),
        (
            Says.BELONGS_TO,
            r"\bpart\s+of\b|\btracked\s+(?:in|by|under)\b|\btracking\s+(?:issue|in)\b"
            r"|\bbelongs\s+to\b|\btowards?\b|\bcontributes\s+to\b|\btracker\s?:",
        ),
        (
            Says.BUILDS_ON,
            r"\bfollow(?:s|[\s-]?up)(?:\s+(?:of|to|for|from|on))?\b|\bstacke?[ds]?\s+on\b"
            r"|\bbased\s+on\b|\bdepends\s+on\b|\bbuilds\s+on\b|\bon\s+top\s+of\b",
        ),
    )
)


def _words_of(text: str) -> frozenset[str]:
    """Each word once."""
    return frozenset(text.split())


_FILLERS = _words_of(
    "the a an my our this that its old closed earlier previous original large larger big "
    "parent pr prs mr pull request requests issue issues work in by of on top with now"
)
_LISTING = _words_of("and then plus as well also pr prs pull request requests")
_DENIALS = _words_of(
    "not no never without isn't doesn't don't didn't wasn't won't cannot can't neither nor "
    "longer rather"
)
_HEDGES = _words_of(
    "may might could can perhaps maybe probably possibly likely partly partially should would "
    "will shall if until once unless when before after plan plans planned going want wants "
    "intend intends"
)
_MOST_FILLERS = 6
_WORDS_BEFORE = 5
_QUOTE_AT_MOST = 120
_WORD = re.compile(r"\w[\w'’-]*")
_OF_PARTS = re.compile(r"(?<!\d)(\d{1,2})\s?/\s?(\d{1,2})(?!\d)")
_PARTS = re.compile(r"\bparts\b", re.IGNORECASE)
_SPLIT_AFTER = re.compile(r"\s*(?:pr\s+|pull\s+request\s+)?split\b", re.IGNORECASE)


@lru_cache(maxsize=4096)
def statements(text: str, home: Repository) -> tuple[Statement, ...]:
    """What the text says; bare refs belong to `home`, the repository that it stands in."""
    found: list[Statement] = []
    above = ""
    for line in own_lines(text):
        said = list(_of_line(f"{above} {line}" if above and _is_item(line) else line, home))
        found += said
        above = _introduction(line, above)
    return tuple(_with_siblings(found, text, home))


def _is_item(line: str) -> bool:
    return line[:1] in "-*+0123456789"


def _introduction(line: str, above: str) -> str:
    """The words that the items below go on with ("Split into:")."""
    if line.rstrip("*_ ").endswith(":"):
        return line[-_QUOTE_AT_MOST:]
    return above if _is_item(line) else ""


def _of_line(line: str, home: Repository) -> Iterator[Statement]:
    for sentence in sentences(line):
        refs = named_refs(sentence, home)
        if refs:
            yield from _of_sentence(sentence, refs)


def _of_sentence(sentence: str, refs: tuple[NamedRef, ...]) -> Iterator[Statement]:
    taken: set[int] = set()
    for says, pattern in _PHRASES:
        for match in pattern.finditer(sentence):
            before = _words(sentence[: match.start()])[-_WORDS_BEFORE:]
            here = list(_following(sentence, match.end(), refs))
            # "The #12 split: #13, #14" tells of the parts, and not that this one was split.
            is_split = says is Says.SPLIT_INTO and bool(taken)
            if not here or is_split or here[0].start in taken or _DENIALS & set(before):
                continue
            taken.update(named.start for named in here)
            many = says in (Says.SPLIT_INTO, Says.REPLACES, Says.REPLACED_BY, Says.REVERTS)
            said = _adjusted(says, sentence, here[0])
            groups = match.groupdict()
            for named in here if many else here[:1]:
                yield Statement(
                    says=said,
                    ref=named.ref,
                    certain=not (_HEDGES & set(before)) and not sentence.rstrip().endswith("?"),
                    quote=_quoted(sentence),
                    part=int(groups["part"]) if groups.get("part") else None,
                    parts=int(groups["parts"]) if groups.get("parts") else None,
                )


def _adjusted(says: Says, sentence: str, named: NamedRef) -> Says:
    """ "Part of the #12 split" is about a split."""
    is_split = says is Says.BELONGS_TO and _SPLIT_AFTER.match(sentence, named.end)
    return Says.SPLIT_FROM if is_split else says


def _following(sentence: str, start: int, refs: tuple[NamedRef, ...]) -> Iterator[NamedRef]:
    """The refs that the phrase is about: the next one, and those listed with it."""
    after = [named for named in refs if named.start >= start]
    if not after:
        return
    fillers = _words(sentence[start : after[0].start])
    if len(fillers) > _MOST_FILLERS or not set(fillers) <= _FILLERS:
        return
    yield after[0]
    for one, other in pairwise(after):
        between = _OF_PARTS.sub(" ", sentence[one.end : other.start])
        if not set(_words(between)) <= _LISTING:
            return
        yield other


def _with_siblings(found: list[Statement], text: str, home: Repository) -> Iterator[Statement]:
    """The same, and the other parts that a part of a split names."""
    yield from found
    origin = next((s for s in found if s.says is Says.SPLIT_FROM), None)
    if origin is None:
        return
    for line in own_lines(text):
        for sentence in sentences(line):
            refs = named_refs(sentence, home)
            others = tuple(named for named in refs if named.ref != origin.ref)
            if others and (_PARTS.search(sentence) or _OF_PARTS.search(sentence)):
                yield from _siblings(sentence, others, refs, origin)


def _siblings(
    sentence: str, others: Iterable[NamedRef], refs: tuple[NamedRef, ...], origin: Statement
) -> Iterator[Statement]:
    lists_parts = _PARTS.search(sentence) is not None
    ends = {one.start: other.start for one, other in pairwise(refs)}
    for named in others:
        numbered = _OF_PARTS.search(sentence[named.end : ends.get(named.start, len(sentence))])
        if numbered is None and not lists_parts:
            continue
        sibling = replace(origin, says=Says.SIBLING, ref=named.ref, whole=origin.ref, part=None)
        yield replace(sibling, part=int(numbered[1])) if numbered else sibling


def _words(text: str) -> list[str]:
    return [word.casefold().replace("’", "'") for word in _WORD.findall(text)]


def _quoted(sentence: str) -> str:
    words = " ".join(sentence.split()).strip("-*+_ ").rstrip(".;")
    return words if len(words) <= _QUOTE_AT_MOST else f"{words[: _QUOTE_AT_MOST - 1].rstrip()}…"
