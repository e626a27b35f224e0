import pytest

from scripts.demo.gaps import closed_at_gaps

GAP = "<!-- DATASET GAP: text is missing -->"


@pytest.mark.parametrize(
    ("cut", "closed"),
    [
        ("- a\n", "- a\n"),
        ("- see ([the code](https://example.org/b\n", "- see …\n"),
        ("- see [`x` and y](https\n", "- see …\n"),
        ("- see [it](https://example.org) and\n", "- see [it](https://example.org) and\n"),
        ("- ~~a long\n", "- ~~a long~~\n"),
        ("- ~~a~~ b\n", "- ~~a~~ b\n"),
        ("- ~~a~~ b\n- ~~c [d](e\n", "- ~~a~~ b\n- ~~c …~~\n"),
    ],
)
def test_cut_ends__are_closed(cut: str, closed: str) -> None:
    body = f"{cut}\n{GAP}\n\n- next\n"

    assert closed_at_gaps(body) == f"{closed}\n{GAP}\n\n- next\n"


def test_details__ends_in_the_gap_and_no_line_moves() -> None:
    body = f"<details>\n\n- a\n\n{GAP}\n\n- b\n\n{GAP}\n\n- c\n"
    made = closed_at_gaps(body)

    assert made == f"<details>\n\n- a\n\n</details> {GAP}\n\n- b\n\n{GAP}\n\n- c\n"


def test_without_gaps__nothing_changes() -> None:
    body = "<details>\n\n- ~~a [b](c"

    assert closed_at_gaps(body) == body
