"""Who answers for a workstream, and whom a row names."""

import pytest

from tests.github_status.index.reading import an_index, row_of, rows_of, workstream_of

LINES = {
    "one name": ("Owner: Zhiyu Li", ("Zhiyu Li",)),
    "two names": ("Owners: Akash Mehra, Yuki Huang", ("Akash Mehra", "Yuki Huang")),
    "bold label": ("**Owner:** Ana Souza", ("Ana Souza",)),
    "bold label, colon outside": ("**Owner**: Ana Souza", ("Ana Souza",)),
    "all bold": ("**Owner: Ana Souza**", ("Ana Souza",)),
    "and": ("Owners: Ana and Bo", ("Ana", "Bo")),
    "ampersand": ("Owners: Ana & Bo", ("Ana", "Bo")),
    "blanks between logins": ("Owners: @a @b", ("@a", "@b")),
    "percent login": ("Owner: %nikomatsakis", ("%nikomatsakis",)),
    "team": ("Owner: @acme/core", ("@acme/core",)),
    "DRI": ("DRI: @bo-li", ("@bo-li",)),
    "assignee": ("Assignee: @a", ("@a",)),
    "lead": ("Tech lead: @a", ("@a",)),
    "members": ("Members: @a, @b", ("@a", "@b")),
    "maintainers": ("Maintainers: @a", ("@a",)),
    "maintainer or more": ("Maintainer(s): @a", ("@a",)),
    "point of contact": ("Point of contact: @a", ("@a",)),
    "PoC": ("PoC: @a @b", ("@a", "@b")),
    "Chinese": ("负责人：@a、@b", ("@a", "@b")),
    "Japanese": ("担当: @a", ("@a",)),
    "German": ("Verantwortlich: Ana und Bo", ("Ana", "Bo")),
    "Spanish": ("Responsable: Ana Souza", ("Ana Souza",)),
    "next field": ("Owner: @a | Status: open", ("@a",)),
    "note in brackets": ("Owner: Ana Souza (on leave)", ("Ana Souza",)),
    "no colon": ("Owner @a", ("@a",)),
    "empty": ("Owner:", ()),
    "to be decided": ("Owner: TBD", ()),
    "not assigned": ("Owner: @unassigned", ()),
    "escaped underscores": (r"Owner: @\_\_\_", ()),
    "dash": ("Owner: -", ()),
    "prose": ("Owner: we have to find somebody who knows all of this", ()),
    "liaison": ("Liaison: @a", ()),
    "cc": ("cc: @a", ()),
    "who": ("Who: all are welcome", ()),
    "sentence": ("All users involved: @a", ()),
    "reviewers": ("Reviewers: @a", ()),
    "word that begins alike": ("Ownership: moved", ()),
}


@pytest.mark.parametrize(("line", "owners"), LINES.values(), ids=LINES)
def test_owners__line_under_a_heading(line: str, owners: tuple[str, ...]) -> None:
    assert workstream_of(f"## A\n\n{line}\n\n- [ ] #1\n", "A").owners == owners


def test_owners__line_directly_under_its_heading_and_above_its_list() -> None:
    found = workstream_of("## A\nOwner: Ana\n- #1\n", "A")

    assert (found.owners, len(found.rows)) == (("Ana",), 1)


def test_owners__inherited_from_the_nearest_that_names_any() -> None:
    index = an_index("## A\nOwner: Ana\n### B\n- #1\n### C\nOwner: Cy\n#### D\n- #2\n## E\n- #3\n")

    found = {w.name: (w.owners, w.owners_inherited) for w in index.walk()}

    assert found == {
        "A": (("Ana",), False),
        "B": (("Ana",), True),
        "C": (("Cy",), False),
        "D": (("Cy",), True),
        "E": ((), False),
    }


def test_owners__above_every_heading_are_those_of_the_document() -> None:
    root, section = an_index("Owner: Ana\n\n## A\n- #1\n").workstreams

    assert (root.path, root.owners, root.owners_inherited) == ((), ("Ana",), False)
    assert (section.owners, section.owners_inherited) == (("Ana",), True)


def test_owners__of_a_label_between_it_and_its_list() -> None:
    found = workstream_of("## A\nOwner: Ana\n\nPump:\nOwner: Bo\n- #1\n", "A", "Pump")

    assert (found.owners, found.owners_inherited) == (("Bo",), False)


