"""Reading many refs over real HTTP: what comes back, and how many requests it takes."""

from bot.demo.github import FakeGitHub
from bot.github_status.facts.pulls import Issue, IssueState, Pull, PullState, StateReason
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Outcome
from bot.github_status.github import GitHub
from tests.builders import a_ref


def pulls_in(gh: FakeGitHub, repositories: int, each: int) -> list[Ref]:
    """Add pull requests, and give their refs in an order that mixes the repositories."""
    for repository in range(repositories):
        for number in range(1, each + 1):
            gh.add_pull(f"acme/r{repository}", number)
    places = ((r, n) for n in range(1, each + 1) for r in range(repositories))
    return [a_ref(number, repository=f"acme/r{repository}") for repository, number in places]


async def test_readings__pull_and_issue_in_the_order_asked(gh: FakeGitHub, github: GitHub) -> None:
    gh.add_pull("acme/widgets", 7, title="feat: refit")
    gh.merge("acme/widgets", 7, at="2026-08-19")
    gh.add_issue("acme/widgets", 8)
    gh.close("acme/widgets", 8, at="2026-08-18", reason="NOT_PLANNED")

    batch = await github.readings([a_ref(8), a_ref(7), a_ref(8)])

    issue, pull, again = (reading.item for reading in batch.readings)
    assert isinstance(issue, Issue)
    assert isinstance(pull, Pull)
    assert issue == again
    assert (issue.state, issue.reason) == (IssueState.CLOSED, StateReason.NOT_PLANNED)
    assert (pull.state, pull.title) == (PullState.MERGED, "feat: refit")
    assert batch.credentials == ("token",)
    assert batch.notes == ()


async def test_readings__nothing_asked_costs_nothing(gh: FakeGitHub, github: GitHub) -> None:
    assert (await github.readings([])).readings == ()
    assert gh.requests == []


async def test_readings__refs_that_differ_in_case_are_asked_once_and_answered_as_written(
    gh: FakeGitHub, github: GitHub
) -> None:
    gh.add_pull("acme/widgets", 7)
    refs = [a_ref(7), a_ref(7, repository="Acme/Widgets")]

    batch = await github.readings(refs)

    assert [str(reading.ref) for reading in batch.readings] == ["acme/widgets#7", "Acme/Widgets#7"]
    assert gh.requests[0].query.count("issueOrPullRequest") == 1


async def test_readings__300_in_15_requests_and_a_second_reading_takes_no_more(
    gh: FakeGitHub, github: GitHub
) -> None:
    refs = pulls_in(gh, 4, 75)
    gh.add_issue("acme/r0", 9000)

    await github.tracker(a_ref(9000, repository="acme/r0"))
    first = await github.readings(refs)
    requests, points = len(gh.requests), gh.points
    await github.readings(refs)

    assert {reading.outcome for reading in first.readings} == {Outcome.READ}
    assert requests <= 15
    assert points <= 150
    assert len(gh.requests) - requests <= requests - 1
    assert gh.most_at_once <= 8


async def test_readings__progress_goes_up_to_the_total(gh: FakeGitHub, github: GitHub) -> None:
    refs = [*pulls_in(gh, 2, 20), a_ref(999, repository="acme/r0")]
    seen: list[tuple[int, int]] = []

    await github.readings(refs, on_progress=lambda done, total: seen.append((done, total)))

    assert seen[-1] == (41, 41)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


async def test_viewer__login_of_the_token(gh: FakeGitHub, github: GitHub) -> None:
    assert await github.viewer() == "tester"
