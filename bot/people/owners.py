"""Who is named as an owner in an index. Pure."""

from collections.abc import Iterable
from hashlib import sha256

from bot.github_status.judge.names import fold_name, is_team
from bot.github_status.judge.verdicts import JudgedTracker

_KEY_CHARACTERS = 12
"""Of a hash: enough that no two of some thousand owners are alike."""


def owners_of(trackers: Iterable[JudgedTracker]) -> tuple[str, ...]:
    """Every owner as first written, each person once, in the order of the index; teams are none."""
    named: dict[str, str] = {}
    for tracker in trackers:
        for workstream in tracker.walk():
            rows = (owner for row in workstream.rows for owner in row.row.owners)
            for owner in (*workstream.workstream.owners, *rows):
                if fold_name(owner) and not is_team(owner):
                    named.setdefault(fold_name(owner), owner)
    return tuple(named.values())


def owner_key(owner: str) -> str:
    """Names an owner for as long as the index spells them alike: short, and safe in an id."""
    return sha256(fold_name(owner).encode()).hexdigest()[:_KEY_CHARACTERS]
