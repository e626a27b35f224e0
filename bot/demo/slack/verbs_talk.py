"""What people write: slash commands, mentions, messages; and opening the bot's home."""

import re

from bot.demo.slack import payloads
from bot.demo.slack.delivery import Parcel
from bot.demo.slack.outcomes import Outcome, Said
from bot.demo.slack.records import TEAM_ID, Channel, Message, User
from bot.demo.slack.refusals import JsonObject, Misuse, Refused
from bot.demo.slack.stage import Stage
from bot.demo.slack.views import view_json
from bot.demo.slack.words import parse_mrkdwn


class Talking(Stage):
    """People who write."""

    async def types(
        self, user: User, channel: Channel, line: str, *, thread: Message | None = None
    ) -> Outcome:
        """The person types a line that begins with a slash command, and sends it."""
        self._need_presence(user, channel)
        name, _, text = line.strip().partition(" ")
        command = self.world.app.commands.get(name)
        if thread is not None:
            return Outcome(error="command_not_in_threads")
        if command is None:
            return Outcome(error="command_unknown")
        if user.team_id != TEAM_ID:
            return Outcome(error="command_of_another_workspace")
        payload = payloads.slash_command(
            self.world,
            user,
            channel,
            command=name,
            text=self.escaped(text.strip()) if command.should_escape else text.strip(),
            response_url=self.hooks.new(user, channel),
        )
        outcome = await self._bring(
            Parcel(kind="slash_commands", payload=payload, takes_answer=True)
        )
        return self._with_answer(outcome, user, channel, typed=line.strip())

    def escaped(self, text: str) -> str:
        """What `should_escape` makes of typed names and addresses."""
        world = self.world
        people = {user.name: f"<@{user.id}|{user.name}>" for user in world.users.values()}
        rooms = {
            channel.name: f"<#{channel.id}|{'' if channel.is_private else channel.name}>"
            for channel in world.channels.values()
            if not channel.is_im
        }
        text = re.sub(r"https?://[^\s<>]+", r"<\g<0>>", text)
        text = re.sub(r"(?<![<\w])@([\w.-]+)", lambda m: people.get(m[1], m[0]), text)
        return re.sub(r"(?<![<\w/])#([\w-]+)", lambda m: rooms.get(m[1], m[0]), text)

    async def mentions(
        self, user: User, channel: Channel, text: str, *, thread: Message | None = None
    ) -> Said:
        """The person writes a message that begins with a mention of the bot."""
        return await self.says(
            user, channel, f"<@{self.world.app.bot_user_id}> {text}", thread=thread
        )

    async def says(
        self, user: User, channel: Channel, text: str, *, thread: Message | None = None
    ) -> Said:
        """The person writes a message; `slack.dm(user)` is the bot's direct conversation."""
        self._need_presence(user, channel)
        app = self.world.app
        if channel.is_im and (not app.has_messages_tab or app.messages_tab_read_only):
            raise Misuse("the bot's messages tab has no place to write")
        message = Message(
            ts=self.world.ids.ts(),
            channel=channel.id,
            user=user.id,
            text=text,
            thread_ts=None if thread is None else thread.thread_ts or thread.ts,
        )
        with self._collecting() as parcels:
            self.world.add_message(message, parsed=parse_mrkdwn(text, bare=True))
            if app.bot_user_id in message.mentions and not channel.is_im:
                event = self.world.message_event(message)
                del event["channel_type"]
                self._on_event("app_mention", event | {"type": "app_mention"}, channel)
        return Said(message=message, events=await self._bring_all(parcels))

    async def edits(self, message: Message, text: str) -> Said:
        """The author changes what the message says."""
        previous = self.world.message_json(message)
        message.edits.append((message.text, message.blocks))
        message.text, message.edited_ts = text, self.world.ids.ts()
        self.world.dress(message)
        channel = self.world.channels[message.channel]
        event = {
            "type": "message",
            "subtype": "message_changed",
            "hidden": True,
            "message": self.world.message_json(message),
            "previous_message": previous,
            "channel": channel.id,
            "channel_type": self.world.message_event(message)["channel_type"],
            "ts": message.edited_ts,
            "event_ts": message.edited_ts,
        }
        with self._collecting() as parcels:
            self._on_event(f"message.{channel.kind}", event, channel)
        return Said(message=message, events=await self._bring_all(parcels))

    async def opens_home(self, user: User, tab: str = "home") -> Outcome:
        """The person opens the bot's page, at the tab `home` or `messages`."""
        app = self.world.app
        if not (app.has_home_tab if tab == "home" else app.has_messages_tab):
            raise Misuse(f"the bot has no {tab} tab")
        event: JsonObject = {
            "type": "app_home_opened",
            "user": user.id,
            "channel": self.world.dm(user.id).id,
            "tab": tab,
            "event_ts": self.world.ids.ts(),
        }
        home = self.world.homes.get(user.id)
        if tab == "home" and home is not None:
            event["view"] = view_json(self.world, home)
        return await self.happens("app_home_opened", event)

    async def happens(
        self, name: str, event: JsonObject, *, channel: Channel | None = None
    ) -> Outcome:
        """An event takes place, by the name one subscribes to it."""
        with self._collecting() as parcels:
            self._on_event(name, event, channel)
        if not parcels:
            return Outcome(error="not_subscribed")
        return await self._bring(parcels[0])

    def _with_answer(
        self, outcome: Outcome, user: User, channel: Channel, *, typed: str
    ) -> Outcome:
        if not outcome.acked or not outcome.body:
            return outcome
        try:
            message = self.hooks.take_ack(user, channel, outcome.body, typed)
        except Refused as refusal:
            self.journal.accuse(f"the answer to {typed!r} is refused: {refusal.error}")
            return Outcome(error="invalid_command_response", payload=outcome.payload)
        return Outcome(
            body=outcome.body, seconds=outcome.seconds, payload=outcome.payload, message=message
        )
