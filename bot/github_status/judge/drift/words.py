"""What the words of a row claim about its state."""

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


def claims_done(row: Row) -> bool:
    """The words claim that it is merged, done or fixed."""
    if row.status is None:
        return False
    has_mark = any(mark in row.status for mark in _CHECK_MARKS)
    return _says(row.status, _DONE) or (has_mark and not _words(row.status) & _NOT_YET)


def claims_over(row: Row) -> bool:
    """The words claim that it ended another way: closed, superseded, won't do, not planned."""
    words = _words(row.status or "")
    is_over = bool(words & _OVER) or {"not", "planned"} <= words
    # "moved to v2" and "closed not planned" are ends as well.
    return is_over and not words & (_NOT_YET - {"not", "to"})


def claims_closed(row: Row) -> bool:
    """The words claim that GitHub shows it closed."""
    return claims_over(row) and bool(_words(row.status or "") & _CLOSED)


def is_put_aside(workstream: Workstream) -> bool:
    """A section, or one above it, that collects what was given up ("Closed", "Abandoned")."""
    return any(_words(name) & _PUT_ASIDE for name in workstream.path)


def _says(status: str, claims: frozenset[str]) -> bool:
    words = _words(status)
    return bool(words & claims) and not words & _NOT_YET


def _words(text: str) -> frozenset[str]:
    return frozenset(fold_name(text).split())
