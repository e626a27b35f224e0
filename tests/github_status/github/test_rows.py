"""Which error belongs to which row, and what a null then means."""

from typing import Any

import pytest

from bot.github_status.github.answers import Answer, field_errors
from bot.github_status.github.parts import REDUCED, Part
from bot.github_status.github.queries import Look
from bot.github_status.github.rows import Fate, Told, rows_of
from tests.builders import a_ref

LOOK = Look(place=a_ref(7))


def error(*path: str | int, kind: str = "FORBIDDEN", **fields: Any) -> dict[str, Any]:
    return {"type": kind, "path": ["r0", *path], "message": "x", **fields}


def told(node: Any, *errors: Any, look: Look = LOOK) -> Told:
    data = {"r0": {"nameWithOwner": "acme/widgets", look.alias: node}}
    (row,) = rows_of(Answer(data=data, errors=field_errors(list(errors))), [look])
    return row


@pytest.mark.parametrize(
    ("node", "errors", "left"),
    [
        ({"a": 1, "b": None}, [error("n7", "b")], {"a": 1}),
        ({"a": {"b": None, "c": 1}}, [error("n7", "a", "b")], {"a": {"c": 1}}),
        ({"a": None}, [error("n7", "a", "b", 0, "c")], {}),
        ({"a": [{"b": None}, 1]}, [error("n7", "a", 0, "b")], {"a": [{}, 1]}),
        ({"a": [None]}, [error("n7", "a", 0)], {"a": [None]}),
        ({"a": 1}, [error("n7", "z", "y")], {"a": 1}),
        ({"a": 1}, [error("n7", "a", "b", 3)], {"a": 1}),
        ({"a": None}, [error("n8", "a")], {"a": None}),
        ({"a": None}, ["odd", {"path": "odd"}, {"path": [None]}], {"a": None}),
    ],
    ids=[
        "field",
        "deeper",
        "null went up",
        "in a list",
        "entry of a list",
        "not there",
        "no null there",
        "another row",
        "odd errors",
    ],
)
def test_rows_of__nulls_of_errors_are_taken_out(node: Any, errors: list[Any], left: Any) -> None:
    row = told(node, *errors)

    assert (row.fate, row.node) == (Fate.TOLD, left)


@pytest.mark.parametrize(
    ("errors", "fate"),
    [
        ([error("n7", kind="NOT_FOUND")], Fate.MISSING),
        ([error("n7")], Fate.HIDDEN),
        ([error("n7", "a", extensions={"saml_failure": True})], Fate.HIDDEN),
        ([error("n7", kind="RESOURCE_LIMITS_EXCEEDED")], Fate.TOO_MUCH),
        ([error("n7", kind="ODD")], Fate.TOO_MUCH),
        ([error("n8", kind="NOT_FOUND")], Fate.TOO_MUCH),
        ([], Fate.TOO_MUCH),
    ],
)
def test_rows_of__row_that_is_null(errors: list[Any], fate: Fate) -> None:
    assert told(None, *errors).fate is fate


def test_rows_of__part_that_takes_the_row_along_is_left_out_then_all_parts_then_it_is_hidden() -> (
    None
):
    forbidden = error("n7", "mergeQueueEntry", "state")
    without_queue = Look(place=a_ref(7), without=frozenset({Part.MERGE_QUEUE}))
    reduced = Look(place=a_ref(7), without=REDUCED)

    assert told(None, forbidden).without == {Part.MERGE_QUEUE}
    assert told(None, forbidden, look=without_queue).without == REDUCED
    assert told(None, forbidden, look=reduced).fate is Fate.HIDDEN


@pytest.mark.parametrize(
    ("data", "errors", "fate"),
    [
        ({"r0": None}, [{"type": "NOT_FOUND", "path": ["r0"]}], Fate.HIDDEN),
        ({"r0": None}, [{"type": "FORBIDDEN", "path": ["r0"]}], Fate.HIDDEN),
        ({"r0": None}, [], Fate.TOO_MUCH),
        ({}, [{"message": "Something went wrong"}], Fate.TOO_MUCH),
        ({"r0": "odd"}, [], Fate.TOO_MUCH),
    ],
)
def test_rows_of__repository_that_is_null(data: Any, errors: list[Any], fate: Fate) -> None:
    (row,) = rows_of(Answer(data=data, errors=field_errors(errors)), [LOOK])

    assert row.fate is fate


def test_rows_of__unread_is_what_is_forbidden_below_the_item() -> None:
    errors = [error("n7", "labels", 0), error("n7"), error("n7", "title", kind="ODD")]

    assert told({"labels": None, "title": None}, *errors).unread == {"labels"}
