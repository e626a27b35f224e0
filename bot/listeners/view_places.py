"""Views where replies go: a person's App Home, and a modal.

https://docs.slack.dev/reference/methods/views.publish
"""

from typing import Protocol

import structlog
from slack_sdk.web.async_client import AsyncWebClient

from bot.answers.spoken import notice_answer
from bot.listeners.asks import Reply
from bot.listeners.framing import MODAL_TITLE
from bot.listeners.payloads import text_at
from bot.listeners.places import posted
from bot.listeners.slack_calls import SlackRefused, called
from bot.render.slack import SlackMessage, modal
from bot.render.slack.views import ViewJson

_log = structlog.get_logger(__name__)


class ViewPlace(Protocol):
    """A view to answer in."""

    async def begin(self) -> None:
        """Before there is anything to say."""
        ...

    async def say(self, reply: Reply[ViewJson]) -> None:
        """Show the reply in the place of what was there."""
        ...

    async def tell(self, message: SlackMessage) -> None:
        """Tell the person that something is not as it should be."""
        ...


class Home:
    """The App Home of one person."""

    def __init__(self, client: AsyncWebClient, *, user: str, view_hash: str = "") -> None:
        """`view_hash`: of what stands there, where that is known."""
        self.user = user
        self._client = client
        self._hash = view_hash

    async def begin(self) -> None:
        """What stands there stays until there is something new."""

    async def say(self, reply: Reply[ViewJson]) -> None:
        """Publish. Where somebody else published meanwhile, ours is the newer reading."""
        try:
            await self._publish(reply.drawn, **({"hash": self._hash} if self._hash else {}))
        except SlackRefused as refused:
            if refused.code != "hash_conflict":
                raise
            await self._publish(reply.drawn)

    async def replace(self, view: ViewJson) -> None:
        """Publish this in the place of what was said last, unless something newer stands there."""
        try:
            await self._publish(view, hash=self._hash)
        except SlackRefused as refused:
            if refused.code != "hash_conflict":
                raise

    async def tell(self, message: SlackMessage) -> None:
        """In the conversation with the bot."""
        await posted(self._client, self.user, message)

    async def _publish(self, view: ViewJson, **known: str) -> None:
        said = await called(self._client.views_publish, user_id=self.user, view=view, **known)
        self._hash = text_at(said, "view", "hash")


class Modal:
    """A modal: the one where a button was pressed, else a new one."""

    def __init__(
        self, client: AsyncWebClient, *, user: str, trigger_id: str, view_id: str = ""
    ) -> None:
        """`view_id`: of the modal that is open; empty to open one, which a trigger allows once."""
        self._client = client
        self._user = user
        self._trigger_id = trigger_id
        self._view_id = view_id

    async def begin(self) -> None:
        """Open it at once: the trigger lives for three seconds."""
        if self._view_id:
            return
        view = modal(MODAL_TITLE, notice_answer("One moment …"))
        said = await called(self._client.views_open, trigger_id=self._trigger_id, view=view)
        self._view_id = text_at(said, "view", "id")

    async def say(self, reply: Reply[ViewJson]) -> None:
        """Show it, unless the person has closed the modal."""
        await self.is_shown(reply.drawn)

    async def is_shown(self, view: ViewJson) -> bool:
        """Show it; whether the modal was still open."""
        try:
            await called(self._client.views_update, view_id=self._view_id, view=view)
        except SlackRefused as refused:
            if refused.code not in ("not_found", "view_not_found"):
                raise
            _log.info("A modal was closed before its answer came")
            return False
        return True

    async def tell(self, message: SlackMessage) -> None:
        """In the conversation with the bot."""
        await posted(self._client, self._user, message)
