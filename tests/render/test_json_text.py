import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.answers.answer import Answer
from bot.answers.audience import TERMINAL
from bot.answers.stale import stale_answer
from bot.answers.workstream import workstream_answer
from bot.github_status.judge.changes import IndexChangeKind
from bot.github_status.judge.how_far import Reached
from bot.github_status.judge.relation import Confidence, RelationKind
from bot.github_status.judge.verdicts import DriftKind, RowKind, RowState, TurnRule, Who
from bot.render.json_text import json_lines, json_text
from tests.answers.builders import (
    PEOPLE,
    a_judged_row,
    a_judged_tracker,
    a_judged_workstream,
)
from tests.answers.everything import everything
from tests.render.deep import a_deep_answer
from tests.render.hostile import HOSTILE
from tests.render.kept import golden
from tests.render.scenes import about_everything, saying

DOCUMENT = Path(__file__).parents[2] / "docs" / "json.md"
ACTING = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
COUNTS = {"refs", "merged", "open", "closed", "unknown", "ticked", "stale", "parked", "drift"}
COUNTS |= {f"rows_{how}" for how in ("total", "done", "open", "closed", "unknown", "ticked")}
ROW = {
    "ref",
    "line",
    "kind",
    "title",
    "state",
    "box",
    "workstream",
    "also",
    "owners",
    "author",
    "merged_at",
    "last_progress_at",
    "stale",
    "parked",
    "turn",
    "drift",
    "relations",
    "reached",
}
FINDING = {"kind", "ref", "line", "workstream", "evidence", "repair", "confidence"}


def form_of(answer: Answer) -> Any:
    return json.loads(json_text(answer))


def rows_of(form: Any) -> list[Any]:
    inner = [row for w in form["workstreams"] for row in rows_of(w)]
    return [*form.get("rows", []), *inner]


def keys_of(form: Any) -> set[str]:
    if isinstance(form, dict):
        return set(form).union(*map(keys_of, form.values()))
    return set().union(*map(keys_of, form)) if isinstance(form, list) else set()


@pytest.mark.parametrize("name", about_everything(TERMINAL))
def test_golden(name: str) -> None:
    text = json_text(about_everything(TERMINAL)[name])

    assert text == golden(f"{name}.json", text)


def test_answers__have_the_fixed_keys() -> None:
    forms = {name: form_of(answer) for name, answer in about_everything(TERMINAL).items()}

    tree = {"schema_version", "tracker", "workstreams", "coverage"}
    assert set(forms["workstream"]) == tree
    assert set(forms["overview"]) == tree | {"counts", "others"}
    assert set(forms["stale"]) == set(forms["merged"]) == set(forms["person"]) == tree | {"groups"}
    pull = {"schema_version", "tracker", "rows", "apart", "depth", "coverage"}
    assert set(forms["pull"]) == pull
    assert set(forms["drift"]) == {"schema_version", "tracker", "drift", "left", "coverage"}
    digest = {"schema_version", "tracker", "digest", "counts", "rows", "coverage"}
    assert set(forms["digest"]) == digest
    for form in forms.values():
        assert form["schema_version"] == 1


def test_rows__have_every_key_once_and_in_index_order() -> None:
    form = form_of(about_everything(TERMINAL)["overview"])

    rows = rows_of(form)
    assert [row["line"] for row in rows] == sorted({row["line"] for row in rows})
    assert len(rows) == len(list(everything().rows()))
    for row in rows:
        assert set(row) == ROW
        assert set(row["turn"]) == {"who", "people", "reason", "since", "rule"}
    assert set(form["counts"]) == COUNTS
    assert set(form["workstreams"][0]["counts"]) == COUNTS


def test_digest__names_rows_that_stand_in_full() -> None:
    form = form_of(about_everything(TERMINAL)["digest"])

    lists = ("merged", "opened", "closed", "newly_stale", "still_stale", "undated", "parts")
    named = {(row["ref"], row["line"]) for name in lists for row in form["digest"][name]}
    assert [(row["ref"], row["line"]) for row in form["rows"]] == sorted(named, key=lambda r: r[1])
    assert {change["kind"] for change in form["digest"]["index"]} == set(IndexChangeKind)
    assert all(set(row) == ROW for row in form["rows"])


def test_coverage__adds_up() -> None:
    coverage = form_of(about_everything(TERMINAL)["overview"])["coverage"]

    assert coverage["refs"] == coverage["read"] + coverage["failed"] + coverage["not_visible"]
    assert coverage["repositories"] == 2
    assert coverage["as_of"] == "2026-08-19T12:00:00Z"


def test_drift__what_was_left_has_who_when_and_why() -> None:
    [left] = form_of(about_everything(TERMINAL)["drift"])["left"]

    assert set(left) == FINDING | {"by", "at", "why"}
    assert (left["kind"], left["ref"], left["by"]) == ("moved", "acme/widgets#11", "Bo Chen")
    assert (left["at"], left["why"]) == ("2026-08-12T00:00:00Z", "it moves back soon")


