"""What text objects, options and interactive elements may look like: tables over `checks`.

Every key that is not listed is refused, as Slack does.
https://docs.slack.dev/reference/block-kit/block-elements
"""

from collections.abc import Iterator, Mapping

from bot.demo.slack import limits
from bot.demo.slack.checks import (
    Check,
    Problem,
    Rule,
    array,
    at_least_one,
    boolean,
    by_type,
    exactly_one,
    integer,
    one_of,
    record,
    string,
)

DATE = r"\d{4}-\d\d-\d\d"
TIME = r"\d\d:\d\d"
SLACK_ID = string(40, pattern=r"[A-Z0-9]+")


def plain(most: int) -> Check:
    """A `plain_text` object."""
    return record(
        {"type": one_of("plain_text"), "text": string(most)},
        {"emoji": boolean},
    )


def text(most: int) -> Check:
    """A text object of either kind."""
    mrkdwn = record({"type": one_of("mrkdwn"), "text": string(most)}, {"verbatim": boolean})
    return by_type({"plain_text": plain(most), "mrkdwn": mrkdwn})


_STYLE = one_of("primary", "danger")
_ACTION_ID = string(limits.ACTION_ID)

CONFIRM = record(
    {"title": plain(limits.CONFIRM_TITLE), "text": text(limits.CONFIRM_TEXT)},
    {
        "confirm": plain(limits.CONFIRM_BUTTON),
        "deny": plain(limits.CONFIRM_BUTTON),
        "style": _STYLE,
    },
)


def _option(label: Check, **more: Check) -> Check:
    return record(
        {"text": label, "value": string(limits.OPTION_VALUE)},
        {"description": plain(limits.OPTION_DESCRIPTION), **more},
    )


OPTION = _option(plain(limits.OPTION_TEXT))
OVERFLOW_OPTION = _option(plain(limits.OPTION_TEXT), url=string(limits.URL))
CHOICE_OPTION = record(
    {"text": text(limits.OPTION_TEXT), "value": string(limits.OPTION_VALUE)},
    {"description": text(limits.OPTION_DESCRIPTION)},
)
OPTION_GROUP = record(
    {"label": plain(limits.GROUP_LABEL), "options": array(OPTION, limits.SELECT_OPTIONS)}
)


def options_of(element: Mapping[str, object]) -> list[object]:
    """All options of an element, those in groups too."""
    groups = element.get("option_groups")
    if not isinstance(groups, list):
        options = element.get("options")
        return list(options) if isinstance(options, list) else []
    return [o for g in groups if isinstance(g, dict) for o in g.get("options", [])]


def _initial_is_offered(element: Mapping[str, object], at: str) -> Iterator[Problem]:
    offered = options_of(element)
    if "initial_option" in element and element["initial_option"] not in offered:
        yield Problem("initial option was not found in options", f"{at}/initial_option")
    initial = element.get("initial_options")
    if isinstance(initial, list) and any(option not in offered for option in initial):
        yield Problem("initial options were not found in options", f"{at}/initial_options")


def _element(
    kind: str,
    required: Mapping[str, Check],
    optional: Mapping[str, Check],
    *rules: Rule,
) -> Check:
    always: dict[str, Check] = {"type": one_of(kind), **required}
    return record(always, {"action_id": _ACTION_ID, **optional}, *rules)


_CONFIRM: dict[str, Check] = {"confirm": CONFIRM}
_FOCUS: dict[str, Check] = {"focus_on_load": boolean}
# What can be chosen can be confirmed, and can have the focus of a new modal.
_CHOOSING: dict[str, Check] = {**_CONFIRM, **_FOCUS}
_PLACEHOLDER: dict[str, Check] = {"placeholder": plain(limits.PLACEHOLDER)}
_MULTI: dict[str, Check] = {"max_selected_items": integer(1, limits.SELECT_OPTIONS)}
_OPTIONS: dict[str, Check] = {
    "options": array(OPTION, limits.SELECT_OPTIONS),
    "option_groups": array(OPTION_GROUP, limits.OPTION_GROUPS),
}
_CHOICES: dict[str, Check] = {"options": array(CHOICE_OPTION, limits.CHOICE_OPTIONS)}
_MIN_QUERY: dict[str, Check] = {"min_query_length": integer(0, limits.TEXT)}
_WHEN_TO_DISPATCH = record(
    {"trigger_actions_on": array(one_of("on_enter_pressed", "on_character_entered"), 2)}
)
_CONVERSATION_FILTER = record(
    {},
    {
        "include": array(one_of("im", "mpim", "private", "public"), 4),
        "exclude_external_shared_channels": boolean,
        "exclude_bot_users": boolean,
    },
    at_least_one("include", "exclude_external_shared_channels", "exclude_bot_users"),
)
_CONVERSATIONS: dict[str, Check] = {
    "default_to_current_conversation": boolean,
    "filter": _CONVERSATION_FILTER,
}
_RESPONSE_URL: dict[str, Check] = {"response_url_enabled": boolean}


def _select(kind: str, optional: Mapping[str, Check], *rules: Rule) -> Check:
    return _element(kind, {}, {**_CHOOSING, **_PLACEHOLDER, **optional}, *rules)


