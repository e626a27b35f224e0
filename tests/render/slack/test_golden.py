from pathlib import Path

import pytest

from scripts.draw_slack import HOME_OF, demo_home, demo_message, draw_docs, page_html
from tests.render.slack.kept import form, golden
from tests.render.slack.strict import assert_fits

QUESTIONS = {
    "overview": "",
    "refit": "refit",
    "stale": "stale",
    "merged": "merged 60d",
    "person": "gh:yuki-97",
    "pull": "2467",
    "drift": "drift",
    "example": "in example",
    "no-match": "refitt x",
    "ambiguous": "r",
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_golden(name: str) -> None:
    message = demo_message(QUESTIONS[name])

    assert form(message) == golden(name, message)
    assert_fits(message)


@pytest.mark.parametrize("name", QUESTIONS)
def test_pictures__can_draw_all_of_them(name: str) -> None:
    message = demo_message(QUESTIONS[name])

    assert "<b>" in page_html(message.blocks, title=name)


def test_pictures__a_home_is_spoken_to_its_person() -> None:
    page = page_html(demo_home(HOME_OF), title="home", surface="home")

    assert "Your rows · 5" in page
    assert "In your workstreams · 5" in page
    assert "In their workstreams" not in page


def test_pictures__those_of_the_documents(tmp_path: Path) -> None:
    draw_docs(tmp_path, None)

    drawn = {page.stem for page in tmp_path.iterdir()}
    kept = {picture.stem for picture in Path("docs/pictures").iterdir()}
    assert kept == {*drawn, "burn-up"}, "`chart` draws that one"
