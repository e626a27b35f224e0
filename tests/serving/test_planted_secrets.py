"""Secrets and private words are planted everywhere, and looked for in everything that comes out."""

import asyncio
import json
import re
from base64 import b64encode
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

import aiohttp
import pytest
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from bot.demo.github.faults import bad_credentials, errors, http_error
from bot.demo.slack import (
    Channel,
    User,
    html_500,
    refused,
)
from bot.store.engine import Database, database_url
from bot.store.incidents import Incidents
from bot.web import GITHUB_PATH, SLACK_PATH
from tests.builders import NOW
from tests.insight.pages import numbers
from tests.serving.process import SETTINGS, Process, Street, a_street, free_port
from tests.serving.test_jobs import promised
from tests.store.migrated import a_migrated_file
from tests.web.webhooks import an_event, headers, raw

SECRETS = {
    "GITHUB_TOKEN": "planted-reading-token",
    "GITHUB_WRITE_TOKEN": "planted-writing-token",
    "GITHUB_WEBHOOK_SECRET": "planted-webhook-secret",
    "SLACK_BOT_TOKEN": "xoxb-planted-bot-token",
    "SLACK_APP_TOKEN": "xapp-planted-app-token",
    "SLACK_SIGNING_SECRET": "fake-signing-secret",
}
TITLE = "Planted title of a private pull request"
WORDS = {
    "a title": TITLE,
    "a body": "planted words of a body",
    "a comment": "planted words of a comment",
    "a row": "planted words of a row",
    "a question": "planted words of a question",
    "GitHub's error": "planted words of an error",
    "a webhook": "planted words of a webhook",
    "Slack's request": "planted words of a request",
}


@dataclass
class Output:
    """Everything that came out, by where."""

    texts: dict[str, str] = field(default_factory=dict)

    def of(self, process: Process) -> None:
        self.texts |= {"stdout": process.out, "stderr": process.err}

    async def asked(self, method: str, url: str, **sent: Any) -> int:
        """What an HTTP request is answered, headers included; gives the status."""
        async with (
            aiohttp.ClientSession() as session,
            session.request(method, url, **sent) as response,
        ):
            text = f"{response.headers}\n{await response.text()}"
            self.texts[f"{method} {url} {len(self.texts)}"] = text
            return response.status

    def holds(self, planted: str) -> list[str]:
        """Where it stands, as it is or as addresses and headers have it."""
        written = {planted, quote(planted), b64encode(planted.encode()).decode().rstrip("=")}
        return [w for w, text in self.texts.items() if any(each in text for each in written)]


@pytest.fixture
async def street(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Street]:
    async with a_street(tmp_path, transport=request.param) as street:
        github, slack = street.github, street.slack
        slack.app.bot_token = SECRETS["SLACK_BOT_TOKEN"]
        slack.app.app_token = SECRETS["SLACK_APP_TOKEN"]
        github.add_repository("acme/hidden", private=True)
        github.add_pull("acme/hidden", 9, title=TITLE, body=WORDS["a body"])
        github.comment("acme/hidden", 9, WORDS["a comment"], by="bo", at=NOW)
        github.add_pull("acme/hidden", 11)
        body = f"## Hidden\n- [ ] acme/hidden#9\n- [ ] acme/hidden#11 {WORDS['a row']}\n"
        github.add_issue("acme/widgets", 1, title="Tracker", body=body)
        yield street


async def asks(street: Street, user: User, room: Channel, text: str, process: Process) -> str:
    """What somebody is answered."""
    before = len(street.slack.messages(room, viewer=user))
    assert (await street.slack.types(user, room, f"/nemorl-status {text}")).acked
    answers = await street.answers(user, room, count=before + 1)
    return str(answers[-1])


async def malformed(street: Street, process: Process, output: Output) -> None:
    """What strangers send, and what is signed and no sense."""
    slack, words = street.slack, WORDS["Slack's request"]
    for body in (b"payload=" + words.encode(), f"{{{words}".encode(), b"text=" + words.encode()):
        await slack.sends_raw(body)
    await slack.sends_raw({"type": "event_callback", "event": {"type": "new", "text": words}})
    base, unsigned = process.base, {"X-Slack-Signature": f"v0={words}"}
    assert await output.asked("POST", base + SLACK_PATH, data=words, headers=unsigned) == 400
    assert await output.asked("GET", f"{base}/{quote(words)}") == 404
    assert await output.asked("PUT", base + SLACK_PATH, data=words) == 405


async def webhooks(process: Process, output: Output) -> None:
    """One of GitHub's and one of somebody else's."""
    event = an_event(1, kind="issue")
    event["issue"]["title"] = WORDS["a webhook"]
    body, url = raw(event), process.base + GITHUB_PATH
    for secret, status in ((SECRETS["GITHUB_WEBHOOK_SECRET"], 202), ("another", 401)):
        signed = headers(body, event="issues", secret=secret)
        assert await output.asked("POST", url, data=body, headers=signed) == status


