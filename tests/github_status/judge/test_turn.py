"""Whose turn it is: each rule with its near misses, and the order of the rules."""

from typing import Any

import pytest

from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import (
    ActorKind,
    Association,
    AutoMerge,
    Checks,
    ChecksState,
    EventKind,
    Mergeable,
    Pull,
    PullState,
    QueueEntry,
    ReviewDecision,
    ReviewRequest,
    ReviewState,
    Team,
)
from bot.github_status.judge.case import Case
from bot.github_status.judge.rules import Rules
from bot.github_status.judge.turn import turn_of
from bot.github_status.judge.verdicts import Turn, TurnRule, Who
from tests.builders import (
    NOW,
    a_closed_pull,
    a_merged_pull,
    a_pull,
    a_review,
    an_actor,
    an_event,
    at,
)

GUARD = an_event(
    EventKind.COMMENT,
    on="2026-08-17",
    actor=an_actor("copy-pr-bot", kind=ActorKind.BOT),
    text="This pull request requires additional validation.",
)
NEVER = Checks(state=ChecksState.NEVER_RAN)
FAILING = Checks(state=ChecksState.FAILING)
RUNNING = Checks(state=ChecksState.RUNNING)
BO_ASKED = (ReviewRequest(reviewer=an_actor("bo")),)
CHANGES = a_review("bo", ReviewState.CHANGES_REQUESTED, submitted_at=at("2026-08-12"))
ASKED_FOR_CHANGES = an_event(
    EventKind.REVIEW,
    on="2026-08-12",
    actor=an_actor("bo"),
    review_state=ReviewState.CHANGES_REQUESTED,
)


def turn(pull: Pull, *, parked: bool | None = False, owners: tuple[str, ...] = ("Zo",)) -> Turn:
    return turn_of(Case(pull=pull, rules=Rules(), owners=owners, parked=parked, now=NOW))


def everything_unknown(**fields: Any) -> Pull:
    pull = a_pull()
    return Pull(
        ref=pull.ref,
        node_id=pull.node_id,
        url=pull.url,
        title=pull.title,
        state=PullState.OPEN,
        **fields,
    )


@pytest.mark.parametrize(
    ("pull", "rule", "who", "people"),
    [
        (a_merged_pull(), TurnRule.FINISHED, Who.NOBODY, ()),
        (a_closed_pull(), TurnRule.FINISHED, Who.NOBODY, ()),
        (a_pull(queue_entry=QueueEntry()), TurnRule.QUEUED, Who.NOBODY, ()),
        (a_pull(auto_merge=AutoMerge(), checks=RUNNING), TurnRule.QUEUED, Who.NOBODY, ()),
        (a_pull(is_draft=True, checks=FAILING), TurnRule.DRAFT, Who.AUTHOR, ("ana",)),
        (
            a_pull(mergeable=Mergeable.CONFLICTING, checks=FAILING),
            TurnRule.CONFLICT,
            Who.AUTHOR,
            ("ana",),
        ),
        (a_pull(checks=FAILING, requests=BO_ASKED), TurnRule.CHECKS_FAILING, Who.AUTHOR, ("ana",)),
        (a_pull(checks=NEVER, events=(GUARD,)), TurnRule.CHECKS_NEVER_RAN, Who.TRIGGER, ("Zo",)),
        (
            a_pull(checks=NEVER, events=(GUARD,), author_association=Association.MEMBER),
            TurnRule.CHECKS_NEVER_RAN,
            Who.TRIGGER,
            ("ana",),
        ),
        (
            a_pull(checks=Checks(state=ChecksState.WAITING_FOR_APPROVAL)),
            TurnRule.CHECKS_NEVER_RAN,
            Who.TRIGGER,
            ("Zo",),
        ),
        (a_pull(reviews=(CHANGES,)), TurnRule.CHANGES_REQUESTED, Who.AUTHOR, ("ana",)),
        (
            a_pull(reviews=(CHANGES,), events=(an_event(EventKind.COMMIT, on="2026-08-13"),)),
            TurnRule.CHANGES_ANSWERED,
            Who.REVIEWER,
            ("bo",),
        ),
        (a_pull(requests=BO_ASKED), TurnRule.REVIEW_MISSING, Who.REVIEWER, ("bo",)),
        (
            a_pull(requests=(ReviewRequest(reviewer=Team(slug="acme/core")),)),
            TurnRule.REVIEW_MISSING,
            Who.TEAM,
            ("acme/core",),
        ),
        (
            a_pull(requests=(ReviewRequest(reviewer=None),)),
            TurnRule.REVIEW_MISSING,
            Who.REVIEWER,
            (),
        ),
        (
            a_pull(review_decision=ReviewDecision.REVIEW_REQUIRED),
            TurnRule.REVIEW_MISSING,
            Who.REVIEWER,
            (),
        ),
        (a_pull(reviews=(a_review(),)), TurnRule.APPROVED_AND_GREEN, Who.MERGER, ("bo",)),
        (
            a_pull(reviews=(a_review(),), author_association=Association.OWNER),
            TurnRule.APPROVED_AND_GREEN,
            Who.MERGER,
            ("ana", "bo"),
        ),
        (
            a_pull(review_decision=ReviewDecision.APPROVED, reviews=UNKNOWN),
            TurnRule.APPROVED_AND_GREEN,
            Who.MERGER,
            (),
        ),
        (a_pull(), TurnRule.NOT_KNOWN, Who.UNKNOWN, ()),
        (everything_unknown(), TurnRule.NOT_KNOWN, Who.UNKNOWN, ()),
    ],
    ids=[
        "merged",
        "closed",
        "in the merge queue",
        "auto-merge before its checks",
        "a draft before its failing checks",
        "a conflict before failing checks",
        "failing checks before a review",
        "checks never ran, author from outside",
        "checks never ran, author from inside",
        "workflows wait for approval",
        "changes requested",
        "changes requested and answered",
        "a person is asked",
        "a team is asked",
        "somebody who may not be seen is asked",
        "required and nobody asked",
        "approved and green",
        "approved and green, author may merge",
        "approved by GitHub's word alone",
        "nobody asked, none required",
        "nothing known",
    ],
)
def test_turn(pull: Pull, rule: TurnRule, who: Who, people: tuple[str, ...]) -> None:
    found = turn(pull)

    assert (found.rule, found.who, found.people) == (rule, who, people)
    assert found.reason.endswith(".")


