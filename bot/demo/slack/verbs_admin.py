"""What changes in a workspace around the app: people come and go, channels are archived."""

from typing import Any

from bot.demo.slack.outcomes import Outcome
from bot.demo.slack.records import Channel, User
from bot.demo.slack.refusals import JsonObject
from bot.demo.slack.verbs_press import Pressing


class Administering(Pressing):
    """A workspace that can be furnished and changed."""

    def add_user(self, name: str, **fields: Any) -> User:
        """A person with this handle; `fields` are those of `User`."""
        fields.setdefault("real_name", name.replace(".", " ").title())
        fields.setdefault("id", self.world.ids.new("U"))
        user = User(name=name, **fields)
        self.world.users[user.id] = user
        return user

    def add_channel(
        self, name: str, *, members: list[User] | None = None, bot: bool = True, **fields: Any
    ) -> Channel:
        """A channel with these members, the bot among them unless told otherwise."""
        ids = {user.id for user in members or []}
        if bot:
            ids.add(self.world.app.bot_user_id)
        channel = Channel(id=self.world.ids.new("C"), name=name, members=ids, **fields)
        self.world.channels[channel.id] = channel
        return channel

    async def changes(self, user: User, **fields: Any) -> Outcome:
        """Something about the person changes, such as `tz`, `deleted` or the status."""
        for name, value in fields.items():
            if not hasattr(user, name):
                raise TypeError(f"a user has no {name}")
            setattr(user, name, value)
        body = {"id": user.id, "team_id": user.team_id, "deleted": user.deleted, "tz": user.tz}
        event = {"type": "user_change", "user": body, "event_ts": self.world.ids.ts()}
        return await self.happens("user_change", event)

    async def joins(self, user: User, channel: Channel) -> Outcome:
        """The person (or the bot: `slack.bot`) becomes a member of the channel."""
        channel.members.add(user.id)
        return await self._membership("member_joined_channel", user, channel)

    async def leaves(self, user: User, channel: Channel) -> Outcome:
        """The person (or the bot, when it is removed) is no longer a member."""
        outcome = await self._membership("member_left_channel", user, channel)
        channel.members.discard(user.id)
        return outcome

    async def archives(self, channel: Channel) -> Outcome:
        """Somebody archives the channel."""
        channel.is_archived = True
        name = "group_archive" if channel.is_private else "channel_archive"
        return await self._about(name, channel, {"channel": channel.id})

    async def renames(self, channel: Channel, name: str) -> Outcome:
        """Somebody gives the channel another name."""
        channel.name = name
        kind = "group_rename" if channel.is_private else "channel_rename"
        return await self._about(kind, channel, {"channel": {"id": channel.id, "name": name}})

    async def changes_id(self, channel: Channel) -> Outcome:
        """The channel's id changes, as it may when a channel becomes shared."""
        old, new = channel.id, self.world.ids.new("C")
        world = self.world
        world.channels[new] = world.channels.pop(old)
        world.messages[new] = world.messages.pop(old, [])
        channel.id = new
        for message in world.messages[new]:
            message.channel = new
        facts = {"old_channel_id": old, "new_channel_id": new}
        return await self._about("channel_id_changed", channel, facts)

    async def revokes_token(self, error: str = "token_revoked") -> Outcome:
        """The bot's token stops working; every call is refused with this error."""
        self.world.app.token_error = error
        event = {"type": "tokens_revoked", "tokens": {"bot": [self.world.app.bot_user_id]}}
        return await self.happens("tokens_revoked", event)

    async def uninstalls(self) -> Outcome:
        """The app is removed from the workspace."""
        self.world.app.token_error = "account_inactive"
        return await self.happens("app_uninstalled", {"type": "app_uninstalled"})

    async def _membership(self, name: str, user: User, channel: Channel) -> Outcome:
        kind = "G" if channel.is_private else "C"
        facts = {"user": user.id, "channel": channel.id, "channel_type": kind}
        return await self._about(name, channel, facts)

    async def _about(self, name: str, channel: Channel, facts: JsonObject) -> Outcome:
        event = {"type": name, "event_ts": self.world.ids.ts(), **facts}
        return await self.happens(name, event, channel=channel)
