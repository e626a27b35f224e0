import pytest

from tests.render.slack.asked import demo_message
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
