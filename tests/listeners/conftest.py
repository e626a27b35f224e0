from collections.abc import AsyncIterator

import pytest

from bot.demo.slack import FakeSlack, Timing, fake_slack
from bot.demo.slack.app import Transport
from tests.listeners.harness import MANIFEST

QUICK = Timing(ack_seconds=1.5, retry_seconds=(0.0, 0.05, 0.05))


@pytest.fixture(params=["socket", "http"])
async def slack(request: pytest.FixtureRequest) -> AsyncIterator[FakeSlack]:
    """A workspace, in both transports."""
    transport: Transport = request.param
    async with fake_slack(manifest=MANIFEST, transport=transport, timing=QUICK) as slack:
        yield slack


@pytest.fixture
async def socket() -> AsyncIterator[FakeSlack]:
    """A workspace in Socket Mode, where the transport does not matter."""
    async with fake_slack(manifest=MANIFEST, transport="socket", timing=QUICK) as slack:
        yield slack


@pytest.fixture
async def http() -> AsyncIterator[FakeSlack]:
    """A workspace in HTTP mode."""
    async with fake_slack(manifest=MANIFEST, transport="http", timing=QUICK) as slack:
        yield slack
