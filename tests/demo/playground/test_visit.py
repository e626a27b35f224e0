"""The page as a visitor has it, with the real bot behind it."""

import asyncio
import json

from bot.demo.playground.stage import Stage, open_stage
from tests.demo.playground.contacts import LOOPBACK
from tests.demo.playground.visitor import Json, Visitor, button, messages, visiting


async def test_page__a_question_a_press_a_form_and_the_home(contacted: set[str]) -> None:
    async with open_stage() as stage, visiting(stage) as visitor:
        await _asks_and_presses(visitor)
        await _fills_in_the_form(visitor)
        await _looks_home(visitor)
        await _uses_the_shortcut(visitor)
        assert (await visitor.sees(stage.cast.maintainer))["violations"] == []
        await _inspects_the_traffic(visitor)
        await _meets_a_slow_bot(visitor)
    assert contacted == {LOOPBACK}


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
    assert home["blocks"]
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
    raw = [(await visitor.get(f"traffic/{one['n']}"))[1] for one in told["entries"]]
    assert {
        ("slack -> bot", "slash_commands"),
        ("bot -> github", "query Readings"),
        ("bot -> slack", "response_url"),
    } <= {(one["way"], one["what"]) for one in raw}
    [command] = [one for one in raw if one["n"] == first["n"]]
    assert (command["sent"]["text"], command["sent"]["token"]) == ("refit", "…")
    _has_no_secret(visitor.stage, json.dumps(raw))


def _has_no_secret(stage: Stage, shown: str) -> None:
    slack = stage.slack
    for secret in (
        slack.bot_token,
        slack.app_token,
        slack.signing_secret,
        slack.app.verification_token,
        slack.listener.secret,
        *stage.github.tokens,
        "Authorization",
    ):
        assert secret not in shown


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
    assert await visitor.does(cast.colleague, "change", id="push") == {"ok": True}
    changes = (await visitor.sees(cast.guest))["changes"]
    assert [one["open"] for one in changes if one["id"] == "push"] == [False]
    assert not waiting.done()
    slack.drops_connections()
    assert (await waiting)["error"] == "dispatch_failed"
