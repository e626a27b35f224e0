import time
from typing import Any

import pytest

from bot.commands import split
from bot.listeners.typed import MOST_REFS, question_text, refs_named

BOT = "U000000000"


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("refit", "refit"),
        ("  refit\n 14d ", "refit 14d"),
        ("Q&amp;A &lt;x&gt;", "Q&A <x>"),
        ("&amp;lt;", "&lt;"),
        ("<@U123ABC|ada>", "<@U123ABC>"),
        ("<@W123ABC>", "<@W123ABC>"),
        ("<#C123|general> <#C124|>", "#general"),
        ("<!subteam^S1|@core>", "core"),
        ("<!here>", "here"),
        ("<mailto:a@b.example|a@b.example>", "a@b.example"),
        ("<https://github.com/a/b/pull/1|that one>", "https://github.com/a/b/pull/1"),
        ("<https://github.com/a/b/pull/1?a=1&amp;b=2>", "https://github.com/a/b/pull/1?a=1&b=2"),
        ("`stale refit`", "stale refit"),
        ("*stale* _refit_ ~x~", "stale refit x"),
        ("create_generation 2*3*4", "create_generation 2*3*4"),
        ("“Zhiyu Li”", "“Zhiyu Li”"),
        ("", ""),
    ],
)
def test_question_text__what_slack_writes(written: str, asked: str) -> None:
    assert question_text(written) == asked


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        (f"<@{BOT}> refit", "refit"),
        (f"<@{BOT}|status>: refit", "refit"),
        (f"hello <@{BOT}>, stale refit", "stale refit"),
        (f"refit <@{BOT}>", "refit"),
        (f"refit <@{BOT}>!", "refit"),
        (f"<@{BOT}>", ""),
        (f"<@{BOT}> <@{BOT}> refit", "refit"),
        (f"<@{BOT}> <@U123ABC>", "<@U123ABC>"),
        ("refit", "refit"),
    ],
)
def test_question_text__beside_the_mention(written: str, asked: str) -> None:
    assert question_text(written, bot=BOT) == asked


def test_question_text__a_mention_stays_one_word() -> None:
    assert split(question_text("<@U123ABC|ada lovelace> in nemo")) == ("<@U123ABC>", "in", "nemo")


@pytest.mark.parametrize(
    ("message", "refs"),
    [
        ({"text": "<https://github.com/acme/widgets/pull/7|x>"}, ("acme/widgets#7",)),
        (
            {"text": "https://github.com/acme/widgets/issues/7/files#r1"},
            ("acme/widgets#7",),
        ),
        ({"text": "acme/widgets#7, RL#8 and #9"}, ("acme/widgets#7", "RL#8")),
        ({"text": "look at #9 and #10, #9"}, ("#9", "#10")),
        ({"text": "ACME/Widgets#7 acme/widgets#7 widgets#7"}, ("ACME/Widgets#7",)),
        ({"text": "<#C123|general> channel, v1#2a, a/b/c#3, #0"}, ()),
        ({"text": "nothing"}, ()),
        ({}, ()),
        ({"text": None, "blocks": "x", "attachments": [None, 7]}, ()),
        (
            {
                "text": "see",
                "blocks": [
                    {
                        "type": "rich_text",
                        "elements": [
                            {
                                "type": "rich_text_list",
                                "elements": [
                                    {
                                        "type": "rich_text_section",
                                        "elements": [
                                            {
                                                "type": "link",
                                                "url": "https://github.com/acme/widgets/pull/7",
                                            }
                                        ],
                                    }
                                ],
                            }
                        ],
                    },
                    {"type": "section", "text": {"type": "mrkdwn", "text": "acme/widgets#8"}},
                    {"type": "section", "fields": [{"type": "mrkdwn", "text": "a/b#9"}]},
                ],
            },
            ("acme/widgets#7", "acme/widgets#8", "a/b#9"),
        ),
        (
            {
                "attachments": [
                    {"title": "x", "title_link": "https://github.com/acme/widgets/pull/7"},
                    {"fallback": "a/b#9", "blocks": [{"text": {"text": "a/b#10"}}]},
                ]
            },
            ("acme/widgets#7", "a/b#9", "a/b#10"),
        ),
    ],
)
def test_refs_named(message: dict[str, Any], refs: tuple[str, ...]) -> None:
    assert refs_named(message) == (refs, 0)


def test_refs_named__more_than_are_looked_up() -> None:
    text = " ".join(f"a/b#{number}" for number in range(1, MOST_REFS + 4))

    refs, more = refs_named({"text": text})

    assert (len(refs), more) == (MOST_REFS, 3)


@pytest.mark.parametrize("piece", ["a/", "<", "*a ", "#1", "https://", "<@", "a" * 50, "/pull/1"])
def test_long_text__takes_no_time(piece: str) -> None:
    text = (piece * 40_000)[:40_000]
    started = time.perf_counter()

    question_text(text, bot=BOT)
    refs_named({"text": text})

    assert time.perf_counter() - started < 2


def test_refs_named__endless_blocks() -> None:
    block: dict[str, Any] = {"text": "a/b#1"}
    for _ in range(2000):
        block = {"elements": [block]}

    assert refs_named({"blocks": [block]}) == ((), 0)
