"""What is concluded from answers of every form, as the SDK brings them."""

from collections.abc import AsyncIterator, Mapping

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.delivery import delivery_client
from bot.delivery.replies import (
    USUAL_WAIT_SECONDS,
    Done,
    Doubtful,
    Later,
    NotSent,
    Refused,
    Reply,
    asked,
)

JSON = "application/json"
REFUSED = '{"ok": false, "error": "missing_scope", "needed": "chat:write"}'
Answer = tuple[int, str, str, Mapping[str, str]]

ANSWERS: dict[str, tuple[Answer, Reply]] = {
    "done": ((200, JSON, '{"ok": true, "ts": "1.2"}', {}), Done({"ok": True, "ts": "1.2"})),
    "refused": ((200, JSON, REFUSED, {}), Refused("missing_scope", "chat:write")),
    "refused, with another status": (
        (403, JSON, REFUSED, {}),
        Refused("missing_scope", "chat:write"),
    ),
    "no code of Slack's": (
        (200, JSON, '{"ok": false, "error": "two words <!channel>"}', {}),
        Refused("unknown"),
    ),
    "too fast": ((429, JSON, "{}", {"Retry-After": "7"}), Later(7)),
    "too fast, at once": ((429, JSON, "{}", {"Retry-After": "0"}), Later(1)),
    "too fast, as a page": ((429, "text/html", "<p>", {"Retry-After": "7"}), Later(7)),
    "too fast, broken": ((429, JSON, "{", {"Retry-After": "7"}), Later(7)),
    "too fast, when is no number": (
        (429, JSON, "{}", {"Retry-After": "soon"}),
        Later(USUAL_WAIT_SECONDS),
    ),
    "too fast, when is not said": ((429, JSON, "{}", {}), Later(USUAL_WAIT_SECONDS)),
    "a server's error that says refused": ((503, JSON, REFUSED, {}), Doubtful()),
    "a page": ((200, "text/html", "<p>", {}), Doubtful()),
    "a text": ((200, "text/plain", "ok", {}), Doubtful()),
    "a list": ((200, JSON, "[1]", {}), Doubtful()),
    "a text as JSON": ((200, JSON, '"ok"', {}), Doubtful()),
    "nothing": ((200, JSON, "", {}), Doubtful()),
    "no code": ((200, JSON, '{"ok": false}', {}), Doubtful()),
    "a charset that nobody knows": ((200, f"{JSON}; charset=x", "{}", {}), Doubtful()),
    "letters that are none": ((200, f"{JSON}; charset=ascii", '{"ok": "é"}', {}), Doubtful()),
    "a stranger's page": ((404, "text/html", "<p>", {}), Doubtful()),
}


@pytest.fixture
async def answers() -> AsyncIterator[tuple[list[Answer], TestServer]]:
    waiting: list[Answer] = []

    async def answer(_: web.Request) -> web.Response:
        status, content_type, body, more = waiting.pop()
        headers = {"Content-Type": content_type, **more}
        return web.Response(status=status, body=body.encode(), headers=headers)

    application = web.Application()
    application.router.add_post("/api/chat.postMessage", answer)
    server = TestServer(application)
    await server.start_server()
    yield waiting, server
    await server.close()


async def test_asked__every_form_of_answer(answers: tuple[list[Answer], TestServer]) -> None:
    waiting, server = answers
    client = delivery_client("xoxb-1", url=str(server.make_url("/api")))

    found = {}
    for name, (answer, _) in ANSWERS.items():
        waiting.append(answer)
        found[name] = await asked(client.chat_postMessage, channel="C1", text="x")

    assert found == {name: reply for name, (_, reply) in ANSWERS.items()}


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/api", "http://slack.invalid/api"])
async def test_asked__not_connected(url: str) -> None:
    client = delivery_client("xoxb-1", url=url)

    assert await asked(client.chat_postMessage, channel="C1", text="x") == NotSent()
