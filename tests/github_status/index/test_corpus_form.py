"""The form in which the terminal prints an index."""

from bot.github_status.index.corpus_form import corpus_form
from tests.github_status.index.reading import an_index


def test_corpus_form__whole() -> None:
    body = "## A\nOwner: Ana\n\n## B (@bo)\n- [ ] #1: words @cy\n  - gadgets#2 (needs #3)\n"

    assert corpus_form(an_index(body)) == {
        "workstreams": [
            {
                "path": ["A"],
                "kind": "heading",
                "owners": ["Ana"],
                "owners_inherited": False,
                "items": [],
            },
            {
                "path": ["B (@bo)"],
                "kind": "heading",
                "owners": ["@bo"],
                "owners_inherited": False,
                "items": [
                    {
                        "line": 5,
                        "checked": False,
                        "refs": ["acme/widgets#1"],
                        "primary": "acme/widgets#1",
                        "text": "words",
                        "parent": None,
                        "owners": ["@cy"],
                        "struck": False,
                        "status": None,
                        "also": [],
                        "roles": {},
                    },
                    {
                        "line": 6,
                        "checked": None,
                        "refs": ["acme/gadgets#2", "acme/widgets#3"],
                        "primary": "acme/gadgets#2",
                        "text": "(needs #3)",
                        "parent": 0,
                        "owners": [],
                        "struck": False,
                        "status": None,
                        "also": [],
                        "roles": {"acme/widgets#3": "depends_on"},
                    },
                ],
            },
        ],
        "problems": [
            {
                "line": 6,
                "kind": "malformed_ref",
                "message": "GitHub does not link “gadgets#2”; it is read as acme/gadgets#2.",
                "suggestion": "acme/gadgets#2",
            }
        ],
    }


def test_corpus_form__leaves_out_what_has_neither_rows_nor_owners() -> None:
    form = corpus_form(an_index("## A\nwords\n## B\n- #1\n"))

    assert [w["path"] for w in form["workstreams"]] == [["B"]]  # type: ignore[attr-defined]


def test_corpus_form__long_text_is_its_first_statement() -> None:
    form = corpus_form(an_index(f"- [ ] First (in brackets). {'More words. ' * 20}\n"))

    assert form["workstreams"][0]["items"][0]["text"] == "First"  # type: ignore[index]
