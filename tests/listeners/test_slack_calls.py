import pytest

from bot.errors import Fault, UserError
from bot.listeners import identity, slack_client
from bot.listeners.response_url import _code
from bot.listeners.slack_calls import SlackRefused, SlackUncertain, called
from tests.fakes.slack import (
    FakeSlack,
    html_500,
    invalid_json,
    rate_limited,
    refused,
    reset_before,
)
from tests.fakes.slack import (
    Fault as SlackFault,
)


@pytest.mark.parametrize(
    ("status", "body", "code"),
    [
        (200, "ok", None),
        (200, '{"ok":true}', None),
        (200, "", None),
        (200, '{"ok":false,"error":"used_url"}', "used_url"),
        (404, '{"ok":false,"error":"expired_url"}', "expired_url"),
        (404, "used_url", "used_url"),
        (404, "something that somebody wrote", "status_404"),
        (400, '["x"]', "status_400"),
        (400, '{"ok":false,"error":"hello <@U1>"}', "status_400"),
    ],
)
def test_response_url__what_slack_answers(status: int, body: str, code: str | None) -> None:
    assert _code(status, body) == code


@pytest.mark.parametrize(
    ("fault", "kind", "words"),
    [
        (refused("missing_scope"), SlackRefused, "missing_scope"),
        (html_500(), SlackUncertain, "did not answer"),
        (invalid_json(), SlackUncertain, "did not answer"),
        (reset_before(), SlackUncertain, "did not answer"),
    ],
    ids=["refused", "500", "half an answer", "reset"],
)
async def test_called__our_exceptions_only(
    socket: FakeSlack, fault: SlackFault, kind: type[Fault], words: str
) -> None:
    client = slack_client(socket.bot_token, url=socket.api_url)
    ada = socket.add_user("ada")
    socket.fails("chat.postMessage", fault)

    with pytest.raises(kind, match=words) as caught:
        await called(client.chat_postMessage, channel=ada.id, text="swordfish")

    assert "swordfish" not in str(caught.value)
    assert caught.value.__cause__ is None
    assert len(socket.calls("chat.postMessage")) == 1


async def test_called__waits_once_when_slack_asks_to(socket: FakeSlack) -> None:
    client = slack_client(socket.bot_token, url=socket.api_url)
    ada = socket.add_user("ada")
    socket.fails("users.info", rate_limited(0))

    said = await called(client.users_info, user=ada.id)

    assert said["user"]["id"] == ada.id


async def test_identity(socket: FakeSlack) -> None:
    who = await identity(slack_client(socket.bot_token, url=socket.api_url.rstrip("/")))

    assert who.user_id == socket.bot.id
    assert who.team_id == socket.bot.team_id


@pytest.mark.parametrize("error", ["invalid_auth", "account_inactive", "token_revoked"])
async def test_identity__a_token_that_slack_refuses(socket: FakeSlack, error: str) -> None:
    await socket.revokes_token(error)

    with pytest.raises(UserError, match="SLACK_BOT_TOKEN"):
        await identity(slack_client(socket.bot_token, url=socket.api_url))


async def test_identity__slack_does_not_answer(socket: FakeSlack) -> None:
    with pytest.raises(Fault):
        await identity(slack_client("xoxb-1", url="http://127.0.0.1:9/api/"))
