import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.answers.answer import (
    ActionId,
    Answer,
    Block,
    Button,
    Buttons,
    Code,
    Heading,
    Line,
    Link,
    Note,
    Person,
    Plain,
    Table,
    Tone,
    Verbatim,
)
from bot.demo.slack.words import Parsed, parse_blocks, parse_mrkdwn
from bot.errors import Choice
from bot.render.clean import clean
from bot.render.slack import (
    EPHEMERAL,
    POST,
    RESPONSE,
    UPDATE,
    did_you_mean,
    error_message,
    escaped,
    home_view,
    modal,
    slack_message,
)
from bot.render.slack.escape import is_inert
from bot.render.slack.mrkdwn import mrkdwn
from bot.render.slack.words import Word
from tests.render.slack.answers import FACTS, HARM, URL
from tests.render.slack.strict import ACTING, assert_fits, assert_text, nodes, seen, unescaped

EVERYWHERE: dict[str, Block] = {
    "header": Heading((Plain(HARM),)),
    "section name": Heading((Plain(HARM),), level=2),
    "row": Line((Link("#7", URL), Plain(f" {HARM}"))),
    "row with a menu": Line(
        (Link("#7", URL), Plain(f" {HARM}")), menu=(Button(ActionId.PARK, HARM, "widgets a/b#7"),)
    ),
    "table": Table((((Plain(HARM),), (Plain(HARM),)),)),
    "note": Note((Plain(HARM),)),
    "quiet note": Note((Plain(HARM),), Tone.QUIET),
    "quiet note with a link": Note((Link("#7", URL), Plain(f" {HARM}")), Tone.QUIET),
    "warning": Note((Plain(HARM),), Tone.WARNING),
    "person": Line((Person(HARM),)),
    "code": Line((Code(HARM),)),
    "label of a link": Line((Link(HARM, URL),)),
    "verbatim": Verbatim(HARM),
    "button": Buttons((Button(ActionId.ASK, HARM, "7"),)),
}
ACTS = (
    "\x00null \x1b[31m \x07",
    "\u202egnp.exe \u2066hidden\u2069 \u200b\u2060\ufeffzero",
    "one\ntwo\r\nthree\u2028four",
    "\ud800 lone \udfff",
)


def an_answer(*blocks: Block, title: str = "Title") -> Answer:
    return Answer(blocks=blocks, facts=FACTS, title=title)


@pytest.mark.parametrize("where", EVERYWHERE)
def test_harm__stays_that_text_and_does_nothing(where: str) -> None:
    answer = an_answer(EVERYWHERE[where], title=HARM)

    for blocks in (
        slack_message(answer).blocks,
        modal("Title", answer)["blocks"],
        home_view([answer])["blocks"],
    ):
        assert HARM in seen(blocks)
        assert set(parse_blocks(list(blocks)).urls) <= {URL}
        assert parse_blocks(list(blocks)).mentions == ()


@pytest.mark.parametrize("where", EVERYWHERE)
def test_harm__stays_that_text_in_the_notification(where: str) -> None:
    text = slack_message(an_answer(EVERYWHERE[where], title=HARM)).text

    assert HARM in unescaped(text)
    assert parse_mrkdwn(text, bare=True) == Parsed()
    assert_text(text)


def test_harm__in_errors_and_choices() -> None:
    for message in (
        error_message(HARM, HARM),
        did_you_mean(HARM, [Choice(label=HARM, words=HARM)], advice=HARM),
    ):
        assert_fits(message)
        assert seen(message.blocks).count(HARM) >= 2
        assert HARM in unescaped(message.text)


def test_quiet_note__is_markup_only_where_nothing_in_it_is() -> None:
    def context(text: str) -> list[str]:
        note = Note((Link("#7", URL), Plain(text)), Tone.QUIET)
        (block,) = slack_message(an_answer(note)).blocks
        return [element["type"] for element in block["elements"]]

    assert context(" · Title: 7 refs") == ["mrkdwn"]
    assert context(" · *Title*") == ["mrkdwn", "plain_text"]


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [
        ("Repair: write ", ".", "`@everyone &amp; co`"),
        ("", "", "`@everyone &amp; co`"),
        ("touches", " it", ""),
        ("touches ", "it", ""),
        ("a ` of theirs ", "", ""),
    ],
    ids=["in a sentence", "alone", "behind a word", "before a word", "beside a backtick"],
)
def test_code_in_a_row__is_exact_where_slack_takes_it_for_code(
    before: str, after: str, shown: str
) -> None:
    text = mrkdwn((Word(text=before), Word(text="@everyone & co", code=True), Word(text=after)))

    if shown:
        assert shown in text
    else:
        assert parse_mrkdwn(text, bare=True) == Parsed()


@pytest.mark.parametrize("text", ACTS, ids=range(len(ACTS)))
def test_acting_characters__are_gone_everywhere(text: str) -> None:
    blocks = (Heading((Plain(text),)), Line((Plain(text), Code(text), Link(text, text))))
    message = slack_message(an_answer(*blocks, Verbatim(text), title=text))

    assert_fits(message)
    assert not ACTING.search(message.text)


def test_links__lead_to_web_addresses_only() -> None:
    bad = ("javascript:alert(1)", "https://a.b/<x>|y", "https://user@evil.example", "", "x" * 9000)
    blocks = slack_message(an_answer(*(Line((Link("#7", url),)) for url in bad))).blocks

    assert not [node for node in nodes(list(blocks)) if node.get("type") == "link"]
    assert seen(blocks) == "#7" * 5


@given(st.text(st.characters(exclude_categories=())))
def test_escaped__shows_the_text_and_nothing_else(text: str) -> None:
    shown = escaped(text)

    assert unescaped(shown) == clean(text)
    assert parse_mrkdwn(shown, bare=True) == Parsed()
    shown.encode()


@pytest.mark.parametrize(
    "text",
    ["*b*", "_i_", "~s~", "`c`", "> quote", ":tada:", "@here", "<!here>", "https://a.b", "&amp;"],
)
def test_inert__is_not_what_is_markup(text: str) -> None:
    assert not is_inert(text)
    assert unescaped(escaped(text)) == text
    if text:
        assert_text(escaped(text))


def test_escaped__leaves_names_of_functions_alone() -> None:
    assert escaped("create_generation() at 12:30") == "create_generation() at 12:30"


def test_sending__adds_no_previews_and_finds_no_names() -> None:
    assert POST == RESPONSE
    assert dict(POST) == {**EPHEMERAL, "unfurl_links": False, "unfurl_media": False}
    assert dict(UPDATE) == {"parse": "none", "link_names": False}
