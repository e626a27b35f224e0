"""What each button does, without the bot and as the bot tells of it."""

import re

import pytest

from bot.demo.playground.stage import open_stage
from bot.demo.playground.world_changes import CHANGES, SOMEBODY, Change
from bot.demo.slack import Message
from tests.demo.playground.contacts import LOOPBACK
from tests.demo.playground.deaf import deaf_stage
from tests.demo.playground.playing import Maintainer

INDEX = "NVIDIA-NeMo/RL", 2905


def line(text: str, words: str) -> str:
    """The line of an answer that begins with these words, after its sign."""
    return next((line for line in text.splitlines() if line[2:].startswith(words)), "")


def count(text: str, heading: str) -> int:
    """The number beside this heading."""
    found = re.search(rf"^{heading} · (\d+)", text, re.MULTILINE)
    return int(found[1]) if found else 0


@pytest.mark.parametrize("change", CHANGES.values(), ids=lambda change: change.id)
def test_change__is_done_once(change: Change) -> None:
    stage = deaf_stage()
    if change.id == "back":
        assert not change.is_open(stage)
        CHANGES["down"].make(stage)
    assert change.is_open(stage)

    change.make(stage)

    assert not change.is_open(stage)
    others = [
        one for one in CHANGES.values() if one.is_open(stage) and one.id not in ("down", "back")
    ]
    assert len(others) >= 5


@pytest.mark.parametrize("change", CHANGES.values(), ids=lambda change: change.id)
def test_change__says_what_it_does(change: Change) -> None:
    assert len(change.label) <= 40
    assert re.fullmatch(r"[A-Z].*\.", change.help)
    assert len(change.help) <= 100


def test_changes__edits_of_the_index_have_a_person_and_a_moment() -> None:
    stage = deaf_stage()
    for id_ in ("tick", "add-row"):
        CHANGES[id_].make(stage)

    issue = stage.github.item(*INDEX)

    assert [edit["editor"]["login"] for edit in issue["userContentEdits"]] == [
        SOMEBODY,
        SOMEBODY,
        "anwithk",
    ]
    assert issue["lastEditedAt"] == "2026-08-22T23:00:00Z"
    assert (
        "\n- [ ] NVIDIA-NeMo/RL#2819: support SingleController e2e run\n- [x] NVIDIA-NeMo/RL#3219"
        in (issue["body"])
    )


def test_interfere__may_be_asked_for_again_when_its_words_are_gone() -> None:
    stage, interfere = deaf_stage(), CHANGES["interfere"]
    body = stage.github.item(*INDEX)["body"]
    interfere.make(stage)
    for hook in stage.github.hooks:
        hook.nth = 0
        hook.does()
    assert not interfere.is_open(stage)

    stage.github.edit_body(*INDEX, body, by="nemorl-status-demo")

    assert interfere.is_open(stage)


async def test_changes__as_the_bot_tells_of_them(contacted: set[str]) -> None:
    async with open_stage() as stage:
        mara = Maintainer(stage)
        refit, stale, drift = [await mara.asks(q) for q in ("refit", "stale", "drift")]
        before = drift.shown
        # What was opened lately, by the one clock.
        assert any("created:>=2026-04-24" in seen.query for seen in stage.github.requests)
        assert "no push since 8 Jun" in line(refit.shown, "#2467")
        assert "no push since 16 Jun" in line(stale.shown, "#2692")
        assert line(before, "#2444").endswith("merged 19 Jul · line 41")

        for id_ in ("merge-2467", "push", "close", "tick", "add-row"):
            CHANGES[id_].make(stage)
        mara.moves("ten-minutes")

        merged = "merged 22 Aug · box still empty"
        await mara.refreshes(refit, until=lambda shown: merged in line(shown, "#2467"))
        await mara.refreshes(stale, until=lambda shown: not line(shown, "#2692"))
        after = await mara.refreshes(drift, until=lambda shown: not line(shown, "#2444"))
        assert "closed unmerged" in line(after, "#2580")
        assert _counts(before) == (12, 4, 8)
        assert _counts(after) == (12, 5, 7)
        await _edited_while_the_bot_writes(mara, drift)
        await _down_and_back(mara, refit)
        assert not stage.slack.violations
    assert contacted == {LOOPBACK}


def _counts(drift: str) -> tuple[int, int, int]:
    headings = "Merged, box empty", "Closed without a merge, still listed", "Missing rows"
    merged, closed, missing = (count(drift, heading) for heading in headings)
    return merged, closed, missing


async def _edited_while_the_bot_writes(mara: Maintainer, drift: Message) -> None:
    mara.changes("interfere")

    said = await mara.repairs(drift)

    assert f"{SOMEBODY} saved an edit in the same second" in said
    assert "Help with this section is welcome." in said
    assert "- [ ] NVIDIA-NeMo/RL#2467" not in mara.stage.github.item(*INDEX)["body"]


async def _down_and_back(mara: Maintainer, refit: Message) -> None:
    mara.changes("down")
    mara.moves("ten-minutes")
    says = "GitHub did not answer in time or is not well (502)"
    await mara.refreshes(refit, until=lambda shown: says in shown)

    mara.changes("back")
    await mara.refreshes(refit, until=lambda shown: "502" not in shown)