def test_turn__parked_comes_before_everything_but_the_end() -> None:
    assert turn(a_pull(is_draft=True), parked=True).rule is TurnRule.PARKED
    assert turn(a_merged_pull(), parked=True).rule is TurnRule.FINISHED


@pytest.mark.parametrize(
    "pull",
    [
        a_pull(mergeable=Mergeable.NOT_KNOWN_YET, requests=BO_ASKED),
        a_pull(checks=NEVER, requests=BO_ASKED),
        a_pull(checks=NEVER, events=UNKNOWN, requests=BO_ASKED),
        a_pull(checks=RUNNING, requests=BO_ASKED),
        a_pull(reviews=(a_review(state=ReviewState.DISMISSED),), requests=BO_ASKED),
        a_pull(reviews=(a_review(can_push=False),), requests=BO_ASKED),
    ],
    ids=[
        "a conflict not worked out yet",
        "no checks, no trigger",
        "no checks, trigger not known",
        "checks running",
        "a dismissed approval",
        "an approval that does not count",
    ],
)
def test_turn__near_misses_fall_through_to_the_review(pull: Pull) -> None:
    assert turn(pull).rule is TurnRule.REVIEW_MISSING


@pytest.mark.parametrize(
    "fields",
    [
        {"checks": NEVER},
        {"checks": RUNNING},
        {"checks": UNKNOWN},
        {"reviews": (a_review(can_push=False),)},
        {"reviews": (a_review(state=ReviewState.DISMISSED),)},
        {"reviews": (a_review(), a_review("cy", UNKNOWN))},  # type: ignore[arg-type]  # an unread verdict
        {"reviews": (a_review("ana"),)},
        {"reviews": (a_review("copilot"),)},
    ],
    ids=[
        "no checks are not passing checks",
        "checks still running",
        "checks not read",
        "by somebody without rights",
        "dismissed",
        "another verdict was not read",
        "by the author",
        "by a bot",
    ],
)
def test_turn__approved_and_green_near_misses(fields: dict[str, Any]) -> None:
    pull = a_pull(**({"reviews": (a_review(),)} | fields))

    assert turn(pull).rule is TurnRule.NOT_KNOWN


@pytest.mark.parametrize(
    ("event", "rule"),
    [
        (an_event(EventKind.COMMIT, on="2026-08-13", brings_new=False), TurnRule.CHANGES_REQUESTED),
        (an_event(EventKind.COMMIT, on="2026-08-11"), TurnRule.CHANGES_REQUESTED),
        (an_event(EventKind.COMMENT, on="2026-08-13", text="/retest"), TurnRule.CHANGES_REQUESTED),
        (
            an_event(EventKind.COMMENT, on="2026-08-13", text="+1", actor=an_actor("cy")),
            TurnRule.CHANGES_REQUESTED,
        ),
        (an_event(EventKind.COMMENT, on="2026-08-13", text="Fixed."), TurnRule.CHANGES_ANSWERED),
        (an_event(EventKind.REVIEW, on="2026-08-13"), TurnRule.CHANGES_ANSWERED),
        (
            an_event(EventKind.REVIEW_REQUESTED, on="2026-08-13", subject=an_actor("Bo")),
            TurnRule.CHANGES_ANSWERED,
        ),
        (
            an_event(EventKind.REVIEW_REQUESTED, on="2026-08-13", subject=an_actor("cy")),
            TurnRule.CHANGES_REQUESTED,
        ),
    ],
    ids=[
        "a base merge is no answer",
        "a push before it",
        "a command to a bot",
        "words of a third person",
        "words of the author",
        "replies in threads",
        "asked to look again",
        "another one is asked",
    ],
)
def test_turn__answers_to_requested_changes(event: Any, rule: TurnRule) -> None:
    assert turn(a_pull(reviews=(CHANGES,), events=(event,))).rule is rule


