import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from bot.answers.answer import Answer, Heading, HelpFacts, Line, Plain, Table, Verbatim
from bot.answers.audience import PUBLIC
from bot.errors import Choice
from bot.render.slack import did_you_mean, error_message, home_view, modal, slack_pages
from tests.render.hostile import HOSTILE
from tests.render.scenes import saying
from tests.render.slack.answers import HARM, TEXTS, a_table, a_token, any_answers, many_rows, tokens
from tests.render.slack.strict import assert_fits, assert_view, seen

# What these run is covered elsewhere, and following it line by line takes longest here.
pytestmark = pytest.mark.no_cover

# Shrinking an answer of hundreds of rows takes minutes and makes it no clearer.
slow = settings(
    max_examples=12,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)

EMOJI_TITLE = "👩‍👩‍👧‍👦" * 36 + "🎉🎉🎉🎉"
SCRIPTS = ("漢字とかな交じり文", "שלום עולם", "مرحبا بالعالم", "नमस्ते दुनिया", "Ünïcödé", "ไทยภาษา")


def assert_all_rows_once(answer: Answer) -> None:
    pages = slack_pages(answer)
    for message in pages:
        assert_fits(message)
    rows = sum(len(b.rows) if isinstance(b, Table) else isinstance(b, Line) for b in answer.blocks)
    drawn = [token for message in pages for token in tokens(seen(message.blocks))]
    assert drawn == [a_token(n) for n in range(rows)]


@slow
@given(any_answers())
def test_any_answer__breaks_no_limit_and_loses_no_row(answer: Answer) -> None:
    assert_all_rows_once(answer)


@pytest.mark.parametrize("length", [1_990, 2_400, 10_000])
def test_answer__a_title_longer_than_a_page(length: int) -> None:
    blocks = (Verbatim("x"), Heading((Plain("&" * length),), 2))

    assert_all_rows_once(Answer(blocks=blocks, facts=HelpFacts(usages=()), title="t"))


@slow
@given(any_answers())
def test_any_answer__is_the_same_each_time(answer: Answer) -> None:
    assert slack_pages(answer) == slack_pages(answer)


@slow
@given(st.lists(any_answers(), max_size=6), TEXTS)
def test_any_answers__fit_into_a_home_and_a_modal(answers: list[Answer], title: str) -> None:
    assert_view(home_view(answers))
    for answer in answers[:2]:
        assert_view(modal(title, answer))


@slow
@given(TEXTS, TEXTS, st.lists(st.builds(Choice, label=TEXTS, words=TEXTS), max_size=60))
def test_any_error__breaks_no_limit(what: str, advice: str, choices: list[Choice]) -> None:
    assert_fits(error_message(what, advice, fault=True))
    assert_fits(did_you_mean(what, choices, advice=advice))


@pytest.mark.parametrize("text", [EMOJI_TITLE, *SCRIPTS, HARM, "W" * 256, "&" * 256])
def test_300_rows_and_50_workstreams__whatever_the_titles(text: str) -> None:
    assert_all_rows_once(many_rows(300, text))
    assert_all_rows_once(a_table(50, text))


@pytest.mark.parametrize("hostile", [HARM, *HOSTILE], ids=range(len(HOSTILE) + 1))
def test_real_answers_about_hostile_text__break_no_limit(hostile: str) -> None:
    answers = saying(hostile, PUBLIC)
    for answer in answers.values():
        for message in slack_pages(answer):
            assert_fits(message)
        assert_view(modal(hostile, answer))
    assert_view(home_view(list(answers.values())))


def test_a_home_of_nothing_but_walls_of_text__fits() -> None:
    assert_view(home_view([many_rows(100, "漢&" * 700)] * 10))


def test_no_blocks__still_says_the_title() -> None:
    (message,) = slack_pages(many_rows(1, blocks=(), title="Nothing"))

    assert message.text == "Nothing"
    assert seen(message.blocks) == "Nothing"
    assert_fits(message)
