"""Golden messages: whole messages of the bundled reading, looked at by a person.

After a wanted change, run the tests with `NEMORL_WRITE_GOLDEN=1` and read the difference in git.
"""

import json
import os
from pathlib import Path

from bot.render.slack import SlackMessage

FOLDER = Path(__file__).parent / "golden"


def golden(name: str, message: SlackMessage) -> str:
    """The kept message of this name; `message` is kept first where that was asked for."""
    path = FOLDER / f"{name}.json"
    if os.environ.get("NEMORL_WRITE_GOLDEN"):
        path.write_text(form(message), encoding="utf-8", newline="\n")
    return path.read_text(encoding="utf-8")


def form(message: SlackMessage) -> str:
    """The message as it is sent, for reading."""
    whole = {"text": message.text.split("\n"), "blocks": list(message.blocks)}
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"
