"""What GitHub says of a credential."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.demo.github import FakeGitHub, faults
from bot.errors import BadCredentials, Unreachable
from bot.github_status.facts.refs import Repository
from bot.github_status.github import Credentials, GitHub, endpoints
from tests.fakes.clock import Clock
from tests.github_status.github.conftest import quick
from tests.github_status.github.test_app import INSTALLED, PUBLIC

WIDGETS = Repository("acme", "widgets")


async def test_standing__costs_nothing_and_tells_what_is_left(
    gh: FakeGitHub, github: GitHub
) -> None:
    gh.spend_quota(remaining=123)

    standing = await github.standing(WIDGETS)

    assert (standing.credential, standing.limit, standing.remaining) == ("token", 5000, 123)
    assert standing.reset_at is not None
    assert gh.quotas["core"].used == 0


async def test_standing__tells_githubs_clock(gh: FakeGitHub, github: GitHub) -> None:
    gh.clock_ahead_seconds = 3600

    standing = await github.standing(WIDGETS)

    assert standing.told_at is not None
    ahead = standing.told_at - datetime.now(UTC)
    assert abs(ahead - timedelta(hours=1)) < timedelta(seconds=30)


async def test_standing__a_server_without_limits(gh: FakeGitHub, github: GitHub) -> None:
    gh.sends_quota_headers = False

    standing = await github.standing(WIDGETS)

    assert (standing.limit, standing.remaining, standing.reset_at) == (None, None, None)


async def test_standing__of_an_app(gh: FakeGitHub, clock: Clock) -> None:
    gh.add_app("77", PUBLIC)
    gh.install("77", 5, "acme")
    at, app = endpoints(gh.url), Credentials(app=INSTALLED)

    async with GitHub(at, app, policy=quick(clock)) as github:
        standing = await github.standing(WIDGETS)

    assert standing.credential == "app"


async def test_standing__a_token_that_github_refuses(gh: FakeGitHub, clock: Clock) -> None:
    wrong = Credentials(token="ghp_other")

    async with GitHub(endpoints(gh.url), wrong, policy=quick(clock)) as github:
        with pytest.raises(BadCredentials, match="does not accept"):
            await github.standing(WIDGETS)


@pytest.mark.parametrize(
    "fault", [faults.html(200), faults.redirect("https://evil.example.com/")], ids=["page", "away"]
)
async def test_standing__something_else_than_github(
    gh: FakeGitHub, github: GitHub, fault: faults.Fault
) -> None:
    gh.plan(fault, on="/rate_limit")

    with pytest.raises(Unreachable):
        await github.standing(WIDGETS)
