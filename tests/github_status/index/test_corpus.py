"""Every document of the corpus, compared with what a careful reader finds in it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from bot.github_status.facts.refs import Repository
from bot.github_status.index import parse_index
from bot.github_status.index.corpus_form import corpus_form

CORPUS = Path(__file__).parents[2] / "fixtures" / "corpus"
NAMES = sorted(path.stem for path in (CORPUS / "bodies").glob("*.md"))

COMPARED: dict[str, object] = {
    "refs": [],
    "primary": None,
    "checked": None,
    "parent": None,
    "owners": [],
    "struck": False,
    "also": [],
}
"""What of an item is compared, and what the truth means where it leaves it out."""

MALFORMED = {
    "000-nemo-rl-2905": [(85, "malformed_ref", "NVIDIA-NeMo/RL#2930")],
    "900-synthetic-a": [(8, "malformed_ref", "acme/widgets#103")],
}
"""The problems of the corpus: line, kind and suggestion. Every other document has none."""


def read(name: str) -> tuple[str, Any, Any]:
    """Body, truth and what is found."""
    body = (CORPUS / "bodies" / f"{name}.md").read_bytes().decode()
    truth = json.loads((CORPUS / "truth" / f"{name}.json").read_text(encoding="utf-8"))
    repository = Repository.parse(truth["repo"])
    assert repository is not None
    return body, truth, corpus_form(parse_index(body, repository=repository))


def compared(item: Any) -> dict[str, object]:
    """An item without what is not compared; a struck word may be said as text."""
    values = {name: item.get(name, default) for name, default in COMPARED.items()}
    return {**values, "struck": bool(values["struck"])}


def test_corpus__is_complete() -> None:
    listed = (CORPUS / "index.tsv").read_text(encoding="utf-8").splitlines()[1:]

    assert [line.split("\t")[0] for line in listed] == NAMES
    assert len(NAMES) == 45


@pytest.mark.parametrize("name", NAMES)
def test_corpus__workstreams(name: str) -> None:
    _, truth, found = read(name)

    def heads(document: Any) -> list[tuple[object, ...]]:
        return [
            (w["path"], w["kind"], w["owners"], bool(w.get("owners_inherited")))
            for w in document["workstreams"]
        ]

    assert heads(found) == heads(truth)


@pytest.mark.parametrize("name", NAMES)
def test_corpus__rows(name: str) -> None:
    _, truth, found = read(name)

    for theirs, ours in zip(truth["workstreams"], found["workstreams"], strict=True):
        assert [compared(item) for item in ours["items"]] == [
            compared(item) for item in theirs["items"]
        ]


@pytest.mark.parametrize("name", NAMES)
def test_corpus__texts(name: str) -> None:
    """The text of the truth is short and loose: most of its words are in ours."""
    _, truth, found = read(name)

    for theirs, ours in zip(truth["workstreams"], found["workstreams"], strict=True):
        for loose, text in zip(theirs["items"], ours["items"], strict=True):
            words = set(re.findall(r"[^\W_]{3,}", loose["text"].casefold()))
            shared = set(re.findall(r"[^\W_]{3,}", text["text"].casefold()))
            if loose["refs"] and not shared:
                continue
            assert len(words & shared) >= 0.5 * len(words), (loose["text"], text["text"])


@pytest.mark.parametrize("name", NAMES)
def test_corpus__lines_hold_their_refs(name: str) -> None:
    body, _, found = read(name)
    lines = re.split(r"\r\n|\n|\r", body)

    for workstream in found["workstreams"]:
        for item in workstream["items"]:
            near = "\n".join(lines[item["line"] - 1 : item["line"] + 3])
            assert not item["refs"] or item["refs"][0].rsplit("#", 1)[1] in near


@pytest.mark.parametrize("name", NAMES)
def test_corpus__problems(name: str) -> None:
    _, _, found = read(name)

    problems = [(p["line"], p["kind"], p["suggestion"]) for p in found["problems"]]
    assert problems == MALFORMED.get(name, [])
