import asyncio
import io
import json
from pathlib import Path

import aiohttp
import pytest

from bot.demo.playground import page_files, routes
from bot.demo.playground.server import HEADERS, served
from bot.demo.playground.stage import open_stage
from bot.demo.slack.records import File
from bot.errors import UserError
from tests.demo.playground.deaf import deaf_stage
from tests.demo.playground.visitor import Json, Visitor, button, messages, visiting

PNG = b"\x89PNG\r\n\x1a\n and more"


# The tour, with the real bot


async def test_tour__a_question_a_press_a_form_and_the_home() -> None:
    async with open_stage() as stage, visiting(stage) as visitor:
        await _asks_and_presses(visitor)
        await _fills_in_the_form(visitor)
        await _looks_home(visitor)
        await _uses_the_shortcut(visitor)
        assert (await visitor.sees(stage.cast.maintainer))["violations"] == []
        await _inspects_the_traffic(visitor)
        await _meets_a_slow_bot(visitor)


async def _asks_and_presses(visitor: Visitor) -> None:
    cast = visitor.stage.cast
    here = {"conversation": cast.room.id}
    line = "/nemorl-status refit"
    assert await visitor.does(cast.colleague, "type", text=line, **here) == {"ok": True}
    answered = await visitor.until(cast.colleague, lambda state: _says(state, "Refit: 3 merged"))
    [answer] = messages(answered)
    assert answer["ephemeral"]
    assert messages(await visitor.sees(cast.owner)) == []

    press = {"at": {**here, "message": answer["ts"]}, **button(answer["blocks"], "Only stale")}
    assert (await visitor.does(cast.owner, "press", **press))["error"] == "message_not_found"
    assert await visitor.does(cast.colleague, "press", **press) == {"ok": True}
    await visitor.until(cast.colleague, lambda state: _says(state, "3 stale rows in Refit"))
    again = await visitor.does(cast.colleague, "press", **press)
    assert again["says"] == "That button is not there any more."

    assert await visitor.does(cast.guest, "type", text=line, **here) == {"ok": True}
    await visitor.until(cast.guest, lambda state: _says(state, "Sorry, guests may not ask"))


def _says(state: Json, words: str) -> bool:
    """Whether the newest message begins with these words."""
    return messages(state)[-1:] != [] and messages(state)[-1]["text"].startswith(words)


async def _fills_in_the_form(visitor: Visitor) -> None:
    owner, room = visitor.stage.cast.owner, visitor.stage.cast.room
    line = "/nemorl-status settings"
    await visitor.does(owner, "type", conversation=room.id, text=line)
    form = (await visitor.until(owner, _has_the_form))["modal"]
    assert form["title"] == "Settings"

    pause = {"block": "pause", "action": "pause", "value": "14"}
    wrong = {**pause, "value": "15"}
    assert not (await visitor.does(owner, "submit", view=form["id"], values=[wrong]))["ok"]
    assert await visitor.does(owner, "submit", view=form["id"], values=[pause]) == {"ok": True}
    saved = (await visitor.sees(owner))["modal"]
    assert (saved["id"], saved["submit"]) == (form["id"], None)
    assert saved["blocks"][0]["text"]["text"] == "Saved."
    assert await visitor.does(owner, "close", view=form["id"]) == {"ok": True}
    stale = await visitor.does(owner, "close", view=form["id"])
    assert stale["error"] == "not_found"

    await visitor.does(owner, "type", conversation=room.id, text=line)
    again = (await visitor.until(owner, _has_the_form))["modal"]
    assert again["state"]["pause"]["pause"]["selected_option"]["value"] == "keep"
    assert await visitor.does(owner, "close", view=again["id"]) == {"ok": True}


def _has_the_form(state: Json) -> bool:
    """A modal that only tells that the bot is reading may come first."""
    return state["modal"] is not None and state["modal"]["submit"] == "Save"


async def _looks_home(visitor: Visitor) -> None:
    owner = visitor.stage.cast.owner
    assert await visitor.does(owner, "home") == {"ok": True}
    home = (await visitor.until(owner, lambda state: state["home"]))["home"]
    assert home["type"] == "home"
    assert (await visitor.sees(visitor.stage.cast.guest))["home"] is None


