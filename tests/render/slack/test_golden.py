import pytest

from scripts.draw_slack import demo_message, page_html
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
