"""One pull request with everything that is told in depth."""

from bot.answers.answer import Answer
from bot.answers.audience import TERMINAL
from bot.answers.pull import pull_answer
from bot.github_status.facts.pulls import (
    Association,
    Checks,
    ChecksState,
    EventKind,
    LabelChange,
    ReviewRequest,
    ReviewState,
)
from bot.github_status.judge import Rules, judge_snapshot
from bot.github_status.judge.houses import HouseRules
from tests.answers.builders import PEOPLE
from tests.builders import (
    NOW,
    a_pull,
    a_ref,
    a_review,
    a_row,
    a_snapshot,
    a_workstream,
    an_actor,
    an_event,
    at,
)

RULES = Rules(
    houses=(
        HouseRules(
            name="acme/widgets",
            trigger="/ok to test {sha}",
            trigger_by="the vetters",
            stale_label="Stale",
            stale_close_days=7,
            code_owner_teams=("acme/core",),
        ),
    )
)


def a_deep_answer() -> Answer:
    """In depth: an approval that a push outdated, one that was dismissed, a request, a label."""
    dismissed = ReviewState.DISMISSED
    events = (
        an_event(EventKind.REVIEW, on="2026-08-17", actor=an_actor("cy"), review_state=dismissed),
        an_event(EventKind.FORCE_PUSH, on="2026-08-18", oid="1a2b3c4d5e6f"),
        an_event(
            EventKind.REVIEW_DISMISSED,
            on="2026-08-18T00:01",
            subject=an_actor("cy"),
            review_state=ReviewState.APPROVED,
            oid="1a2b3c4d5e6f",
        ),
    )
    item = a_pull(
        7,
        author_association=Association.MEMBER,
        head_oid="1a2b3c4d5e6f",
        checks=Checks(state=ChecksState.NEVER_RAN),
        labels=("Stale",),
        label_changes=(LabelChange(at=at("2026-08-16"), label="Stale", added=True),),
        reviews=(
            a_review("bo", commit_oid="older", submitted_at=at("2026-08-17T12:00")),
            a_review("cy", dismissed),
        ),
        requests=(ReviewRequest(reviewer=None, as_code_owner=True),),
        events=events,
    )
    snapshot = a_snapshot(a_workstream(a_row(7)), items=(item,))
    tracker = judge_snapshot(snapshot, rules=RULES, people={}, now=NOW)
    return pull_answer(tracker, ref=a_ref(7), audience=TERMINAL, people=PEOPLE, name="widgets")
