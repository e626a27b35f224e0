from typing import Any

import pytest

from bot.demo.slack.validate import check_message_blocks
from bot.render.slack.limits import MESSAGE_BLOCKS, VIEW_BLOCKS
from bot.render.slack.pages import SlackMessage
from bot.render.slack.picture import (
    SlackPicture,
    has_picture,
    home_with_picture,
    with_picture,
    without_picture,
)

PICTURE = SlackPicture(file_id="F000000001", alt_text="2 of 3 merged")


def a_message(*types: str) -> SlackMessage:
    words = {"type": "mrkdwn", "text": "x"}
    made: dict[str, dict[str, Any]] = {
        "section": {"type": "section", "text": words},
        "context": {"type": "context", "elements": [words]},
        "divider": {"type": "divider"},
    }
    return SlackMessage(text="x", blocks=tuple(made[one] for one in types))


@pytest.mark.parametrize(
    ("types", "place"),
    [
        (("section", "section", "context"), 2),
        (("section", "context", "section", "divider", "context"), 3),
        (("section",), 1),
        (("context", "context"), 1),
    ],
)
def test_picture__stands_above_what_ends_the_message(types: tuple[str, ...], place: int) -> None:
    message = a_message(*types)

    pictured = with_picture(message, PICTURE)

    kinds = [block["type"] for block in pictured.blocks]
    assert kinds.index("image") == place
    assert check_message_blocks(list(pictured.blocks))
    assert has_picture(pictured)
    assert without_picture(pictured) == message


def test_picture__where_there_is_no_room_it_is_left_out() -> None:
    full = a_message(*["section"] * MESSAGE_BLOCKS)

    assert with_picture(full, PICTURE) == full
    assert not has_picture(full)


def test_home_with_picture__stands_below_everything() -> None:
    view = {"type": "home", "blocks": [{"type": "header"}]}

    *above, image = home_with_picture(view, PICTURE)["blocks"]

    assert above == [{"type": "header"}, {"type": "divider"}]
    assert image["slack_file"] == {"id": PICTURE.file_id}
    assert view["blocks"] == [{"type": "header"}], "what was drawn before stays as it is"


def test_home_with_picture__a_full_home_has_no_room() -> None:
    full = {"type": "home", "blocks": [{"type": "divider"}] * (VIEW_BLOCKS - 1)}

    assert home_with_picture(full, PICTURE) == full