def test_turn__nothing_since_needs_a_time_line_that_reaches_back() -> None:
    cut: dict[str, Any] = {"reviews": (CHANGES,), "events_complete": False}
    later = an_event(EventKind.CROSS_REFERENCED, on="2026-08-14")

    assert turn(a_pull(**cut, events=(later,))).rule is TurnRule.NOT_KNOWN
    assert turn(a_pull(**cut, events=UNKNOWN)).rule is TurnRule.NOT_KNOWN
    assert turn(a_pull(**cut, events=(ASKED_FOR_CHANGES, later))).rule is TurnRule.CHANGES_REQUESTED


def test_turn__a_second_reviewer_asks_after_the_answer() -> None:
    again = a_review("cy", ReviewState.CHANGES_REQUESTED, submitted_at=at("2026-08-14"))
    answer = an_event(EventKind.COMMIT, on="2026-08-13")

    found = turn(a_pull(reviews=(CHANGES, again), events=(answer,)))

    assert (found.rule, found.since) == (TurnRule.CHANGES_REQUESTED, at("2026-08-14"))


def test_turn__the_command_names_the_head() -> None:
    found = turn(a_pull(checks=NEVER, events=(GUARD,), head_oid="1a2b3c"))

    assert found.command == "/ok to test 1a2b3c"


def test_turn__without_a_head_there_is_no_exact_command() -> None:
    assert turn(a_pull(checks=NEVER, events=(GUARD,), head_oid=UNKNOWN)).command is None


def test_turn__since_the_request_and_not_before_it_was_ready() -> None:
    asked = an_event(EventKind.REVIEW_REQUESTED, on="2026-08-10", subject=an_actor("bo"))
    ready = an_event(EventKind.READY_FOR_REVIEW, on="2026-08-14")

    assert turn(a_pull(requests=BO_ASKED, events=(asked,))).since == asked.at
    assert turn(a_pull(requests=BO_ASKED, events=(asked, ready))).since == ready.at
    assert turn(a_pull(requests=BO_ASKED)).since is None


def test_turn__a_bot_that_is_asked_is_nobody() -> None:
    copilot = (ReviewRequest(reviewer=an_actor("copilot-pull-request-reviewer")),)

    assert turn(a_pull(requests=copilot)).rule is TurnRule.NOT_KNOWN


def test_turn__an_outdated_approval_is_said() -> None:
    pull = a_pull(reviews=(a_review(commit_oid="older"),))

    assert turn(pull).reason == (
        "It is approved and its checks pass. A newer commit came after an approval."
    )


def test_turn__missing_names_exactly_what_was_not_read() -> None:
    pull = a_pull(checks=UNKNOWN, mergeable=Mergeable.NOT_KNOWN_YET)

    assert turn(pull).missing == ("checks", "conflict")
    assert turn(a_pull(reviews=UNKNOWN), parked=None).missing == ("reviews", "labels")
    assert turn(everything_unknown(), parked=None).missing == (
        "reviews",
        "checks",
        "conflict",
        "draft state",
        "review requests",
        "merge queue",
        "labels",
        "time line",
    )


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"checks": RUNNING, "reviews": (a_review(),)}, "still running"),
        ({"checks": NEVER, "reviews": (a_review(),)}, "no checks ran"),
        ({}, "Nobody was asked"),
    ],
    ids=["running", "no checks", "no reviewer"],
)
def test_turn__not_known_says_what_is_in_the_way(fields: dict[str, Any], words: str) -> None:
    assert words in turn(a_pull(**fields)).reason


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        (
            {"review_decision": UNKNOWN, "reviews": UNKNOWN, "checks": UNKNOWN},
            "Reviews and checks were not read.",
        ),
        ({"requests": UNKNOWN}, "Review requests were not read."),
        (
            {"checks": UNKNOWN, "requests": UNKNOWN, "mergeable": Mergeable.NOT_KNOWN_YET},
            "Checks and review requests were not read. "
            "GitHub does not know yet whether it conflicts.",
        ),
    ],
    ids=["two facts", "one fact", "a conflict that GitHub does not know"],
)
def test_turn__not_known_names_what_was_not_read(fields: dict[str, Any], reason: str) -> None:
    assert turn(a_pull(**fields)).reason == reason


def test_turn__a_deleted_author_is_nobody_in_particular() -> None:
    found = turn(a_pull(is_draft=True, author=None))

    assert (found.who, found.people) == (Who.AUTHOR, ())
