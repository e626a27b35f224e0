"""The whole process, in both transports."""

import asyncio
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.demo.github.faults import hang
from bot.demo.slack import html_500, refused, slow
from tests.serving.process import PLANTED, SETTINGS, Street, a_street
from tests.store.migrated import a_migrated_file

COMMAND = "/nemorl-status"


@pytest.fixture(params=["socket", "http"])
async def street(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Street]:
    async with a_street(tmp_path, transport=request.param) as street:
        yield street


@pytest.fixture
async def socket_street(tmp_path: Path) -> AsyncIterator[Street]:
    async with a_street(tmp_path) as street:
        yield street


async def test_run__a_command_is_answered(street: Street) -> None:
    slack, street.is_cold = street.slack, True
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])

    async with street.serves() as process:
        outcome = await slack.types(ada, room, f"{COMMAND} refit")
        assert outcome.acked
        [answer] = await street.answers(ada, room)
        assert await process.status("/healthz") == 200
        assert await process.stops() == 0

    assert answer.text.startswith("Refit: ")
    where = "Connected to Slack by Socket Mode" if slack.transport == "socket" else "Listening"
    assert process.out.startswith(where)
    assert process.out.count("\n") == 1
    assert "Stopped" in process.err


async def test_run__everything_is_read_before_anybody_asks(socket_street: Street) -> None:
    async with socket_street.serves():
        assert [r.path for r in socket_street.github.requests if r.asks_for(7)] == ["/graphql"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "SIGINT"])
async def test_run__finishes_what_is_under_way(street: Street, number: signal.Signals) -> None:
    slack = street.slack
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])

    async with street.serves() as process:
        slack.fails("users.info", slow(1.5))
        assert (await slack.types(ada, room, f"{COMMAND} refit")).acked
        process.process.send_signal(number)
        await process.says("Stopping")
        assert slack.messages(room, viewer=ada) == []
        assert await process.ends() == 0

    [answer] = slack.messages(room, viewer=ada)
    assert answer.text.startswith("Refit: ")
    assert "given_up=0" in process.err


async def test_run__a_second_signal_ends_at_once(socket_street: Street) -> None:
    slack = socket_street.slack
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])

    async with socket_street.serves() as process:
        slack.fails("users.info", slow(10))
        await slack.types(ada, room, f"{COMMAND} refit")
        process.process.send_signal(signal.SIGTERM)
        await process.says("Stopping")

        assert await process.stops(seconds=2) == -signal.SIGTERM


async def test_run__a_wrong_token(socket_street: Street) -> None:
    socket_street.slack.app.bot_token = "xoxb-other"

    async with socket_street.starts(SLACK_BOT_TOKEN=f"xoxb-{PLANTED}") as process:
        assert await process.ends() == 2

    assert "nemorl-status: Slack refuses SLACK_BOT_TOKEN (invalid_auth)." in process.err
    assert "OAuth & Permissions" in process.err


async def test_run__a_wrong_app_token(socket_street: Street) -> None:
    async with socket_street.starts(SLACK_APP_TOKEN=f"xapp-{PLANTED}-other") as process:
        assert await process.ends() == 2

    assert "Slack refuses SLACK_APP_TOKEN (invalid_auth)." in process.err
    assert "connections:write" in process.err


async def test_run__everything_that_is_missing_at_once(socket_street: Street) -> None:
    street = socket_street
    street.settings = "[slack]\ncommand = 'status'\nmaintainer = []\n"
    missing = dict.fromkeys(("SLACK_BOT_TOKEN", "SLACK_APP_TOKEN", "GITHUB_TOKEN"), "")

    async with street.starts(**missing, PORT="http") as process:
        assert await process.ends() == 2

    assert process.err.splitlines()[:8] == [
        "nemorl-status: The settings are wrong:",
        "  - settings.toml, line 2: “slack.command” must be a slash and a name, as /nemorl-status,"
        " of at most 32 characters.",
        "  - settings.toml, line 3: “slack.maintainer” is not a setting;"
        " did you mean “maintainers”?",
        "  - GITHUB_TOKEN is missing: a token that may read the repositories"
        " (https://github.com/settings/tokens; public ones need no permission).",
        "  - No [[tracker]] is named in settings.toml.",
        "  - PORT must be a whole number.",
        "  - SLACK_APP_TOKEN is missing: an App-Level Token (xapp-…) for Socket Mode, under"
        " “Basic Information”. Or set SLACK_SIGNING_SECRET for HTTP mode.",
        "  - SLACK_BOT_TOKEN is missing: the Bot User OAuth Token (xoxb-…) of your Slack app,"
        " under “OAuth & Permissions”.",
    ]


