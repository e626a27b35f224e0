"""What holds for every text, and for every index that is written down and read again."""

import re
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.github_status.facts.index import Box
from bot.github_status.index.corpus_form import corpus_form
from tests.github_status.index.reading import HOME, an_index

# What these run is covered elsewhere, and following it line by line takes longest here.
pytestmark = pytest.mark.no_cover

PIECES = st.sampled_from(
    """
    - [ ]|- [x]|*|+|1.|#1|a/b#2|a/b #3|gadgets#4|GH-5|PR 6|https://github.com/a/b/pull/7|@a|Owner:
    |# A|## B|###### C|**bold**|Label:|~~|~|`|```|```[tasklist]|<details>|<summary>|</summary>
    |</details>|<!--|-->|[x](y)|[|](|https://github.com/acme/widgets/issues/8|)|(also B)|---|> |\\||
    |--|--\\||&#39;|\\#9|fixed in|split into|blocked by|（#1）|：|@login: 1d|<br>|<a href="x">|</a>
    |[^1]:|[1]: /u|:::|\u00a0|\u2028|\x85|\x0c|\ud800|\x00|😀|\t
    """.replace("\n", "").split("|")
)
ODD_TEXT = st.lists(
    st.one_of(PIECES, st.sampled_from([" ", "  ", "\n", "\n\n", "\r\n", "\r", "    "])), max_size=60
).map("".join)
ANY_TEXT = st.one_of(ODD_TEXT, st.text(max_size=300), st.text(st.characters(), max_size=80))


@settings(max_examples=400, deadline=None)
@given(ANY_TEXT)
def test_parse_index__never_raises_and_is_deterministic(body: str) -> None:
    index = an_index(body)

    assert index == an_index(body)
    corpus_form(index)


@settings(max_examples=300, deadline=None)
@given(ANY_TEXT)
def test_parse_index__lines_boxes_and_roles_are_real(body: str) -> None:
    index = an_index(body)

    count = len(re.split(r"\r\n|\n|\r", body))
    for _, row in index.rows():
        assert 1 <= row.line <= count
        assert (row.box is Box.NONE) == (row.box_at is None)
        if row.box_at is not None:
            assert body[row.box_at - 1] == "["
            assert body[row.box_at + 1] == "]"
            assert body[row.box_at] in ("xX" if row.box is Box.TICKED else " \t\n\r")
        assert len({found.ref for found in row.refs}) == len(row.refs)
        assert sum(found.ref == row.primary for found in row.refs) <= 1
    for problem in index.problems:
        assert 1 <= problem.line <= count
    for workstream in index.walk():
        assert len(workstream.path) <= 32


@settings(max_examples=200, deadline=None)
@given(ANY_TEXT)
def test_parse_index__first_ref_stands_in_the_lines_of_its_row(body: str) -> None:
    lines = re.split(r"\r\n|\n|\r", body)

    for _, row in an_index(body).rows():
        if row.refs:
            assert str(row.refs[0].ref.number) in "\n".join(lines[row.line - 1 :])


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A row that is to be written down: which box, which ref in which spelling, which words."""

    box: Box
    number: int
    is_home: bool
    spelling: int
    words: str
    owner: str

    @property
    def repository(self) -> str:
        return str(HOME) if self.is_home else "ray-project/ray"

    @property
    def ref(self) -> str:
        return f"{self.repository}#{self.number}"

    def line(self) -> str:
        url = f"https://github.com/{self.repository}/pull/{self.number}"
        spellings = [
            f"{self.ref}: {self.words}",
            f"{self.repository} #{self.number}: {self.words}",
            f"{self.words} {url}",
            f"{self.words} ([#{self.number}]({url}/files#diff-1))",
            f"[{self.words}]({url}#issuecomment-2)",
            f"**{self.words}** <{url}?x=1>",
        ]
        box = {Box.EMPTY: "[ ] ", Box.TICKED: "[x] ", Box.NONE: ""}[self.box]
        return f"{box}{spellings[self.spelling]}{self.owner and ' ' + self.owner}"


WRITTEN = st.builds(
    Written,
    box=st.sampled_from(Box),
    number=st.integers(1, 99999),
    is_home=st.booleans(),
    spelling=st.integers(0, 5),
    words=st.sampled_from(["wire it up", "Ünïcode words", "重构 模块", "a, b; c"]),
    owner=st.sampled_from(["", "@ana", "@bo-li"]),
)
SECTIONS = st.lists(st.lists(WRITTEN, min_size=1, max_size=4), max_size=4)


@settings(max_examples=200, deadline=None)
@given(SECTIONS, st.sampled_from("-*+"), st.sampled_from(["\n", "\r\n"]))
def test_parse_index__reads_back_what_was_written(
    sections: list[list[Written]], bullet: str, line_end: str
) -> None:
    lines: list[str] = []
    for number, rows in enumerate(sections):
        lines += [f"## Section {number}", "", f"Owner: Person {number}", ""]
        lines += (f"{bullet} {row.line()}" for row in rows)
        lines.append("")

    index = an_index(line_end.join(lines))

    assert [w.name for w in index.walk()] == [f"Section {n}" for n in range(len(sections))]
    assert [w.owners for w in index.walk()] == [(f"Person {n}",) for n in range(len(sections))]
    written = [row for rows in sections for row in rows]
    found = [row for _, row in index.rows()]
    assert [(r.box, str(r.primary), r.owners, r.text) for r in found] == [
        (w.box, w.ref, (w.owner,) if w.owner else (), w.words) for w in written
    ]
    assert [lines[row.line - 1] for row in found] == [f"{bullet} {w.line()}" for w in written]
