"""A title that wants to be more than a title stays that text everywhere."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.demo.slack import FakeSlack, Message, View
from tests.listeners.harness import COMMAND, HARM, WIDGETS, Setting, a_bot, people, pressable
from tests.render.hostile import HOSTILE

QUESTIONS = ("", "refit", "#7", "stale", "merged 30d", "drift", "mine", "help")


def tokens(blocks: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Every object in the blocks."""
    for block in blocks:
        yield block
        for value in block.values():
            if isinstance(value, dict):
                yield from tokens([value])
            elif isinstance(value, list):
                yield from tokens([each for each in value if isinstance(each, dict)])


def assert_harmless(seen: Message | View) -> None:
    for token in tokens(seen.blocks):
        assert token.get("type") not in {"user", "usergroup", "broadcast", "channel"}
        assert "example.org" not in str(token.get("url", ""))
        if token.get("type") == "mrkdwn":
            assert "<!channel>" not in token["text"]
            assert "<https://example.org" not in token["text"]
    if isinstance(seen, Message):
        assert "<!channel>" not in seen.text
        assert "<https://example.org" not in seen.text
        assert (seen.mentions, seen.unfurls) == ((), ())
        assert seen.notified <= {seen.ephemeral_to}


async def test_harm__on_every_surface(slack: FakeSlack) -> None:
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with a_bot(slack, Setting(people=people(ana=ada.id))) as bot:
        for number in (7, 8, 9, 10):
            bot.github.change(number, title=HARM)
        tracker = next(iter(bot.github.issues.values()))
        bare = re.sub(r"(#\d+) .*", r"\1", tracker.body).replace("## Gen", f"## {HARM} Gen")
        bot.github.issues[tracker.ref] = replace(tracker, body=bare, title=HARM)
        await bot.reads()
        for words in (*QUESTIONS, HARM, f'show "{HARM}"', f"@{HARM}", f"#7 in {HARM}"):
            await slack.types(ada, room, f"{COMMAND} {words}")
            await slack.mentions(ada, room, words)
            await bot.idle()
        said = await slack.says(ada, room, f"acme/widgets#7 {HARM}")
        await slack.uses_shortcut(ada, said.message, "where_tracked")
        await slack.opens_home(ada)
        await bot.idle()
        home = slack.home(ada)
        assert home is not None
        await slack.presses(ada, home, pressable(home.blocks, "Overview"))
        await bot.idle()

        answers = [m for m in slack.messages(room, viewer=ada) if m.user == slack.bot.id]
        everything: list[Message | View] = [*answers, home, *slack.modals(ada)]
        for seen in everything:
            assert_harmless(seen)
        assert sum(HARM in m.shown for m in answers) >= 10
        assert HARM in home.shown
        assert HARM in slack.modals(ada)[0].shown


@pytest.mark.parametrize("title", HOSTILE, ids=range(len(HOSTILE)))
async def test_any_title__is_answered(socket: FakeSlack, title: str) -> None:
    slack = socket
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    typed = title.encode("utf-16", "replace").decode("utf-16").replace("\n", " ")
    async with a_bot(slack) as bot:
        bot.github.change(7, title=title)
        await bot.reads()
        await slack.types(ada, room, f"{COMMAND} #7")
        await slack.types(ada, room, f"{COMMAND} {typed}")
        await bot.idle()

        answers = slack.messages(room, viewer=ada)
        assert len(answers) == 2
        for answer in answers:
            assert_harmless(answer)
            assert "Sorry" not in answer.text


async def test_a_large_tracker__turns_pages(socket: FakeSlack) -> None:
    slack = socket
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada])
    async with a_bot(slack) as bot:
        rows = "".join(f"- [ ] #{number} row {number}\n" for number in range(100, 220))
        bot.github.add_issue(WIDGETS, f"## Refit\n\n{rows}")
        await bot.reads()
        await slack.types(ada, room, f"{COMMAND} refit")
        await bot.idle()
        [answer] = slack.messages(room, viewer=ada)
        assert "row 100" in answer.shown
        assert "row 219" not in answer.shown

        await slack.presses(ada, answer, "page.next")
        await bot.idle()
        assert "row 100" not in answer.shown
        await slack.presses(ada, answer, "page.previous")
        await bot.idle()
        assert "row 100" in answer.shown

        value = json.dumps(answer.blocks)
        assert '"2 refit"' in value