async def test_run__an_address_that_is_taken(socket_street: Street) -> None:
    other = a_migrated_file(socket_street.home / "other.db")
    async with socket_street.serves(), socket_street.starts(DATABASE_URL=other) as second:
        assert await second.ends() == 2

    assert f"Another process listens on 127.0.0.1:{socket_street.port}." in second.err
    assert "HOST and PORT" in second.err


async def test_run__slack_cannot_be_reached_at_first(socket_street: Street) -> None:
    socket_street.slack.fails("auth.test", html_500(), refused("internal_error"))

    async with socket_street.starts() as process:
        await process.says("it is tried again")
        assert await process.status("/healthz") == 200
        assert await process.status("/readyz") == 503
        await process.says("health is at")
        await process.is_ready()
        assert await process.stops() == 0


async def test_run__stopped_while_slack_cannot_be_reached(socket_street: Street) -> None:
    async with socket_street.starts(SLACK_API_URL="http://127.0.0.1:1/") as process:
        await process.says("it is tried again")
        assert await process.stops(seconds=5) == 0


async def test_run__without_github_it_is_alive_and_not_ready(socket_street: Street) -> None:
    socket_street.github.plan(hang(), times=None)

    async with socket_street.starts() as process:
        await process.says(" Slack ")
        assert await process.status("/healthz") == 200
        assert await process.status("/readyz") == 503
        assert await process.stops(seconds=10) == 0


async def test_run__with_github_broken_it_is_told_once(socket_street: Street) -> None:
    socket_street.settings = SETTINGS

    async with socket_street.starts(GITHUB_TOKEN="wrong-token") as process:
        await process.says("A tracker cannot be read; it is tried again")
        assert await process.stops() == 0

    assert process.err.count("cannot be read") == 1


@pytest.mark.parametrize("loss", ["drops_connections", "goes_silent", "disconnects"])
async def test_run__a_lost_connection_is_opened_again(socket_street: Street, loss: str) -> None:
    street, slack = socket_street, socket_street.slack
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])

    async with street.serves() as process:
        opened = len(slack.calls("apps.connections.open"))
        if loss == "disconnects":
            await slack.disconnects()
        else:
            getattr(slack, loss)()
        await slack.until(lambda: len(slack.calls("apps.connections.open")) > opened, timeout=45)
        await asyncio.sleep(0.5)
        assert (await slack.types(ada, room, f"{COMMAND} refit")).acked
        await street.answers(ada, room)
        assert await process.stops() == 0


@pytest.mark.soak  # it lasts as long as the watchdog's real patience
async def test_run__slack_is_gone_for_a_while(socket_street: Street) -> None:
    """Longer than the SDK's patience: the watchdog says why, and brings the connection back."""
    street, slack = socket_street, socket_street.slack
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])

    async with street.serves() as process:
        slack.fails("apps.connections.open", *(refused("fatal_error") for _ in range(30)))
        slack.drops_connections()
        await process.says("The connection to Slack is lost", seconds=60)
        slack.forgive()
        await process.says("Connected to Slack again", seconds=60)

        assert (await slack.types(ada, room, f"{COMMAND} refit")).acked
        await street.answers(ada, room)
        assert await process.stops() == 0


async def test_run__malformed_requests(tmp_path: Path) -> None:
    async with a_street(tmp_path, transport="http") as street, street.serves() as process:
        slack = street.slack
        timestamp = "X-Slack-Request-Timestamp"
        refusals = [
            await slack.sends_raw({}, headers={timestamp: "soon"}),
            await slack.sends_raw({}, headers={timestamp: "1"}),
            await slack.sends_raw({}, headers={"X-Slack-Signature": "v0=hunter2"}),
            await slack.sends_raw(b"text=hunter2\xff"),
            await slack.sends_raw(b"payload=null"),
            await slack.sends_raw(b"{hunter2"),
            await slack.sends_raw(b"{}", headers={"Content-Encoding": "gzip"}),
        ]
        probe = await slack.probes_ssl()
        verified = await slack.verifies_url()
        unknown = await slack.sends_raw({"type": "event_callback", "event": {"type": "new"}})
        assert await process.stops() == 0

    assert [receipt.status for receipt in refusals] == [400, 401, 401, 400, 400, 400, 400]
    assert probe.status == 200
    assert verified.acked
    assert unknown.status == 200
    assert "Nobody listens to this" in process.err
