"""Digests of small trackers: what was read, and what the last digest had read."""

from datetime import datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from bot.answers.audience import TERMINAL, Audience
from bot.answers.digest import DigestPlan, digest_plan
from bot.github_status.facts.index import Workstream
from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import Item, Pull
from bot.github_status.facts.snapshot import Snapshot
from bot.github_status.judge import Rules
from bot.github_status.judge.changes import (
    Changes,
    IndexChange,
    IndexChangeKind,
    Progress,
    Split,
    Window,
    changes_in,
)
from bot.github_status.judge.verdicts import JudgedTracker, RowState
from bot.schedule import DueSlot, Weekly
from tests.answers.builders import PEOPLE
from tests.answers.words import words_of
from tests.builders import a_merged_pull, a_pull, a_ref, a_snapshot, an_event, at

SLOT, START = at("2026-08-17T16:00"), at("2026-08-10T16:00")
SCHEDULE = Weekly(weekday=0, at=time(9), zone=ZoneInfo("America/Los_Angeles"))
OLD: dict[str, Any] = {"created_at": at("2026-06-01")}


def merged_lately(number: int, on: str = "2026-08-12", **fields: Any) -> Pull:
    """Opened long ago, merged in the window."""
    return a_merged_pull(number, on=on, **(OLD | fields))


def idle_since(number: int, on: str, **fields: Any) -> Pull:
    """Nobody knows what it waits for: stale after ten working days."""
    unknown = {"mergeable": UNKNOWN, "checks": UNKNOWN, "review_decision": UNKNOWN}
    return a_pull(number, events=(an_event(on=on),), **(OLD | unknown | fields))


def moving(number: int, **fields: Any) -> Pull:
    """Pushed to a moment ago: nothing to tell."""
    return idle_since(number, "2026-08-14", **fields)


def stale_long(number: int, **fields: Any) -> Pull:
    """Stale for weeks."""
    return idle_since(number, "2026-06-08", **fields)


def stale_lately(number: int, **fields: Any) -> Pull:
    """Became stale in the window."""
    return idle_since(number, "2026-07-31", **fields)


def a_reading_at(
    *workstreams: Workstream, items: tuple[Item, ...] = (), as_of: datetime = SLOT, **fields: Any
) -> Snapshot:
    """What a digest of the slot is made from."""
    return a_snapshot(*workstreams, items=items, as_of=as_of, **fields)


def some_changes(reading: Snapshot, baseline: Snapshot | None = None) -> Changes:
    """What changed in the week before the slot."""
    window = Window(START, SLOT)
    return changes_in(
        reading, window, now=SLOT, baseline=baseline, rules=Rules(), people=PEOPLE.for_judge()
    )


def a_plan(
    changes: Changes, *, audience: Audience = TERMINAL, name: str = "widgets", **due: Any
) -> DigestPlan:
    """The digest of the slot."""
    return digest_plan(
        changes,
        audience=audience,
        people=PEOPLE,
        schedule=SCHEDULE,
        due=DueSlot(slot=changes.window.end, start=changes.window.start, **due),
        name=name,
    )


def plan_of(
    *workstreams: Workstream,
    items: tuple[Item, ...] = (),
    baseline: Snapshot | None = None,
    **fields: Any,
) -> DigestPlan:
    """The digest of these workstreams."""
    return a_plan(some_changes(a_reading_at(*workstreams, items=items, **fields), baseline))


def summary_words(plan: DigestPlan) -> str:
    """What the summary says."""
    return words_of(plan.summary)


def reply_words(plan: DigestPlan) -> dict[str, list[str]]:
    """What each reply says, by its key."""
    return {reply.key: words_of(reply.answer).splitlines() for reply in plan.replies}


def changes_of(tracker: JudgedTracker) -> Changes:
    """Something of every kind happened to this tracker."""
    rows = tuple(tracker.rows())
    stale = tuple(row for row in rows if row.staleness.stale)
    index = tuple(
        IndexChange(
            kind=kind,
            ref=rows[number % len(rows)].ref,
            text=rows[0].row.text,
            path=rows[0].workstream.path,
            path_before=rows[-1].workstream.path,
            owners=rows[0].owners,
            owners_before=rows[-1].owners,
            of_workstream=kind is IndexChangeKind.RENAMED,
        )
        for number, kind in enumerate(IndexChangeKind)
    )
    return Changes(
        window=Window(tracker.now - timedelta(days=7), tracker.now),
        tracker=tracker,
        merged=tuple(row for row in rows if row.done),
        opened=tuple(row for row in rows if row.state is RowState.DRAFT),
        closed=tuple(row for row in rows if row.state is RowState.CLOSED and not row.done),
        newly_stale=stale[: len(stale) // 2],
        still_stale=stale[len(stale) // 2 :],
        undated=tuple(row for row in rows if row.state is RowState.MERGED)[:1],
        splits=(
            Split(row=rows[0], parts=3, merged=2, newly=(a_ref(8), a_ref(9)), whole=rows[0].ref),
        ),
        index=index,
        progress=tuple(
            Progress(workstream=top, done_before=number, total_before=None)
            for number, top in enumerate(tracker.workstreams)
        ),
        baseline_as_of=tracker.now - timedelta(days=7),
    )
