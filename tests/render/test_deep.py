"""One pull request in depth, as each renderer draws it."""

import json

from bot.render.json_text import json_text
from bot.render.markdown import markdown_text
from bot.render.slack import slack_message
from tests.render.deep import a_deep_answer

COMMAND = "/ok to test 1a2b3c4"


def test_json__everything_that_is_told_in_depth() -> None:
    depth = json.loads(json_text(a_deep_answer()))["depth"]

    assert depth == {
        "reviews": [
            {
                "by": "bo",
                "verdict": "approved",
                "given_at": "2026-08-17T12:00:00Z",
                "outdated": True,
            }
        ],
        "dismissed": [
            {
                "by": "cy",
                "verdict": "approved",
                "dismissed_at": "2026-08-18T00:01:00Z",
                "dismissed_by": "ana",
                "commit": "1a2b3c4d5e6f",
            }
        ],
        "asked": [{"asked_of": None, "is_team": None, "code_owner": True, "since": None}],
        "checks": "never_ran",
        "command": COMMAND,
        "conflict": False,
        "queued": False,
        "auto_merge": False,
        "labels": ["Stale"],
        "force_pushes": 1,
        "base": "main",
        "may_close_at": "2026-08-23T00:00:00Z",
    }


def test_markdown_and_slack__the_command_can_be_copied() -> None:
    answer = a_deep_answer()

    (preformatted,) = (
        element
        for block in slack_message(answer).blocks
        for element in block.get("elements", ())
        if element.get("type") == "rich_text_preformatted"
    )
    assert preformatted["elements"] == [{"type": "text", "text": COMMAND}]
    assert f"```\n{COMMAND}\n```" in markdown_text(answer)