def test_drift__has_every_key_and_every_kind() -> None:
    findings = form_of(about_everything(TERMINAL)["drift"])["drift"]

    assert {finding["kind"] for finding in findings} == set(DriftKind)
    for finding in findings:
        assert set(finding) == FINDING


def test_relations__facts_and_guesses_are_told_apart() -> None:
    rows = rows_of(form_of(about_everything(TERMINAL)["overview"]))

    (closed,) = (row for row in rows if row["line"] == 14)
    assert [(r["ref"], r["confidence"]) for r in closed["relations"]] == [
        ("acme/widgets#92", "stated"),
        ("acme/widgets#93", "perhaps"),
    ]
    assert closed["relations"][0] == {
        "kind": "superseded_by",
        "ref": "acme/widgets#92",
        "state": "merged",
        "merged_at": "2026-08-17T00:00:00Z",
        "confidence": "stated",
        "because": "acme/widgets#92 says so",
    }


def test_words__are_the_documented_ones() -> None:
    rows = rows_of(form_of(about_everything(TERMINAL)["overview"]))

    assert {row["kind"] for row in rows} == set(RowKind)
    assert {row["state"] for row in rows} == set(RowState)
    assert {row["turn"]["who"] for row in rows} == set(Who)
    assert {row["turn"]["rule"] for row in rows} == set(TurnRule)
    assert {row["box"] for row in rows} == {True, False, None}


def test_also_here__full_rows_only_where_their_home_is_not_in_the_answer() -> None:
    home = a_judged_workstream(a_judged_row(7), name="Refit", line=1)
    here = a_judged_workstream(a_judged_row(9), name="Generation", line=8, also_here=home.rows)
    tracker = a_judged_tracker(home, here)

    def form(*workstreams: Any) -> Any:
        return form_of(
            workstream_answer(tracker, workstreams=workstreams, audience=TERMINAL, people=PEOPLE)
        )["workstreams"][-1]

    alone, both = form(here), form(home, here)

    homes = [(row["line"], row["workstream"]) for row in alone["rows"]]
    assert homes == [(7, ["Refit"]), (9, ["Generation"])]
    assert [r["line"] for r in both["rows"]] == [9]
    assert alone["also_here"] == both["also_here"] == [{"ref": "acme/widgets#7", "line": 7}]


def test_groups__name_rows_that_stand_in_the_tree() -> None:
    form = form_of(about_everything(TERMINAL)["stale"])

    named = [(row["ref"], row["line"]) for group in form["groups"] for row in group["rows"]]
    assert set(named) <= {(row["ref"], row["line"]) for row in rows_of(form)}
    assert all(set(row) == {"ref", "line"} for group in form["groups"] for row in group["rows"])


def test_groups__an_empty_list_is_still_a_list() -> None:
    tracker = a_judged_tracker(a_judged_workstream(a_judged_row(7)))

    form = form_of(stale_answer(tracker, audience=TERMINAL, people=PEOPLE))

    assert form["groups"] == []
    assert form["workstreams"] == []


@pytest.mark.parametrize("hostile", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile__reads_back_and_nothing_acts(hostile: str) -> None:
    assert_reads_back(hostile)


@given(st.text(st.characters(), max_size=200))
def test_any_text__reads_back(text: str) -> None:
    assert_reads_back(text)


def assert_reads_back(text: str) -> None:
    answer = saying(text, TERMINAL)["workstream"]
    printed = json_text(answer)
    assert printed.endswith("}\n")
    assert not ACTING.search(printed)
    printed.encode()
    assert json.loads(printed)["workstreams"][0]["rows"][0]["title"] == text


def test_document__has_every_key_and_no_other() -> None:
    about_answers = DOCUMENT.read_text("utf-8").split("## The doctor")[0]
    written = set(re.findall(r"^\| `([a-z_]+)`", about_answers, re.MULTILINE))
    answers = (*about_everything(TERMINAL).values(), a_deep_answer())
    used = set().union(*(keys_of(form_of(answer)) for answer in answers))

    assert written == used


@pytest.mark.parametrize(
    "words",
    [RowKind, RowState, Reached, Who, TurnRule, DriftKind, RelationKind, Confidence],
    ids=str,
)
def test_document__has_every_word(words: Any) -> None:
    text = DOCUMENT.read_text("utf-8")

    assert [word for word in words if f"`{word}`" not in text] == []


def test_json_lines__what_does_not_show_is_spelt() -> None:
    hidden = "\x7f\x9b\u00ad\u061c\u180e\u200b\u2028\u202e\u2066\ufeff\ufff9\ud800\U000e0041"

    text = json_lines({"title": f"a{hidden}z 漢 🎉"})

    assert not set(hidden) & set(text)
    assert "漢 🎉" in text
    assert json.loads(text.encode()) == {"title": f"a{hidden}z 漢 🎉"}
