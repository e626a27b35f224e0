"""The `views.*` methods, and blocks.validate."""

from bot.demo.slack import limits, views
from bot.demo.slack.call import Call, Method
from bot.demo.slack.checks import Problem
from bot.demo.slack.methods_files import check_pictures
from bot.demo.slack.records import View
from bot.demo.slack.refusals import JsonObject, Refused
from bot.demo.slack.validate import block_problems, check_message_blocks, check_view


def _shown(call: Call, view: View) -> JsonObject:
    return {"view": views.view_json(call.world, view)}


def _content(call: Call) -> object:
    """The view that is to be shown; refused as a whole with a picture that Slack does not know."""
    content = call.json("view")
    check_pictures(call.world, content)
    return content


def open_view(call: Call) -> JsonObject:
    """https://docs.slack.dev/reference/methods/views.open"""
    view = views.open_modal(call.world, call.args.get("trigger_id"), _content(call))
    return _shown(call, view)


def push(call: Call) -> JsonObject:
    """https://docs.slack.dev/reference/methods/views.push"""
    view = views.push_modal(call.world, call.args.get("trigger_id"), _content(call))
    return _shown(call, view)


def update(call: Call) -> JsonObject:
    """https://docs.slack.dev/reference/methods/views.update"""
    view_id, external_id = call.text("view_id"), call.text("external_id")
    view = views.find_modal(call.world, view_id=view_id, external_id=external_id)
    return _shown(call, views.update_modal(call.world, view, _content(call), call.text("hash")))


def publish(call: Call) -> JsonObject:
    """https://docs.slack.dev/reference/methods/views.publish"""
    user_id, view_hash = call.required("user_id"), call.text("hash")
    return _shown(call, views.publish_home(call.world, user_id, _content(call), view_hash))


def blocks_validate(call: Call) -> JsonObject:
    """https://docs.slack.dev/reference/methods/blocks.validate"""
    given = [name for name in ("blocks", "message", "view") if name in call.args]
    if len(given) != 1:
        line = "[ERROR] must provide exactly one of: blocks, message, view"
        raise Refused("invalid_arguments", messages=(line,))
    name = given[0]
    if len(str(call.args[name])) > limits.VALIDATE_CHARACTERS:
        raise Refused("invalid_arguments", messages=(f"[ERROR] {name} is too long",))
    value = call.json(name)
    if name == "view":
        check_view(value, types=("modal", "home"))
        return {}
    blocks = value.get("blocks") if isinstance(value, dict) else value
    if isinstance(blocks, list):
        problems: list[Problem] = list(block_problems(blocks, surface="message", at="/blocks"))
        if problems:
            raise Refused("invalid_blocks", messages=tuple(map(str, problems)))
    check_message_blocks(blocks)
    return {}


METHODS = (
    Method(
        name="views.open",
        answer=open_view,
        args="trigger_id view interactivity_pointer",
        per_minute=limits.TIERS[4],
    ),
    Method(
        name="views.push",
        answer=push,
        args="trigger_id view interactivity_pointer",
        per_minute=limits.TIERS[4],
    ),
    Method(
        name="views.update",
        answer=update,
        args="view view_id external_id hash",
        per_minute=limits.TIERS[4],
    ),
    Method(
        name="views.publish",
        answer=publish,
        args="user_id view hash",
        per_minute=limits.TIERS[4],
    ),
    Method(
        name="blocks.validate",
        answer=blocks_validate,
        args="blocks message view",
        per_minute=limits.TIERS[3],
        token=None,
    ),
)
