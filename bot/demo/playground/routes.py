"""What the page asks of a stage over HTTP: to see, to hear of changes, to do."""

import asyncio
import json
import re
from typing import Final

import structlog
from aiohttp import web

from bot.demo.bundled import DEMO_TRACKERS
from bot.demo.playground import traffic
from bot.demo.playground.acts import act
from bot.demo.playground.answered import not_done
from bot.demo.playground.page_files import page_file, picture_kind
from bot.demo.playground.seen import seen
from bot.demo.playground.stage import Stage
from bot.demo.playground.watch import Watch
from bot.demo.slack import JsonObject
from bot.web.bodies import body_of

MOST_BYTES = 64 * 1024
"""Of what is posted: a form with a hundred fields fits in."""

MOST_STREAMS = 20
"""Tabs that are told of changes at once."""

LOOK_SECONDS = 0.05
"""How often it is looked whether there is something new, for all streams at once."""

HEARTBEAT_SECONDS = 15.0
"""A stream says something at least so often, so that nobody takes it for dead."""

_SLOWEST_SECONDS = 5.0
_HEARTBEAT: Final = b":\n\n"

_log = structlog.get_logger(__name__)


def error(status: int, says: str) -> web.Response:
    """An answer that only says what is wrong."""
    return web.json_response({"says": says}, status=status)


async def index(_request: web.Request) -> web.Response:
    """The page."""
    return _file("index.html")


async def static(request: web.Request) -> web.Response:
    """What the page consists of."""
    return _file(request.match_info["file"])


def _file(name: str) -> web.Response:
    found = page_file(name)
    if found is None:
        return error(404, "The page has no such file.")
    content, kind = found
    charset = "utf-8" if kind.startswith("text/") else None
    return web.Response(body=content, content_type=kind, charset=charset)


class Page:
    """One stage, and who looks at it."""

    def __init__(self, stage: Stage) -> None:
        """Nobody looks yet."""
        self._stage = stage
        self._watch = Watch(stage)
        self._version = 0
        self._look_at = 0.0
        self._sending: set[str] = set()
        self._streams = 0
        self._ended = asyncio.Event()

    async def end(self, _application: web.Application) -> None:
        """Let the streams end."""
        self._ended.set()

    async def state(self, request: web.Request) -> web.Response:
        """What one person sees."""
        asked = request.query
        try:
            told = seen(
                self._stage,
                asked.get("as", self._stage.cast.maintainer.id),
                asked.get("conversation"),
                asked.get("thread"),
            )
        except LookupError:
            return error(400, "Nobody of the demo whom one can act as has this id.")
        return web.json_response(told)

    async def do(self, request: web.Request) -> web.StreamResponse:
        """What somebody does; answered once the bot has acknowledged, or failed to."""
        if request.content_type != "application/json":
            return error(415, "Only JSON can be posted here, as application/json.")
        raw = await body_of(request, most_bytes=MOST_BYTES, slowest_seconds=_SLOWEST_SECONDS)
        if isinstance(raw, web.StreamResponse):
            refused = error(raw.status, _why(raw.status))
            refused.force_close()
            return refused
        body = _object(raw)
        if body is None:
            return error(400, "The request is no JSON object.")
        return web.json_response(await self._done(body))

    async def _done(self, body: JsonObject) -> JsonObject:
        try:
            return await act(self._stage, body, sending=self._sending)
        except Exception as problem:  # noqa: BLE001 -- an edge: others play on
            _log.error("An act failed by a mistake of ours", act=body.get("do"), exc_info=problem)
            says = "This failed by a mistake of the demo's; the terminal where it runs says more."
            return not_done(says)

    async def tracking_issue(self, _request: web.Request) -> web.Response:
        """The text of the first tracker's issue as it stands, and who saved it, newest first."""
        tracker = next(iter(DEMO_TRACKERS.values()))
        issue = self._stage.github.item(str(tracker.repository), tracker.number)
        edits = [
            {"by": one["editor"]["login"], "at": one["editedAt"]}
            for one in issue["userContentEdits"][:-1]  # the last one is the first text
        ]
        told = {"tracker": str(tracker), "body": issue["body"], "edits": edits}
        return web.json_response(told)

    async def picture(self, request: web.Request) -> web.Response:
        """A picture that the bot brought to Slack."""
        found = self._stage.slack.world.files.get(request.match_info["file"])
        content = found.content if found is not None and found.is_complete else None
        kind = None if content is None else picture_kind(content)
        if kind is None:
            return error(404, "There is no such picture.")
        return web.Response(body=content, content_type=kind)

    async def entries(self, request: web.Request) -> web.Response:
        """What went over the wire after the entry with this number."""
        after = _number(request.query.get("after", "0"))
        if after is None:
            return error(400, "“after” is the number of an entry.")
        return web.json_response({"entries": traffic.entries(self._stage, after)})

    async def payload(self, request: web.Request) -> web.Response:
        """What was sent in one of them."""
        n = _number(request.match_info["n"])
        found = None if n is None else traffic.payload(self._stage, n)
        if found is None:
            return error(404, "There is no such entry, or it is forgotten: only the newest stay.")
        return web.json_response(found)

    async def changes(self, request: web.Request) -> web.StreamResponse:
        """Tell that something is new, until the client leaves or everything ends."""
        if self._streams >= MOST_STREAMS:
            return error(503, "Too many pages of this demo are open: close one.")
        self._streams += 1
        try:
            return await self._told(request)
        finally:
            self._streams -= 1

    async def _told(self, request: web.Request) -> web.StreamResponse:
        stream = web.StreamResponse()
        stream.content_type = "text/event-stream"
        stream.charset = "utf-8"
        loop = asyncio.get_running_loop()
        version, said_at = 0, loop.time()
        try:
            await stream.prepare(request)
            while not self._ended.is_set() and _is_there(request):
                moment = loop.time()
                now = self._looked(moment)
                if now != version:
                    await stream.write(f'data: {{"version": {now}}}\n\n'.encode())
                    version, said_at = now, moment
                elif moment - said_at >= HEARTBEAT_SECONDS:
                    await stream.write(_HEARTBEAT)
                    said_at = moment
                await asyncio.sleep(LOOK_SECONDS)
        except ConnectionError:
            pass  # who listened has left
        return stream

    def _looked(self, moment: float) -> int:
        """The version, looked for at times for all streams together."""
        if moment >= self._look_at:
            self._version, self._look_at = self._watch.version(), moment + LOOK_SECONDS
        return self._version


def _number(text: str) -> int | None:
    return int(text) if re.fullmatch("[0-9]{1,18}", text, re.ASCII) else None


def _is_there(request: web.Request) -> bool:
    return request.transport is not None and not request.transport.is_closing()


def _why(status: int) -> str:
    if status == web.HTTPRequestEntityTooLarge.status_code:
        return f"The request is longer than {MOST_BYTES // 1024} kB."
    if status == web.HTTPRequestTimeout.status_code:
        return "The request took too long to come."
    return "The request could not be read."


def _object(raw: bytes) -> JsonObject | None:
    try:
        found = json.loads(raw.decode("utf-8"))
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
