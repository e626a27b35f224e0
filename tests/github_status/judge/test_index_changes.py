"""How an index changed between two readings: told by real Markdown."""

import pytest

from bot.github_status.facts.index import Index
from bot.github_status.index import parse_index
from bot.github_status.judge.identity import Identities
from bot.github_status.judge.index_changes import index_changes
from tests.builders import REPOSITORY, a_pull, a_reading, a_ref

BEFORE = """# Plan

## Refit

Owner: Ana Souza

- [ ] #1: first
- [ ] #2: second
- [ ] Write the announcement

### Delta

- [ ] #3: third
- [ ] #4: fourth

## Gym

Owners: Bo Chen, Cy Twombly

- [ ] #5: fifth
"""


def index(body: str) -> Index:
    return parse_index(body, repository=REPOSITORY)


def told(after: str, before: str = BEFORE, same: Identities | None = None) -> list[str]:
    """Each change in a line: kind, what, where, where before, owners, owners before."""
    found = index_changes(index(before), index(after), same or Identities(()))
    return [
        " | ".join(
            (
                change.kind.value,
                "" if change.of_workstream else str(change.ref or change.text),
                " > ".join(change.path),
                " > ".join(change.path_before or ()),
                ", ".join(change.owners),
                ", ".join(change.owners_before),
            )
        )
        for change in found
    ]


@pytest.mark.parametrize(
    ("old", "new", "changes"),
    [
        ("third\n", "third\n", []),
        ("- [ ] #1: first\n- [ ] #2: second\n", "- [x] #2: 2nd\n- [x] #1: first\n", []),
        ("acme", "acme", []),
        ("## Refit", "## REFIT!", []),
        ("Owners: Bo Chen, Cy Twombly", "Owners: Cy TWOMBLY, Bo  Chén", []),
        (
            "- [ ] #5: fifth\n",
            "- [ ] #5: fifth\n- [ ] #6: sixth\n",
            ["added | acme/widgets#6 | Gym |  | Bo Chen, Cy Twombly | "],
        ),
        ("- [ ] #3: third\n", "", ["removed | acme/widgets#3 | Refit > Delta |  | Ana Souza | "]),
        (
            "- [ ] Write the announcement\n",
            "- [ ] Write the release notes\n",
            [
                "added | Write the release notes | Refit |  | Ana Souza | ",
                "removed | Write the announcement | Refit |  | Ana Souza | ",
            ],
        ),
        (
            "- [ ] #5: fifth\n",
            "- [ ] #5: fifth\n- [ ] #3: third\n",
            ["added | acme/widgets#3 | Gym |  | Bo Chen, Cy Twombly | "],
        ),
        (
            "Owner: Ana Souza",
            "Owner: Dee",
            ["owners |  | Refit |  | Dee | Ana Souza"],
        ),
        ("Owner: Ana Souza\n", "", ["owners |  | Refit |  |  | Ana Souza"]),
        (
            "### Delta",
            "### Delta Weight Transfer",
            ["renamed |  | Refit > Delta Weight Transfer | Refit > Delta | Ana Souza | "],
        ),
        ("## Refit", "## Refit & more", ["renamed |  | Refit & more | Refit | Ana Souza | "]),
        (
            "### Delta",
            "## Delta",
            [
                "moved |  | Delta | Refit > Delta |  | ",
                "owners |  | Delta |  |  | Ana Souza",
            ],
        ),
    ],
    ids=[
        "nothing",
        "order, boxes and words",
        "spelling of a repository",
        "spelling of a heading",
        "spelling and order of owners",
        "a row more",
        "a row less",
        "a row without a ref that says something else",
        "a row in one more workstream",
        "another owner, inherited below",
        "no owner any more",
        "a new name",
        "a new name for everything below",
        "a workstream in another place",
    ],
)
def test_index_changes(old: str, new: str, changes: list[str]) -> None:
    assert old in BEFORE or old == new

    assert told(BEFORE.replace(old, new)) == changes


def test_moved__to_another_workstream() -> None:
    after = BEFORE.replace("- [ ] #3: third\n", "") + "- [ ] #3: third\n"

    assert told(after) == [
        "moved | acme/widgets#3 | Gym | Refit > Delta | Bo Chen, Cy Twombly | ",
    ]


def test_renamed__with_a_row_more_is_still_the_same_workstream() -> None:
    after = BEFORE.replace("### Delta\n", "### Deltas\n\n- [ ] #9: more\n")

    assert told(after) == [
        "renamed |  | Refit > Deltas | Refit > Delta | Ana Souza | ",
        "added | acme/widgets#9 | Refit > Deltas |  | Ana Souza | ",
    ]


def test_replaced__other_rows_under_another_heading_are_no_new_name() -> None:
    old = "### Delta\n\n- [ ] #3: third\n- [ ] #4: fourth\n"
    after = BEFORE.replace(old, "### Checkpoints\n\n- [ ] #3: third\n- [ ] #8: x\n- [ ] #9: y\n")

    assert [line.split(" | ")[:2] for line in told(after)] == [
        ["moved", "acme/widgets#3"],
        ["added", "acme/widgets#8"],
        ["added", "acme/widgets#9"],
        ["removed", "acme/widgets#4"],
    ]


def test_owners__of_a_row() -> None:
    mine = BEFORE.replace("#3: third", "#3: third (owner: Dee)")
    (before,) = [row for _, row in index(mine).rows() if row.primary == a_ref(3)]
    assert before.owners == ("Dee",)

    assert told(mine) == ["owners | acme/widgets#3 | Refit > Delta |  | Dee | Ana Souza"]


def test_renamed_repository__is_followed() -> None:
    item = a_pull(ref=a_ref(5, repository="acme/gadgets"))
    same = Identities([a_reading(item, ref=a_ref(5))])

    assert told(BEFORE.replace("#5: fifth", "acme/Gadgets#5: fifth"), same=same) == []


def test_transferred__is_followed_by_its_node() -> None:
    before, after = a_pull(5), a_pull(ref=a_ref(9, repository="acme/gadgets"), node_id="PR_5")
    same = Identities([a_reading(before), a_reading(after)])

    assert told(BEFORE.replace("#5: fifth", "acme/gadgets#9: fifth"), same=same) == []


def test_many_headings__are_compared_quickly() -> None:
    def body(name: str) -> str:
        return "".join(f"## {name} {n}\n\n- [ ] #{n}: x\n\n" for n in range(1, 1001))

    found = index_changes(index(body("a")), index(body("b")), Identities(()))

    assert len(found) == 1000
