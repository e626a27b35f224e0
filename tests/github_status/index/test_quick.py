"""What is made quickly is what the frozen class itself would have made."""

from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest

from bot.github_status.facts.index import Box, Role, Row, RowRef, Workstream, WorkstreamKind
from bot.github_status.facts.refs import Ref, Repository
from bot.github_status.index.quick import new_row, new_row_ref, new_workstream

REF = Ref(Repository("acme", "widgets"), 7)
ROW_REF: dict[str, Any] = {"ref": REF, "role": Role.PRIMARY, "written": "#7"}
ROW: dict[str, Any] = {
    "line": 3,
    "text": "a",
    "box": Box.EMPTY,
    "box_at": 3,
    "refs": (RowRef(**ROW_REF),),
}
WORKSTREAM: dict[str, Any] = {
    "path": ("A",),
    "kind": WorkstreamKind.HEADING,
    "line": 1,
    "rows": (Row(**ROW),),
}

KINDS = pytest.mark.parametrize(
    ("quick", "facts", "fields"),
    [
        (new_row_ref, RowRef, ROW_REF),
        (new_row, Row, ROW),
        (new_row, Row, {**ROW, "owners": ("a",), "struck": True, "parent_line": 2}),
        (new_workstream, Workstream, WORKSTREAM),
    ],
    ids=["ref", "row with defaults", "row without", "workstream"],
)


@KINDS
def test_quick__makes_the_same(quick: type[Any], facts: type[Any], fields: dict[str, Any]) -> None:
    made = quick(**fields)

    assert type(made) is facts
    assert made == facts(**fields)
    assert hash(made) == hash(facts(**fields))
    assert repr(made) == repr(facts(**fields))


@KINDS
def test_quick__is_frozen_afterwards(
    quick: type[Any], facts: type[Any], fields: dict[str, Any]
) -> None:
    made = quick(**fields)
    name = next(iter(fields))

    with pytest.raises(FrozenInstanceError):
        setattr(made, name, None)
    assert replace(made, **{name: None}) == facts(**{**fields, name: None})


@KINDS
def test_quick__wants_every_field(
    quick: type[Any], facts: type[Any], fields: dict[str, Any]
) -> None:
    assert facts is not quick

    with pytest.raises(TypeError, match="missing"):
        quick()
    with pytest.raises(TypeError, match="unexpected"):
        quick(**fields, color="red")