@pytest.mark.parametrize("street", ["http"], indirect=True)
async def test_run__nothing_that_was_planted_comes_out(street: Street) -> None:
    """Everything works, but for what is made to fail; logs are JSON, and as talkative as can be."""
    slack, github, output = street.slack, street.github, Output()
    github.add_token(SECRETS["GITHUB_TOKEN"])
    ada, bob = slack.add_user("ada"), slack.add_user("bob")
    room, digest = slack.add_channel("room", members=[ada, bob]), slack.add_channel("digest")
    url, port = a_migrated_file(street.home / "bot.db"), free_port()
    await promised(street, url, digest)
    street.settings += (
        f'[slack]\nprivate_people = ["{ada.id}"]\nprivate_channels = ["{digest.id}"]\n'
        f'[repair]\nenabled = true\n[server]\nlog = "json"\nmetrics_port = {port}\n'
    )
    github.plan(http_error(500, WORDS["GitHub's error"]))
    github.plan(errors({"message": WORDS["GitHub's error"]}), number=9)

    variables = {**SECRETS, "SLACK_APP_TOKEN": "", "DATABASE_URL": url}
    async with street.starts("--debug", **variables) as process:
        await process.says("Metrics are at")
        slack.connect_http(f"{process.base}{SLACK_PATH}")
        await process.is_ready()
        shown = await asks(street, ada, room, "hidden", process)
        await asks(street, ada, room, WORDS["a question"], process)
        github.plan(bad_credentials(), times=None)
        await asks(street, ada, room, "acme/hidden#77", process)
        slack.fails("users.info", html_500())
        await asks(street, bob, room, WORDS["a question"], process)
        await slack.until(lambda: slack.messages(digest), timeout=45)
        slack.fails("chat.postMessage", refused("fatal_error"))
        await slack.mentions(ada, room, WORDS["a question"])
        await process.says("A question failed")
        await malformed(street, process, output)
        await webhooks(process, output)
        for path in ("/healthz", "/readyz"):
            await output.asked("GET", process.base + path)
        metrics = f"http://127.0.0.1:{port}/metrics"
        assert await output.asked("POST", metrics, data=TITLE) == 405
        assert await output.asked("GET", metrics) == 200
        page = list(output.texts.values())[-1]
        assert await process.stops() == 0

    output.of(process)
    database = Database(database_url(url))
    output.texts["incidents"] = str(await Incidents(database).untold())
    await database.close()
    assert TITLE in shown, "it is no secret to whoever may see it"
    planted = {**SECRETS, **WORDS}
    assert {name: found for name, p in planted.items() if (found := output.holds(p))} == {}
    lines = [json.loads(line) for line in process.err.splitlines()]
    check_requests(lines)
    check_numbers(numbers(page.partition("\n")[2].encode()))


def check_requests(lines: list[dict[str, Any]]) -> None:
    """Each line of ours belongs to something."""
    ours = [line for line in lines if "logger" not in line]
    outside = {line["event"] for line in ours if "request" not in line}
    assert outside <= {"Stopping; what is under way is finished", "Stopped"}, outside
    asked = [line for line in lines if line.get("logger") == "httpx"]
    assert any(line["request"].startswith("refresh:") for line in asked)
    refused = [line["request"] for line in asked if "401" in line["event"]]
    assert re.fullmatch(r"[0-9a-f]{8}", refused[0]), "somebody's question"


def check_numbers(page: dict[str, float]) -> None:
    """Everything that happened was counted."""
    assert page['readings_total{outcome="read",tracker="widgets"}'] == 1
    assert page["reading_seconds_count"] == 1
    assert page['newest_reading_age_seconds{tracker="widgets"}'] > 0
    assert page['github_requests_total{outcome="server_error"}'] == 1
    assert page['github_requests_total{outcome="refused"}'] >= 1
    assert page['github_quota_remaining{budget="graphql",credential="token"}'] > 4_000
    assert page['messages_total{kind="digest",outcome="sent"}'] >= 1
    assert page['slack_answers_total{outcome="answered"}'] >= 2
    assert page["slack_acknowledged_seconds_count"] >= 5
    assert page["slack_connected"] == 1
    assert page['webhook_deliveries_total{outcome="taken"}'] == 1
    assert page['webhook_deliveries_total{outcome="not_signed"}'] == 1


@pytest.mark.parametrize("street", ["socket"], indirect=True)
async def test_run__nor_while_nothing_can_be_reached(street: Street) -> None:
    """No store, and GitHub knows neither the App nor the token."""
    slack, output = street.slack, Output()
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    key = generate_private_key(public_exponent=65537, key_size=2048)
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
    password = "planted password/of:the store"
    more = {
        "DATABASE_URL": f"postgresql+psycopg://bot:{quote(password, safe='')}@127.0.0.1:1/none",
        "GITHUB_APP_ID": "planted",
        "GITHUB_APP_PRIVATE_KEY": pem,
        "SLACK_SIGNING_SECRET": "",
    }
    street.settings = SETTINGS

    async with street.starts("--debug", **{**SECRETS, **more}) as process:
        await process.says("Connected to Slack")
        await asks(street, ada, room, WORDS["a question"], process)
        await process.says("A job failed")
        await asyncio.gather(*(output.asked("GET", process.base + p) for p in ("/readyz", "/")))
        assert await process.stops() == 0

    output.of(process)
    planted = {**SECRETS, **WORDS, "a password": password, "a key": pem.splitlines()[3]}
    assert {name: found for name, p in planted.items() if (found := output.holds(p))} == {}
    assert "127.0.0.1" in process.err, "where the store is may be said"
