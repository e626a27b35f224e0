"""The time line: every kind of entry, what brings something new, and when a page is enough."""

from typing import Any

import pytest

from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import ActorKind, Event, EventKind, ReviewState, Team
from bot.github_status.github.timeline import (
    ACTED,
    Page,
    decode_event,
    decode_page,
    joined,
    shows_a_person,
)
from tests.builders import NOW, an_actor, an_event, at

K = EventKind
ON = {"createdAt": "2026-08-18T00:00:00Z"}
ANA = {"__typename": "User", "login": "ana"}


def event(kind: str, **fields: Any) -> Event:
    found = decode_event({"__typename": kind, **fields}, read_at=NOW)
    assert found is not None
    return found


def commit(**fields: Any) -> Event:
    needed = {"oid": "abc", "authoredDate": "2026-08-18T00:00:00Z"}
    return event("PullRequestCommit", commit=needed | fields)


@pytest.mark.parametrize(("name", "kind"), ACTED.items())
def test_decode_event__who_and_when(name: str, kind: EventKind) -> None:
    found = event(name, actor=ANA, **ON)

    assert (found.kind, found.actor, found.at) == (kind, an_actor(), at("2026-08-18"))


def test_decode_event__deleted_account_and_actor_not_told() -> None:
    assert event("ClosedEvent", actor=None, **ON).actor is None
    assert event("ClosedEvent", **ON).actor is UNKNOWN


@pytest.mark.parametrize("kind", [None, "LabeledEvent", 5, {}])
def test_decode_event__what_nobody_asked_for(kind: Any) -> None:
    assert decode_event({"__typename": kind, **ON}, read_at=NOW) is None


def test_decode_event__comment_keeps_500_characters() -> None:
    found = event("IssueComment", author=ANA, body="x" * 501, **ON)

    assert (found.kind, len(found.text), found.actor) == (K.COMMENT, 500, an_actor())


def test_decode_event__review() -> None:
    node = {"reviewState": "COMMENTED", "submittedAt": "2026-08-18T00:00:00Z", "body": "hm"}
    found = event("PullRequestReview", author=ANA, **node)

    assert (found.kind, found.review_state, found.text) == (K.REVIEW, ReviewState.COMMENTED, "hm")


@pytest.mark.parametrize(
    ("state", "submitted"), [("PENDING", None), ("PENDING", ON["createdAt"]), ("APPROVED", None)]
)
def test_decode_event__pending_review_is_left_out(state: str, submitted: str | None) -> None:
    node = {"__typename": "PullRequestReview", "reviewState": state, "submittedAt": submitted}

    assert decode_event(node, read_at=NOW) is None


def test_decode_event__request_names_person_or_team() -> None:
    team = {"__typename": "Team", "combinedSlug": "acme/reviewers"}

    assert event("ReviewRequestedEvent", requestedReviewer=ANA, **ON).subject == an_actor()
    removed = event("ReviewRequestRemovedEvent", requestedReviewer=team, **ON)
    assert removed.subject == Team(slug="acme/reviewers")
    assert event("ReviewRequestedEvent", requestedReviewer=None, **ON).subject is None


def test_decode_event__dismissal_names_the_reviewer_and_what_the_review_had_said() -> None:
    node = {"previousReviewState": "APPROVED", "review": {"author": ANA}}
    found = event("ReviewDismissedEvent", actor=None, **node, **ON)

    assert (found.subject, found.review_state) == (an_actor(), ReviewState.APPROVED)
    assert event("ReviewDismissedEvent", review=None, **ON).subject is None
    assert (found.oid, found.text) == ("", "")


def test_decode_event__dismissal_by_a_push_and_by_a_person() -> None:
    pushed = event("ReviewDismissedEvent", pullRequestCommit={"commit": {"oid": "abc"}}, **ON)
    person = event("ReviewDismissedEvent", pullRequestCommit=None, dismissalMessage="x" * 600, **ON)

    assert (pushed.oid, pushed.text) == ("abc", "")
    assert (person.oid, person.text) == ("", "x" * 500)


@pytest.mark.parametrize(
    ("authored", "expected"),
    [("2026-08-18T00:00:00Z", at("2026-08-18")), ("2027-01-01T00:00:00Z", NOW)],
    ids=["author date", "clock of the author ahead"],
)
def test_decode_event__commit_at(authored: str, expected: Any) -> None:
    assert commit(authoredDate=authored).at == expected


