"""Pull requests that belong to the tracker and are not listed."""

from typing import Any

import pytest

from bot.github_status.facts.index import Box, Row, Workstream
from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.nearby import Mention, NearbyPull
from bot.github_status.facts.pulls import ActorKind, Item, PullState
from bot.github_status.index import parse_index
from bot.github_status.judge.verdicts import DriftKind, Finding, JudgedTracker
from tests.builders import (
    REPOSITORY,
    a_closed_pull,
    a_pull,
    a_reading,
    a_ref,
    a_row,
    a_tracker_issue,
    a_workstream,
    an_actor,
    at,
)
from tests.github_status.judge.judging import judged
from tests.github_status.judge.test_relations import nearby

TRACES: dict[str, Any] = {"title": "feat: ring buffer for traces"}


def missing(tracker: JudgedTracker) -> list[Finding]:
    return [f for f in tracker.findings() if f.kind is DriftKind.MISSING_ROW]


def only(tracker: JudgedTracker) -> Finding:
    (finding,) = missing(tracker)
    return finding


def beside(*others: NearbyPull, item: Item | None = None, **fields: Any) -> JudgedTracker:
    """A tracker that lists #7 by Ana alone."""
    return judged(a_workstream(a_row()), items=(item or a_pull(),), nearby=others, **fields)


@pytest.mark.parametrize(
    ("other", "because"),
    [
        ({"body": "Part 1/2 of #7"}, "it says “Part 1/2 of #7”"),
        ({"body": "Supersedes #7"}, "it says “Supersedes #7”"),
        ({"body": "This is part of #7."}, "it says “This is part of #7”"),
    ],
)
def test_stated__it_says_so_itself(other: Any, because: str) -> None:
    finding = only(beside(nearby(12, **other)))

    assert (finding.ref, finding.line, finding.confidence) == (a_ref(12), 7, "stated")
    assert finding.evidence == f"GitHub says merged on 18 Aug 2026. It belongs here: {because}."
    assert finding.repair == "write - [x] acme/widgets#12"


def test_stated__a_listed_one_says_so() -> None:
    finding = only(beside(nearby(12), item=a_closed_pull(body="Superseded by #12")))

    assert finding.confidence == "stated"
    assert "acme/widgets#7 says “Superseded by #12”" in finding.evidence


def test_stated__part_of_the_tracker_stands_with_its_author_s_work() -> None:
    other = nearby(12, title="fix: traces ring overflow", body="Part of #1", state=PullState.OPEN)
    bos = a_workstream(a_row(8), name="Other", line=1)
    anas = a_workstream(a_row(9), name="Traces", line=5)
    items = (a_pull(8, author=an_actor("bo")), a_pull(9, **TRACES))
    finding = only(judged(bos, anas, items=items, nearby=(other,)))

    assert (finding.path, finding.confidence) == (("Traces",), "stated")
    assert finding.repair == "write - [ ] acme/widgets#12"


def test_stated__part_of_the_tracker_and_nothing_tells_where() -> None:
    finding = only(beside(nearby(12, title="fix: typo", body="Part of #1", author=an_actor("eve"))))

    assert finding.evidence.endswith("“Part of #1”; where it belongs, nothing tells.")


@pytest.mark.parametrize(
    "other",
    [
        {"body": "Follow-up to #7"},
        {"body": "Perhaps part of #7"},
        {"title": "feat(store): traces in a ring"},
    ],
    ids=["builds on a listed one", "hedged", "same author and words"],
)
def test_perhaps(other: Any) -> None:
    finding = only(beside(nearby(12, **other), item=a_pull(**TRACES)))

    assert finding.confidence == "perhaps"
    assert " Perhaps it belongs here: " in finding.evidence


def test_perhaps__it_names_a_listed_one_of_the_same_author() -> None:
    theirs = Mention(at=at("2026-08-18"), pull=nearby(12))
    others = Mention(at=at("2026-08-18"), pull=nearby(13, author=an_actor("eve")))
    reading = a_reading(a_pull(), mentions=(theirs, others))
    finding = only(judged(a_workstream(a_row()), readings=(reading,)))

    assert finding.ref == a_ref(12)
    assert "it names acme/widgets#7, by the same author" in finding.evidence


