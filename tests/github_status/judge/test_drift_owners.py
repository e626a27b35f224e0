from typing import Any

import pytest

from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import EventKind
from bot.github_status.judge.verdicts import DriftKind
from tests.builders import a_pull, a_review, a_row, a_workstream, an_actor, an_event
from tests.github_status.judge.judging import judged, kinds, linked, only

BY_CY = a_pull(author=an_actor("cy"))


@pytest.mark.parametrize(
    ("workstream", "found"),
    [
        (a_workstream(a_row(7), owners=()), [DriftKind.NO_OWNER]),
        (a_workstream(a_row(7)), []),
        (a_workstream(a_row(7), owners_inherited=True), []),
        (a_workstream(owners=()), []),
        (a_workstream(a_row(7, owners=("Bo",)), owners=()), []),
    ],
    ids=["nobody", "its own", "from above", "no rows", "rows name theirs"],
)
def test_no_owner(workstream: Any, found: list[DriftKind]) -> None:
    assert kinds(judged(workstream, items=(a_pull(),))) == found


def test_no_owner__once_where_nobody_owns_anything() -> None:
    unowned = [a_workstream(a_row(n), name=f"W{n}", line=10 * n, owners=()) for n in (1, 2, 3)]
    items = tuple(a_pull(n) for n in (1, 2, 3, 4))
    finding = only(judged(*unowned, items=items), DriftKind.NO_OWNER)

    assert finding.line == 10
    assert finding.evidence == "None of the 3 sections with rows names an owner."
    owned = a_workstream(a_row(4), name="W4", line=40)
    assert kinds(judged(*unowned, owned, items=items)) == [DriftKind.NO_OWNER] * 3


@pytest.mark.parametrize(
    ("owners", "unknown"),
    [
        (("Ana Souza",), None),
        (("ána  SOUZA",), None),
        (("Bo", "Ana Souza", "Cy"), "Nobody is linked to Bo and Cy."),
        (("@bo",), None),
        (("@acme/core",), None),
        (("Dee",), None),
        (("🦄",), "Nobody is linked to 🦄."),
    ],
    ids=[
        "linked",
        "spelled otherwise",
        "two",
        "a login",
        "a team",
        "without a login",
        "no letters",
    ],
)
def test_unknown_owner(owners: tuple[str, ...], unknown: str | None) -> None:
    people = linked(**{"Ana Souza": "ana", "Dee": None})
    tracker = judged(a_workstream(a_row(7), owners=owners), items=(a_pull(),), people=people)

    found = [f.evidence for f in tracker.findings() if f.kind is DriftKind.UNKNOWN_OWNER]
    assert found == ([unknown] if unknown else [])


def test_unknown_owner__is_said_where_the_name_is_written() -> None:
    inner = a_workstream(a_row(7), name="Inner", line=5, owners=("Bo",), owners_inherited=True)
    outer = a_workstream(owners=("Bo",), workstreams=(inner,))
    tracker = judged(outer, items=(a_pull(),), people=linked(Ana="ana"))

    assert only(tracker, DriftKind.UNKNOWN_OWNER).path == outer.path


@pytest.mark.parametrize(
    ("pull", "differs"),
    [
        (BY_CY, True),
        (a_pull(author=an_actor("ANA")), False),
        (a_pull(author=an_actor("cy"), assignees=(an_actor("ana"),)), False),
        (a_pull(author=an_actor("cy"), reviews=(a_review("ana"),)), False),
        (
            a_pull(
                author=an_actor("cy"),
                events=(an_event(EventKind.REVIEW, actor=an_actor("ana")),),
            ),
            False,
        ),
        (a_pull(author=an_actor("cy"), reviews=UNKNOWN, assignees=UNKNOWN), True),
        (a_pull(author=UNKNOWN), False),
        (a_pull(author=None), False),
    ],
    ids=[
        "by another",
        "written",
        "assigned",
        "reviewed",
        "reviewed long ago",
        "as far as read",
        "author not known",
        "deleted author",
    ],
)
def test_owner_differs(pull: Any, differs: bool) -> None:
    people = linked(**{"Ana Souza": "ana"})
    tracker = judged(a_workstream(a_row(7)), items=(pull,), people=people)

    assert (DriftKind.OWNER_DIFFERS in kinds(tracker)) is differs


def test_owner_differs__an_unknown_author_of_one_row_may_be_the_owner() -> None:
    people = linked(**{"Ana Souza": "ana"})
    items = (BY_CY, a_pull(8, author=UNKNOWN))
    tracker = judged(a_workstream(a_row(7), a_row(8)), items=items, people=people)
    not_found = judged(a_workstream(a_row(7), a_row(8)), items=(BY_CY,), people=people)

    assert kinds(tracker) == []
    assert DriftKind.OWNER_DIFFERS in kinds(not_found)


def test_owner_differs__one_row_of_an_owner_is_enough() -> None:
    people = linked(**{"Ana Souza": "ana"})
    tracker = judged(a_workstream(a_row(7), a_row(8)), items=(BY_CY, a_pull(8)), people=people)

    assert kinds(tracker) == []


def test_owner_differs__an_owner_without_a_link_may_have_written_it() -> None:
    workstream = a_workstream(a_row(7), owners=("Ana Souza", "Bo"))
    people = linked(**{"Ana Souza": "ana"})

    assert kinds(judged(workstream, items=(BY_CY,), people=people)) == [DriftKind.UNKNOWN_OWNER]


def test_owner_differs__a_login_needs_no_link() -> None:
    tracker = judged(a_workstream(a_row(7), owners=("@ana",)), items=(BY_CY,))

    assert only(tracker, DriftKind.OWNER_DIFFERS).evidence == (
        "None of its rows was written by, reviewed by or assigned to @ana, as far as read; "
        "written by cy."
    )
