"""Which lines open a workstream, how they nest, and where they end."""

import pytest

from bot.github_status.facts.index import WorkstreamKind
from tests.github_status.index.reading import an_index, paths_of, workstream_of

LIST = "- [ ] #1\n"

LABELS = {
    "colon": "Train pump (3-PR stack):",
    "colon, verb in brackets": "Core series (blocks the delta work):",
    "full-width colon": "前置任务：",
    "two words without a colon": "User friendly",
    "one word": "Completed",
    "dashes": "--- stretch ---",
    "order": "Need manual backport:",
    "nice to have": "Nice to have:",
    "must have": "Must-have",
    "to do": "To do:",
    "this week": "This week:",
    "emoji": "✅ Done:",
}


@pytest.mark.parametrize("line", LABELS.values(), ids=LABELS)
def test_labels__open_a_workstream(line: str) -> None:
    (found,) = an_index(f"{line}\n{LIST}").workstreams

    assert found.kind is WorkstreamKind.LABEL
    assert found.path == (line.rstrip(":：").strip(),)


INTRODUCTIONS = {
    "verb": "These have it by now:",
    "relative clause": "Everything that is about Facebook:",
    "span": "From the oldest commit to the newest:",
    "pointer": "The following PRs:",
    "see": "See also:",
    "sentence": "Speed up training, MoE before all.",
    "question": "What is left?",
    "long": "PRs to pick for the release branch when somebody has the time for all of them",
    "German": "Hier sind die offenen Punkte:",
    "Spanish": "Los siguientes están abiertos:",
    "Japanese": "sub-issuesは次のとおり：",
    "Chinese": "以下任务：",
    "ref without a colon": "Part of #12",
    "people without a colon": "cc @a @b",
    "field and value": "Goals: make it fast",
}


@pytest.mark.parametrize("line", INTRODUCTIONS.values(), ids=INTRODUCTIONS)
def test_labels__introduction_opens_nothing(line: str) -> None:
    assert paths_of(f"## A\n\n{line}\n{LIST}") == [("A",)]


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ("Pump:\n\n- #1\n", ("Pump",)),
        ("Pump:\n\n| a |\n|--|\n| #1 |\n", ("Pump",)),
        ("Pump:\n```[tasklist]\n- [ ] #1\n```\n", ("Pump",)),
        ("Pump:\n\nMore words.\n\n- #1\n", ()),
        ("Empty:\n\nPump:\n- #1\n", ("Pump",)),
        ("Some words.\nPump:\n- #1\n", ("Pump",)),
        ("a sentence that goes on and\nends with pump:\n- #1\n", ()),
        ("five words before a blank\n\n- #1\n", ()),
    ],
    ids=[
        "blank line",
        "table",
        "task list block",
        "prose between",
        "nothing below the first",
        "below a sentence",
        "within a sentence",
        "long without a colon, apart",
    ],
)
def test_labels__directly_before_a_list(body: str, path: tuple[str, ...]) -> None:
    assert paths_of(body) == [path]


def test_labels__stand_below_the_nearest_heading_and_end_at_the_next() -> None:
    body = "## A\nOne:\n- #1\n\nTwo:\n- #2\n\n**Three**\n- #3\n\n---\n- #4\n### B\n- #5\n"

    assert paths_of(body) == [("A",), ("A", "One"), ("A", "Two"), ("A", "Three"), ("A", "B")]
    assert [str(r.primary) for r in workstream_of(body, "A").rows] == ["acme/widgets#4"]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("**Action points:**", "Action points"),
        ("**Action points**:", "Action points"),
        ("🚀 **Action points** 🎉", "🚀 Action points 🎉"),
        ("__Action__", "Action"),
        ("***Action***", "Action"),
        ("<b>Action</b>", "Action"),
    ],
)
def test_bold__line_opens_a_workstream(line: str, name: str) -> None:
    found = workstream_of(f"{line}\n\nWords of it.\n\n{LIST}", name)

    assert (found.kind, len(found.rows)) == (WorkstreamKind.BOLD, 1)


@pytest.mark.parametrize("line", ["**Bold** and more words here", "**Do not comment here.**"])
def test_bold__line_that_opens_nothing(line: str) -> None:
    assert paths_of(f"{line}\n\n{LIST}") == [()]


def test_person__line_above_a_list() -> None:
    body = "## A\n\n@al: __1.00d__\n\n- #1\n\nCompleted\n- #2\n\n@unassigned: 2d\n\n- #3\n"

    first, nobody = an_index(body).workstreams[0].workstreams
    (done,) = first.workstreams
    assert (first.path, first.kind, first.owners) == (
        ("A", "@al"),
        WorkstreamKind.PERSON,
        ("@al",),
    )
    assert (done.path, done.owners) == (("A", "@al", "Completed"), ("@al",))
    assert (nobody.path, nobody.owners) == (("A", "@unassigned"), ())


HEADINGS = {
    "title is no workstream": ("# T\n- #1\n## A\n- #2\n", [(), ("A",)]),
    "title after a comment": ("<!-- c -->\n\n# T\n- #1\n", [()]),
    "title underlined": ("T\n===\n- #1\n", [()]),
    "first heading of the second level": ("## T\n- #1\n", [("T",)]),
    "later heading of the first level": ("Words.\n\n# A\n- #1\n", [("A",)]),
    "several of the first level": ("w.\n# A\n## B\n- #1\n# C\n- #2\n", [("A", "B"), ("C",)]),
    "levels jump down": ("## A\n##### B\n- #1\n### C\n- #2\n", [("A", "B"), ("A", "C")]),
    "deeper first": ("###### A\n- #1\n#### B\n- #2\n", [("A",), ("B",)]),
    "directly after a list item": ("## A\n- #1\n## B\n- #2\n", [("A",), ("B",)]),
    "markup, link and colon": ("## *A* [b](http://x) `c`:\n- #1\n", [("A b c",)]),
    "numbering and emoji stay": ("## 🚀 1. A\n- #1\n", [("🚀 1. A",)]),
    "doubled spaces": ("## A  b\n- #1\n", [("A b",)]),
    "closing signs": ("## A ##\n- #1\n", [("A",)]),
}


