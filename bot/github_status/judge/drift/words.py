"""What the words of a row claim about its state."""

import re

from bot.github_status.facts.index import Row, Workstream
from bot.github_status.judge.names import fold_name

_CHECK_MARKS = frozenset("✅☑✔")
_DONE = frozenset(
    {
        "merged",
        "landed",
        "done",
        "fixed",
        "complete",
        "completed",
        "shipped",
        "released",
        "resolved",
        "implemented",
    }
)
_OVER = frozenset(
    {
        "closed",
        "superseded",
        "moved",
        "split",
        "wont",
        "replaced",
        "abandoned",
        "dropped",
        "obsolete",
        "cancelled",
        "canceled",
    }
)
_CLOSED = frozenset({"closed", "abandoned", "dropped", "cancelled", "canceled"})
_PUT_ASIDE = _CLOSED | {"rejected", "declined", "superseded", "obsolete", "archive", "archived"}
_OF_DONE = frozenset(
    {"already", "recently", "and", "items", "item", "issues", "prs", "pr", "tasks", "work", "rows"}
)
# Words that make "merged" something else: "not merged", "to be merged", "almost done".
_NOT_YET = frozenset(
    {
        "not",
        "to",
        "be",
        "almost",
        "partially",
        "partly",
        "half",
        "nearly",
        "soon",
        "when",
        "until",
        "after",
        "once",
        "if",
        "unmerged",
    }
)
_PROMISES = frozenset(
    {
        "will",
        "should",
        "could",
        "can",
        "may",
        "might",
        "must",
        "being",
        "hopefully",
        "maybe",
        "perhaps",
        "probably",
        "supposedly",
    }
)
_DENIALS = frozenset(
    {
        "not",
        "no",
        "never",
        "nothing",
        "hardly",
        "un",
        "incorrectly",
        "wrongly",
        "part",
        "partially",
        "partly",
        "half",
        "mostly",
        "almost",
        "nearly",
        "cannot",
    }
) | {f"{verb}nt" for verb in ("is", "was", "are", "were", "has", "have", "had", "did", "ca", "wo")}
"""As `fold_name` leaves them: "isn't" is "isnt"."""
_TAKEN_BACK = frozenset(
    {"partially", "partly", "reverted", "reopened", "incomplete", "incompletely", "unmerged"}
)
"""After the state that a row claims: "fixed in #1 (reverted)"."""
_WORDS_BEFORE = 3
_CLAUSE_END = re.compile(r"[.;:!?()—–✅☑✔]")
_SENTENCE_END = re.compile(r"[.;!](?=\s|$)")


def claims_done(row: Row) -> bool:
    """The words claim that it is merged, done or fixed."""
    if row.status is None:
        return False
    has_mark = any(mark in row.status for mark in _CHECK_MARKS)
    return _says(row.status, _DONE) or (has_mark and not _words(row.status) & _NOT_YET)


def is_hedged(row: Row) -> bool:
    """The words say that there is no end yet, or only a part: "will be fixed in", "not done"."""
    return denies_end(row) or bool(_words_before_status(row) & (_NOT_YET | _PROMISES))


def denies_end(row: Row) -> bool:
    """The words say that the end they tell of is none, or only a part, or was taken back: "not
    fixed in", "partly split into", "fixed in #12 (reverted)"; a question says nothing either."""
    if not row.status:
        return False
    after = _SENTENCE_END.split(row.text.partition(row.status)[2])[0]
    is_taken_back = bool(_words(after) & _TAKEN_BACK) or "?" in after
    return is_taken_back or bool(_words_before_status(row) & _DENIALS)


def _words_before_status(row: Row) -> frozenset[str]:
    """The few words right before the state that the row claims; none when it claims none."""
    if not row.status:
        return frozenset()
    clause = _CLAUSE_END.split(row.text.partition(row.status)[0])[-1]
    return frozenset(fold_name(clause).split()[-_WORDS_BEFORE:])


def claims_over(row: Row) -> bool:
    """The words claim that it ended another way: closed, superseded, won't do, not planned."""
    words = _words(row.status or "")
    is_over = bool(words & _OVER) or {"not", "planned"} <= words
    # "moved to v2" and "closed not planned" are ends as well.
    return is_over and not words & (_NOT_YET - {"not", "to"})


def claims_closed(row: Row) -> bool:
    """The words claim that GitHub shows it closed."""
    return claims_over(row) and bool(_words(row.status or "") & _CLOSED)


def collects_done(workstream: Workstream) -> bool:
    """The section collects what is done, and its name says nothing else ("✅ Resolved")."""
    words = _words(workstream.name)
    return bool(words & _DONE) and words <= _DONE | _OF_DONE


def is_put_aside(workstream: Workstream) -> bool:
    """A section, or one above it, that collects what was given up ("Closed", "Abandoned")."""
    return any(_words(name) & _PUT_ASIDE for name in workstream.path)


def _says(status: str, claims: frozenset[str]) -> bool:
    words = _words(status)
    return bool(words & claims) and not words & _NOT_YET


def _words(text: str) -> frozenset[str]:
    return frozenset(fold_name(text).split())
