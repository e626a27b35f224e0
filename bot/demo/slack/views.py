"""Modals and home tabs: the stack of three, hashes, external ids, what closes what."""

from copy import deepcopy

from bot.demo.slack import forms, limits, words
from bot.demo.slack.records import TEAM_ID, View
from bot.demo.slack.refusals import JsonObject, Refused
from bot.demo.slack.validate import check_view
from bot.demo.slack.world import World


def open_modal(world: World, trigger_id: object, content: object) -> View:
    """Show the user a first modal; whatever stack was open goes away."""
    modal = check_view(content, types=("modal",))
    _refuse_taken_external_id(world, modal, None)
    trigger = world.exchange(trigger_id)
    view = _new_view(world, trigger.user, modal, previous=None)
    world.stacks[trigger.user] = [view]
    return view


def push_modal(world: World, trigger_id: object, content: object) -> View:
    """Lay a modal over the one in which the trigger arose."""
    modal = check_view(content, types=("modal",))
    _refuse_taken_external_id(world, modal, None)
    trigger = world.exchange(trigger_id)
    if trigger.view_id is None or trigger.view_id not in _open_ids(world, trigger.user):
        raise Refused("invalid_trigger_id")
    return push_upon(world, trigger.user, modal)


def push_upon(world: World, user_id: str, modal: JsonObject) -> View:
    """Lay a modal over the user's topmost, up to Slack's height."""
    stack = world.stacks[user_id]
    if len(stack) >= limits.VIEW_STACK:
        raise Refused("push_limit_reached")
    view = _new_view(world, user_id, modal, previous=stack[-1])
    stack.append(view)
    return view


def update_modal(world: World, view: View, content: object, view_hash: object = None) -> View:
    """Show other content in an open modal; what the person typed stays where ids match."""
    modal = check_view(content, types=(view.content["type"],))
    _refuse_taken_external_id(world, modal, view)
    if view_hash is not None and view_hash != view.hash:
        raise Refused("hash_conflict")
    typed = view.state
    _fill(world, view, modal)
    for block_id, values in typed.items():
        for action_id, value in values.items():
            if value.get("type") == view.state.get(block_id, {}).get(action_id, {}).get("type"):
                view.state[block_id][action_id] = value
    return view


def publish_home(world: World, user_id: str, content: object, view_hash: object) -> View:
    """Show the user this home tab from now on."""
    world.user(user_id)
    if not world.app.has_home_tab:
        raise Refused("not_enabled")
    home = check_view(content, types=("home",))
    before = world.homes.get(user_id)
    _refuse_taken_external_id(world, home, before)
    if view_hash is not None and (before is None or view_hash != before.hash):
        raise Refused("hash_conflict")
    if before is None:
        world.homes[user_id] = _new_view(world, user_id, home, previous=None)
    else:
        _fill(world, before, home)
    return world.homes[user_id]


def find_modal(world: World, *, view_id: object, external_id: object) -> View:
    """The open modal with this id or external id, or `not_found`."""
    if (view_id is None) == (external_id is None):
        line = "[ERROR] must provide exactly one of `view_id` and `external_id`"
        raise Refused("invalid_arguments", messages=(line,))
    for stack in world.stacks.values():
        for view in stack:
            if view_id == view.id or (
                external_id and view.content.get("external_id") == external_id
            ):
                return view
    raise Refused("not_found")


def close_top(world: World, user_id: str) -> None:
    """Take the topmost modal away; the one below shows again."""
    world.stacks[user_id].pop()


def close_all(world: World, user_id: str) -> None:
    """Take every modal of the user away."""
    world.stacks[user_id] = []


def view_json(world: World, view: View) -> JsonObject:
    """The view as the Web API and payloads have it."""
    content = view.content
    body: JsonObject = {
        "id": view.id,
        "team_id": TEAM_ID,
        "type": content["type"],
        "blocks": view.blocks,
        "private_metadata": content.get("private_metadata", ""),
        "callback_id": content.get("callback_id", ""),
        "external_id": content.get("external_id", ""),
        "state": {"values": view.state},
        "hash": view.hash,
        "title": content.get("title"),
        "submit": content.get("submit"),
        "close": content.get("close"),
        "clear_on_close": content.get("clear_on_close", False),
        "notify_on_close": content.get("notify_on_close", False),
        "previous_view_id": view.previous_id,
        "root_view_id": view.root_id,
        "app_id": world.app.id,
        "app_installed_team_id": TEAM_ID,
        "bot_id": world.app.bot_id,
    }
    return body


def _new_view(world: World, user_id: str, content: JsonObject, *, previous: View | None) -> View:
    view_id = world.ids.new("V")
    view = View(
        id=view_id,
        user=user_id,
        hash="",
        content={},
        root_id=view_id if previous is None else previous.root_id,
        previous_id=None if previous is None else previous.id,
    )
    _fill(world, view, content)
    return view


def _fill(world: World, view: View, given: JsonObject) -> None:
    content = deepcopy(given)
    world.number_blocks(content["blocks"])
    view.content = content
    view.hash = world.ids.view_hash()
    view.state = forms.initial_state(content["blocks"])
    lines = [str(content[key]["text"]) for key in ("title",) if key in content]
    view.shown = "\n".join([*lines, words.seen_blocks(content["blocks"], world.names())])


def _open_ids(world: World, user_id: str) -> set[str]:
    return {view.id for view in world.stacks.get(user_id, [])}


def _refuse_taken_external_id(world: World, content: JsonObject, own: View | None) -> None:
    external_id = content.get("external_id")
    everywhere = [*world.homes.values(), *(v for s in world.stacks.values() for v in s)]
    taken = {v.content.get("external_id") for v in everywhere if v is not own}
    if external_id and external_id in taken:
        raise Refused("duplicate_external_id")