def test_perhaps__the_scope_of_a_title_counts_as_a_word() -> None:
    listed = a_pull(title="feat(refit): copy weights")

    assert missing(beside(nearby(12, title="fix(refit): weights twice"), item=listed))
    assert not missing(beside(nearby(12, title="fix(eval): weights twice"), item=listed))


@pytest.mark.parametrize(
    "other",
    [
        {"title": "feat: ring buffer for traces", "author": an_actor("eve")},
        {"title": "feat: something else"},
        {"body": "Part 1/2 of #7", "state": PullState.CLOSED},
        {"body": "Part 1/2 of #7", "state": UNKNOWN},
        {"body": "Part of #7", "author": an_actor("dependabot", kind=ActorKind.BOT)},
        {"body": "Part of #7", "is_private": True},
        {"body": "Part of #7", "is_private": UNKNOWN},
        {"body": "This is not part of #7"},
        {"body": "See #7"},
        {"title": 'Revert "feat: ring buffer for traces"', "body": "Reverts #7"},
    ],
    ids=[
        "another author",
        "other words",
        "closed",
        "state not known",
        "a bot's",
        "private",
        "perhaps private",
        "denied",
        "only named",
        "a revert of an open one",
    ],
)
def test_not_suggested(other: Any) -> None:
    title = {"title": "chore: nothing alike"}

    assert missing(beside(nearby(12, **(title | other)), item=a_pull(**TRACES))) == []


def test_not_suggested__what_the_index_names_in_any_role() -> None:
    body = "- [ ] #7, split into #12\n"
    index = parse_index(body, repository=REPOSITORY)
    other = nearby(12, body="Part 1/1 of #7")
    tracker = judged(index=index, items=(a_pull(),), nearby=(other,))

    assert not missing(tracker)


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("* #7\n", "* acme/widgets#12"),
        ("  - [x] #7\n", "  - [x] acme/widgets#12"),
        ("1. [ ] #7\n", "1. [x] acme/widgets#12"),
        ("- [ ] #7: some words\n- [ ] #8\n", "- [x] acme/widgets#12"),
    ],
)
def test_line__in_the_form_of_the_row_above(body: str, line: str) -> None:
    index = parse_index(body, repository=REPOSITORY)
    issue = a_tracker_issue(body)
    other = nearby(12, title="@everyone <!-- --> [x](http://evil)", body="Part 1/1 of #7")
    tracker = judged(index=index, issue=issue, items=(a_pull(),), nearby=(other,))

    finding = only(tracker)
    assert (finding.line, finding.repair) == (1, f"write {line}")


def test_private_tracker__suggests_what_its_readers_read_anyway() -> None:
    issue = a_tracker_issue(is_private=True)
    own = nearby(12, body="Part of #7", is_private=True)
    ref = a_ref(13, repository="acme/secret")
    other = NearbyPull(
        ref=ref, url="", title="x", state=PullState.OPEN, is_private=True, body="Part of #7"
    )

    assert [f.ref for f in missing(beside(own, other, issue=issue))] == [a_ref(12)]


def test_several__one_finding_each() -> None:
    others = [nearby(number, body=f"Part {number - 11}/3 of #7") for number in (12, 13, 14)]

    assert [f.ref for f in missing(beside(*others))] == [a_ref(n) for n in (12, 13, 14)]
    assert beside(*others).counts.drift == 4


def test_as_it_was__not_before_it_was_opened() -> None:
    other = nearby(12, body="Part of #7", created_at=at("2026-08-18"))

    assert not missing(beside(other, now=at("2026-08-17T12:00")))


def test_row__has_no_box_so_the_suggestion_has_none() -> None:
    row: Row = a_row(box=Box.NONE, box_at=None)
    section: Workstream = a_workstream(row)
    tracker = judged(section, items=(a_pull(),), nearby=(nearby(12, body="Part of #7"),))

    assert only(tracker).repair == "write - acme/widgets#12"