@pytest.mark.parametrize(("body", "paths"), HEADINGS.values(), ids=HEADINGS)
def test_headings__paths(body: str, paths: list[tuple[str, ...]]) -> None:
    assert paths_of(body) == paths


def test_headings__without_rows_are_kept() -> None:
    assert [w.path for w in an_index("## A\n\nWords.\n\n## B\n- #1\n").workstreams] == [
        ("A",),
        ("B",),
    ]


GROUPS = {
    "bullet above tasks": ("- A\n  - [ ] #1\n- B\n  - #2\n", [("A",), ("B",)]),
    "nested": ("- A\n  - B\n    - #1\n", [("A", "B")]),
    "bold with a colon": ("- **A:**\n  - #1\n", [("A",)]),
    "numbered": ("1. A\n   - #1\n", [("A",)]),
    "below a label": ("L:\n- A\n  - #1\n", [("L", "A")]),
    "a task is a row": ("- [ ] A\n  - #1\n", [()]),
    "a ref is a row": ("- #1 A\n  - #2\n", [()]),
    "below a row it is only text": ("- [ ] A\n  - B\n    - #1\n", [()]),
}


@pytest.mark.parametrize(("body", "paths"), GROUPS.values(), ids=GROUPS)
def test_groups__bullets_without_box_and_ref(body: str, paths: list[tuple[str, ...]]) -> None:
    assert paths_of(body) == paths


DETAILS = {
    "summary": ("<details><summary>A</summary>\n\n- #1\n\n</details>\n\n- #2\n", [(), ("A",)]),
    "open, with markup": (
        "<details open>\n<summary><h3>A <b>b</b></h3></summary>\n\n- #1\n\n</details>\n",
        [("A b",)],
    ),
    "blank line before the summary": (
        "<details>\n\n<summary>A</summary>\n\n- #1\n\n</details>\n",
        [("A",)],
    ),
    "no summary": ("## H\n<details>\n\n- #1\n\n</details>\n", [("H",)]),
    "heading within": (
        "## H\n<details><summary>A</summary>\n\n## I\n- #1\n\n</details>\n\n- #2\n",
        [("H",), ("H", "A", "I")],
    ),
    "never closed": ("## H\n<details><summary>A</summary>\n\n- #1\n\n## I\n- #2\n", [
        ("H", "A"),
        ("I",),
    ]),
    "nested": (
        "<details><summary>A</summary>\n\n<details><summary>B</summary>\n\n- #1\n\n</details>\n\n"
        "- #2\n\n</details>\n",
        [("A",), ("A", "B")],
    ),
    "end without a beginning": ("</details>\n\n- #1\n", [()]),
    "within a row": ("- [ ] A\n  <details><summary>B</summary>\n\n  - #1\n  </details>\n", [()]),
}  # fmt: skip


@pytest.mark.parametrize(("body", "paths"), DETAILS.values(), ids=DETAILS)
def test_details__are_scopes(body: str, paths: list[tuple[str, ...]]) -> None:
    assert paths_of(body) == paths


def test_tasklist__heading_within_is_a_workstream() -> None:
    body = "## A\n```[tasklist]\n### Tasks\n- [ ] #1\n```\n- #2\n```txt\n- [ ] #3\n```\n"

    assert paths_of(body) == [("A",), ("A", "Tasks")]
    assert workstream_of(body, "A", "Tasks").kind is WorkstreamKind.TASKLIST


def test_depth__is_capped_and_told() -> None:
    lines = [f"{'  ' * depth}- level {depth}" for depth in range(60)]
    index = an_index("\n".join([*lines, f"{'  ' * 60}- [ ] #1"]))

    deepest = max(index.walk(), key=lambda w: len(w.path))

    assert len(deepest.path) == 32
    assert [str(r.primary) for r in deepest.rows] == ["acme/widgets#1"]
    assert [p.kind.value for p in index.problems] == ["too_deep"]


ALSO = {
    "(also Generation)": ("Generation",),
    "(also Gym and Generation)": ("Gym", "Generation"),
    "(also Gym, Generation & Refit)": ("Gym", "Generation", "Refit"),
    "(shared with AsyncRL)": ("AsyncRL",),
    "(also in FT, Distillation)": ("FT, Distillation",),
    "(also under the workstream data plane)": ("data plane",),
    "see also workstream Refit": ("Refit",),
    "also in Refit": ("Refit",),
    "（also Generation）": ("Generation",),
    "(also fixes the leak)": (),
    "(also see #4)": (),
    "it also runs in CI": (),
    "(merged)": (),
}


@pytest.mark.parametrize(("words", "names"), ALSO.items(), ids=list(ALSO))
def test_also__names_of_other_workstreams(words: str, names: tuple[str, ...]) -> None:
    others = "".join(f"## {name}\n" for name in ("Refit", "Data Plane", "FT, Distillation"))
    found = workstream_of(f"{others}\n## A\n- #1 {words}\n", "A")

    assert found.rows[0].also == names
