"""`response_url`: five uses, thirty minutes, and what a post there may replace.

https://docs.slack.dev/interactivity/handling-user-interaction
"""

from collections.abc import Callable
from dataclasses import dataclass

from aiohttp import web

from bot.demo.slack import limits
from bot.demo.slack.call import Call
from bot.demo.slack.drafts import draft
from bot.demo.slack.faults import WITHOUT_EFFECT, Fault, Faults
from bot.demo.slack.journal import Journal
from bot.demo.slack.methods_chat import rewrite
from bot.demo.slack.records import Channel, Message, User
from bot.demo.slack.refusals import JsonObject, Refused
from bot.demo.slack.web_api import played_after, played_before, read_arguments
from bot.demo.slack.words import parse_mrkdwn
from bot.demo.slack.world import World

METHOD = "response_url"
_ARGUMENTS = {
    "text",
    "blocks",
    "attachments",
    "response_type",
    "replace_original",
    "delete_original",
    "thread_ts",
    "unfurl_links",
    "unfurl_media",
    "metadata",
    "parse",
    "link_names",
    "mrkdwn",
}


@dataclass(slots=True)
class Hook:
    """What a `response_url` belongs to."""

    user: User
    channel: Channel
    # The message whose button was pressed; `None` for commands and shortcuts.
    source: Message | None
    expires_at: float
    uses: int = 0


class Hooks:
    """Every `response_url` that was given out."""

    def __init__(
        self, world: World, journal: Journal, *, faults: Faults, base: Callable[[], str]
    ) -> None:
        """Give out addresses below `base()`."""
        self._world = world
        self._journal = journal
        self._faults = faults
        self._base = base
        self._hooks: dict[str, Hook] = {}

    def new(self, user: User, channel: Channel, *, source: Message | None = None) -> str:
        """A `response_url` for something that the user just did."""
        key = f"{self._world.ids.number('hook')}"
        expires_at = self._world.clock.now() + limits.RESPONSE_URL_SECONDS
        self._hooks[key] = Hook(user, channel, source, expires_at)
        return f"{self._base()}/hooks/{key}/fake-secret"

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Take one post."""
        with self._journal.record(METHOD, at=self._world.clock.now()) as call:
            call.args, _ = await read_arguments(request)
            fault = self._faults.take(METHOD, call.args)
            response, call.error = await self._respond(request, call.args, fault)
            call.status = response.status
        return response

    def take_ack(
        self, user: User, channel: Channel, body: JsonObject, typed: str
    ) -> Message | None:
        """What the body of a slash command's acknowledgement puts into the channel."""
        self._check_arguments(body)
        if body.get("response_type") == "in_channel":
            said = Message(ts=self._world.ids.ts(), channel=channel.id, user=user.id, text=typed)
            self._world.add_message(said, parsed=parse_mrkdwn(typed, bare=False))
        if not body.keys() & {"text", "blocks", "attachments"}:
            return None
        hook = Hook(user, channel, None, expires_at=0.0)
        return self._posted(hook, Call(self._world, body), via="ack")

    async def _respond(
        self, request: web.Request, args: JsonObject, fault: Fault | None
    ) -> tuple[web.StreamResponse, str | None]:
        if fault is not None and fault.kind in WITHOUT_EFFECT:
            return played_before(request, fault), fault.error or fault.kind.name.lower()
        try:
            self._use(request.match_info["key"], args)
        except Refused as refusal:
            status = 404 if refusal.error in ("used_url", "expired_url", "no_active_hooks") else 400
            return web.json_response(refusal.as_json(), status=status), refusal.error
        if fault is not None:
            return await played_after(request, fault, {"ok": True}), fault.kind.name.lower()
        return web.Response(text="ok"), None

    def _use(self, key: str, args: JsonObject) -> None:
        hook = self._hooks.get(key)
        if hook is None:
            raise Refused("no_active_hooks")
        if self._world.clock.now() > hook.expires_at:
            raise Refused("expired_url")
        if hook.uses >= limits.RESPONSE_URL_USES:
            raise Refused("used_url")
        hook.uses += 1
        self._check_arguments(args)
        call = Call(self._world, args)
        if call.flag("delete_original"):
            self._delete(hook, args)
        elif call.flag("replace_original") and hook.source is not None:
            self._replace(hook.source, call)
        else:
            self._posted(hook, call, via=METHOD)

    def _delete(self, hook: Hook, args: JsonObject) -> None:
        # Bolt's respond() always sends a text, if only an empty one.
        if {key for key, value in args.items() if value} != {"delete_original"}:
            raise Refused("invalid_payload")
        # What a person typed as a slash command cannot be deleted: nothing happens then.
        if hook.source is not None and self._stands(hook.source):
            self._world.remove(hook.source)

    def _replace(self, source: Message, call: Call) -> None:
        if not self._stands(source):
            raise Refused("message_not_found")
        content = draft(call, parses_names=False)
        rewrite(source, content)
        if content.metadata is not None:
            source.metadata = content.metadata
        source.edited_ts = self._world.ids.ts()
        self._world.dress(source)

    def _posted(self, hook: Hook, call: Call, *, via: str) -> Message:
        is_public = call.text("response_type") == "in_channel"
        content = draft(call, parses_names=False)
        app = self._world.app
        message = Message(
            ts=self._world.ids.ts(),
            channel=hook.channel.id,
            user=app.bot_user_id,
            bot_id=app.bot_id,
            text=content.text,
            blocks=content.blocks,
            attachments=content.attachments,
            metadata=content.metadata,
            thread_ts=_thread_ts(call, is_public=is_public),
            ephemeral_to=None if is_public else hook.user.id,
            via=via,
            unfurls=content.unfurls,
        )
        return self._world.add_message(message, parsed=content.parsed)

    def _stands(self, message: Message) -> bool:
        return message in self._world.messages[message.channel]

    def _check_arguments(self, args: JsonObject) -> None:
        for name in sorted(args.keys() - _ARGUMENTS):
            self._journal.accuse(f"response_url has no argument {name!r}")
        if args.get("response_type") not in (None, "ephemeral", "in_channel"):
            raise Refused("invalid_response_type")


def _thread_ts(call: Call, *, is_public: bool) -> str | None:
    # Only this combination is documented to reach a thread.
    if is_public and call.flag("replace_original") is False:
        return call.text("thread_ts")
    return None
