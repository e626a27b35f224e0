"""Why a row names its refs, and which one it is about."""

import pytest

from bot.github_status.facts.index import Role
from tests.github_status.index.reading import roles_in, row_of, rows_of

P, CONTEXT = Role.PRIMARY, Role.CONTEXT

CASES = {
    "the only one": ("#1 words", {"#1": P}),
    "first of equals": ("words #1 #2", {"#1": P, "#2": CONTEXT}),
    "fix of a struck row": ("~~words~~ **Fixed in #2**", {"#2": P}),
    "fix of a named issue": ("#1: crash (fixed by #2)", {"#1": P, "#2": Role.FIXED_BY}),
    "fix of a struck issue": ("~~#1~~ fixed in #2", {"#1": CONTEXT, "#2": P}),
    "superseded": ("#1 superseded by #2", {"#1": CONTEXT, "#2": P}),
    "moved": ("#1 → moved to #2", {"#1": CONTEXT, "#2": P}),
    "in favour of": ("#1, closed in favour of #2", {"#1": CONTEXT, "#2": P}),
    "split in three": (
        "words, split into #2, #3 and #4",
        {"#2": P, "#3": Role.SPLIT_INTO, "#4": Role.SPLIT_INTO},
    ),
    "split after its origin": ("(flagged in #1). Split out into #2.", {"#1": CONTEXT, "#2": P}),
    "struck, then a new one": ("~~#1~~ #2", {"#1": CONTEXT, "#2": P}),
    "only a struck one": ("~~#1~~", {"#1": P}),
    "blocked": ("words (blocked by #2)", {"#2": Role.DEPENDS_ON}),
    "depends on two": (
        "#1, depends on #2 and #3",
        {"#1": P, "#2": Role.DEPENDS_ON, "#3": Role.DEPENDS_ON},
    ),
    "after another": ("words after PR #2", {"#2": Role.DEPENDS_ON}),
    "on top of another": ("#1 on top of #2", {"#1": P, "#2": Role.DEPENDS_ON}),
    "needs a review of another": ("needs words of #2", {"#2": P}),
    "part of": ("words (part of #2)", {"#2": Role.PART_OF}),
    "tracked elsewhere only": ("words, tracked in #2", {"#2": P}),
    "tracked elsewhere too": ("#1, tracked in #2", {"#1": P, "#2": Role.PART_OF}),
    "related only": ("words (Related: #2)", {"#2": P}),
    "related too": ("#1 (related to #2)", {"#1": P, "#2": CONTEXT}),
    "dropped in": ("words (dropped in #2).", {"#2": CONTEXT}),
    "flagged during a review": ("words (Flagged during #2 review.)", {"#2": CONTEXT}),
    "two contexts": ("words (flagged in #2, context #3)", {"#2": CONTEXT, "#3": CONTEXT}),
    "compare": ("words, cf. #2", {"#2": CONTEXT}),
    "see": ("words, see #2", {"#2": CONTEXT}),
    "example": ("words, e.g. #2", {"#2": CONTEXT}),
    "is in": ("new implementation is in #2 already", {"#2": CONTEXT}),
    "unless": ("will not do unless #2 is merged", {"#2": Role.DEPENDS_ON}),
    "carbon copy": ("#1 words (cc #2)", {"#1": P, "#2": CONTEXT}),
    "blocks another": ("words (blocks #2)", {"#2": CONTEXT}),
    "a sentence ends between": ("It is fixed. #2", {"#2": P}),
    "landed elsewhere": ("words. (Landed in grpo #2.)", {"#2": CONTEXT}),
    "merged elsewhere, beside its own": ("#1 (merged in legacy #2)", {"#1": P, "#2": CONTEXT}),
    "landed on the branch": ("words, landed in main #2", {"#2": P}),
    "in a place of its own": ("words in grpo #2", {"#2": P}),
    "revert": ("Revert #2", {"#2": CONTEXT}),
    "the revert of another": ("Revert #2 (#1)", {"#2": CONTEXT, "#1": P}),
    "tests for another": ("write tests for #2", {"#2": CONTEXT}),
    "in part only": ("superseded in part by #2", {"#2": CONTEXT}),
    "Chinese see": ("详情参见#2", {"#2": CONTEXT}),
}


@pytest.mark.parametrize(("words", "roles"), CASES.values(), ids=CASES)
def test_roles__of_a_row(words: str, roles: dict[str, Role]) -> None:
    assert roles_in(words) == roles


def test_roles__claim_is_kept_beside_primary() -> None:
    fixed, plain = row_of("~~x~~ Fixed in #2").refs[0], row_of("#2").refs[0]

    assert (fixed.role, fixed.claim) == (Role.PRIMARY, Role.FIXED_BY)
    assert (plain.role, plain.claim) == (Role.PRIMARY, None)


def test_roles__stronger_claim_of_a_ref_named_twice() -> None:
    row = row_of("words (flagged in #2). Fixed in #2")

    assert [(found.role, found.claim) for found in row.refs] == [(Role.PRIMARY, Role.FIXED_BY)]


@pytest.mark.parametrize(
    ("body", "has_primary"),
    [
        ("- Merged: #1, #2, #3\n", False),
        ("- #1, #2, #3\n", False),
        ("- #1, #2\n", True),
        ("- Merged: #1, #2 and then #3\n", True),
        ("- [ ] Merged: #1, #2, #3\n", True),
        ("- Some feature (#1, #2, #3)\n", True),
    ],
    ids=["label", "nothing else", "two", "words between", "a task", "in brackets after words"],
)
def test_roles__bag_of_refs(body: str, has_primary: bool) -> None:
    (row,) = rows_of(body)

    assert (row.primary is not None) is has_primary


def test_roles__heading_of_a_column_leads() -> None:
    (row,) = rows_of("| PR | Depends on |\n|--|--|\n| #1 | #2 |\n")

    assert [found.role for found in row.refs] == [Role.PRIMARY, Role.DEPENDS_ON]
