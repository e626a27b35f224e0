"""What a row says: its words, box, state, parent and place."""

import pytest

from bot.github_status.facts.index import Box
from tests.github_status.index.reading import an_index, row_of, rows_of

TEXTS = {
    "leading ref": ("#1: words", "words"),
    "leading repository and ref": ("NVIDIA-NeMo/RL#1: words", "words"),
    "leading PR": ("PR #1 - words", "words"),
    "only a ref": ("#1", ""),
    "only a URL": ("https://github.com/acme/widgets/pull/1/", ""),
    "ref in brackets at the end": ("words (#1)", "words"),
    "URL at the end": ("words: https://github.com/acme/widgets/pull/1", "words"),
    "ref within": ("new one is in #1 and stays", "new one is in #1 and stays"),
    "URL within": ("it is in https://github.com/a/b/pull/1 now", "it is in a/b#1 now"),
    "ref that words lead to": ("words (blocked by #1)", "words (blocked by #1)"),
    "words of a link": ("[words](https://github.com/a/b/pull/1)", "words"),
    "words and number of a link": ("[words (#1)](https://github.com/a/b/pull/1)", "words"),
    "markup": ("**words** *of* `code()` ~~struck~~", "words of code() struck"),
    "entity": ("a &amp; b", "a & b"),
    "comment": ("words <!-- hidden -->", "words"),
    "owner at the end": ("words @a #1", "words"),
    "owners at the start": ("@a and @b: words", "words"),
    "remark about the owner": ("words (assigned to @a)", "words"),
    "somebody within": ("Slack @a add path", "Slack @a add path"),
    "fields below": ("words  \n  PoC: @a  \n  Issue: #1", "words"),
    "wrapped line": ("words\n  go on", "words go on"),
    "blanks": ("words   of \t it ", "words of it"),
}


@pytest.mark.parametrize(("words", "text"), TEXTS.values(), ids=TEXTS)
def test_rows__text(words: str, text: str) -> None:
    assert row_of(words).text == text


@pytest.mark.parametrize(
    ("line", "box"),
    [
        ("- [ ] #1", Box.EMPTY),
        ("- [x] #1", Box.TICKED),
        ("* [X] #1", Box.TICKED),
        ("+ [ ] #1", Box.EMPTY),
        ("1. [x] #1", Box.TICKED),
        ("2) [ ] #1", Box.EMPTY),
        ("-\t[x]\t#1", Box.TICKED),
        ("- #1", Box.NONE),
        ("- ✅ #1", Box.NONE),
        ("- ~~#1~~", Box.NONE),
        (r"- \[x] #1", Box.NONE),
        ("- [x](http://a.b) #1", Box.NONE),
    ],
)
def test_rows__box(line: str, box: Box) -> None:
    (row,) = rows_of(line)

    assert row.box is box
    assert (row.box_at is None) == (box is Box.NONE)
    assert row.box_at is None or line[row.box_at] in " xX"


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_rows__line_and_box_after_odd_line_ends(line_end: str) -> None:
    body = line_end.join(["😀 a\u2028b\u0085c\fd", "", "- [ ] é #1", "- [x] 𝕏 #2", ""])

    first, second = rows_of(body)

    assert (first.line, second.line) == (3, 4)
    assert first.box_at is not None
    assert second.box_at is not None
    assert body[first.box_at - 1 : first.box_at + 2] == "[ ]"
    assert body[second.box_at - 1 : second.box_at + 2] == "[x]"


@pytest.mark.parametrize(
    ("words", "struck"),
    [
        ("~~words~~ Fixed in #2", True),
        ("~words~ not ready", True),
        ("**~~words~~**", True),
        ("#1 ~~words~~", True),
        ("<del>words</del>", True),
        ("words ~~of it~~", False),
        ("#1 (PRs: ~~#2~~)", False),
        ("words", False),
    ],
)
def test_rows__struck(words: str, struck: bool) -> None:
    assert row_of(words).struck is struck


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("#1: words (merged)", "merged"),
        ("~~words~~ ✅ **Fixed in #2**", "Fixed"),
        ("#1 partially done", "partially done"),
        ("#1 -> moved to v0.4.0", "moved to v0.4.0"),
        ("#1 superseded by #2", "superseded"),
        ("words. Split out into #2.", "Split out"),
        ("words (blocked by #2)", "blocked"),
        ("#1: words about merged cells", None),
        ("#1: words", None),
    ],
)
def test_rows__status(words: str, status: str | None) -> None:
    assert row_of(words).status == status


def test_rows__parents_are_rows() -> None:
    body = "- [ ] a\n  - [ ] b\n    - #1\n  - plain\n    - #2\n- G\n  - #3\n    - #4\n"

    assert [(row.line, row.parent_line) for row in rows_of(body)] == [
        (1, None),
        (2, 1),
        (3, 2),
        (5, 1),
        (7, None),
        (8, 7),
    ]


NO_ROWS = {
    "bullet without box and ref": "- words\n",
    "prose": "Words about #1 and more.\n",
    "quote": "> - [ ] #1\n",
    "code fence": "```\n- [ ] #1\n```\n",
    "other fence": "```txt\n- [ ] #1\n```\n",
    "indented code": "Words\n\n    - [ ] #1\n",
    "comment": "<!--\n- [ ] #1\n-->\n",
    "footnote": "a[^1]\n\n[^1]: #1\n",
    "link definition as comment": "[//]: # (- [ ] #1)\n",
    "table row without a ref": "| a |\n|--|\n| b |\n",
    "ref in a quote within a bullet": "- words\n  > #1\n",
}


@pytest.mark.parametrize("body", NO_ROWS.values(), ids=NO_ROWS)
def test_rows__what_is_none(body: str) -> None:
    assert rows_of(body) == []


def test_rows__table() -> None:
    body = (
        "| # | Task | Status | PR |\n|--|--|--|--|\n"
        "| 1 | one \\| two | done | #11, #12 |\n| 2 | none | | |\n3 | three | | a/b#13\n"
    )

    first, second = rows_of(body)

    assert (first.line, first.text, first.status) == (3, "one | two", "done")
    assert [str(found.ref) for found in first.refs] == ["acme/widgets#11", "acme/widgets#12"]
    assert (second.line, second.text, second.box) == (5, "three", Box.NONE)


def test_rows__header_with_a_ref_is_a_row() -> None:
    assert [row.line for row in rows_of("| #1 | a |\n|--|--|\n| #2 | b |\n")] == [1, 3]


def test_rows__paragraph_of_refs() -> None:
    body = "## A\n\n#1, #2、a/b#3\nand https://github.com/a/b/pull/4\n\nSee #5, #6\n"

    assert [(row.line, str(row.primary)) for row in rows_of(body)] == [
        (3, "acme/widgets#1"),
        (3, "acme/widgets#2"),
        (3, "a/b#3"),
        (4, "a/b#4"),
    ]


def test_rows__same_ref_in_two_workstreams() -> None:
    index = an_index("## A\n- #1\n## B\n- #1\n")

    assert len(list(index.rows())) == 2
    assert len(index.refs()) == 1


def test_rows__long_text_is_cut_and_told() -> None:
    index = an_index(f"- [ ] #1 {'word ' * 2000}\n")

    ((_, row),) = index.rows()

    assert len(row.text) == 4001
    assert [p.kind.value for p in index.problems] == ["too_long"]
