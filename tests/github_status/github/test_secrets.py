"""Secrets and GitHub's words stay out of logs, errors and representations."""

import pytest
from structlog.testing import capture_logs

from bot.demo.github import FakeGitHub, faults
from bot.errors import GitHubFault, SettingsError
from bot.github_status.github import AppKey, Credentials, GitHub, endpoints
from tests.builders import a_ref
from tests.fakes.clock import Clock
from tests.github_status.github.conftest import quick

SECRET = "ghp_tops3cret"
EVIL = "<!channel> *x* <https://evil.dev|y>"


def test_credentials__never_shown() -> None:
    key = AppKey(app_id="7", private_key="-----BEGIN s3cret")
    shown = repr(Credentials(token=SECRET, app=key)) + str(key)

    assert "s3cret" not in shown


@pytest.mark.parametrize("token", ["", "two words", "line\nfeed", "ümlaut"])
def test_credentials__token_that_no_header_can_hold(token: str) -> None:
    with pytest.raises(SettingsError) as caught:
        Credentials(token=token)

    assert not token or token not in str(caught.value)


def test_credentials__white_space_around_is_not_part_of_it() -> None:
    assert Credentials(token=f" {SECRET}\n").token == SECRET


async def test_github__needs_a_credential() -> None:
    with pytest.raises(SettingsError):
        GitHub(endpoints(), Credentials())


async def test_logs__request_id_status_cost_and_remaining_but_no_secret_and_no_body(
    gh: FakeGitHub, clock: Clock
) -> None:
    gh.add_token(SECRET)
    gh.add_issue("acme/widgets", 1, body="the secret body")
    gh.add_pull("acme/widgets", 7, title="the secret title")
    gh.plan(faults.reset())

    with capture_logs() as logs:
        client = GitHub(endpoints(gh.url), Credentials(token=SECRET), policy=quick(clock))
        async with client as github:
            await github.tracker(a_ref(1))
            await github.readings([a_ref(7), a_ref(8)])

    assert "secret" not in str(logs)
    assert SECRET not in str(logs)
    told = [line for line in logs if line.get("kind") == "graphql"]
    assert told[-1].items() >= {"status": 200, "log_level": "info"}.items()
    assert all(line["request_id"] for line in told)
    assert any(line["cost"] for line in told)
    assert any(line["remaining"] for line in told)


@pytest.mark.parametrize(
    "fault",
    [
        faults.http_error(403, EVIL),
        faults.http_error(401, EVIL),
        faults.http_error(500, EVIL),
        faults.errors({"message": EVIL, "type": EVIL}),
        faults.errors({"message": f"Field '{EVIL}' doesn't exist on type 'X'"}),
        faults.errors(
            {"type": "INSUFFICIENT_SCOPES", "message": f"following scopes: ['{EVIL}', 'repo']"}
        ),
        faults.redirect(f"https://evil.dev/{SECRET}"),
    ],
)
async def test_errors__never_github_s_words_raw(
    gh: FakeGitHub, github: GitHub, fault: faults.Fault
) -> None:
    gh.plan(fault, times=None)

    with capture_logs() as logs, pytest.raises(GitHubFault) as caught:
        await github.tracker(a_ref(1))

    shown = f"{caught.value} {caught.value.advice} {logs}"
    assert "evil" not in shown
    assert "channel" not in shown


async def test_redirect__no_request_leaves_the_host(gh: FakeGitHub, github: GitHub) -> None:
    """A second server stands for the other host: another port is another origin."""
    from bot.demo.github import fake_github

    gh.add_repository("acme/widgets")
    async with fake_github() as other:
        gh.plan(faults.redirect(f"{other.url}/repos/acme/widgets/issues/7", 301), on="/repos")
        gh.plan(faults.redirect(f"{other.url}/graphql", 307), number=8, times=None)
        await github.readings([a_ref(7)])
        with pytest.raises(GitHubFault):
            await github.readings([a_ref(8)])

        assert other.requests == []