@pytest.mark.parametrize(
    "heading",
    ["## A (lead: @x)", "## A (Owner: @x)", "## A (@x)", "## A — @x", "## A [DRI: @x]"],
)
def test_owners__in_a_heading(heading: str) -> None:
    (found,) = an_index(f"{heading}\n- #1\n").workstreams

    assert found.owners == ("@x",)


def test_owners__in_a_quote() -> None:
    assert workstream_of("## A\n> Owner: Ana\n\n- #1\n", "A").owners == ("Ana",)


def test_owners__as_a_list_below_their_label() -> None:
    found = workstream_of("## A\nOwners:\n- @a\n- @b\n\n## B\n- #1\n", "A")

    assert (found.owners, found.rows) == (("@a", "@b"), ())


def test_owners__as_a_bullet() -> None:
    found = workstream_of("## A\n- Owner: Ana\n- [ ] #1\n", "A")

    assert (found.owners, len(found.rows)) == (("Ana",), 1)


def test_owners__table_of_two_columns() -> None:
    root, section = an_index(
        "| Metadata | |\n|--|--|\n| Owner | @a |\n| Liaison | @b |\n\n## A\n- #1\n"
    ).workstreams

    assert root.owners == ("@a",)
    assert section.owners == ("@a",)


ROWS = {
    "at the end": ("words @a", ("@a",)),
    "two at the end": ("words @a, @b", ("@a", "@b")),
    "two and a word between": ("words @a and @b", ("@a", "@b")),
    "at the start": ("@a has a branch for it", ("@a",)),
    "before the ref": ("words @a #1", ("@a",)),
    "after the ref": ("#1 @a: words", ("@a",)),
    "after the ref, in brackets": ("#1 (@a) words", ("@a",)),
    "after a link and a colon": ("[x (#1)](https://github.com/a/b/pull/1): @a\n  more", ("@a",)),
    "alone in brackets": ("words (@a) and more words", ("@a",)),
    "by": ("words by @a in #1", ("@a",)),
    "labelled in brackets": ("#1 words (owner: Ana Souza)", ("Ana Souza",)),
    "labelled after a bar": ("#1 words | Owner: Ana", ("Ana",)),
    "on a line of its own": ("words  \n  PoC: @a @b  \n  Issue: #1", ("@a", "@b")),
    "assigned to": ("#1 words (assigned to @a)", ("@a",)),
    "joined by a slash": ("words @a/@b", ("@a", "@b")),
    "in the middle": ("#1 Slack @a add human update path", ()),
    "in the middle without a ref": ("ask whether @a agrees with it", ()),
    "cc": ("words, cc @a", ()),
    "thanks": ("words (thanks to @a)", ()),
    "reviewed by": ("words, reviewed by @a", ()),
    "blank after the sign": ("done by (Jin Pan @ SGLang)", ()),
    "placeholder": (r"words @\_\_\_", ()),
    "not assigned": ("words @unassigned", ()),
    "code": ("words `@a`", ()),
    "mail address": ("words to me@a.org", ()),
    "package": ("@acme/components: words #1", ()),
}


@pytest.mark.parametrize(("words", "owners"), ROWS.values(), ids=ROWS)
def test_owners__of_a_row(words: str, owners: tuple[str, ...]) -> None:
    assert row_of(words).owners == owners


COLUMNS = {
    "Owner": ("Ana Souza, @b", ("Ana Souza", "@b")),
    "Assignees": ("ablwr, sallain", ("ablwr", "sallain")),
    "认领人 github id": ("@a  @b", ("@a", "@b")),
    "担当": ("@a", ("@a",)),
    "DRI(s)": ("@a", ("@a",)),
    "Status": ("in progress @a", ("@a",)),
    "Reviewer": ("@a", ()),
    "Notes": ("Ana Souza", ()),
    "Team Owner": ("TBD", ()),
}


@pytest.mark.parametrize(("column", "cell", "owners"), [(k, *v) for k, v in COLUMNS.items()])
def test_owners__column_of_a_table(column: str, cell: str, owners: tuple[str, ...]) -> None:
    (row,) = rows_of(f"| PR | {column} |\n|--|--|\n| #1 | {cell} |\n")

    assert row.owners == owners
