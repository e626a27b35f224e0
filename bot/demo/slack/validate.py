"""Judges raw blocks, messages, views and metadata as Slack does, and names Slack's errors.

Knows nothing of the code under test: no `slack_sdk.models`.
"""

import json
from collections.abc import Iterator, Mapping, Sequence

from bot.demo.slack import limits
from bot.demo.slack.blocks import SURFACES
from bot.demo.slack.checks import Check, Problem, array, boolean, one_of, record, string, unique
from bot.demo.slack.elements import plain
from bot.demo.slack.refusals import JsonObject, Refused

_SHARED: dict[str, Check] = {
    "private_metadata": string(limits.PRIVATE_METADATA, least=0),
    "callback_id": string(limits.CALLBACK_ID, least=0),
    "external_id": string(limits.EXTERNAL_ID, least=0),
}
_VIEWS: dict[str, Check] = {
    "modal": record(
        {
            "type": one_of("modal"),
            "title": plain(limits.VIEW_TITLE),
            "blocks": array(SURFACES["modal"], limits.BLOCKS["modal"]),
        },
        {
            **_SHARED,
            "submit": plain(limits.VIEW_BUTTON),
            "close": plain(limits.VIEW_BUTTON),
            "clear_on_close": boolean,
            "notify_on_close": boolean,
        },
    ),
    "home": record(
        {
            "type": one_of("home"),
            "blocks": array(SURFACES["home"], limits.BLOCKS["home"]),
        },
        _SHARED,
    ),
}


def check_message_blocks(blocks: object) -> list[JsonObject]:
    """Give the blocks back, or refuse them with the error that chat.postMessage names."""
    if not isinstance(blocks, list) or not all(isinstance(b, dict) for b in blocks):
        raise Refused("invalid_blocks_format")
    if sum(block.get("type") == "table" for block in blocks) > limits.TABLES:
        raise Refused("invalid_attachments", messages=("[ERROR] only_one_table_allowed",))
    problems = list(block_problems(blocks, surface="message", at="/blocks"))
    if problems:
        lines = tuple(map(str, problems))
        raise Refused("invalid_blocks", messages=lines, errors=[p.what for p in problems])
    if sum(map(len, block_texts(blocks))) > limits.MESSAGE_BLOCKS_TEXT:
        raise Refused("msg_blocks_too_long")
    return blocks


def block_problems(blocks: Sequence[object], *, surface: str, at: str) -> Iterator[Problem]:
    """Everything that is wrong with the blocks of a message, a modal or a home."""
    yield from array(SURFACES[surface], limits.BLOCKS[surface], least=0)(list(blocks), at)
    dicts = [(b, f"{at}/{n}") for n, b in enumerate(blocks) if isinstance(b, dict)]
    ids = [(b["block_id"], f"{where}/block_id") for b, where in dicts if "block_id" in b]
    yield from unique(ids, "block_id")
    for block, where in dicts:
        yield from unique(_action_ids(block, where), "action_id")
    marked = sum(len(str(b.get("text", ""))) for b, _ in dicts if b.get("type") == "markdown")
    if marked > limits.MARKDOWN_TEXT:
        yield Problem(f"markdown text must be less than {limits.MARKDOWN_TEXT + 1} in total", at)
    for block, where in dicts:
        cells = sum(map(len, block_texts(block))) if block.get("type") == "table" else 0
        if cells > limits.TABLE_CHARACTERS:
            yield Problem(f"table text must be less than {limits.TABLE_CHARACTERS + 1}", where)


def check_view(view: object, *, types: Sequence[str]) -> JsonObject:
    """Give the view back, or refuse it with the error that the views methods name."""
    if not isinstance(view, dict):
        raise Refused("invalid_arguments", messages=("[ERROR] view must be an object",))
    if len(json.dumps(view, ensure_ascii=False).encode()) > limits.VIEW_BYTES:
        raise Refused("view_too_large")
    problems = list(_view_problems(view, types))
    if problems:
        raise Refused("invalid_arguments", messages=tuple(map(str, problems)))
    return view


def _view_problems(view: JsonObject, types: Sequence[str]) -> Iterator[Problem]:
    kind = view.get("type")
    if kind not in types or kind not in _VIEWS:
        yield Problem(f"must be one of: {', '.join(types)}", "/view/type")
        return
    yield from _VIEWS[kind](view, "/view")
    blocks = view.get("blocks")
    if not isinstance(blocks, list):
        return
    shape = {str(problem) for problem in _VIEWS[kind](view, "/view")}
    beyond = block_problems(blocks, surface=kind, at="/view/blocks")
    yield from (problem for problem in beyond if str(problem) not in shape)
    asks = any(isinstance(b, dict) and b.get("type") == "input" for b in blocks)
    if kind == "modal" and asks and "submit" not in view:
        yield Problem("missing required field: submit (there is an input block)", "/view")


def check_metadata(metadata: object) -> JsonObject | None:
    """Give the metadata back (`None` for the empty object), or refuse it."""
    if metadata == {}:
        return None
    if not isinstance(metadata, dict) or set(metadata) != {"event_type", "event_payload"}:
        raise Refused("invalid_metadata_format")
    event_type, payload = metadata["event_type"], metadata["event_payload"]
    if not isinstance(event_type, str) or not event_type or not isinstance(payload, dict):
        raise Refused("invalid_metadata_format")
    if not all(_is_flat(value) for value in payload.values()):
        raise Refused("invalid_metadata_schema")
    if len(json.dumps(metadata)) > limits.METADATA_CHARACTERS:
        raise Refused("metadata_too_large")
    return metadata


def _is_flat(value: object, *, depth: int = 1) -> bool:
    if isinstance(value, str | int | float | bool):
        return True
    inner: list[object] = []
    if isinstance(value, dict):
        inner = list(value.values())
    elif isinstance(value, list):
        inner = value
    else:
        return False
    return depth > 0 and all(_is_flat(entry, depth=depth - 1) for entry in inner)


def block_texts(value: object) -> Iterator[str]:
    """Every text in the blocks, in their order; those of menus and dialogs too, to be strict."""
    if isinstance(value, list):
        for entry in value:
            yield from block_texts(entry)
    elif isinstance(value, dict):
        for key, entry in value.items():
            if isinstance(entry, str) and key in ("text", "alt_text", "fallback"):
                yield entry
            else:
                yield from block_texts(entry)


def elements_of(block: Mapping[str, object]) -> list[tuple[JsonObject, str]]:
    """The interactive elements of one block, each with its pointer below the block."""
    inside: list[tuple[object, str]] = [
        (block.get("accessory"), "/accessory"),
        (block.get("element"), "/element"),
    ]
    listed = block.get("elements")
    if block.get("type") in ("actions", "context_actions") and isinstance(listed, list):
        inside += [(element, f"/elements/{n}") for n, element in enumerate(listed)]
    return [(e, at) for e, at in inside if isinstance(e, dict) and e.get("type") != "image"]


def _action_ids(block: JsonObject, at: str) -> list[tuple[object, str]]:
    found = ((e.get("action_id"), f"{at}{where}/action_id") for e, where in elements_of(block))
    return [(action_id, where) for action_id, where in found if action_id is not None]
