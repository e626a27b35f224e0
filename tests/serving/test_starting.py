import gc
import sys
from collections.abc import AsyncIterator, Iterator

import pytest
from structlog.testing import capture_logs

from bot.demo.slack import (
    FakeSlack,
    fake_slack,
    html_500,
    refused,
    reset_before,
)
from bot.errors import UserError
from bot.listeners import slack_client
from bot.serving import starting
from bot.serving.pace import SWITCH_SECONDS, acknowledge_first
from bot.serving.starting import known_identity


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(starting, "pause_seconds", lambda failures: 0.001)


@pytest.fixture
async def slack() -> AsyncIterator[FakeSlack]:
    async with fake_slack() as slack:
        yield slack


async def test_known_identity__as_slack_says(slack: FakeSlack) -> None:
    found = await known_identity(slack_client(slack.bot_token, url=slack.api_url))

    assert (found.bot_id, found.user_id) == (slack.app.bot_id, slack.bot.id)
    assert found.team_id


async def test_known_identity__tries_until_slack_answers(slack: FakeSlack) -> None:
    slack.fails("auth.test", html_500(), reset_before(), refused("fatal_error"))

    with capture_logs() as log:
        found = await known_identity(slack_client(slack.bot_token, url=slack.api_url))

    assert found.bot_id
    assert len(log) == 3
    assert {entry["log_level"] for entry in log} == {"warning"}


@pytest.mark.parametrize("error", ["invalid_auth", "account_inactive", "token_revoked"])
async def test_known_identity__a_refused_token(slack: FakeSlack, error: str) -> None:
    slack.fails("auth.test", refused(error))

    with pytest.raises(UserError, match=f"SLACK_BOT_TOKEN \\({error}\\)"):
        await known_identity(slack_client(slack.bot_token, url=slack.api_url))


async def test_known_identity__a_persons_token(slack: FakeSlack) -> None:
    """Of those that begin with xoxb-, only a bot's has a `bot_id`."""
    slack.app.bot_id = ""

    with pytest.raises(UserError, match="belongs to a person"):
        await known_identity(slack_client(slack.bot_token, url=slack.api_url))


@pytest.fixture
def usual_pace() -> Iterator[None]:
    usual = sys.getswitchinterval()
    yield
    sys.setswitchinterval(usual)
    gc.unfreeze()


@pytest.mark.usefixtures("usual_pace")
def test_acknowledge_first__threads_give_way() -> None:
    acknowledge_first()

    assert sys.getswitchinterval() == pytest.approx(SWITCH_SECONDS)
    assert gc.get_freeze_count() > 0
