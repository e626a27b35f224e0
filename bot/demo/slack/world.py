"""The workspace: who and what is in it, and the rules that keep it whole.

What may be done to it over the wire stands in the `methods_*` modules, what people do in `verbs_*`.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable

from bot.demo.slack import limits, words
from bot.demo.slack.app import App
from bot.demo.slack.clock import Clock, Ids
from bot.demo.slack.records import TEAM_ID, Channel, File, Message, Trigger, User, View
from bot.demo.slack.refusals import JsonObject, Misuse, Refused


class World:
    """All state of the workspace, and the rules that keep it whole."""

    def __init__(self, app: App, clock: Clock) -> None:
        """Install the app into an empty workspace."""
        self.app = app
        self.clock = clock
        self.ids = Ids(clock)
        self.users: dict[str, User] = {}
        self.channels: dict[str, Channel] = {}
        # By channel, in the order of posting.
        self.messages: dict[str, list[Message]] = defaultdict(list)
        self.deleted: list[Message] = []
        self.homes: dict[str, View] = {}
        # Open modals of each user, the visible one last.
        self.stacks: dict[str, list[View]] = {}
        self.triggers: dict[str, Trigger] = {}
        self.files: dict[str, File] = {}
        # How many messages are refused before Slack knows a new file.
        self.unready_pictures = 0
        # Where the workspace is reached.
        self.base: Callable[[], str] = str
        # How many readings of a history a new message is missing from.
        self.shown_after_readings = 0
        # Told of each message and membership; the courier turns it into events.
        self.on_event: Callable[[str, JsonObject, Channel | None], None] = lambda *_: None
        self.users[app.bot_user_id] = User(
            id=app.bot_user_id, name=app.name.lower(), real_name=app.name, is_bot=True
        )

    # People and channels

    def user(self, user_id: str) -> User:
        """The user, or `user_not_found`."""
        if user_id not in self.users:
            raise Refused("user_not_found")
        return self.users[user_id]

    def channel(self, channel_id: str) -> Channel:
        """The channel, or `channel_not_found`."""
        if channel_id not in self.channels:
            raise Refused("channel_not_found")
        return self.channels[channel_id]

    def dm(self, user_id: str) -> Channel:
        """The direct conversation of the bot with this user, made when it is new."""
        for channel in self.channels.values():
            if channel.is_im and user_id in channel.members:
                return channel
        members = {user_id, self.app.bot_user_id}
        channel = Channel(id=self.ids.new("D"), name="directmessage", is_im=True, members=members)
        self.channels[channel.id] = channel
        return channel

    def is_stranger(self, user: User) -> bool:
        """Whether the person is of another organisation and shares no channel with us."""
        shares = any(user.id in c.members and not c.is_im for c in self.channels.values())
        return user.team_id != TEAM_ID and not shares

    def names(self) -> dict[str, str]:
        """Names by id, as texts show them."""
        people = {user.id: user.real_name for user in self.users.values()}
        return people | {channel.id: channel.name for channel in self.channels.values()}

    # Messages

    def add_message(self, message: Message, *, parsed: words.Parsed) -> Message:
        """Put the message into its channel, number its blocks and work out whom it pings."""
        message.posted_at = self.clock.now()
        message.unseen_by = self.shown_after_readings
        self.dress(message)
        message.mentions = parsed.mentions
        message.notified = self._notified(message)
        self.messages[message.channel].append(message)
        if message.ephemeral_to is None:
            channel = self.channels[message.channel]
            self.on_event(f"message.{channel.kind}", self.message_event(message), channel)
        return message

    def dress(self, message: Message) -> None:
        """Give blocks their missing ids, and work out what the message reads like."""
        self.number_blocks(message.blocks)
        names = self.names()
        blocks, text = message.blocks, message.text
        message.shown = words.seen_blocks(blocks, names) if blocks else words.seen(text, names)

    def number_blocks(self, blocks: Iterable[JsonObject]) -> None:
        """Give every block without an id the next one."""
        for block in blocks:
            block.setdefault("block_id", f"b{self.ids.number('block')}")

    def message(self, channel_id: str, ts: str) -> Message:
        """The message everybody sees at this place, or `message_not_found`."""
        for message in reversed(self.messages[channel_id]):
            if message.ts == ts and message.ephemeral_to is None:
                return message
        raise Refused("message_not_found")

    def thread(self, channel_id: str, ts: str) -> list[Message]:
        """The parent and its replies, oldest first; empty when there is no such parent."""
        return [
            m
            for m in self.messages[channel_id]
            if m.ephemeral_to is None and ts in (m.ts, m.thread_ts)
        ]

    def remove(self, message: Message) -> None:
        """Take the message out of its channel."""
        self.messages[message.channel].remove(message)
        self.deleted.append(message)

    def message_event(self, message: Message) -> JsonObject:
        """The event that tells of a message."""
        channel = self.channels[message.channel]
        return {
            **self.message_json(message),
            "channel": channel.id,
            "channel_type": {"channels": "channel", "groups": "group"}.get(channel.kind, "im"),
            "event_ts": message.ts,
        }

    def message_json(self, message: Message) -> JsonObject:
        """The message as the Web API and payloads have it."""
        body: JsonObject = {
            "type": "message",
            "user": message.user,
            "text": message.text,
            "ts": message.ts,
            "team": self.users[message.user].team_id,
        }
        if message.bot_id is not None:
            body |= {"bot_id": message.bot_id, "app_id": self.app.id}
        if message.blocks:
            body["blocks"] = message.blocks
        if message.attachments:
            body["attachments"] = message.attachments
        if message.edited_ts is not None:
            body["edited"] = {"user": message.user, "ts": message.edited_ts}
        replies = [m for m in self.thread(message.channel, message.ts) if m is not message]
        if replies:
            body |= {"thread_ts": message.ts, "reply_count": len(replies)}
        if message.thread_ts is not None:
            body["thread_ts"] = message.thread_ts
        return body

    def _notified(self, message: Message) -> set[str]:
        channel = self.channels[message.channel]
        people = {i for i in channel.members if not self.users[i].is_bot} - {message.user}
        if message.ephemeral_to is not None:
            return {message.ephemeral_to}
        if channel.is_im:
            return people
        broadcast = any(m in ("here", "channel", "everyone", "group") for m in message.mentions)
        groups = any(m.startswith("S") for m in message.mentions)
        return people if broadcast or groups else people & set(message.mentions)

    # Triggers

    def new_trigger(self, user_id: str, *, view_id: str | None = None) -> str:
        """A `trigger_id` for something that the user just did."""
        number = self.ids.number("trigger")
        trigger_id = f"{number}.{int(TEAM_ID[1:])}.{number:032x}"
        expires_at = self.clock.now() + limits.TRIGGER_SECONDS
        self.triggers[trigger_id] = Trigger(user_id, expires_at, view_id)
        return trigger_id

    def exchange(self, trigger_id: object) -> Trigger:
        """Use the `trigger_id` up, or refuse it as Slack does."""
        trigger = self.triggers.get(trigger_id) if isinstance(trigger_id, str) else None
        if trigger is None:
            raise Refused("invalid_trigger_id")
        if trigger.is_used:
            raise Refused("exchanged_trigger_id")
        if self.clock.now() > trigger.expires_at:
            raise Refused("expired_trigger_id")
        trigger.is_used = True
        return trigger


def require(condition: bool, sentence: str) -> None:
    """Tell whoever asks that nobody could do it."""
    if not condition:
        raise Misuse(sentence)
