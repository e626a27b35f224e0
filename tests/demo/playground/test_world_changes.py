"""What each button does, without the bot and as the bot tells of it."""

import re

import pytest

from bot.demo.playground.stage import open_stage
from bot.demo.playground.world_changes import CHANGES, Change
from bot.demo.slack import Message
from tests.demo.playground.deaf import deaf_stage
from tests.demo.playground.playing import Maintainer, change

INDEX = "NVIDIA-NeMo/RL", 2905


def line(text: str, words: str) -> str:
    """The line of an answer that begins with these words, after its sign."""
    return next((line for line in text.splitlines() if line[2:].startswith(words)), "")


def count(text: str, heading: str) -> int:
    """The number beside this heading."""
    found = re.search(rf"^{heading} · (\d+)", text, re.MULTILINE)
    return int(found[1]) if found else 0


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.id)
def test_change__is_done_once(change: Change) -> None:
    stage = deaf_stage()
    if change.id == "back":
        assert not change.is_open(stage)
        next(one for one in CHANGES if one.id == "down").make(stage)
    assert change.is_open(stage)

    change.make(stage)

    assert not change.is_open(stage)
    others = [one for one in CHANGES if one.is_open(stage) and one.id not in ("down", "back")]
    assert len(others) >= 5


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.id)
def test_change__says_what_it_does(change: Change) -> None:
    assert len(change.label) <= 40
    assert re.fullmatch(r"[A-Z].*\.", change.help)
    assert len(change.help) <= 100


def test_changes__edits_of_the_index_have_a_person_and_a_moment() -> None:
    stage = deaf_stage()
    for id_ in ("tick", "add-row"):
        change(id_).make(stage)

    issue = stage.github.item(*INDEX)

    assert [edit["editor"]["login"] for edit in issue["userContentEdits"]] == [
        "yuki-97",
        "HollowMan6",
        "anwithk",
    ]
    assert issue["lastEditedAt"] == "2026-08-22T23:00:00Z"
    assert (
        "\n- [ ] NVIDIA-NeMo/RL#2819: support SingleController e2e run\n- [x] NVIDIA-NeMo/RL#3219"
        in (issue["body"])
    )


def test_interfere__may_be_asked_for_again_when_its_words_are_gone() -> None:
    stage, interfere = deaf_stage(), change("interfere")
    body = stage.github.item(*INDEX)["body"]
    interfere.make(stage)
    for hook in stage.github.hooks:
        hook.nth = 0
        hook.does()
    assert not interfere.is_open(stage)

    stage.github.edit_body(*INDEX, body, by="nemorl-status-demo")

    assert interfere.is_open(stage)


async def test_changes__as_the_bot_tells_of_them() -> None:
    async with open_stage() as stage:
        mara = Maintainer(stage)
        refit, stale, drift = [await mara.asks(q) for q in ("refit", "stale", "drift")]
        before = drift.shown
        # What was opened lately, by the one clock.
        assert any("created:>=2026-04-24" in seen.query for seen in stage.github.requests)
        assert "no push since 8 Jun" in line(refit.shown, "#2467")
        assert "no push since 16 Jun" in line(stale.shown, "#2692")
        assert line(before, "#2444").endswith("merged 19 Jul · line 41")

        for id_ in ("merge", "push", "close", "tick", "add-row"):
            change(id_).make(stage)
        mara.moves("ten-minutes")

        assert "merged 22 Aug · box still empty" in line(await mara.refreshes(refit), "#2467")
        assert line(await mara.refreshes(stale), "#2692") == ""
        after = await mara.refreshes(drift)
        assert line(after, "#2444") == ""
        assert "closed unmerged" in line(after, "#2580")
        assert _counts(before) == (12, 4, 8)
        assert _counts(after) == (12, 5, 7)
        await _edited_while_the_bot_writes(mara, drift)
        await _down_and_back(mara, refit)
        assert not stage.slack.violations


def _counts(drift: str) -> tuple[int, int, int]:
    headings = "Merged, box empty", "Closed without a merge, still listed", "Missing rows"
    merged, closed, missing = (count(drift, heading) for heading in headings)
    return merged, closed, missing


async def _edited_while_the_bot_writes(mara: Maintainer, drift: Message) -> None:
    change("interfere").make(mara.stage)

    said = await mara.repairs(drift)

    assert "anwithk saved an edit in the same second" in said
    assert "Help with this section is welcome." in said
    assert "- [ ] NVIDIA-NeMo/RL#2467" not in mara.stage.github.item(*INDEX)["body"]


async def _down_and_back(mara: Maintainer, refit: Message) -> None:
    change("down").make(mara.stage)
    mara.moves("ten-minutes")
    assert "GitHub did not answer in time or is not well (502)" in await mara.refreshes(refit)

    change("back").make(mara.stage)
    assert "502" not in await mara.refreshes(refit)
