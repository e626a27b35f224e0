"""The `conversations.*` methods, and users.conversations."""

from bot.demo.slack import limits
from bot.demo.slack.call import Call, Method, page
from bot.demo.slack.records import TEAM_ID, Channel, Message
from bot.demo.slack.refusals import JsonObject, Refused

_KINDS = {"public_channel": "channels", "private_channel": "groups", "im": "im", "mpim": "mpim"}


def channel_json(call: Call, channel: Channel) -> JsonObject:
    """The channel as the Web API has it."""
    body: JsonObject = {
        "id": channel.id,
        "is_im": channel.is_im,
        "is_archived": channel.is_archived,
        "context_team_id": TEAM_ID,
        "is_ext_shared": channel.is_ext_shared,
    }
    bot = call.world.app.bot_user_id
    if channel.is_im:
        return body | {"user": next(iter(channel.members - {bot}))}
    return body | {
        "name": channel.name,
        "name_normalized": channel.name,
        "is_channel": not channel.is_private,
        "is_group": channel.is_private,
        "is_mpim": False,
        "is_private": channel.is_private,
        "is_shared": channel.is_ext_shared,
        "is_member": bot in channel.members,
        "is_general": False,
    }


def _need_kind(call: Call, channel: Channel, action: str) -> None:
    call.need_scope(f"{channel.kind}:{action}")


def open_conversation(call: Call) -> JsonObject:
    """https://docs.slack.dev/reference/methods/conversations.open"""
    world = call.world
    users = (call.required("users")).split(",")
    if len(users) != 1:
        raise Refused("invalid_arguments", messages=("[ERROR] the fake opens one user's DM",))
    user = world.user(users[0])
    if user.is_bot:
        raise Refused("cannot_dm_bot")
    if user.deleted:
        raise Refused("user_disabled")
    if world.is_stranger(user):
        raise Refused("user_not_visible")
    channel = world.dm(user.id)
    body = channel_json(call, channel) if call.flag("return_im") else {"id": channel.id}
    return {"channel": body}


def info(call: Call) -> JsonObject:
    """https://docs.slack.dev/reference/methods/conversations.info"""
    channel = call.channel()
    _need_kind(call, channel, "read")
    body = channel_json(call, channel)
    if call.flag("include_num_members"):
        body["num_members"] = len(channel.members)
    return {"channel": body}


def members(call: Call) -> JsonObject:
    """https://docs.slack.dev/reference/methods/conversations.members"""
    channel = call.channel()
    _need_kind(call, channel, "read")
    return page([*sorted(channel.members)], call, "members")  # type: ignore[list-item]  # ids


def list_channels(call: Call) -> JsonObject:
    """https://docs.slack.dev/reference/methods/conversations.list"""
    return _listed(call, member=None)


def users_conversations(call: Call) -> JsonObject:
    """https://docs.slack.dev/reference/methods/users.conversations"""
    return _listed(call, member=call.text("user") or call.world.app.bot_user_id)


def _listed(call: Call, *, member: str | None) -> JsonObject:
    if "limit" not in call.args:
        raise Refused("limit_required")
    kinds = set()
    for word in (call.text("types") or "public_channel").split(","):
        if word.strip() not in _KINDS:
            raise Refused("invalid_types")
        kinds.add(_KINDS[word.strip()])
    for kind in sorted(kinds):
        call.need_scope(f"{kind}:read")
    bot = call.world.app.bot_user_id
    found = [
        channel_json(call, channel)
        for channel in call.world.channels.values()
        if channel.kind in kinds
        and (channel.kind == "channels" or bot in channel.members)
        and (member is None or member in channel.members)
        and not (call.flag("exclude_archived") and channel.is_archived)
    ]
    return page(found, call, "channels")


def _readable(call: Call) -> Channel:
    channel = call.channel()
    _need_kind(call, channel, "history")
    if call.world.app.bot_user_id not in channel.members:
        raise Refused("not_in_channel")
    return channel


def history(call: Call) -> JsonObject:
    """https://docs.slack.dev/reference/methods/conversations.history"""
    channel = _readable(call)
    found = [
        message
        for message in reversed(call.world.messages[channel.id])
        if message.ephemeral_to is None
        and (message.thread_ts is None or message.is_broadcast)
        and _is_within(call, message)
        and _shows(message)
    ]
    return _messages(call, found)


def replies(call: Call) -> JsonObject:
    """https://docs.slack.dev/reference/methods/conversations.replies"""
    channel = _readable(call)
    thread = call.world.thread(channel.id, call.required("ts"))
    if not thread:
        raise Refused("thread_not_found")
    parent, *rest = thread
    found = [m for m in rest if _is_within(call, m) and _shows(m)]
    return _messages(call, [parent, *found])


def _shows(message: Message) -> bool:
    """Whether a history has it by now; this reading counts."""
    message.unseen_by -= 1
    return message.unseen_by < 0


def _is_within(call: Call, message: Message) -> bool:
    oldest, latest = call.text("oldest") or "0", call.text("latest") or "9999999999"
    if message.ts in (oldest, latest):
        return bool(call.flag("inclusive"))
    return float(oldest) < float(message.ts) < float(latest)


def _messages(call: Call, found: list[Message]) -> JsonObject:
    answer = page([_with_metadata(call, m) for m in found], call, "messages")
    return answer | {"has_more": bool(answer["response_metadata"]["next_cursor"])}


def _with_metadata(call: Call, message: Message) -> JsonObject:
    body = call.world.message_json(message)
    if message.metadata is not None:
        body["metadata"] = message.metadata
        if not call.flag("include_all_metadata"):
            body["metadata"] = {"event_type": message.metadata["event_type"]}
    return body


def join(call: Call) -> JsonObject:
    """https://docs.slack.dev/reference/methods/conversations.join"""
    channel = call.channel()
    if channel.is_private or channel.is_im:
        raise Refused("method_not_supported_for_channel_type")
    if channel.is_archived:
        raise Refused("is_archived")
    channel.members.add(call.world.app.bot_user_id)
    return {"channel": channel_json(call, channel)}


_PAGED = "cursor limit"
_READING = f"channel {_PAGED} oldest latest inclusive include_all_metadata"
METHODS = (
    Method(
        name="conversations.open",
        answer=open_conversation,
        args="users return_im prevent_creation",
        scope="im:write",
        per_minute=limits.TIERS[3],
    ),
    Method(
        name="conversations.info",
        answer=info,
        args="channel include_num_members include_locale",
        per_minute=limits.TIERS[3],
    ),
    Method(
        name="conversations.members",
        answer=members,
        args=f"channel {_PAGED}",
        per_minute=limits.TIERS[4],
    ),
    Method(
        name="conversations.list",
        answer=list_channels,
        args=f"{_PAGED} types exclude_archived team_id",
        per_minute=limits.TIERS[2],
    ),
    Method(
        name="users.conversations",
        answer=users_conversations,
        args=f"{_PAGED} types exclude_archived team_id user",
        per_minute=limits.TIERS[3],
    ),
    Method(
        name="conversations.history",
        answer=history,
        args=_READING,
        per_minute=limits.TIERS[3],
    ),
    Method(
        name="conversations.replies",
        answer=replies,
        args=f"{_READING} ts",
        per_minute=limits.TIERS[3],
    ),
    Method(
        name="conversations.join",
        answer=join,
        args="channel",
        scope="channels:join",
        per_minute=limits.TIERS[3],
    ),
)
