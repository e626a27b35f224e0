"""A state that the words of a row claim: "(merged)", "Fixed in #12", a cell under "Status"."""

import re
from collections.abc import Sequence

from bot.github_status.facts.index import Role
from bot.github_status.index.cues import PLAIN, Claim

_COLUMN = re.compile(
    r"\W{0,4}(?:(?:current|pr|issue|review|dev) )?(?:status|stat[eus]s?|stage|outcome|progress"
    r"|result|done|状态|狀態|進捗|状況|ステータス|进度|estado|statut|stato|статус|상태)\W{0,4}",
    re.IGNORECASE,
)
_WORDS = (
    r"partially done|partly done|merged|done|fixed|landed|completed?|closed|resolved|superseded"
    r"|obsolete|abandoned|cancell?ed|reverted|blocked|stalled|on hold|parked|deferred|postponed|wip"
    r"|in progress|in review|under review|draft|not started|won['’]?t (?:do|fix)"
    r"|will not [\w-]{1,30}|closed not planned|not planned|moved to [\w.-]{1,40}|split out|shipped"
    r"|released"
)
_ALONE = re.compile(rf"[(（\[]\s?(?P<words>{_WORDS})\s?[)）\]]", re.IGNORECASE)
_MARK = re.compile(r"[-–—>→:|✅☑✔🚧)]")
_AFTER_MARK = re.compile(rf"\s{{0,3}}(?P<words>{_WORDS})[\s.!✅☑✔🎉]{{0,4}}", re.IGNORECASE)
_FIRST_OF_CUE = re.compile(r"(?:into|in|by|to|via|on|for|with|as|out|of|the)\Z")
_TAIL = 80
"""Characters at the end of the words in which a last remark is looked for."""

_TELLING = (Role.FIXED_BY, Role.SPLIT_INTO, Role.SUPERSEDED_BY)


def is_status_column(heading: str) -> bool:
    """The heading of a column that holds states."""
    return _COLUMN.fullmatch(heading) is not None


def claimed_status(written: str, text: str, claims: Sequence[Claim]) -> str | None:
    """The state as written, `None` without one; `text` is what is written, without the refs."""
    for claim in claims:
        if claim is PLAIN:
            continue
        if claim.role in _TELLING or claim.words.startswith("blocked"):
            return _as_written(written, claim.words)
    if not text:
        return None
    if "(" in text or "[" in text or "（" in text:
        found = _ALONE.search(text)
        if found is not None:
            return found["words"]
    tail = text[-_TAIL:].rstrip()
    found = _AFTER_MARK.fullmatch(tail)
    marks = _MARK.finditer(tail)
    while found is None and (mark := next(marks, None)) is not None:
        found = _AFTER_MARK.fullmatch(tail, mark.end())
    return found["words"] if found is not None else None


def _as_written(text: str, cue: str) -> str:
    """The words of a cue without the prepositions at its end, with the letters of the text."""
    words = cue.split()
    while len(words) > 1 and _FIRST_OF_CUE.match(words[-1]) and words[-1] != "out":
        words.pop()
    found = re.search(r"\W{1,3}".join(map(re.escape, words)), text, re.IGNORECASE)
    return found[0] if found is not None else " ".join(words)
