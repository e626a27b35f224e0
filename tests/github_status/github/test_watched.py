"""Every request is told to whoever counts them, and what GitHub says is left."""

import pytest

from bot.demo.github import FakeGitHub
from bot.demo.github.faults import bad_credentials, html, reset
from bot.errors import GitHubFault
from bot.github_status.github import GitHub, Policy, endpoints
from bot.github_status.github.quota import Left, remaining_of
from tests.builders import a_ref
from tests.fakes.clock import Clock
from tests.github_status.github.conftest import TOKEN


class Watch:
    """What was told."""

    def __init__(self) -> None:
        self.told: list[object] = []
        self.lefts: list[Left] = []

    def answered(self, status: int) -> None:
        self.told.append(status)

    def unanswered(self, *, is_connected: bool) -> None:
        self.told.append("broken off" if is_connected else "no connection")

    def left(self, left: Left) -> None:
        self.lefts.append(left)


async def test_requests__are_told_with_what_is_left(gh: FakeGitHub, clock: Clock) -> None:
    gh.add_issue("acme/widgets", 1)
    gh.plan(html(502))
    gh.plan(reset())
    watch = Watch()
    policy = Policy(clock=clock, sleep=clock.sleep, watch=watch)

    async with GitHub(endpoints(gh.url), TOKEN, policy=policy) as github:
        await github.tracker(a_ref(1))
        gh.plan(bad_credentials())
        with pytest.raises(GitHubFault):
            await github.tracker(a_ref(1))

    assert watch.told == [502, "broken off", 200, 401]
    [left] = watch.lefts
    assert left == Left(credential="token", installation=None, budget="graphql", remaining=4_999)


async def test_requests__without_a_connection(clock: Clock) -> None:
    watch = Watch()
    policy = Policy(clock=clock, sleep=clock.sleep, watch=watch)

    async with GitHub(endpoints("http://127.0.0.1:1"), TOKEN, policy=policy) as github:
        with pytest.raises(GitHubFault):
            await github.tracker(a_ref(1))

    assert watch.told == ["no connection"] * 3
    assert watch.lefts == []


@pytest.mark.parametrize(
    ("said", "remaining"),
    [("4999", 4999), ("0", 0), ("", None), ("-1", None), ("²", None), ("9" * 10, None)],
)
def test_remaining_of__what_github_says(said: str, remaining: int | None) -> None:
    assert remaining_of({"x-ratelimit-remaining": said}) == remaining
