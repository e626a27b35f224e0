"""What a person can read and GitHub cannot: said with its line and the spelling that works."""

import pytest

from tests.github_status.index.reading import an_index

MALFORMED = {
    "blank before the number": ("- acme/widgets #1 x", "acme/widgets#1"),
    "only the repository": ("- [ ] gadgets#1 x", "acme/gadgets#1"),
    "PR joined to its number": ("- x PR#1", "PR #1"),
    "URL without a scheme": (
        "- github.com/a/b/pull/1",
        "https://github.com/a/b/pull/1",
    ),
    "path of a pull request": ("- [ ] a/b/pull/1", "a/b#1"),
    "path of a number": ("- [ ] acme/widgets/1", "acme/widgets#1"),
    "PR and number": ("- [ ] PR 12", "#12"),
    "PR, hyphen and number": ("- [ ] PR-12 words", "#12"),
    "blank after the sign": ("- [ ] words # 12", "#12"),
}


@pytest.mark.parametrize(("line", "suggestion"), MALFORMED.values(), ids=MALFORMED)
def test_problems__malformed_ref(line: str, suggestion: str) -> None:
    (problem,) = an_index(f"words\n\n{line}\n").problems

    assert (problem.line, problem.kind.value, problem.suggestion) == (
        3,
        "malformed_ref",
        suggestion,
    )


FINE = {
    "bare": "- [ ] #1",
    "full": "- [ ] a/b#1",
    "GH": "- [ ] GH-1",
    "PR and number with a sign": "- [ ] PR #1",
    "URL": "- [ ] https://github.com/a/b/pull/1",
    "www": "- [ ] www.github.com/a/b/pull/1",
    "blank between other words": "- [ ] prefill/decode words #1",
    "PR and number beside a ref": "- [ ] #1 replaces PR 2",
    "dates and paths": "- [ ] due 1/2/2026, see docs/guide/12",
    "percent": "- [ ] issues 12% down",
    "text of the link with the number": "- [#1](https://github.com/a/b/pull/1)",
    "text of the link with words": "- [x](https://github.com/a/b/pull/1)",
    "prose": "PR 12 is not a row",
    "code": "- [ ] `PR 12`",
}


@pytest.mark.parametrize("line", FINE.values(), ids=FINE)
def test_problems__none(line: str) -> None:
    assert an_index(f"{line}\n").problems == ()


@pytest.mark.parametrize(
    "line",
    [
        "- [#1](https://github.com/acme/widgets/pull/2)",
        "- [a/b#1](https://github.com/a/c/pull/1)",
        "| PR |\n|--|\n| [#1](https://github.com/acme/widgets/pull/2) |",
    ],
    ids=["number", "repository", "table"],
)
def test_problems__text_and_target_of_a_link_disagree(line: str) -> None:
    (problem,) = an_index(f"{line}\n").problems

    assert problem.kind.value == "target_differs"


def test_problems__box_without_words() -> None:
    index = an_index("- [ ]\n- [x] \n- [ ] #1\n")

    assert [(p.line, p.kind.value) for p in index.problems] == [(1, "empty_row"), (2, "empty_row")]
    assert [row.line for _, row in index.rows()] == [3]


@pytest.mark.parametrize(
    ("line", "box"),
    [
        ("- [] #1", "[ ] "),
        ("- [  ] #1", "[ ] "),
        ("- [x ] words", "[x] "),
        ("- [ x ] #1", "[x] "),
        ("- [✓] #1", "[x] "),
    ],
)
def test_problems__box_that_github_does_not_show(line: str, box: str) -> None:
    (problem,) = an_index(f"{line}\n").problems

    assert (problem.line, problem.kind.value, problem.suggestion) == (1, "unreadable", box)


@pytest.mark.parametrize("line", ["- [x]words #1", "- [ ]#16"])
def test_problems__box_that_touches_the_words(line: str) -> None:
    (problem,) = an_index(f"{line}\n").problems

    assert problem.kind.value == "unreadable"
    assert "put a space after the box" in problem.message


def test_problems__list_within_html_is_read_and_told() -> None:
    index = an_index("<details>\n<summary>A</summary>\n- [ ] #1\n- [x] #2\n</details>\n")

    assert [(w.path, row.line) for w, row in index.rows()] == [(("A",), 3), (("A",), 4)]
    assert [(p.line, p.kind.value) for p in index.problems] == [(3, "unreadable")]


def test_problems__are_in_the_order_of_the_body() -> None:
    index = an_index("- [ ]\n- gadgets#1\n- [ ]\n")

    assert [p.line for p in index.problems] == [1, 2, 3]
