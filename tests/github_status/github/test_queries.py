"""Every query text is valid against GitHub's schema, and its cost is known."""

from itertools import combinations

import pytest
from graphql import parse, validate

from bot.demo.github.checking import schema
from bot.demo.github.cost import CostOf
from bot.demo.github.scopes import refusals
from bot.github_status.github.parts import EVERY_PART, REDUCED, Part, parts_in, parts_named
from bot.github_status.github.queries import (
    VIEWER_QUERY,
    Look,
    batch_query,
    discussions_query,
    tracker_query,
)
from tests.builders import a_ref

LOOKS = {
    "one": [Look(place=a_ref(7))],
    "the same twice": [Look(place=a_ref(7)), Look(place=a_ref(7))],
    "two repositories": [Look(place=a_ref(7)), Look(place=a_ref(7, repository="Acme/other.js"))],
    "older page": [Look(place=a_ref(7), before='Y3Vyc29yOnYy"\\n==')],
    "reduced": [Look(place=a_ref(7), without=REDUCED)],
    "a mixture": [
        Look(place=a_ref(7)),
        Look(place=a_ref(8), without=REDUCED),
        Look(place=a_ref(9), without=frozenset({Part.CHECK_COUNTS})),
        Look(place=a_ref(9), before="abc"),
        Look(place=a_ref(8), without=REDUCED, before="abc"),
    ],
}


@pytest.mark.parametrize("looks", LOOKS.values(), ids=LOOKS.keys())
@pytest.mark.parametrize(
    "dropped", [frozenset(), REDUCED, EVERY_PART], ids=["all", "less", "least"]
)
def test_batch_query__is_valid(looks: list[Look], dropped: frozenset[Part]) -> None:
    assert validate(schema(), parse(batch_query(looks, dropped))) == []


@pytest.mark.parametrize(
    "dropped",
    [{part} for part in Part]
    + [EVERY_PART - {part} for part in Part]
    + [set(p) for p in combinations((Part.CHECKS, Part.CHECK_COUNTS, Part.PULL_CHECKS), 2)],
)
def test_batch_query__is_valid_without_any_parts(dropped: set[Part]) -> None:
    assert validate(schema(), parse(batch_query([Look(place=a_ref(7))], dropped))) == []


@pytest.mark.parametrize(
    "query",
    [
        tracker_query(a_ref(1)),
        tracker_query(a_ref(1), EVERY_PART),
        discussions_query([a_ref(7), a_ref(8), a_ref(7, repository="a/b")]),
        VIEWER_QUERY,
    ],
    ids=["tracker", "tracker, least", "discussions", "viewer"],
)
def test_other_queries__are_valid(query: str) -> None:
    assert validate(schema(), parse(query)) == []


def test_batch_query__25_pulls_cost_12_points_and_few_nodes() -> None:
    query = batch_query([Look(place=a_ref(number)) for number in range(1, 26)])
    cost = CostOf(schema(), parse(query)).total()

    assert cost.points <= 12
    assert cost.nodes < 15_000


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("Field 'mergeQueueEntry' doesn't exist on type 'PullRequest'", {Part.MERGE_QUEUE}),
        (
            "No such type AutoMergeEnabledEvent, so it can't be a fragment condition",
            {Part.AUTO_MERGE},
        ),
        ("has an invalid value ([X, ADDED_TO_MERGE_QUEUE_EVENT])", {Part.MERGE_QUEUE}),
        ("Field 'stateReason' doesn't accept argument 'enableDuplicate'", {Part.DUPLICATES}),
        ("Field 'somethingElse' doesn't exist on type 'PullRequest'", EVERY_PART),
        ("", EVERY_PART),
    ],
)
def test_parts_named__by_the_words_of_the_error(message: str, expected: set[Part]) -> None:
    assert parts_named([message], asked=EVERY_PART) == expected


@pytest.mark.parametrize("dropped", [frozenset(), {Part.TEAM_NAMES}], ids=["names", "no names"])
def test_batch_query__that_a_team_was_asked_needs_no_scope(dropped: set[Part]) -> None:
    query = batch_query([Look(place=a_ref(7)), Look(place=a_ref(7), before="c")], dropped)
    refused = refusals(schema(), parse(query), frozenset())

    assert "requestedReviewer { __typename" in query
    assert bool(refused) is not bool(dropped)


def test_parts_named__nothing_left_to_leave_out() -> None:
    assert parts_named(["Field 'isDraft' doesn't exist"], asked=frozenset()) == frozenset()


def test_parts_in__a_path() -> None:
    assert parts_in(("r0", "n7", "mergeQueueEntry", 0, "state")) == {Part.MERGE_QUEUE}
