"""The fake workspace as one object: its servers, its addresses, and how to wait for it."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from aiohttp import web

from bot.demo.slack import limits
from bot.demo.slack.app import EXAMPLE_MANIFEST, Transport, app_from_manifest
from bot.demo.slack.call import Method
from bot.demo.slack.clock import Clock
from bot.demo.slack.delivery import PostOffice, Timing
from bot.demo.slack.door_http import FORM, HttpDoor, signed_headers
from bot.demo.slack.door_socket import SocketDoor, connections_open
from bot.demo.slack.faults import Faults
from bot.demo.slack.hooks import Hooks
from bot.demo.slack.journal import Journal, Request, Sent
from bot.demo.slack.listening import Listener
from bot.demo.slack.methods_files import take_upload
from bot.demo.slack.outcomes import Outcome, Receipt
from bot.demo.slack.records import Channel, Message, User, View
from bot.demo.slack.refusals import JsonObject
from bot.demo.slack.verbs_break import Breaking
from bot.demo.slack.web_api import WebApi
from bot.demo.slack.world import World


class FakeSlack(Breaking):
    """One workspace with one app. Verbs are what people do; the rest is for whoever plays it."""

    def __init__(
        self,
        manifest: Mapping[str, Any],
        *,
        transport: Transport,
        clock: Clock,
        timing: Timing,
    ) -> None:
        """Install the app of this manifest; `start` opens the doors."""
        journal, faults = Journal(), Faults()
        app = app_from_manifest(manifest, transport=transport, bot_user_id="U000000000")
        world = World(app, clock)
        self.transport = transport
        self.clock = clock
        self.app = app
        listener = Listener()
        self._http = HttpDoor(app.signing_secret, timing)
        socket = SocketDoor(timing=timing, clock=clock, ids=world.ids, journal=journal)
        courier = socket if transport == "socket" else self._http
        office = PostOffice(courier, timing=timing, clock=clock, journal=journal)
        hooks = Hooks(world, journal, faults=faults, base=lambda: listener.base)
        world.base = lambda: listener.base
        super().__init__(
            world, journal, office, hooks, faults=faults, socket=socket, listener=listener
        )
        self.api = WebApi(world, journal, faults=faults, extra=(self._connections_open(transport),))

    def _connections_open(self, transport: Transport) -> Method:
        return connections_open(
            self._socket, base=lambda: self.listener.base if transport == "socket" else None
        )

    # Addresses and secrets

    @property
    def api_url(self) -> str:
        """What the app takes for https://slack.com/api/."""
        return f"{self.listener.base}/api/"

    @property
    def bot_token(self) -> str:
        """The `xoxb-` token."""
        return self.app.bot_token

    @property
    def app_token(self) -> str:
        """The `xapp-` token."""
        return self.app.app_token

    @property
    def signing_secret(self) -> str:
        """What requests to the app are signed with."""
        return self.app.signing_secret

    @property
    def bot(self) -> User:
        """The bot as a user."""
        return self.world.users[self.app.bot_user_id]

    # What there is to see

    def dm(self, user: User) -> Channel:
        """The direct conversation of the bot with this person."""
        return self.world.dm(user.id)

    def messages(
        self, channel: Channel, *, viewer: User | None = None, thread: Message | None = None
    ) -> list[Message]:
        """What stands in the channel, or in one thread of it, as the viewer sees it.

        Without a viewer: what everybody sees. Ephemeral ones are only their addressee's.
        """
        seen = (None,) if viewer is None else (None, viewer.id)
        return [
            m
            for m in self.world.messages[channel.id]
            if m.ephemeral_to in seen and (thread is None or thread.ts in (m.ts, m.thread_ts))
        ]

    def home(self, user: User) -> View | None:
        """The person's home tab, once it was published."""
        return self.world.homes.get(user.id)

    def modals(self, user: User) -> tuple[View, ...]:
        """The person's open modals, the visible one last."""
        return tuple(self.world.stacks.get(user.id, ()))

    def calls(self, method: str) -> list[Request]:
        """The app's calls of a method, or its posts to `response_url`."""
        return self.journal.calls(method)

    @property
    def requests(self) -> list[Request]:
        """Every call of the app's."""
        return self.journal.requests

    @property
    def sent(self) -> list[Sent]:
        """Every delivery to the app, repeats among them."""
        return self.journal.sent

    @property
    def violations(self) -> list[str]:
        """What the app did that no Slack would put up with, as sentences; `check` raises them."""
        return self.journal.violations

    def forgive(self) -> list[str]:
        """Give back the violations and faults left over so far, and let go of them."""
        forgiven = [*self.journal.violations, *self._faults.unused()]
        self.journal.violations.clear()
        self._faults.clear()
        return forgiven

    # HTTP mode

    def connect_http(self, app_url: str) -> None:
        """Tell Slack the app's request URL."""
        self._http.connect(app_url)

    async def probes_ssl(self) -> Receipt:
        """The unsigned probe of a certificate: `ssl_check=1`."""
        body = f"ssl_check=1&token={self.app.verification_token}".encode()
        return await self._http.send(body, {"Content-Type": FORM})

    async def verifies_url(self, challenge: str = "fake-challenge") -> Outcome:
        """The signed question that a new request URL has to answer with the challenge."""
        payload: JsonObject = {
            "type": "url_verification",
            "token": self.app.verification_token,
            "challenge": challenge,
        }
        receipt = await self.sends_raw(payload)
        answers = receipt.body.get("challenge", receipt.body.get("text"))
        error = receipt.error or (None if answers == challenge else "challenge_failed")
        return Outcome(error=error, body=receipt.body, seconds=receipt.seconds, payload=payload)

    async def sends_raw(
        self, body: JsonObject | bytes, *, headers: Mapping[str, str] | None = None
    ) -> Receipt:
        """Post a signed body as it is; `headers` replace those of the signature by name."""
        content_type = FORM if isinstance(body, bytes) else "application/json"
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        signed = signed_headers(raw, secret=self.signing_secret, content_type=content_type)
        return await self._http.send(raw, {**signed, **(headers or {})})

    # Waiting

    async def until(self, predicate: Callable[[], object], timeout: float = 5.0) -> None:  # noqa: ASYNC109  # the house's word
        """Wait until the predicate holds; a `TimeoutError` names the last calls."""
        deadline = asyncio.get_running_loop().time() + timeout
        while not predicate():
            if asyncio.get_running_loop().time() > deadline:
                last = [f"{r.method}: {r.error or r.status}" for r in self.requests[-8:]]
                raise TimeoutError(f"not within {timeout} s; last calls: {last}")
            await asyncio.sleep(0.005)

    async def settled(self, timeout: float = 5.0, *, quiet_seconds: float = 0.05) -> None:  # noqa: ASYNC109
        """Wait until nothing was under way for a while; repeats that are due later do not count."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + timeout
        steps, since = self.journal.steps, loop.time()
        while loop.time() - since < quiet_seconds:
            if loop.time() > deadline:
                raise TimeoutError(f"still busy after {timeout} s")
            await asyncio.sleep(0.005)
            if steps != self.journal.steps or not self.journal.is_idle:
                steps, since = self.journal.steps, loop.time()

    # Opening and closing

    async def start(self) -> None:
        """Listen on a free port of loopback."""
        application = web.Application()
        application.router.add_route("*", "/api/{method}", self.api.handle)
        application.router.add_post("/hooks/{key}/{secret}", self.hooks.handle)
        application.router.add_post("/upload/{file}/{secret}", partial(take_upload, self.world))
        application.router.add_get("/link", self._socket.serve)
        await self.listener.open(application)

    async def close(self) -> None:
        """Close every door."""
        await self.office.close()
        await self._socket.close()
        await self._http.close()
        await self.listener.close()

    def check(self) -> None:
        """Fail for what the app did wrong, and for faults that were never met."""
        wrong = self.forgive()
        if wrong:
            raise AssertionError("; ".join(wrong))


@asynccontextmanager
async def fake_slack(
    *,
    manifest: Mapping[str, Any] = EXAMPLE_MANIFEST,
    transport: Transport = "socket",
    clock: Clock | None = None,
    timing: Timing | None = None,
    enforces_rates: bool = False,
    post_burst: int = limits.POST_BURST,
) -> AsyncIterator[FakeSlack]:
    """A workspace on loopback, for as long as the block lasts.

    Raises `AssertionError` at the end for whatever the app did that Slack does not know.
    """
    slack = FakeSlack(
        manifest, transport=transport, clock=clock or Clock(), timing=timing or Timing()
    )
    slack.api.enforces_rates = enforces_rates
    slack.api.rates.post_burst = post_burst
    await slack.start()
    try:
        yield slack
    finally:
        await slack.close()
    slack.check()
