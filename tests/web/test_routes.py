from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import aiohttp
import pytest
import structlog

from bot.errors import StoreFault, UserError
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Snapshot
from bot.web import Readiness, listening, metrics_application, web_application
from tests.builders import a_ref, a_snapshot

NOW = datetime(2026, 8, 24, 9, 0, tzinfo=UTC)


class _Known:
    def __init__(self, *ages: timedelta | None) -> None:
        self.trackers = [a_ref(number=number) for number, _ in enumerate(ages, start=1)]
        self._newest = {
            ref: None if age is None else a_snapshot(tracker=ref, as_of=NOW - age)
            for ref, age in zip(self.trackers, ages, strict=True)
        }

    async def newest(self, tracker: Ref) -> Snapshot | None:
        return self._newest[tracker]


class _Store:
    def __init__(self, fault: Exception | None = None) -> None:
        self.fault = fault

    async def check(self) -> None:
        if self.fault is not None:
            raise self.fault


def _readiness(
    *ages: timedelta | None, fault: Exception | None = None, is_connected: bool = True
) -> Readiness:
    known = _Known(*ages)
    return Readiness(
        known,
        _Store(fault),
        known.trackers,
        oldest=timedelta(minutes=30),
        now=lambda: NOW,
        is_connected=lambda: is_connected,
    )


async def test_is_ready__when_everything_is_there() -> None:
    assert await _readiness(timedelta(0), timedelta(minutes=30)).is_ready()


@pytest.mark.parametrize(
    "readiness",
    [
        _readiness(timedelta(0), None),
        _readiness(timedelta(0), timedelta(minutes=31)),
        _readiness(timedelta(0), fault=StoreFault("no disk")),
        _readiness(timedelta(0), fault=TimeoutError()),
        _readiness(timedelta(0), is_connected=False),
    ],
    ids=["never read", "too old", "no store", "a store that hangs", "no Slack"],
)
async def test_is_ready__not(readiness: Readiness) -> None:
    assert not await readiness.is_ready()


@asynccontextmanager
async def _served(readiness: Readiness) -> AsyncIterator[tuple[aiohttp.ClientSession, str]]:
    application = web_application(is_ready=readiness.is_ready, slack=None)
    async with (
        listening(application, host="127.0.0.1", port=0) as (host, port),
        aiohttp.ClientSession() as session,
    ):
        yield session, f"http://{host}:{port}"


@pytest.mark.parametrize(
    ("age", "status", "text"),
    [(timedelta(0), 200, "ok\n"), (None, 503, "not ready\n")],
    ids=["ready", "not ready"],
)
async def test_readyz__says_no_more_than_needed(
    age: timedelta | None, status: int, text: str
) -> None:
    async with (
        _served(_readiness(age)) as (session, base),
        session.get(f"{base}/readyz") as response,
    ):
        assert (response.status, await response.text()) == (status, text)


async def test_healthz__whatever_else_is_missing() -> None:
    async with _served(_readiness(None)) as (session, base):
        async with session.get(f"{base}/healthz") as response:
            assert (response.status, await response.text()) == (200, "ok\n")
        async with session.post(f"{base}/slack/events") as response:
            assert response.status == 404, "in Socket Mode nothing of Slack's comes this way"


async def test_listening__two_on_one_port() -> None:
    application = web_application(is_ready=_readiness().is_ready, slack=None)
    other = web_application(is_ready=_readiness().is_ready, slack=None)
    async with listening(application, host="127.0.0.1", port=0) as (host, port):
        with pytest.raises(UserError, match=f"Another process listens on 127.0.0.1:{port}."):
            async with listening(other, host=host, port=port):
                pass


async def test_metrics__alone_on_an_address_of_their_own() -> None:
    async def page() -> bytes:
        return b"nemorl_status_build_info 1\n"

    async with (
        listening(metrics_application(page), host="127.0.0.1", port=0) as (host, port),
        aiohttp.ClientSession() as session,
    ):
        async with session.get(f"http://{host}:{port}/metrics") as response:
            assert (response.status, await response.read()) == (200, await page())
            assert response.headers["Content-Type"].startswith("text/plain; version=0.0.4")
            assert "Server" not in response.headers
        async with session.get(f"http://{host}:{port}/healthz") as response:
            assert response.status == 404

        with pytest.raises(UserError, match="Another process listens") as taken:
            async with listening(
                metrics_application(page), host=host, port=port, advice="Set metrics_port."
            ):
                pass
    assert "Set metrics_port." in taken.value.advice


async def test_requests__are_counted_by_path_and_status_within_a_request_of_their_own() -> None:
    counted, seen = [], []

    async def is_ready() -> bool:
        seen.append(structlog.contextvars.get_contextvars()["request"])
        return False

    application = web_application(
        is_ready=is_ready, slack=None, on_answered=lambda *told: counted.append(told)
    )
    async with (
        listening(application, host="127.0.0.1", port=0) as (host, port),
        aiohttp.ClientSession() as session,
    ):
        for path in ("readyz", "readyz", "nothing"):
            async with session.get(f"http://{host}:{port}/{path}"):
                pass

    assert counted == [("/readyz", 503), ("/readyz", 503)]
    assert len(set(seen)) == 2


@pytest.mark.parametrize("host", ["192.0.2.1", "no.such.host.invalid"])
async def test_listening__on_somebody_elses_address(host: str) -> None:
    application = web_application(is_ready=_readiness().is_ready, slack=None)

    with pytest.raises(UserError, match=f"This machine has no address {host}."):
        async with listening(application, host=host, port=0):
            pass
