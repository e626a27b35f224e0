"""What a text says of how pull requests belong together, and what it does not say."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.github_status.facts.refs import Repository
from bot.github_status.judge.statements import Says, statements

HOME = Repository("acme", "widgets")


def said(text: str) -> list[tuple[str, str, bool]]:
    return [(s.says.value, s.ref.short, s.certain) for s in statements(text, HOME)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Superseded by #12", ("replaced_by", "widgets#12", True)),
        ("Closing in favour of acme/gadgets#3.", ("replaced_by", "gadgets#3", True)),
        (
            "**Replaced by** https://github.com/acme/gadgets/pull/3/files",
            ("replaced_by", "gadgets#3", True),
        ),
        ("This PR supersedes the earlier PR #12", ("replaces", "widgets#12", True)),
        ("Replaces #12", ("replaces", "widgets#12", True)),
        ("Reverts acme/widgets#12", ("reverts", "widgets#12", True)),
        ("Part 2/3 of #12", ("split_from", "widgets#12", True)),
        ("Part 2 of 3 of the #12 split", ("split_from", "widgets#12", True)),
        ("Split out of my large pull request #12", ("split_from", "widgets#12", True)),
        ("Part of #12", ("belongs_to", "widgets#12", True)),
        ("Tracked in #1.", ("belongs_to", "widgets#1", True)),
        ("Follow-up to #12", ("builds_on", "widgets#12", True)),
        ("The same feature as #12, smaller", ("same_as", "widgets#12", True)),
        ("Perhaps superseded by #12", ("replaced_by", "widgets#12", False)),
        ("Superseded by #12?", ("replaced_by", "widgets#12", False)),
        ("It may be replaced by #12", ("replaced_by", "widgets#12", False)),
        ("Partially supersedes #12", ("replaces", "widgets#12", False)),
    ],
)
def test_statements__plain_and_hedged(text: str, expected: tuple[str, str, bool]) -> None:
    assert said(text) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "This does not replace #12",
        "No longer stacked on #12",
        "Decoupled from #12, which it doesn't need",
        "It replaces the cache that #12 added",
        "feat: wire it in, replacing inline logic",
        "Closes #12",
        "See #12",
        "`supersedes #12`",
        "> supersedes #12",
        "<!-- supersedes #12 -->",
        "```\nsupersedes #12\n```",
        "supersedes v#12",
        "supersedes #0",
        "superseded by the plan",
        "",
    ],
)
def test_statements__that_are_none(text: str) -> None:
    assert said(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Split into #12, #13 and #14.",
        "Split into:\n- #12\n- [ ] #13: more words\n* acme/widgets#14\n",
        "This was split up into #12, #13, #14",
    ],
)
def test_split_into__every_part(text: str) -> None:
    assert said(text) == [("split_into", f"widgets#{n}", True) for n in (12, 13, 14)]


@pytest.mark.parametrize(
    "text",
    [
        "Part 3/4 of the #9 split. The parts are #12, #13 and #14.",
        "Part 3/4 of the #9 split: #12 (1/4) → #13 (2/4) → this → #14 (4/4)",
    ],
)
def test_siblings__are_parts_of_the_same(text: str) -> None:
    own, *siblings = statements(text, HOME)

    assert (own.says, own.ref.number, own.part, own.parts) == (Says.SPLIT_FROM, 9, 3, 4)
    assert [(s.says, s.ref.number, s.parts) for s in siblings] == [
        (Says.SIBLING, n, 4) for n in (12, 13, 14)
    ]
    assert {s.whole for s in siblings} == {own.ref}


def test_siblings__other_refs_of_the_text_are_none() -> None:
    text = "Split out of #9.\nFixes #12. See also #13, and the numbers of #14."

    assert said(text) == [("split_from", "widgets#9", True)]


def test_quote__is_one_short_line() -> None:
    (statement,) = statements(f"- superseded  by #12 {'word ' * 100}.", HOME)

    assert statement.quote.startswith("superseded by #12 word")
    assert len(statement.quote) <= 120


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="#12 ()/:\n`>-abcsupersedes by.?<!", max_size=300))
def test_statements__any_text_is_read(text: str) -> None:
    for statement in statements(text, HOME):
        assert f"#{statement.ref.number}" in text or f"/{statement.ref.number}" in text


def test_statements__a_sentence_that_never_ends_cuts_no_number() -> None:
    text = f"Supersedes #1234 {'word ' * 1_000} and supersedes #5678 {'x' * 5_000} reverts #9"

    assert [s.ref.number for s in statements(text, HOME)] == [1234, 5678, 9]
    assert [s.ref.number for s in statements("supersedes #12345 " * 500, HOME)] == [12345] * 500


@pytest.mark.parametrize(
    "unit", ["split into #1 ", "supersedes #1, ", "replaces #1 #2 and #3; ", "part 1/2 #1 ", "#1 "]
)
def test_statements__time_is_linear(unit: str) -> None:
    """Whoever opens a pull request decides how long its text is."""

    def seconds(length: int) -> float:
        start = time.process_time()
        statements.__wrapped__(unit * (length // len(unit)), HOME)
        return time.process_time() - start

    assert any(seconds(64_000) < max(0.05, 8 * seconds(16_000)) for _ in range(3))
