"""Judging small trackers, so that a test shows only what it is about."""

from datetime import datetime
from typing import Any

from bot.github_status.facts.index import Role, RowRef, Workstream
from bot.github_status.facts.pulls import Item, Login
from bot.github_status.judge import Rules, judge_snapshot
from bot.github_status.judge.names import fold_name
from bot.github_status.judge.rules import LinkedPerson
from bot.github_status.judge.verdicts import DriftKind, Finding, JudgedTracker
from tests.builders import NOW, a_ref, a_snapshot


def judged(
    *workstreams: Workstream,
    items: tuple[Item, ...] = (),
    people: dict[str, LinkedPerson] | None = None,
    now: datetime = NOW,
    **fields: Any,
) -> JudgedTracker:
    """These workstreams, judged with the default rules."""
    snapshot = a_snapshot(*workstreams, items=items, **fields)
    return judge_snapshot(snapshot, rules=Rules(), people=people or {}, now=now)


def kinds(tracker: JudgedTracker) -> list[DriftKind]:
    """The kinds of every finding, by line."""
    return [finding.kind for finding in tracker.findings()]


def only(tracker: JudgedTracker, kind: DriftKind) -> Finding:
    """The only finding of this kind."""
    (finding,) = [finding for finding in tracker.findings() if finding.kind is kind]
    return finding


def a_named_ref(number: int, role: Role = Role.PRIMARY) -> RowRef:
    """A ref as a row names it."""
    return RowRef(ref=a_ref(number), role=role, written=f"#{number}")


def linked(**logins: str | None) -> dict[str, LinkedPerson]:
    """People by the name of their keyword, with this login."""
    return {
        fold_name(name): LinkedPerson(login=Login(login) if login else None)
        for name, login in logins.items()
    }