def _picker(
    of: str, single_only: Mapping[str, Check], both: Mapping[str, Check]
) -> dict[str, Check]:
    single, multi = f"{of}s_select", f"multi_{of}s_select"
    return {
        single: _select(single, {f"initial_{of}": SLACK_ID, **single_only, **both}),
        multi: _select(multi, {**_MULTI, f"initial_{of}s": array(SLACK_ID, 100), **both}),
    }


def _typed_input(
    kind: str, more: Mapping[str, Check], required: Mapping[str, Check] | None = None
) -> Check:
    required = required or {}
    initial = {"initial_value": string(limits.INPUT_LENGTH, least=0)}
    dispatch: dict[str, Check] = {"dispatch_action_config": _WHEN_TO_DISPATCH}
    return _element(kind, required, {**_FOCUS, **_PLACEHOLDER, **initial, **dispatch, **more})


BUTTON = _element(
    "button",
    {"text": plain(limits.BUTTON_TEXT)},
    {
        **_CONFIRM,
        "value": string(limits.BUTTON_VALUE),
        "url": string(limits.URL),
        "style": _STYLE,
        "accessibility_label": string(limits.ACCESSIBILITY_LABEL),
    },
)
IMAGE = record(
    {"type": one_of("image"), "alt_text": string(limits.ALT_TEXT)},
    {
        "image_url": string(limits.URL, pattern=r"https?://\S+"),
        "slack_file": record({}, {"id": SLACK_ID, "url": string(limits.URL)}),
    },
    exactly_one("image_url", "slack_file"),
)

_INITIAL: dict[str, Check] = {"initial_option": OPTION}
_INITIALS: dict[str, Check] = {"initial_options": array(OPTION, limits.SELECT_OPTIONS)}
_ONE_KIND_OF_OPTIONS = exactly_one("options", "option_groups")

SELECTS: dict[str, Check] = {
    "static_select": _select(
        "static_select", {**_OPTIONS, **_INITIAL}, _ONE_KIND_OF_OPTIONS, _initial_is_offered
    ),
    "multi_static_select": _select(
        "multi_static_select",
        {**_OPTIONS, **_MULTI, **_INITIALS},
        _ONE_KIND_OF_OPTIONS,
        _initial_is_offered,
    ),
    "external_select": _select("external_select", {**_MIN_QUERY, **_INITIAL}),
    "multi_external_select": _select(
        "multi_external_select", {**_MIN_QUERY, **_MULTI, **_INITIALS}
    ),
    **_picker("user", {}, {}),
    **_picker("channel", _RESPONSE_URL, {}),
    **_picker("conversation", _RESPONSE_URL, _CONVERSATIONS),
}
CHOICES: dict[str, Check] = {
    "checkboxes": _element(
        "checkboxes",
        _CHOICES,
        {**_CHOOSING, "initial_options": array(CHOICE_OPTION, limits.CHOICE_OPTIONS)},
        _initial_is_offered,
    ),
    "radio_buttons": _element(
        "radio_buttons",
        _CHOICES,
        {**_CHOOSING, "initial_option": CHOICE_OPTION},
        _initial_is_offered,
    ),
    "datepicker": _select("datepicker", {"initial_date": string(10, pattern=DATE)}),
    "timepicker": _select(
        "timepicker", {"initial_time": string(5, pattern=TIME), "timezone": string(100)}
    ),
    "datetimepicker": _element(
        "datetimepicker",
        {},
        {**_CHOOSING, "initial_date_time": integer(1_000_000_000, 9_999_999_999)},
    ),
}
INPUTS: dict[str, Check] = {
    "plain_text_input": _typed_input(
        "plain_text_input",
        {
            "multiline": boolean,
            "min_length": integer(0, limits.INPUT_LENGTH),
            "max_length": integer(1, limits.INPUT_LENGTH),
        },
    ),
    "email_text_input": _typed_input("email_text_input", {}),
    "url_text_input": _typed_input("url_text_input", {}),
    "number_input": _typed_input(
        "number_input",
        {"min_value": string(40), "max_value": string(40)},
        {"is_decimal_allowed": boolean},
    ),
}
FILE_INPUT = _element(
    "file_input",
    {},
    {"filetypes": array(string(20), 100), "max_files": integer(1, limits.FILES)},
)
OVERFLOW = _element(
    "overflow", {"options": array(OVERFLOW_OPTION, limits.OVERFLOW_OPTIONS)}, _CONFIRM
)
FEEDBACK_BUTTONS = _element(
    "feedback_buttons",
    {
        key: record(
            {"text": plain(limits.BUTTON_TEXT), "value": string(limits.BUTTON_VALUE)},
            {"accessibility_label": string(limits.ACCESSIBILITY_LABEL)},
        )
        for key in ("positive_button", "negative_button")
    },
    {},
)
ICON_BUTTON = _element(
    "icon_button",
    {"icon": one_of("trash"), "text": plain(limits.BUTTON_TEXT)},
    {
        **_CONFIRM,
        "value": string(limits.BUTTON_VALUE),
        "accessibility_label": string(limits.ACCESSIBILITY_LABEL),
        "visible_to_user_ids": array(SLACK_ID, 100),
    },
)
