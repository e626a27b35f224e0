"""What each block may look like, and on which surfaces: tables over `elements`.

The newest blocks (card, carousel, container, data_table) are left out and so refused: nothing that
this project draws needs them. https://docs.slack.dev/reference/block-kit/blocks
"""

from bot.demo.slack import limits
from bot.demo.slack.checks import (
    Check,
    array,
    at_least_one,
    boolean,
    by_type,
    exactly_one,
    integer,
    one_of,
    or_null,
    record,
    string,
)
from bot.demo.slack.elements import (
    BUTTON,
    CHOICES,
    FEEDBACK_BUTTONS,
    FILE_INPUT,
    ICON_BUTTON,
    IMAGE,
    INPUTS,
    OVERFLOW,
    SELECTS,
    SLACK_ID,
    plain,
    text,
)

_BLOCK_ID: dict[str, Check] = {"block_id": string(limits.BLOCK_ID)}
_CLICKABLE: dict[str, Check] = {"button": BUTTON, "overflow": OVERFLOW, **SELECTS, **CHOICES}


def _context_element() -> Check:
    words = text(limits.TEXT)
    return by_type({"image": IMAGE, "plain_text": words, "mrkdwn": words})


_SECTION = record(
    {"type": one_of("section")},
    {
        **_BLOCK_ID,
        "text": text(limits.TEXT),
        "fields": array(text(limits.FIELD_TEXT), limits.FIELDS),
        "accessory": by_type({**_CLICKABLE, "image": IMAGE}),
        "expand": boolean,
    },
    at_least_one("text", "fields"),
)
_ACTIONS = record(
    {
        "type": one_of("actions"),
        "elements": array(by_type(_CLICKABLE), limits.ACTIONS_ELEMENTS),
    },
    _BLOCK_ID,
)
_IMAGE_BLOCK = record(
    {"type": one_of("image"), "alt_text": string(limits.ALT_TEXT)},
    {
        **_BLOCK_ID,
        "title": plain(limits.IMAGE_TITLE),
        "image_url": string(limits.URL, pattern=r"https?://\S+"),
        "slack_file": record({}, {"id": SLACK_ID, "url": string(limits.URL)}),
    },
    exactly_one("image_url", "slack_file"),
)


def _input(element: dict[str, Check]) -> Check:
    return record(
        {"type": one_of("input"), "label": plain(limits.LABEL), "element": by_type(element)},
        {
            **_BLOCK_ID,
            "hint": plain(limits.HINT),
            "optional": boolean,
            "dispatch_action": boolean,
        },
    )


_ASKING: dict[str, Check] = {**SELECTS, **CHOICES, **INPUTS}

# Rich text: what a person's composer makes, and what has no markup to inject into.
_RICH_STYLE = record(
    {},
    dict.fromkeys(
        ("bold", "italic", "strike", "code", "underline", "highlight", "unlink"), boolean
    ),
)


def _rich(kind: str, required: dict[str, Check], optional: dict[str, Check]) -> Check:
    return record({"type": one_of(kind), **required}, {"style": _RICH_STYLE, **optional})


_RICH_WORD = by_type(
    {
        "text": _rich("text", {"text": string(limits.MARKDOWN_TEXT)}, {}),
        "link": _rich(
            "link",
            {"url": string(limits.URL)},
            {"text": string(limits.TEXT), "unsafe": boolean},
        ),
        "emoji": _rich("emoji", {"name": string(100)}, {"unicode": string(100)}),
        "user": _rich("user", {"user_id": SLACK_ID}, {}),
        "usergroup": _rich("usergroup", {"usergroup_id": SLACK_ID}, {}),
        "channel": _rich("channel", {"channel_id": SLACK_ID}, {}),
        "broadcast": _rich("broadcast", {"range": one_of("here", "channel", "everyone")}, {}),
        "date": _rich(
            "date",
            {"timestamp": integer(0, 9_999_999_999), "format": string(200)},
            {"url": string(limits.URL), "fallback": string(200)},
        ),
    }
)
# Slack names no figure; this only keeps lists finite.
_RICH_WORDS = array(_RICH_WORD, 1000)
_RICH_SECTION = record({"type": one_of("rich_text_section"), "elements": _RICH_WORDS})
_BORDER: dict[str, Check] = {"border": integer(0, 1)}
_RICH_PART = by_type(
    {
        "rich_text_section": _RICH_SECTION,
        "rich_text_preformatted": record(
            {"type": one_of("rich_text_preformatted"), "elements": _RICH_WORDS},
            {**_BORDER, "language": string(40)},
        ),
        "rich_text_quote": record(
            {"type": one_of("rich_text_quote"), "elements": _RICH_WORDS}, _BORDER
        ),
        "rich_text_list": record(
            {
                "type": one_of("rich_text_list"),
                "style": one_of("bullet", "ordered"),
                "elements": array(_RICH_SECTION, 1000),
            },
            {**_BORDER, "indent": integer(0, limits.LIST_INDENT), "offset": integer(0, 10_000)},
        ),
    }
)
_RICH_TEXT = record({"type": one_of("rich_text"), "elements": array(_RICH_PART, 1000)}, _BLOCK_ID)

_CELL = by_type(
    {
        "raw_text": record({"type": one_of("raw_text"), "text": string(limits.TEXT)}),
        "raw_number": record(
            {"type": one_of("raw_number"), "value": integer(-(10**15), 10**15)},
            {"text": string(100)},
        ),
        "rich_text": _RICH_TEXT,
    }
)
_TABLE = record(
    {
        "type": one_of("table"),
        "rows": array(array(_CELL, limits.TABLE_CELLS), limits.TABLE_ROWS),
    },
    {
        **_BLOCK_ID,
        "column_settings": array(
            or_null(
                record({}, {"align": one_of("left", "center", "right"), "is_wrapped": boolean})
            ),
            limits.TABLE_COLUMN_SETTINGS,
        ),
    },
)

EVERYWHERE: dict[str, Check] = {
    "section": _SECTION,
    "header": record(
        {"type": one_of("header"), "text": plain(limits.HEADER_TEXT)},
        _BLOCK_ID,
    ),
    "context": record(
        {
            "type": one_of("context"),
            "elements": array(_context_element(), limits.CONTEXT_ELEMENTS),
        },
        _BLOCK_ID,
    ),
    "actions": _ACTIONS,
    "divider": record({"type": one_of("divider")}, _BLOCK_ID),
    "image": _IMAGE_BLOCK,
    "input": _input(_ASKING),
    "rich_text": _RICH_TEXT,
}
IN_MESSAGES: dict[str, Check] = {
    "markdown": record(
        {"type": one_of("markdown"), "text": string(limits.MARKDOWN_TEXT)}, _BLOCK_ID
    ),
    "table": _TABLE,
    "context_actions": record(
        {
            "type": one_of("context_actions"),
            "elements": array(
                by_type({"feedback_buttons": FEEDBACK_BUTTONS, "icon_button": ICON_BUTTON}),
                limits.CONTEXT_ACTIONS_ELEMENTS,
            ),
        },
        _BLOCK_ID,
    ),
    "alert": record(
        {"type": one_of("alert"), "text": text(limits.ALERT_TEXT)},
        {**_BLOCK_ID, "level": one_of("default", "info", "warning", "error", "success")},
    ),
}
SURFACES: dict[str, Check] = {
    "message": by_type({**EVERYWHERE, **IN_MESSAGES}),
    "modal": by_type({**EVERYWHERE, "input": _input({**_ASKING, "file_input": FILE_INPUT})}),
    "home": by_type(EVERYWHERE),
}
