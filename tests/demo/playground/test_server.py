import asyncio
import io
import json
from pathlib import Path

import aiohttp
import pytest

from bot.demo.playground import page_files, routes
from bot.demo.playground.server import HEADERS, served
from bot.demo.slack.records import File
from bot.errors import UserError
from tests.demo.playground.deaf import deaf_stage
from tests.demo.playground.visitor import visiting

PNG = b"\x89PNG\r\n\x1a\n and more"


async def test_doors__only_with_the_token() -> None:
    async with visiting(deaf_stage()) as visitor:
        base, token = visitor.url.rstrip("/").rsplit("/", 1)
        for wrong in ("", token[:-1], f"{token}x", "x%20", "%C3%A9"):
            async with visitor.http.get(f"{base}/{wrong}/state") as answer:
                assert answer.status == 404, wrong
                assert "says" in await answer.json()
        assert len(token) >= 20
        assert (await visitor.get("state", Origin=base))[0] == 200


@pytest.mark.parametrize(
    "headers", [{"Origin": "https://evil.example"}, {"Origin": "null"}, {"Host": "evil.example"}]
)
async def test_doors__not_for_pages_from_elsewhere(headers: dict[str, str]) -> None:
    async with visiting(deaf_stage()) as visitor:
        status, told = await visitor.get("state", **headers)
        posted, _ = await visitor.post({"do": "home"}, **headers)

    assert (status, list(told), posted) == (403, ["says"], 403)


@pytest.mark.parametrize(
    "path", ["state", "state?as=U1", "nothing", "page/nothing.js", "changes", "do"]
)
async def test_doors__every_answer_has_the_headers(path: str) -> None:
    async with visiting(deaf_stage()) as visitor, visitor.http.get(visitor.url + path) as answer:
        assert {name: answer.headers[name] for name in HEADERS} == HEADERS


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("state?as=U1", 400),
        ("state?as=U000000000", 400),
        ("traffic?after=-1", 400),
        ("traffic?after=x", 400),
        ("traffic/1", 404),
        ("traffic/x", 404),
        ("files/F1", 404),
        ("nothing", 404),
        ("page/", 404),
    ],
)
async def test_doors__what_there_is_not_is_said_as_json(path: str, status: int) -> None:
    async with visiting(deaf_stage()) as visitor:
        found, told = await visitor.get(path)

    assert (found, list(told)) == (status, ["says"])


@pytest.mark.parametrize(
    ("raw", "kind", "status"),
    [
        pytest.param(b"{}", "text/plain", 415, id="text"),
        pytest.param(b"{}", "application/x-www-form-urlencoded", 415, id="a form"),
        pytest.param(b"[]", "application/json", 400, id="a list"),
        pytest.param(b"", "application/json", 400, id="nothing"),
        pytest.param(b"\xff", "application/json", 400, id="no UTF-8"),
        pytest.param(b"[" * 20_000, "application/json", 400, id="deep"),
        pytest.param(b'{"do": "' + b"x" * 70_000 + b'"}', "application/json", 413, id="long"),
        pytest.param(b"{}", "application/json", 200, id="an object"),
    ],
)
async def test_post__only_short_json_objects(raw: bytes, kind: str, status: int) -> None:
    sent, headers = io.BytesIO(raw), {"Content-Type": kind}
    async with (
        visiting(deaf_stage()) as visitor,
        visitor.http.post(f"{visitor.url}do", data=sent, headers=headers) as answer,
    ):
        assert answer.status == status
        assert (await answer.json())["says"]


async def test_files__pictures_only() -> None:
    stage = deaf_stage()
    for name, content in (("F1", PNG), ("F2", b"<script>"), ("F3", None)):
        stage.slack.world.files[name] = File(
            id=name, name="a.png", length=9, secret="s", content=content, is_complete=True
        )
    async with visiting(stage) as visitor:
        async with visitor.http.get(f"{visitor.url}files/F1") as answer:
            assert (answer.content_type, await answer.read()) == ("image/png", PNG)
        assert (await visitor.get("files/F2"))[0] == 404
        assert (await visitor.get("files/F3"))[0] == 404


