"""The `chat.*` methods."""

from bot.demo.slack import limits
from bot.demo.slack.call import Call, Method
from bot.demo.slack.drafts import Draft, draft
from bot.demo.slack.records import TEAM_DOMAIN, Channel, Message
from bot.demo.slack.refusals import JsonObject, Refused
from bot.demo.slack.world import World

_CONTENT = (
    "channel text blocks attachments thread_ts metadata markdown_text parse link_names mrkdwn"
    " unfurl_links unfurl_media username icon_emoji icon_url"
)


def _target(call: Call, *, public_scope_counts: bool = True) -> Channel:
    """Where a post goes, if the bot may post there; perhaps without being a member."""
    world, wanted = call.world, call.required("channel")
    if wanted in world.users and world.users[wanted].is_bot:
        raise Refused("cannot_dm_bot")
    channel = world.dm(wanted) if wanted in world.users else call.channel()
    if channel.is_im:
        _check_dm(world, channel)
    if channel.is_archived:
        raise Refused("is_archived")
    may_without = public_scope_counts and "chat:write.public" in world.app.scopes
    if world.app.bot_user_id not in channel.members and not may_without:
        raise Refused("not_in_channel")
    if channel.post_error is not None:
        raise Refused(channel.post_error)
    return channel


def _check_dm(world: World, channel: Channel) -> None:
    [user_id] = channel.members - {world.app.bot_user_id}
    user = world.users[user_id]
    if user.deleted or world.is_stranger(user):
        raise Refused("channel_not_found")
    if not world.app.has_messages_tab:
        raise Refused("messages_tab_disabled")


def _thread_ts(call: Call, channel: Channel) -> str | None:
    ts = call.text("thread_ts")
    if ts is None:
        return None
    thread = call.world.thread(channel.id, ts)
    if not thread:
        raise Refused("thread_not_found")
    if thread[0].thread_ts is not None:
        # Slack only advises against a reply's ts; what it then does is nothing to rely on.
        raise Refused("cannot_reply_to_message")
    return ts


def _from_bot(call: Call, channel: Channel, content: Draft, *, ephemeral_to: str | None) -> Message:
    world = call.world
    if {"username", "icon_emoji", "icon_url"} & call.args.keys():
        call.need_scope("chat:write.customize")
    message = Message(
        ts=world.ids.ts(),
        channel=channel.id,
        user=world.app.bot_user_id,
        bot_id=world.app.bot_id,
        text=content.text,
        blocks=content.blocks,
        attachments=content.attachments,
        metadata=content.metadata,
        thread_ts=_thread_ts(call, channel),
        is_broadcast=bool(call.flag("reply_broadcast")),
        ephemeral_to=ephemeral_to,
        via="api",
        unfurls=content.unfurls,
    )
    return world.add_message(message, parsed=content.parsed)


def post_message(call: Call) -> JsonObject:
    """https://docs.slack.dev/reference/methods/chat.postMessage"""
    channel = _target(call)
    content = draft(call, parses_names=True)
    message = _from_bot(call, channel, content, ephemeral_to=None)
    answer: JsonObject = {
        "channel": channel.id,
        "ts": message.ts,
        "message": call.world.message_json(message),
    }
    if content.warnings:
        answer["warning"] = ",".join(content.warnings)
        answer["response_metadata"] = {"warnings": list(content.warnings)}
    return answer


def post_ephemeral(call: Call) -> JsonObject:
    """https://docs.slack.dev/reference/methods/chat.postEphemeral"""
    user = call.required("user")
    channel = _target(call, public_scope_counts=False)
    if user not in channel.members:
        raise Refused("user_not_in_channel")
    content = draft(call, parses_names=True, longest_text=limits.EPHEMERAL_TEXT)
    return {"message_ts": _from_bot(call, channel, content, ephemeral_to=user).ts}


def _own(call: Call, refusal: str) -> Message:
    channel = call.channel()
    message = call.world.message(channel.id, call.required("ts"))
    if message.user != call.world.app.bot_user_id:
        raise Refused(refusal)
    return message


def update(call: Call) -> JsonObject:
    """https://docs.slack.dev/reference/methods/chat.update"""
    world = call.world
    message = _own(call, "cant_update_message")
    if world.channels[message.channel].is_archived:
        raise Refused("is_inactive")
    content = draft(call, parses_names=True, longest_text=limits.UPDATE_TEXT)
    rewrite(message, content)
    if call.args.get("metadata") is not None:
        message.metadata = content.metadata
    message.edited_ts = world.ids.ts()
    world.dress(message)
    return {
        "channel": message.channel,
        "ts": message.ts,
        "text": message.text,
        "message": world.message_json(message),
    }


def rewrite(message: Message, content: Draft) -> None:
    """Replace what the message says; nobody is notified of it."""
    message.edits.append((message.text, message.blocks))
    message.text, message.blocks = content.text, content.blocks
    message.attachments = content.attachments
    message.unfurls, message.mentions = content.unfurls, content.parsed.mentions


def delete(call: Call) -> JsonObject:
    """https://docs.slack.dev/reference/methods/chat.delete"""
    message = _own(call, "cant_delete_message")
    call.world.remove(message)
    return {"channel": message.channel, "ts": message.ts}


def get_permalink(call: Call) -> JsonObject:
    """https://docs.slack.dev/reference/methods/chat.getPermalink"""
    channel = call.channel()
    message = call.world.message(channel.id, call.required("message_ts"))
    base = f"https://{TEAM_DOMAIN}.slack.com/archives/{channel.id}"
    link = f"{base}/p{message.ts.replace('.', '')}"
    if message.thread_ts is not None:
        link += f"?thread_ts={message.thread_ts}&cid={channel.id}"
    return {"channel": channel.id, "permalink": link}


_WRITE = "chat:write"
METHODS = (
    Method(
        name="chat.postMessage",
        answer=post_message,
        args=f"{_CONTENT} reply_broadcast",
        scope=_WRITE,
        per_minute=limits.SPECIAL_PER_MINUTE,
    ),
    Method(
        name="chat.postEphemeral",
        answer=post_ephemeral,
        args=f"{_CONTENT} user",
        scope=_WRITE,
        per_minute=limits.TIERS[4],
    ),
    Method(
        name="chat.update",
        answer=update,
        args="channel ts text blocks attachments metadata markdown_text parse link_names"
        " reply_broadcast",
        scope=_WRITE,
        per_minute=limits.TIERS[3],
    ),
    Method(
        name="chat.delete",
        answer=delete,
        args="channel ts",
        scope=_WRITE,
        per_minute=limits.TIERS[3],
    ),
    Method(
        name="chat.getPermalink",
        answer=get_permalink,
        args="channel message_ts",
        per_minute=limits.SPECIAL_PER_MINUTE,
    ),
)