@pytest.mark.parametrize(
    ("author", "expected"),
    [
        ({"name": "Ana", "user": {"login": "ana"}}, an_actor()),
        ({"name": "renovate[bot]", "user": None}, an_actor("renovate", kind=ActorKind.BOT)),
        ({"name": "Somebody", "user": None}, UNKNOWN),
        ({"name": None, "user": None}, UNKNOWN),
        (None, UNKNOWN),
    ],
)
def test_decode_event__commit_actor(author: Any, expected: Any) -> None:
    assert commit(author=author).actor == expected
    assert commit().actor is UNKNOWN


@pytest.mark.parametrize(("parents", "new"), [(0, True), (1, True), (2, False), (3, False)])
def test_decode_event__merge_commit_brings_nothing_new(parents: int, new: bool) -> None:
    assert commit(parents={"totalCount": parents}).brings_new is new
    assert commit().brings_new is UNKNOWN


HEAD = {
    "oid": "a",
    "authoredDate": "2026-08-18T00:00:00Z",
    "messageHeadline": "Refit",
    "additions": 10,
    "deletions": 2,
    "changedFilesIfAvailable": 3,
}


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (HEAD, HEAD | {"oid": "b"}, False),
        (HEAD, HEAD | {"additions": 11}, True),
        (HEAD, HEAD | {"messageHeadline": "Refit, again"}, True),
        (HEAD, HEAD | {"authoredDate": "2026-08-19T00:00:00Z"}, True),
        (None, HEAD, UNKNOWN),
        ({"oid": "a"}, {"oid": "b"}, UNKNOWN),
        ({"additions": 1}, {"oid": "b", "additions": 2}, True),
    ],
    ids=[
        "rebase",
        "other size",
        "other message",
        "other date",
        "old head gone",
        "told in part",
        "part differs",
    ],
)
def test_decode_event__force_push(before: Any, after: Any, expected: Any) -> None:
    found = event("HeadRefForcePushedEvent", beforeCommit=before, afterCommit=after, **ON)

    assert found.brings_new == expected
    assert found.oid == after["oid"]


@pytest.mark.parametrize(
    "heads", [{}, {"beforeCommit": HEAD}, {"afterCommit": None}, {"afterCommit": HEAD}]
)
def test_decode_event__force_push_without_both_heads(heads: dict[str, Any]) -> None:
    assert event("HeadRefForcePushedEvent", **heads, **ON).brings_new is UNKNOWN


def page(*moments: str, **info: Any) -> dict[str, Any]:
    nodes = [
        {"__typename": "ClosedEvent", "createdAt": f"{moment}T00:00:00Z"} for moment in moments
    ]
    return {"nodes": nodes, "pageInfo": info}


def test_decode_page__oldest_first_and_whether_it_is_all() -> None:
    found = decode_page(page("2026-08-19", "2026-08-18", hasPreviousPage=False), read_at=NOW)

    assert [event.at for event in found.events] == [at("2026-08-18"), at("2026-08-19")]
    assert (found.complete, found.before) == (True, None)


def test_decode_page__more_before_it() -> None:
    found = decode_page(page("2026-08-19", hasPreviousPage=True, startCursor="c"), read_at=NOW)

    assert (found.complete, found.before) == (False, "c")


def test_decode_page__not_told_or_hidden_entries_are_not_complete() -> None:
    hidden = page(hasPreviousPage=False) | {"nodes": [None]}

    assert decode_page({"nodes": []}, read_at=NOW).complete is False
    assert decode_page(hidden, read_at=NOW).complete is False


def test_joined__older_and_newer() -> None:
    older = Page(events=(an_event(on="2026-08-10"),), complete=True)
    newer = Page(events=(an_event(on="2026-08-11"),), complete=False, before="c")

    assert joined(older, newer) == Page(events=(*older.events, *newer.events), complete=True)


BOT = an_actor("ci", kind=ActorKind.BOT)


@pytest.mark.parametrize(
    ("seen", "expected"),
    [
        (an_event(K.COMMIT), True),
        (an_event(K.COMMIT, actor=UNKNOWN), True),
        (an_event(K.COMMIT, brings_new=False), False),
        (an_event(K.FORCE_PUSH, brings_new=UNKNOWN), True),
        (an_event(K.COMMENT, text="Looks good"), True),
        (an_event(K.COMMENT, text="/retest"), False),
        (an_event(K.COMMENT, text=" @coderabbitai review"), False),
        (an_event(K.COMMENT, text="Done", actor=BOT), False),
        (an_event(K.COMMENT, text="Done", actor=None), True),
        (an_event(K.REVIEW_REQUESTED), True),
        (an_event(K.REVIEW_REQUESTED, actor=BOT), False),
        (an_event(K.CROSS_REFERENCED), False),
        (an_event(K.CLOSED), False),
    ],
)
def test_shows_a_person__may_be_progress(seen: Event, expected: bool) -> None:
    assert shows_a_person((seen,)) is expected
    assert shows_a_person(()) is False
