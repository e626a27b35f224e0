"""Reading takes time in proportion to the length of the body, whatever the body is.

Times are compared with each other, never with a clock: twice the body may take about twice the
time. Something quadratic takes four times, and at these sizes shows clearly.
"""

import time

import pytest

from tests.github_status.index.reading import an_index

# What these run is covered elsewhere, and following it line by line takes longest here.
pytestmark = pytest.mark.no_cover

BLOCKS = 10_000
"""Characters of the shorter body of many blocks."""

ONE_LINE = 35_000
"""Characters of the shorter body of few: the other is longer than GitHub keeps (65,536)."""

MOST_TIMES = 3
"""Twice the length may take this many times as long; quadratic would be 4."""

BODIES = {
    "rows": ("- #1\n", ""),
    "tasks": ("- [ ] acme/widgets#1: words (also B) @a\n", ""),
    "headings": ("# a\n", ""),
    "labels": ("Label:\n- #1\n\n", ""),
    "owner lines": ("Owners: a, b\n", ""),
    "table rows": ("|#1|@b|\n", "|a|b|\n|-|-|\n"),
    "details": ("<details><summary>a</summary>\n\n- #1\n\n", ""),
    "items on one line": ("- ", ""),
    "quotes": ("> ", ""),
    "brackets": ("[", ""),
    "backticks": ("`a ", ""),
    "half open marks": ("*a **b ", ""),
    "open tags": ("<a ", ""),
    "open comments": ("<!-- ", ""),
    "refs on one line": ("#123 ", "- [ ] "),
    "refs with blanks": ("a/b #12 ", "- [ ] "),
    "refs and logins": ("a #12 @bob ", "- [ ] "),
    "logins": ("@a ", "- [ ] "),
    "links": ("[#1](https://github.com/o/r/pull/1) ", "- [ ] "),
    "links on lines": ("[a](b)\n", ""),
    "struck refs": ("~~#12~~ ", "- [ ] "),
    "fixes": ("fixed in #1, ", "- [ ] "),
    "owners in brackets": ("(owner: a, ", "- [ ] "),
    "other workstreams": ("(also ", "- [ ] "),
    "dots": ("a.", "- [ ] "),
    "hyphens": ("a-", "- [ ] "),
    "slashes": ("a/", "- [ ] "),
    "path ends": ("/pull/1/a", "- [ ] x"),
    "blanks within": ("          ", "- [ ] Owner: a"),
    "paragraph of refs": ("#1, #2\n", ""),
    "bold lines": ("**b**\n", ""),
}


def seconds(body: str) -> float:
    """Of this process, for one reading."""
    start = time.process_time()
    an_index(body)
    return time.process_time() - start


def is_linear(once: str, twice: str) -> bool:
    """The second body, twice as long, takes about twice the time."""
    at_least = 0.02  # seconds; below this much a ratio says nothing
    return seconds(twice + "z\n") < max(at_least, MOST_TIMES * seconds(once + "z\n"))


@pytest.mark.parametrize(("unit", "start"), BODIES.values(), ids=BODIES)
def test_parse_index__time_is_linear(unit: str, start: str) -> None:
    length = BLOCKS if unit.endswith("\n") else ONE_LINE
    body = start + unit * (length // len(unit))

    # Other processes disturb a measurement: something quadratic fails every time.
    assert any(is_linear(body, body + body.removeprefix(start)) for _ in range(6))


@pytest.mark.parametrize(
    "body",
    [
        "".join(f"{' ' * depth}- [ ] #1\n" for depth in range(0, 1200, 2)),
        "- " * 50_000,
        "> " * 9999,
    ],
    ids=["nested lists", "nested on one line", "nested quotes"],
)
def test_parse_index__depth_does_not_matter(body: str) -> None:
    assert an_index(body) == an_index(body)
