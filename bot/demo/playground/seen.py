"""What one person sees at this moment, as the JSON that the page draws. Changes nothing."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from bot.answers.days import day_words
from bot.commands.registry import COMMANDS
from bot.demo.bundled import DEMO_NOW, DEMO_TRACKERS
from bot.demo.playground import sight
from bot.demo.playground.clock_moves import MOVES
from bot.demo.playground.stage import Stage
from bot.demo.playground.world_changes import CHANGES
from bot.demo.slack import Channel, JsonObject, Message, User, View
from bot.demo.slack.app import Shortcut


def seen(
    stage: Stage, person: str, conversation: str | None = None, thread: str | None = None
) -> JsonObject:
    """Everything before the person with this id; raises `LookupError` when one cannot be them.

    `conversation`: which one is open. What they are not in, or what there is not, counts as the
    room. `thread`: the timestamp of a message of the open thread.
    """
    me = sight.actor(stage, person)
    if me is None:
        raise LookupError(person)
    opened = sight.conversation(stage, me, conversation or "") or stage.cast.room
    modals = stage.slack.modals(me)
    home = stage.slack.home(me)
    return {
        "about": _about(),
        "clock": {"now": _iso(stage.now), "moves": [_button(move) for move in MOVES.values()]},
        "changes": [{**_button(one), "open": one.is_open(stage)} for one in CHANGES.values()],
        "actors": [
            {"id": user.id, "name": user.real_name, "role": role}
            for user, role in stage.cast.actors
        ],
        "me": {"id": me.id, "tz": me.tz},
        "people": {user.id: _person(user) for user in stage.slack.world.users.values()},
        "bot": _bot(stage),
        "conversations": [_conversation(stage, me, c) for c in sight.conversations(stage, me)],
        "conversation": {"id": opened.id, "messages": _messages(stage, me, opened)},
        "thread": _thread(stage, me, opened, thread),
        "home": None if home is None else _view(home),
        "modal": _view(modals[-1]) if modals else None,
        "modals_below": max(0, len(modals) - 1),
        "violations": list(_violations(stage)),
    }


def _about() -> JsonObject:
    tracker = next(iter(DEMO_TRACKERS.values()))
    return {
        "tracker": str(tracker),
        "says": (
            f"This is nemorl-status itself, on a reading of {tracker} from"
            f" {day_words(DEMO_NOW, UTC)} that came with the program. Slack and GitHub are played"
            " by the program too: nothing leaves this machine."
        ),
    }


def _button(one: Any) -> JsonObject:
    return {"id": one.id, "label": one.label, "help": one.help}


def _person(user: User) -> JsonObject:
    return {"name": user.name, "real_name": user.real_name, "is_bot": user.is_bot}


# The bot


def _bot(stage: Stage) -> JsonObject:
    bot, app = stage.slack.bot, stage.slack.app
    command = next(iter(app.commands.values()))
    return {
        "id": bot.id,
        "name": bot.real_name,
        "command": command.command,
        "hint": command.usage_hint,
        "questions": [{"usage": one.usage, "help": one.help} for one in COMMANDS],
        "shortcuts": [_shortcut(one) for one in app.shortcuts.values()],
    }


def _shortcut(one: Shortcut) -> JsonObject:
    return {
        "callback": one.callback_id,
        "name": one.name,
        "help": one.description,
        "kind": one.kind,
    }


def _violations(stage: Stage) -> Iterator[str]:
    """What the bot did that must not be, and what these two have no answer for: each once."""
    github = stage.github
    yield from stage.slack.violations
    yield from dict.fromkeys(
        f"GitHub would refuse a query of the bot's: {one['message']}" for one in github.invalid
    )
    yield from dict.fromkeys(
        f"The demo's GitHub could not answer a request of the bot's: {problem!r}"
        for problem in github.crashes
    )


# Conversations


def _conversation(stage: Stage, me: User, channel: Channel) -> JsonObject:
    return {
        "id": channel.id,
        "name": stage.slack.bot.real_name if channel.is_im else channel.name,
        "kind": "im" if channel.is_im else "channel",
        "private": channel.is_private,
        "archived": channel.is_archived,
        "messages": len(stage.slack.messages(channel, viewer=me)),
        "has_bot": stage.slack.bot.id in channel.members,
    }


def _messages(stage: Stage, me: User, channel: Channel) -> list[JsonObject]:
    there = stage.slack.messages(channel, viewer=me)
    replies: dict[str, list[Message]] = {}
    for one in there:
        if one.thread_ts is not None:
            replies.setdefault(one.thread_ts, []).append(one)
    return [
        _message(stage, one, replies.get(one.ts, ()))
        for one in there
        if one.thread_ts in (None, one.ts) or one.is_broadcast
    ]


def _thread(stage: Stage, me: User, channel: Channel, ts: str | None) -> JsonObject | None:
    there = sight.thread(stage, me, channel, ts) if ts is not None else []
    if not there:
        return None
    root, *replies = there
    told = [_message(stage, root, replies), *(_message(stage, one, ()) for one in replies)]
    return {"ts": root.ts, "messages": told}


def _message(stage: Stage, one: Message, replies: Sequence[Message]) -> JsonObject:
    author = stage.slack.world.users[one.user]
    own = [reply for reply in replies if reply is not one]
    return {
        "ts": one.ts,
        "user": one.user,
        "name": author.real_name,
        "is_bot": author.is_bot,
        "text": one.text,
        "blocks": one.blocks,
        "ephemeral": one.ephemeral_to is not None,
        "edited": one.edited_ts is not None,
        "at": _moment(one.posted_at),
        "replies": len(own),
        "latest_reply": _latest(own),
        "thread_ts": one.thread_ts,
    }


def _latest(replies: Iterable[Message]) -> str | None:
    latest = max((one.posted_at for one in replies), default=None)
    return None if latest is None else _moment(latest)


# Views


def _view(view: View) -> JsonObject:
    return {
        "id": view.id,
        "hash": view.hash,
        "title": _words(view, "title"),
        "submit": _words(view, "submit"),
        "close": _words(view, "close"),
        "blocks": view.blocks,
        "state": view.state,
    }


def _words(view: View, key: str) -> str | None:
    said = view.content.get(key)
    return None if said is None else str(said["text"])


# Moments


def _moment(seconds: float) -> str:
    return _iso(datetime.fromtimestamp(seconds, UTC))


def _iso(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")
