"""Socket Mode: the websockets that an app holds, and the envelopes that travel on them.

https://docs.slack.dev/apis/events-api/using-socket-mode
"""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field

from aiohttp import WSMsgType, web

from bot.demo.slack import limits
from bot.demo.slack.call import Call, Method
from bot.demo.slack.clock import Clock, Ids
from bot.demo.slack.delivery import Parcel, Timing
from bot.demo.slack.journal import Journal
from bot.demo.slack.outcomes import Receipt
from bot.demo.slack.refusals import JsonObject, Refused


@dataclass(slots=True, eq=False)
class Connection:
    """One websocket of the app's."""

    socket: web.WebSocketResponse
    request: web.Request
    # It neither says nor hears anything any more, not even pings.
    is_silent: bool = False
    # Envelopes that wait for an acknowledgement from it.
    waiting: dict[str, asyncio.Future[JsonObject | None]] = field(default_factory=dict)
    ended: asyncio.Event = field(default_factory=asyncio.Event)


class SocketDoor:
    """Sends each parcel to one of the app's websockets, in turn."""

    def __init__(self, *, timing: Timing, clock: Clock, ids: Ids, journal: Journal) -> None:
        """Begin without connections."""
        self._timing = timing
        self._clock = clock
        self._ids = ids
        self._journal = journal
        self._tickets: dict[str, float] = {}
        self._turn = 0
        self._given_up: set[str] = set()
        self.connections: list[Connection] = []
        # Set while there is at least one connection.
        self._connected = asyncio.Event()

    def new_ticket(self) -> str:
        """A single-use ticket for a websocket's address."""
        ticket = f"ticket-{self._ids.number('ticket')}"
        self._tickets[ticket] = self._clock.now() + limits.SOCKET_TICKET_SECONDS
        return ticket

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Hold one websocket until it ends."""
        expires_at = self._tickets.pop(request.query.get("ticket", ""), 0.0)
        if expires_at < self._clock.now():
            raise web.HTTPForbidden(text="no such ticket")
        # Pings are answered by hand, so that they can be left unanswered.
        socket = web.WebSocketResponse(autoping=False)
        await socket.prepare(request)
        if len(self.connections) >= limits.SOCKETS:
            await self._say_goodbye(socket, "too_many_websockets")
            await socket.close()
            return socket
        connection = Connection(socket, request)
        self.connections.append(connection)
        self._connected.set()
        try:
            await socket.send_json(self._hello())
            await self._listen(connection)
        finally:
            self._forget(connection)
        return socket

    async def carry(self, parcel: Parcel, *, attempt: int, reason: str) -> Receipt:
        """Send the parcel in an envelope; an event outlives the websocket it was sent on."""
        envelope: JsonObject = {
            "envelope_id": f"envelope-{self._ids.number('envelope')}",
            "type": parcel.kind,
            "payload": parcel.payload,
            "accepts_response_payload": parcel.takes_answer,
        }
        if parcel.kind == "events_api":
            envelope |= {"retry_attempt": attempt, "retry_reason": reason}
        loop = asyncio.get_running_loop()
        started = loop.time()
        receipt = await self._send(envelope, parcel)
        while receipt.error == "connection_lost" and parcel.kind == "events_api":
            # The same envelope, with the same number of attempts:
            # https://github.com/slackapi/bolt-js/issues/2487
            if not await self._has_connection(within=self._timing.ack_seconds):
                return Receipt(error="dispatch_failed", seconds=loop.time() - started)
            receipt = await self._send(envelope, parcel)
        if receipt.error == "connection_lost":
            return Receipt(error="dispatch_failed", seconds=receipt.seconds)
        return receipt

    async def disconnect(self, reason: str) -> None:
        """Say on every websocket that it ends; unless this is but a warning, soon close it."""
        leaving = list(self.connections)
        for connection in leaving:
            await self._say_goodbye(connection.socket, reason)
        if reason != "warning":
            await asyncio.gather(*map(self._see_off, leaving))

    async def _see_off(self, connection: Connection) -> None:
        try:
            await asyncio.wait_for(connection.ended.wait(), self._timing.ack_seconds)
        except TimeoutError:
            await connection.socket.close()

    def drop(self) -> None:
        """Break every connection, without a close frame."""
        for connection in list(self.connections):
            transport = connection.request.transport
            if transport is not None:
                transport.abort()
            self._forget(connection)

    def go_silent(self) -> None:
        """Leave the present connections open and dead: no payloads, no pongs."""
        for connection in self.connections:
            connection.is_silent = True

    async def close(self) -> None:
        """Close every websocket."""
        for connection in list(self.connections):
            await connection.socket.close()

    def _hello(self) -> JsonObject:
        return {
            "type": "hello",
            "num_connections": len(self.connections),
            "connection_info": {"app_id": "A000000001"},
            "debug_info": {"host": "fake-slack", "approximate_connection_time": 18060},
        }

    async def _say_goodbye(self, socket: web.WebSocketResponse, reason: str) -> None:
        info = {"host": "fake-slack"}
        await socket.send_json({"type": "disconnect", "reason": reason, "debug_info": info})

    async def _listen(self, connection: Connection) -> None:
        async for message in connection.socket:
            if connection.is_silent:
                continue
            if message.type == WSMsgType.PING:
                await connection.socket.pong(message.data)
            elif message.type == WSMsgType.TEXT:
                self._take_ack(connection, message.data)

    def _take_ack(self, connection: Connection, raw: str) -> None:
        try:
            answer = json.loads(raw)
            envelope_id = answer["envelope_id"]
        except (ValueError, TypeError, KeyError):
            self._journal.accuse(f"not an acknowledgement on the websocket: {raw[:80]}")
            return
        future = connection.waiting.pop(envelope_id, None)
        if future is not None and not future.done():
            future.set_result(answer.get("payload"))
        elif envelope_id in self._given_up:
            self._journal.late_acks.append(envelope_id)
        else:
            self._journal.accuse(f"acknowledgement of no envelope: {envelope_id}")

    async def _send(self, envelope: JsonObject, parcel: Parcel) -> Receipt:
        if not self.connections:
            return Receipt(error="dispatch_failed")
        self._turn += 1
        connection = self.connections[self._turn % len(self.connections)]
        envelope_id = envelope["envelope_id"]
        loop = asyncio.get_running_loop()
        started = loop.time()
        future: asyncio.Future[JsonObject | None] = loop.create_future()
        connection.waiting[envelope_id] = future
        try:
            if not connection.is_silent:
                await connection.socket.send_json(envelope)
            payload = await asyncio.wait_for(future, self._timing.ack_seconds)
        except TimeoutError:
            self._given_up.add(envelope_id)
            error = "socket_timeout" if parcel.kind == "events_api" else "operation_timeout"
            return Receipt(error=error, seconds=loop.time() - started)
        except ConnectionError:
            return Receipt(error="connection_lost", seconds=loop.time() - started)
        finally:
            connection.waiting.pop(envelope_id, None)
        if payload and not parcel.takes_answer:
            self._journal.accuse(f"an answer where none is accepted: {parcel.payload['type']}")
        return Receipt(body=payload or {}, seconds=loop.time() - started)

    def _forget(self, connection: Connection) -> None:
        connection.ended.set()
        if connection in self.connections:
            self.connections.remove(connection)
        if not self.connections:
            self._connected.clear()
        for future in connection.waiting.values():
            if not future.done():
                future.set_exception(ConnectionError("the websocket is gone"))

    async def _has_connection(self, *, within: float) -> bool:
        try:
            await asyncio.wait_for(self._connected.wait(), within)
        except TimeoutError:
            return False
        return True


def connections_open(door: SocketDoor, *, base: Callable[[], str | None]) -> Method:
    """The method that opens a websocket below `base()`; `None` there: Socket Mode is off.

    https://docs.slack.dev/reference/methods/apps.connections.open
    """

    def answer(_call: Call) -> JsonObject:
        address = base()
        if address is None:
            raise Refused("socket_mode_disabled")  # the error's name is not verified
        return {"url": f"{address.replace('http', 'ws', 1)}/link?ticket={door.new_ticket()}"}

    return Method(
        name="apps.connections.open", answer=answer, per_minute=limits.TIERS[3], token="app"
    )
