"""The fake GitHub and a client for it, with a clock that nobody has to wait for."""

from collections.abc import AsyncIterator

import pytest

from bot.demo.github import FakeGitHub, fake_github
from bot.github_status.github import Credentials, GitHub, Policy, endpoints
from tests.fakes.clock import Clock

TOKEN = Credentials(token="test-token")


@pytest.fixture
async def gh() -> AsyncIterator[FakeGitHub]:
    async with fake_github() as fake:
        yield fake


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def github(gh: FakeGitHub, clock: Clock) -> AsyncIterator[GitHub]:
    """A client with the token that sees everything."""
    async with GitHub(endpoints(gh.url), TOKEN, policy=quick(clock)) as client:
        yield client


def quick(clock: Clock, *, longest_wait_seconds: float = 60, timeout_seconds: float = 60) -> Policy:
    """A policy for tests."""
    return Policy(
        longest_wait_seconds=longest_wait_seconds,
        timeout_seconds=timeout_seconds,
        clock=clock,
        sleep=clock.sleep,
    )
