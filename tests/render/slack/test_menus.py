"""A row with a menu: what is offered, under which ids, and where it is left out."""

from typing import Any

import pytest

from bot.answers.answer import ActionId, Answer, Button, Heading, Line, Link, Mark, Plain
from bot.render.markdown import markdown_text
from bot.render.slack import MENU, Choice, action_word, choice_made, home_view, slack_message
from bot.render.style import PLAIN
from bot.render.terminal import terminal_text
from tests.render.slack.answers import FACTS, URL
from tests.render.slack.strict import assert_fits, assert_view, buttons, seen

ROW = "widgets acme/widgets#7"


def a_line(*menu: Button, text: str = "wire it") -> Line:
    """A row with this menu."""
    return Line((Link("#7", URL), Plain(f" {text}")), mark=Mark.OPEN, menu=menu)


def a_choice(action: ActionId = ActionId.PARK, value: str = ROW) -> Button:
    """One thing in a menu."""
    return Button(action, "Park for 30 days", value)


def drawn(*lines: Line) -> list[dict[str, Any]]:
    """The blocks below the title."""
    answer = Answer(blocks=(Heading((Plain("Rows"),)), *lines), facts=FACTS, title="Rows")
    message = slack_message(answer)
    assert_fits(message)
    assert_view(home_view([answer]))
    return list(message.blocks[1:])


def test_menu__is_a_section_with_an_overflow() -> None:
    assert drawn(a_line(a_choice())) == [
        {
            "type": "section",
            "text": {"type": "mrkdwn", "text": f"● <{URL}|#7> wire it", "verbatim": True},
            "accessory": {
                "type": "overflow",
                "action_id": "menu",
                "options": [
                    {
                        "text": {"type": "plain_text", "text": "Park for 30 days", "emoji": False},
                        "value": "park widgets acme/widgets#7",
                    }
                ],
            },
        }
    ]


def test_menus__of_one_message_are_told_apart() -> None:
    blocks = drawn(*[a_line(a_choice())] * 3)

    ids = [block["accessory"]["action_id"] for block in blocks]
    assert ids == ["menu", "menu.2", "menu.3"]
    assert {action_word(each) for each in ids} == {MENU}


def test_option__tells_which_action_and_which_row() -> None:
    (block,) = drawn(a_line(a_choice(ActionId.SNOOZE_CHANGE)))

    value = block["accessory"]["options"][0]["value"]
    assert choice_made(value) == Choice(ActionId.SNOOZE_CHANGE.value, ROW)


@pytest.mark.parametrize("value", ["", "park", "nonsense"])
def test_option__that_is_none_of_ours_has_no_action(value: str) -> None:
    assert choice_made(value).action == ""


@pytest.mark.parametrize(
    "menu",
    [
        [a_choice(value=f"widgets {'a' * 100}/{'b' * 100}#123456789"), a_choice()],
        [a_choice()] * 6,
        [],
    ],
    ids=["a row's name is too long", "too many", "none"],
)
def test_menu__that_slack_cannot_carry_is_left_out_and_the_row_stays(menu: list[Button]) -> None:
    (block,) = drawn(a_line(*menu))

    assert block["type"] == "rich_text"
    assert seen([block]) == "● #7 wire it"


def test_menu__of_the_longest_name_that_fits() -> None:
    value = "x" * (150 - len("park "))

    assert drawn(a_line(a_choice(value=value)))[0]["type"] == "section"
    assert drawn(a_line(a_choice(value=value + "x")))[0]["type"] == "rich_text"


def test_row_with_a_menu__is_shortened_with_its_markup() -> None:
    (block,) = drawn(a_line(a_choice(), text="*`&" * 2000))

    assert "shortened, the whole: #7" in seen([block])


def test_notification__says_the_row_and_no_menu() -> None:
    answer = Answer(blocks=(a_line(a_choice()),), facts=FACTS, title="Rows")

    assert slack_message(answer).text == "Rows\nOpen: #7 wire it."
    assert buttons(slack_message(answer).blocks) == []


def test_other_media__leave_menus_out() -> None:
    answer = Answer(blocks=(a_line(a_choice()),), facts=FACTS, title="Rows")

    assert terminal_text(answer, width=80, style=PLAIN) == "● #7 wire it\n"
    assert "Park" not in markdown_text(answer)
