"""Deliveries as GitHub makes them, and a server that takes them."""

import hashlib
import hmac
import io
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import uuid4

import aiohttp

from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Reading, Snapshot
from bot.store.marks import Delivery, Marks
from bot.web import GITHUB_PATH, GitHubRoute, Marking, Watched, listening, web_application
from tests.builders import NOW, a_pull, a_reading, a_ref, a_snapshot

SECRET = "hunter2-webhook-secret"
HEAD = "a" * 40
TRACKER = a_ref(1)
KEY = "acme/widgets#1"


def an_event(number: object = 7, *, kind: str = "pull_request", **fields: Any) -> dict[str, Any]:
    """What is told of one pull request or issue; whole payloads hold a hundred fields more."""
    return {
        "action": "edited",
        kind: {"number": number, "title": "hunter2"},
        "repository": {"id": 5, "full_name": "Acme/Widgets", "private": True},
        "sender": {"login": "ana"},
        **fields,
    }


def raw(payload: object) -> bytes:
    """The body, of which no two are the same at GitHub either."""
    if isinstance(payload, dict):
        payload = {**payload, "told": uuid4().hex}
    return json.dumps(payload).encode()


def headers(
    body: bytes, *, event: str = "pull_request", secret: str = SECRET, **changed: str
) -> dict[str, str]:
    """GitHub's; `changed` ones with `_` for `-`, an empty one left out."""
    signature = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    found = {
        "Content-Type": "application/json",
        "User-Agent": "GitHub-Hookshot/1",
        "X-GitHub-Delivery": str(uuid4()),
        "X-GitHub-Event": event,
        "X-GitHub-Hook-ID": "1",
        "X-Hub-Signature": "sha1=hunter2",
        "X-Hub-Signature-256": f"sha256={signature}",
    }
    found |= {name.replace("_", "-"): value for name, value in changed.items()}
    return {name: value for name, value in found.items() if value}


def holding(*readings: Reading, **fields: Any) -> Snapshot:
    """A snapshot of a tracker that lists these."""
    readings = readings or (a_reading(a_pull(7, head_oid=HEAD)),)
    return a_snapshot(readings=readings, **fields)


@dataclass
class Newest:
    """The snapshots that are known."""

    snapshots: dict[Ref, Snapshot]

    async def newest(self, tracker: Ref) -> Snapshot | None:
        return self.snapshots.get(tracker)


class AnyStore:
    """Where what the store does is not what is tested; it can be told to fail."""

    def __init__(self, *, fails: Exception | None = None) -> None:
        self.fails = fails
        self.batches: list[list[Delivery]] = []

    async def mark_dirty(self, deliveries: Sequence[Delivery], *, now: datetime) -> None:
        if self.fails is not None:
            raise self.fails
        self.batches.append(list(deliveries))


@dataclass
class Door:
    """Where deliveries are taken."""

    host: str
    port: int
    session: aiohttp.ClientSession
    newest: Newest

    async def post(self, body: bytes, with_headers: Mapping[str, str] | None = None) -> int:
        """The status; an answer never has a word."""
        sent = headers(body) if with_headers is None else with_headers
        url = f"http://{self.host}:{self.port}{GITHUB_PATH}"
        async with self.session.post(url, data=io.BytesIO(body), headers=sent) as response:
            assert await response.read() == b""
            assert "Server" not in response.headers
            return response.status

    async def tells(self, payload: object, *, event: str = "pull_request", **changed: str) -> int:
        """Deliver this."""
        body = raw(payload)
        return await self.post(body, headers(body, event=event, **changed))


@asynccontextmanager
async def taking(
    marks: Marks | AnyStore, *snapshots: Snapshot, trackers: Sequence[Ref] = (TRACKER,), **how: Any
) -> AsyncIterator[Door]:
    """A server of ours until the block ends."""
    newest = Newest({snapshot.tracker: snapshot for snapshot in snapshots or (holding(),)})
    route = GitHubRoute(SECRET, Watched(newest, trackers), Marking(marks, now=lambda: NOW), **how)

    async def ready() -> bool:
        return True

    application = web_application(is_ready=ready, slack=None, github=route)
    async with (
        listening(application, host="127.0.0.1", port=0) as (host, port),
        aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=50)) as session,
    ):
        yield Door(host=host, port=port, session=session, newest=newest)
