"""The payloads that Slack sends for commands, interactions and events.

https://docs.slack.dev/reference/interaction-payloads
"""

from bot.demo.slack import views
from bot.demo.slack.forms import initial_state
from bot.demo.slack.records import TEAM_DOMAIN, TEAM_ID, Channel, Message, User, View
from bot.demo.slack.refusals import JsonObject
from bot.demo.slack.world import World


def slash_command(
    world: World, user: User, channel: Channel, *, command: str, text: str, response_url: str
) -> JsonObject:
    """https://docs.slack.dev/interactivity/implementing-slash-commands"""
    label = {"im": "directmessage", "groups": "privategroup"}.get(channel.kind, channel.name)
    return {
        "token": world.app.verification_token,
        "team_id": TEAM_ID,
        "team_domain": TEAM_DOMAIN,
        "channel_id": channel.id,
        "channel_name": label,
        "user_id": user.id,
        "user_name": user.name,
        "command": command,
        "text": text,
        "api_app_id": world.app.id,
        "is_enterprise_install": "false",
        "response_url": response_url,
        "trigger_id": world.new_trigger(user.id),
    }


def event_callback(world: World, event: JsonObject, channel: Channel | None) -> JsonObject:
    """https://docs.slack.dev/apis/events-api"""
    authorization = {
        "enterprise_id": None,
        "team_id": TEAM_ID,
        "user_id": world.app.bot_user_id,
        "is_bot": True,
        "is_enterprise_install": False,
    }
    event_id = world.ids.new("Ev")
    return {
        "token": world.app.verification_token,
        "team_id": TEAM_ID,
        "context_team_id": TEAM_ID,
        "context_enterprise_id": None,
        "api_app_id": world.app.id,
        "event": event,
        "type": "event_callback",
        "event_id": event_id,
        "event_time": int(world.clock.now()),
        "authorizations": [authorization],
        "is_ext_shared_channel": channel is not None and channel.is_ext_shared,
        "event_context": f"context-{event_id}",
    }


def block_actions(
    world: World, user: User, where: Message | View, *, action: JsonObject, response_url: str | None
) -> JsonObject:
    """https://docs.slack.dev/reference/interaction-payloads/block_actions-payload"""
    payload = _interaction(world, "block_actions", user, where)
    payload |= {"actions": [{**action, "action_ts": world.ids.ts()}], **_place(world, where)}
    if isinstance(where, Message):
        state = initial_state(where.blocks)
        chosen = {k: v for k, v in action.items() if k.startswith("selected_")}
        if chosen and action["action_id"] in state.get(action["block_id"], {}):
            state[action["block_id"]][action["action_id"]] |= chosen
        payload |= {"state": {"values": state}, "response_url": response_url}
    return payload


def block_suggestion(
    world: World, user: User, where: Message | View, *, element: JsonObject, value: str
) -> JsonObject:
    """https://docs.slack.dev/reference/interaction-payloads/block_suggestion-payload"""
    payload = _interaction(world, "block_suggestion", user, where) | _place(world, where)
    del payload["trigger_id"]
    return payload | {**element, "value": value}


def view_submission(world: World, user: User, view: View) -> JsonObject:
    """https://docs.slack.dev/reference/interaction-payloads/view-interactions-payload"""
    payload = _interaction(world, "view_submission", user, view)
    return payload | {"view": views.view_json(world, view), "response_urls": []}


def view_closed(world: World, user: User, view: View, *, is_cleared: bool) -> JsonObject:
    """https://docs.slack.dev/reference/interaction-payloads/view-interactions-payload"""
    payload = _interaction(world, "view_closed", user, view)
    del payload["trigger_id"]
    return payload | {"view": views.view_json(world, view), "is_cleared": is_cleared}


def message_shortcut(
    world: World, user: User, message: Message, *, callback_id: str, response_url: str
) -> JsonObject:
    """https://docs.slack.dev/reference/interaction-payloads/shortcuts-interaction-payload"""
    channel = world.channels[message.channel]
    return _interaction(world, "message_action", user, message) | {
        "callback_id": callback_id,
        "action_ts": world.ids.ts(),
        "message_ts": message.ts,
        "message": world.message_json(message),
        "channel": {"id": channel.id, "name": channel.name},
        "response_url": response_url,
    }


def global_shortcut(world: World, user: User, *, callback_id: str) -> JsonObject:
    """https://docs.slack.dev/reference/interaction-payloads/shortcuts-interaction-payload"""
    payload = _interaction(world, "shortcut", user, None)
    return payload | {"callback_id": callback_id, "action_ts": world.ids.ts()}


def _interaction(world: World, kind: str, user: User, where: Message | View | None) -> JsonObject:
    view_id = where.id if isinstance(where, View) else None
    return {
        "type": kind,
        "token": world.app.verification_token,
        "team": {"id": TEAM_ID, "domain": TEAM_DOMAIN},
        "enterprise": None,
        "is_enterprise_install": False,
        "api_app_id": world.app.id,
        "user": {
            "id": user.id,
            "username": user.name,
            "name": user.name,
            "team_id": user.team_id,
        },
        "trigger_id": world.new_trigger(user.id, view_id=view_id),
    }


def _place(world: World, where: Message | View) -> JsonObject:
    if isinstance(where, View):
        container = {"type": "view", "view_id": where.id}
        return {"container": container, "view": views.view_json(world, where)}
    channel = world.channels[where.channel]
    is_ephemeral = where.ephemeral_to is not None
    place: JsonObject = {
        "container": {
            "type": "message",
            "message_ts": where.ts,
            "channel_id": channel.id,
            "is_ephemeral": is_ephemeral,
        },
        "channel": {"id": channel.id, "name": channel.name},
    }
    if where.thread_ts is not None:
        place["container"]["thread_ts"] = where.thread_ts
    # An ephemeral message is not kept by Slack, so its press cannot carry it.
    return place if is_ephemeral else place | {"message": world.message_json(where)}
