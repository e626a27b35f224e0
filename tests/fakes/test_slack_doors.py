"""Who gets to a fake workspace: nobody without its address, and no page from elsewhere."""

import aiohttp
import pytest
from yarl import URL

from bot.demo.slack import FakeSlack, fake_slack


async def status(url: URL) -> int:
    async with aiohttp.ClientSession() as session, session.get(url) as answer:
        return answer.status


async def socket_url(slack: FakeSlack) -> str:
    headers = {"Authorization": f"Bearer {slack.app_token}"}
    url = f"{slack.api_url}apps.connections.open"
    async with aiohttp.ClientSession() as session, session.post(url, headers=headers) as answer:
        return str((await answer.json())["url"])


@pytest.mark.parametrize(
    ("origin", "is_let_in"), [(None, True), ("own", True), ("http://evil.example", False)]
)
async def test_websocket__not_for_pages_from_elsewhere(origin: str | None, is_let_in: bool) -> None:
    async with fake_slack() as slack, aiohttp.ClientSession() as session:
        url = await socket_url(slack)
        own = f"http://{URL(url).authority}"
        headers = {} if origin is None else {"Origin": own if origin == "own" else origin}

        if is_let_in:
            async with session.ws_connect(url, headers=headers) as socket:
                assert (await socket.receive_json())["type"] == "hello"
        else:
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await session.ws_connect(url, headers=headers)
            assert (refused.value.status, slack.connections) == (403, 0)


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/api/auth.test",
        "/wrong/api/auth.test",
        "/hooks/1/fake-secret",
        "/upload/F1/x",
        "/link",
    ],
)
async def test_doors__nothing_is_there_without_the_secret_in_its_address(path: str) -> None:
    async with fake_slack() as slack:
        asked = await status(URL(slack.api_url).with_path(path))

        assert asked == 404
        assert not slack.requests


async def test_doors__every_workspace_has_another_address() -> None:
    async with fake_slack() as one, fake_slack() as other:
        paths = {URL(slack.api_url).path for slack in (one, other)}

        assert len(paths) == 2
        assert all(len(path.removesuffix("/api/")) > 20 for path in paths)
