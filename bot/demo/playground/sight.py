"""Who has what before them: Slack's rule, for whom one acts as."""

from bot.demo.playground.stage import Stage
from bot.demo.slack import Channel, Message, User, View


def actor(stage: Stage, person: str) -> User | None:
    """The one with this id; `None`: it is nobody whom one can act as."""
    return next((user for user, _ in stage.cast.actors if user.id == person), None)


def conversations(stage: Stage, user: User) -> list[Channel]:
    """The channels that the person is in, then their direct conversation with the bot."""
    there = [c for c in stage.slack.world.channels.values() if user.id in c.members]
    return sorted(there, key=lambda channel: channel.is_im)


def conversation(stage: Stage, user: User, channel_id: str) -> Channel | None:
    """The conversation with this id; `None`: there is none, or it is not for this person."""
    return next((c for c in conversations(stage, user) if c.id == channel_id), None)


def message(stage: Stage, user: User, channel: Channel, ts: str) -> Message | None:
    """The message at this place of a conversation that the person is in; `None`: they see none."""
    there = stage.slack.messages(channel, viewer=user)
    return next((one for one in there if one.ts == ts), None)


def thread(stage: Stage, user: User, channel: Channel, ts: str) -> list[Message]:
    """The root, then its replies, by the timestamp of any of them; empty: there is no such thread.

    What is for this person alone begins none.
    """
    asked = message(stage, user, channel, ts)
    root = message(stage, user, channel, asked.thread_ts or ts) if asked is not None else None
    if root is None or root.ephemeral_to is not None:
        return []
    return stage.slack.messages(channel, viewer=user, thread=root)


def is_answer(message: Message) -> bool:
    """It has buttons; that GitHub is being read, which a slow machine is told first, has none."""
    return any(block["type"] == "actions" for block in message.blocks)


def view(stage: Stage, user: User, view_id: str) -> View | None:
    """The person's home or their topmost modal; `None`: that view is not before them any more."""
    before = (stage.slack.home(user), *stage.slack.modals(user)[-1:])
    return next((one for one in before if one is not None and one.id == view_id), None)
