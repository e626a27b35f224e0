"""What went between Slack, the bot and GitHub, for those who want to look inside."""

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from bot.demo.github.books import Seen
from bot.demo.playground.stage import Stage
from bot.demo.slack import JsonObject
from bot.demo.slack.journal import Request, Sent

MOST_ENTRIES = 300
"""Of one look."""
_HTTP_OK = 200
_OPERATION = re.compile(r"\s*(query|mutation)\s+(\w+)")
_HIDDEN = "…"
_AS_JSON = ("attachments", "blocks", "files", "metadata", "view")
"""Arguments that hold JSON, which Slack's clients send as text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Entry:
    at: datetime
    loop_at: float
    way: str
    what: str
    status: str
    seconds: float
    sent: JsonObject


def entries(stage: Stage, after: int = 0) -> list[JsonObject]:
    """What has a number above `after`, oldest first: the newest 300 of it.

    An entry comes once it has ended and everything that began before it has too. So it keeps its
    number and its place, and none is missed by asking for what is after the last one seen.
    """
    new = [_told(n, entry) for n, entry in _numbered(stage) if n > after]
    return new[-MOST_ENTRIES:]


def payload(stage: Stage, n: int) -> JsonObject | None:
    """The entry of this number with what was sent (`sent`), but for tokens and secrets; `None`:
    there is no such entry (any more).
    """
    for number, entry in _numbered(stage):
        if number == n:
            return {**_told(n, entry), "sent": _without(_secrets(stage), entry.sent)}
    return None


def _numbered(stage: Stage) -> Iterator[tuple[int, _Entry]]:
    """Numbers are microseconds of the event loop's clock, so that forgetting the oldest entries
    changes none.
    """
    whole_before = min(_asked_before(stage), stage.slack.journal.whole_before)
    known = (entry for entry in _every(stage) if entry.loop_at < whole_before)
    last = 0
    for entry in sorted(known, key=lambda entry: entry.loop_at):
        last = max(last + 1, round(entry.loop_at * 1_000_000))
        yield last, entry


def _asked_before(stage: Stage) -> float:
    open_ = (seen.loop_at for seen in stage.github.requests if seen.seconds is None)
    return min(open_, default=math.inf)


def _every(stage: Stage) -> Iterator[_Entry]:
    yield from map(_delivery, stage.slack.sent)
    yield from map(_call, stage.slack.requests)
    yield from map(_question, stage.github.requests)


def _delivery(sent: Sent) -> _Entry:
    inner = sent.payload.get("event", sent.payload).get("type", "")
    return _Entry(
        at=datetime.fromtimestamp(sent.at, UTC),
        loop_at=sent.loop_at,
        way="slack -> bot",
        what=f"{sent.kind} {inner}".strip(),
        status=sent.error or "ok",
        seconds=sent.seconds,
        sent=sent.payload,
    )


def _call(request: Request) -> _Entry:
    return _Entry(
        at=datetime.fromtimestamp(request.at, UTC),
        loop_at=request.loop_at,
        way="bot -> slack",
        what=request.method,
        status=request.error or "ok",
        seconds=request.seconds,
        sent={name: _read(name, value) for name, value in request.args.items()},
    )


def _question(seen: Seen) -> _Entry:
    named = _OPERATION.match(seen.query)
    asked: JsonObject = {"query": seen.query, "variables": seen.variables} if seen.query else {}
    return _Entry(
        at=seen.at,
        loop_at=seen.loop_at,
        way="bot -> github",
        what=f"{named[1]} {named[2]}" if named else f"{seen.method} {seen.path}",
        status="ok" if seen.status == _HTTP_OK else str(seen.status or "no answer"),
        seconds=seen.seconds or 0.0,
        sent={"method": seen.method, "path": seen.path, **asked},
    )


def _read(name: str, value: Any) -> Any:
    if name not in _AS_JSON or not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except ValueError:
        return value


def _told(n: int, entry: _Entry) -> JsonObject:
    return {
        "n": n,
        "at": entry.at.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "way": entry.way,
        "what": entry.what,
        "status": entry.status,
        "ms": round(entry.seconds * 1000, 1),
    }


def _secrets(stage: Stage) -> frozenset[str]:
    slack = stage.slack
    known = (slack.bot_token, slack.app_token, slack.signing_secret, slack.app.verification_token)
    return frozenset({*known, slack.listener.secret, *stage.github.tokens} - {""})


def _without(secrets: frozenset[str], value: Any) -> Any:
    """The same, and "…" where one of the secrets stands."""
    if isinstance(value, Mapping):
        return {key: _without(secrets, inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_without(secrets, inner) for inner in value]
    if isinstance(value, str):
        for secret in secrets:
            value = value.replace(secret, _HIDDEN)
    return value
