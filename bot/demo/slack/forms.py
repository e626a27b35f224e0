"""What a person can set in interactive elements, as state of a view and as actions.

https://docs.slack.dev/reference/interaction-payloads/block_actions-payload
"""

from collections.abc import Iterator, Sequence

from bot.demo.slack.elements import options_of
from bot.demo.slack.refusals import JsonObject, Misuse
from bot.demo.slack.validate import elements_of

# Element type → the field that carries its value in state and actions.
_FIELDS = {
    "plain_text_input": "value",
    "email_text_input": "value",
    "url_text_input": "value",
    "number_input": "value",
    "static_select": "selected_option",
    "external_select": "selected_option",
    "radio_buttons": "selected_option",
    "overflow": "selected_option",
    "multi_static_select": "selected_options",
    "multi_external_select": "selected_options",
    "checkboxes": "selected_options",
    "users_select": "selected_user",
    "multi_users_select": "selected_users",
    "channels_select": "selected_channel",
    "multi_channels_select": "selected_channels",
    "conversations_select": "selected_conversation",
    "multi_conversations_select": "selected_conversations",
    "datepicker": "selected_date",
    "timepicker": "selected_time",
    "datetimepicker": "selected_date_time",
    "file_input": "files",
}
_STATELESS = ("button", "overflow", "icon_button", "feedback_buttons")
_PLURAL = tuple(kind for kind, name in _FIELDS.items() if name.endswith("s"))


def placed_elements(blocks: Sequence[JsonObject]) -> Iterator[tuple[JsonObject, JsonObject]]:
    """Every interactive element with its block."""
    for block in blocks:
        for element, _ in elements_of(block):
            yield block, element


def find_element(
    blocks: Sequence[JsonObject],
    action_id: str,
    *,
    value: str | None = None,
    block_id: str | None = None,
) -> tuple[JsonObject, JsonObject]:
    """The block and the element with this action id; `value` or `block_id` tells several apart."""
    found = [
        (block, element)
        for block, element in placed_elements(blocks)
        if element.get("action_id") == action_id
        and _has_value(element, value)
        and block_id in (None, block["block_id"])
    ]
    if len(found) != 1:
        there = sorted({str(e.get("action_id")) for _, e in placed_elements(blocks)})
        raise Misuse(f"{len(found)} elements {action_id!r} (value {value!r}); there are {there}")
    return found[0]


def _has_value(element: JsonObject, value: str | None) -> bool:
    if value is None:
        return True
    return value in (element.get("value"), *(o["value"] for o in _options(element)))


def _options(element: JsonObject) -> list[JsonObject]:
    return [option for option in options_of(element) if isinstance(option, dict)]


def choice(element: JsonObject, value: object) -> JsonObject:
    """The fields that an action or a state gets when the person sets the element to `value`.

    `value` is a string, a list of strings where several may be chosen, or `None` for nothing. Of
    options it is the option's `value`.
    """
    kind = element["type"]
    if kind not in _FIELDS:
        raise Misuse(f"nothing can be chosen in a {kind}")
    if kind in _PLURAL:
        if not isinstance(value, list | tuple):
            raise Misuse(f"a {kind} takes a list")
        return {_FIELDS[kind]: [_picked(element, entry) for entry in value]}
    return {_FIELDS[kind]: None if value is None else _picked(element, value)}


def _picked(element: JsonObject, value: object) -> object:
    if "option" not in _FIELDS[element["type"]]:
        return value
    if element["type"].endswith("external_select"):
        return value if isinstance(value, dict) else {"text": _plain(str(value)), "value": value}
    for option in _options(element):
        if option["value"] == value:
            return option
    raise Misuse(f"no option {value!r}; there are {[o['value'] for o in _options(element)]}")


def _plain(text: str) -> JsonObject:
    return {"type": "plain_text", "text": text, "emoji": True}


def initial_state(blocks: Sequence[JsonObject]) -> dict[str, dict[str, JsonObject]]:
    """What the elements say before anybody touches them: block id → action id → value."""
    state: dict[str, dict[str, JsonObject]] = {}
    for block, element in placed_elements(blocks):
        if element["type"] not in _STATELESS and "action_id" in element:
            value = {"type": element["type"], **_initial(element)}
            state.setdefault(block["block_id"], {})[element["action_id"]] = value
    return state


def _initial(element: JsonObject) -> JsonObject:
    name = _FIELDS[element["type"]]
    given = "initial_" + name.removeprefix("selected_")
    empty: list[object] | None = [] if element["type"] in _PLURAL else None
    return {name: element.get(given, empty)}


def unfilled(
    blocks: Sequence[JsonObject], state: dict[str, dict[str, JsonObject]]
) -> dict[str, str]:
    """Block id → what Slack says under a field that keeps the form from being sent."""
    wrong = {}
    for block, element in placed_elements(blocks):
        if block["type"] != "input":
            continue
        values = state.get(block["block_id"], {}).get(element.get("action_id", ""), {})
        value = values.get(_FIELDS[element["type"]])
        if value in (None, "", []):
            if not block.get("optional", False):
                wrong[block["block_id"]] = "Please complete this required field."
        elif isinstance(value, str) and not _fits(element, value):
            wrong[block["block_id"]] = "The text is too short or too long."
    return wrong


def _fits(element: JsonObject, value: str) -> bool:
    return bool(element.get("min_length", 0) <= len(value) <= element.get("max_length", 3000))