async def _uses_the_shortcut(visitor: Visitor) -> None:
    cast = visitor.stage.cast
    here = {"conversation": cast.room.id}
    said = "see https://github.com/NVIDIA-NeMo/RL/pull/2467"
    assert await visitor.does(cast.colleague, "type", text=said, **here) == {"ok": True}
    [message] = messages(await visitor.sees(cast.owner))
    assert message["user"] == cast.colleague.id
    at = {**here, "message": message["ts"]}
    picked = await visitor.does(cast.owner, "shortcut", callback="where_tracked", at=at)
    assert picked == {"ok": True}
    says = "NVIDIA-NeMo/RL#2467 is tracked"
    await visitor.until(cast.owner, lambda state: _says(state, says))


async def _inspects_the_traffic(visitor: Visitor) -> None:
    status, told = await visitor.get("traffic")
    assert status == 200
    first = next(one for one in told["entries"] if one["what"] == "slash_commands")
    _, later = await visitor.get(f"traffic?after={first['n']}")
    assert first not in later["entries"]
    _, payload = await visitor.get(f"traffic/{first['n']}")
    assert payload["sent"]["text"] == "refit"


async def _meets_a_slow_bot(visitor: Visitor) -> None:
    """Whoever waits for the bot keeps nobody else waiting."""
    slack, cast = visitor.stage.slack, visitor.stage.cast
    line = {"conversation": cast.room.id, "text": "/nemorl-status help"}
    slack.loses_acks()
    late = await visitor.does(cast.owner, "type", **line)
    assert late["error"] == "operation_timeout"
    assert late["says"] == (
        "nemorl-status did not acknowledge within 3 seconds (operation_timeout)."
    )

    slack.goes_silent()
    waiting = asyncio.create_task(visitor.does(cast.owner, "type", **line))
    await slack.until(lambda: not slack.journal.is_idle)
    assert await visitor.does(cast.colleague, "move", id="hour") == {"ok": True}
    assert (await visitor.sees(cast.guest))["clock"]["now"] == "2026-08-23T00:00:00Z"
    assert not waiting.done()
    slack.drops_connections()
    assert (await waiting)["error"] == "dispatch_failed"


# The doors, without a bot


async def test_doors__only_with_the_token_and_from_here() -> None:
    async with visiting(deaf_stage()) as visitor:
        base, token = visitor.url.rstrip("/").rsplit("/", 1)
        for wrong in ("", token[:-1], f"{token}x", "x%20", "%C3%A9"):
            async with visitor.http.get(f"{base}/{wrong}/state") as answer:
                assert answer.status == 404, wrong
                assert "says" in await answer.json()
        assert len(token) >= 20

        own = base.removesuffix("/")
        assert (await visitor.get("state", Origin=own))[0] == 200
        for headers in (
            {"Origin": "https://evil.example"},
            {"Origin": "null"},
            {"Host": "evil.example"},
        ):
            status, told = await visitor.get("state", **headers)
            assert (status, list(told)) == (403, ["says"]), headers
            status, _ = await visitor.post({"do": "home"}, **headers)
            assert status == 403, headers


async def test_doors__every_answer_has_the_headers() -> None:
    async with visiting(deaf_stage()) as visitor:
        for path in ("state", "state?as=U1", "nothing", "page/nothing.js", "changes", "do"):
            async with visitor.http.get(visitor.url + path) as answer:
                assert {name: answer.headers[name] for name in HEADERS} == HEADERS, path


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


async def test_post__only_short_json_objects() -> None:
    async with visiting(deaf_stage()) as visitor:
        json_type = {"Content-Type": "application/json"}
        for raw, headers, status in (
            (b"{}", {"Content-Type": "text/plain"}, 415),
            (b"{}", {"Content-Type": "application/x-www-form-urlencoded"}, 415),
            (b"[]", json_type, 400),
            (b"", json_type, 400),
            (b"\xff", json_type, 400),
            (b"[" * 20_000, json_type, 400),
            (b'{"do": "' + b"x" * 70_000 + b'"}', json_type, 413),
            (b"{}", json_type, 200),
        ):
            sent = io.BytesIO(raw)
            async with visitor.http.post(f"{visitor.url}do", data=sent, headers=headers) as answer:
                assert answer.status == status, (raw[:20], headers)
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
        *(str(page / "app.js"), "parts", "", "app.js\0", "app.js\n", "no.js"),
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


async def test_served__on_every_address_only_where_that_is_said() -> None:
    async with served(deaf_stage(), host="0.0.0.0") as url:  # noqa: S104
        assert url.startswith("http://127.0.0.1:")
        async with aiohttp.ClientSession() as http, http.get(f"{url}state") as answer:
            assert answer.status == 200
