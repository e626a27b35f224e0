"""The contract of every shape of row: order kept, lines known, nothing vanishes."""

import pytest

from bot.github_status.index.events import blocks
from bot.github_status.index.refs import Scanner
from bot.github_status.index.shapes import SHAPES
from bot.github_status.index.source import Source
from tests.github_status.index.reading import HOME, an_index

BODIES = {
    "list_items": "- [ ] #1 a\n- [x] #2 b\n  - #3\n- words\n- words\n  - #4\n",
    "table_rows": "| a | b |\n|--|--|\n| #1 | x |\n| #2 | #3 |\n| #4 | |\n| words | |\n",
    "ref_paragraph": "#1, #2\n#3\n\nwords\n\n#4\n",
}
"""One body for each shape, with the refs #1 to #4."""


def test_shapes__each_has_a_body() -> None:
    assert [shape.__name__ for shape in SHAPES] == list(BODIES)


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_shapes__contract(body: str) -> None:
    index = an_index(body)
    lines = body.split("\n")

    rows = [row for _, row in index.rows()]

    assert [found.ref.number for row in rows for found in row.refs] == [1, 2, 3, 4]
    assert [row.line for row in rows] == sorted(row.line for row in rows)
    for row in rows:
        assert f"#{row.refs[0].ref.number}" in lines[row.line - 1]
    assert index.problems == ()


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_shapes__take_only_their_own_blocks(body: str) -> None:
    scanner = Scanner(body, HOME)
    for block in blocks(Source(body)):
        takers = [shape for shape in SHAPES if shape(block, scanner) is not None]
        assert len(takers) <= 1
