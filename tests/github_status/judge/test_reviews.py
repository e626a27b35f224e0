from typing import Any

import pytest

from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import (
    Actor,
    ActorKind,
    EventKind,
    Review,
    ReviewDecision,
    ReviewRequest,
    ReviewState,
    Team,
)
from bot.github_status.judge.reviews import (
    decision_of,
    is_outdated,
    requested,
    submitted_at,
)
from bot.github_status.judge.rules import Rules
from tests.builders import a_pull, a_review, an_actor, an_event, at

RULES = Rules()
APPROVED, CHANGES = ReviewState.APPROVED, ReviewState.CHANGES_REQUESTED
UNREAD = Review(author=an_actor("dee"), state=UNKNOWN)


@pytest.mark.parametrize(
    ("fields", "decision"),
    [
        ({"review_decision": ReviewDecision.REVIEW_REQUIRED}, ReviewDecision.REVIEW_REQUIRED),
        (
            {"review_decision": ReviewDecision.APPROVED, "reviews": (a_review("bo", CHANGES),)},
            ReviewDecision.APPROVED,
        ),
        ({"reviews": (a_review(),)}, ReviewDecision.APPROVED),
        ({"reviews": (a_review(),), "review_decision": UNKNOWN}, ReviewDecision.APPROVED),
        ({"reviews": (a_review(), a_review("cy", CHANGES))}, ReviewDecision.CHANGES_REQUESTED),
        ({"reviews": (UNREAD, a_review("cy", CHANGES))}, ReviewDecision.CHANGES_REQUESTED),
        ({"reviews": (UNREAD, a_review())}, UNKNOWN),
        ({"reviews": (a_review("bo", ReviewState.DISMISSED),)}, None),
        ({"reviews": (a_review("bo", CHANGES, can_push=False),)}, None),
        ({"reviews": (a_review("bo", can_push=UNKNOWN),)}, ReviewDecision.APPROVED),
        ({"reviews": (a_review("coderabbitai", CHANGES),)}, None),
        ({"reviews": (a_review("ANA"),)}, None),
        ({"reviews": (), "review_decision": UNKNOWN}, UNKNOWN),
        ({"reviews": UNKNOWN}, UNKNOWN),
    ],
    ids=[
        "GitHub's word",
        "GitHub's word against an opinion",
        "an approval",
        "an approval, the rule not known",
        "one against",
        "one against, another not read",
        "one for, another not read",
        "dismissed",
        "somebody without rights",
        "rights not known",
        "a bot against",
        "the author alone",
        "no opinion, the rule not known",
        "nothing read",
    ],
)
def test_decision_of(fields: dict[str, Any], decision: Any) -> None:
    assert decision_of(a_pull(**fields), RULES) is decision


@pytest.mark.parametrize(
    ("fields", "outdated"),
    [
        ({"head_oid": "head"}, False),
        ({"head_oid": "newer"}, True),
        ({"head_oid": UNKNOWN}, False),
    ],
    ids=["of the head", "of an older commit", "the head not known"],
)
def test_is_outdated(fields: dict[str, Any], outdated: bool) -> None:
    assert is_outdated(a_review(), a_pull(**fields)) is outdated


def test_is_outdated__a_review_of_an_unknown_commit_is_not_called_so() -> None:
    assert not is_outdated(a_review(commit_oid=None), a_pull())


def test_submitted_at__from_the_time_line_when_the_review_has_no_date() -> None:
    review = a_review("bo", CHANGES, submitted_at=UNKNOWN)
    events = (
        an_event(EventKind.REVIEW, on="2026-08-10", actor=an_actor("bo"), review_state=CHANGES),
        an_event(EventKind.REVIEW, on="2026-08-12", actor=an_actor("bo"), review_state=APPROVED),
        an_event(EventKind.REVIEW, on="2026-08-14", actor=an_actor("cy"), review_state=CHANGES),
    )

    assert submitted_at(review, a_pull(events=events)) == at("2026-08-10")
    assert submitted_at(review, a_pull()) is None


def test_requested__people_and_teams_without_bots() -> None:
    asked: list[Actor | Team] = [
        an_actor("bo"),
        Team(slug="acme/core"),
        an_actor("copilot"),
        an_actor("x", kind=ActorKind.BOT),
    ]
    pull = a_pull(requests=tuple(ReviewRequest(reviewer=one) for one in asked))

    assert [(one.name, one.is_team) for one in requested(pull, RULES)] == [
        ("bo", False),
        ("acme/core", True),
    ]


def test_requested__a_team_and_a_person_of_one_name_are_two() -> None:
    person = an_event(EventKind.REVIEW_REQUESTED, on="2026-08-10", subject=an_actor("core"))
    pull = a_pull(requests=(ReviewRequest(reviewer=Team(slug="core")),), events=(person,))

    assert requested(pull, RULES)[0].since is None