def test_page_file__nothing_but_the_page(tmp_path: Path) -> None:
    page = tmp_path / "page"
    (page / "parts").mkdir(parents=True)
    (page / "app.js").write_bytes(b"a")
    (page / "parts" / "b-c.css").write_bytes(b"b")
    (page / "notes.txt").write_bytes(b"c")
    (page / ".js").write_bytes(b"d")
    (tmp_path / "secret.js").write_bytes(b"e")

    assert page_files.page_file("app.js", page) == (b"a", "text/javascript")
    assert page_files.page_file("parts/b-c.css", page) == (b"b", "text/css")
    for name in (
        *("notes.txt", ".js", "../secret.js", "parts/../app.js", "parts//b-c.css", "/app.js"),
        *(str(page / "app.js"), "parts", "", "app.js\0", "app.js\n", "no.js", f"{'a' * 300}.js"),
    ):
        assert page_files.page_file(name, page) is None, name


@pytest.mark.parametrize("path", ["../server.py", "%2e%2e/server.py", "..%2fserver.py", "%00.js"])
async def test_page__leads_out_of_no_folder(path: str) -> None:
    async with visiting(deaf_stage()) as visitor:
        assert (await visitor.get(f"page/{path}"))[0] == 404


# The stream


async def test_changes__each_is_told_until_the_client_leaves() -> None:
    stage = deaf_stage()
    async with visiting(stage) as visitor, visitor.http.get(f"{visitor.url}changes") as stream:
        assert stream.content_type == "text/event-stream"
        first = await _version(stream)
        stage.slack.clock.advance(60)
        assert await _version(stream) > first


async def test_changes__too_many_are_refused_and_those_who_left_do_not_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(routes, "MOST_STREAMS", 2)
    async with visiting(deaf_stage()) as visitor:
        changes = f"{visitor.url}changes"
        async with visitor.http.get(changes), visitor.http.get(changes) as leaves:
            status, told = await visitor.get("changes")
            says = "Too many pages of this demo are open: close one."
            assert (status, told) == (503, {"says": says})
            leaves.close()
            async with asyncio.timeout(5):
                while True:
                    async with visitor.http.get(changes) as comes:
                        if comes.status == 200:
                            break


async def test_changes__beats_and_ends_with_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "HEARTBEAT_SECONDS", 0.0)
    async with asyncio.timeout(5), aiohttp.ClientSession() as http:
        async with served(deaf_stage()) as url:
            stream = await http.get(f"{url}changes")
            await _version(stream)
            assert await stream.content.readuntil(b":\n\n") == b":\n\n"
        rest = await stream.content.read()
        assert rest.strip(b":\n") == b""


async def _version(stream: aiohttp.ClientResponse) -> int:
    line = await stream.content.readline()
    assert await stream.content.readline() == b"\n"
    version = json.loads(line.removeprefix(b"data:"))["version"]
    assert isinstance(version, int)
    return version


# Where it listens


async def test_served__a_port_that_is_taken_says_what_to_do() -> None:
    stage = deaf_stage()
    async with served(stage) as url:
        port = int(url.split(":")[2].split("/")[0])
        with pytest.raises(UserError, match="Another process listens") as raised:
            async with served(stage, port=port):
                pass
    assert "PORT" in raised.value.advice


async def test_served__an_address_of_another_machine_says_what_to_do() -> None:
    with pytest.raises(UserError) as raised:
        async with served(deaf_stage(), host="192.0.2.1"):
            pass
    assert "HOST to an address of this machine" in raised.value.advice


async def test_served__on_every_address_only_where_that_is_said() -> None:
    async with served(deaf_stage(), host="0.0.0.0") as url:  # noqa: S104
        assert url.startswith("http://127.0.0.1:")
        async with aiohttp.ClientSession() as http, http.get(f"{url}state") as answer:
            assert answer.status == 200


async def test_index__as_it_stands_and_who_saved_it() -> None:
    stage = deaf_stage()
    async with visiting(stage) as visitor:
        _, before = await visitor.get("index")
        stage.github.edit_body("NVIDIA-NeMo/RL", 2905, "a new text", by="ana")
        _, after = await visitor.get("index")

    assert before["body"].startswith("# NeMo RL Evolution")
    assert before["edits"] == []
    assert after == {
        "tracker": "NVIDIA-NeMo/RL#2905",
        "body": "a new text",
        "edits": [{"by": "ana", "at": "2026-08-22T23:00:00Z"}],
    }
