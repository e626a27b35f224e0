"""What a repair modal keeps in its `private_metadata`: ids, never state.

https://docs.slack.dev/reference/views
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from bot.errors import UserError

_MARK_CHARACTERS: Final = 8

LONGEST_QUESTION: Final = 500
"""Characters; longer ones are no questions anywhere else either."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RepairIds:
    """Which text was shown, and which boxes of it were chosen."""

    tracker_key: str
    question: str
    """Which workstreams: "drift Refit"."""
    channel: str
    """Where it was opened: private rows may be shown there, or not."""
    fingerprint: str
    """Of the text that was shown."""
    boxes: tuple[int, ...] = ()
    """Places of those that were chosen."""
    undoes: int | None = None
    """The repair that is taken back; `None`: it is none."""

    @property
    def mark(self) -> str:
        """Tells the fields for this text from those for another one."""
        return self.fingerprint[:_MARK_CHARACTERS]

    def __str__(self) -> str:
        """As it is kept."""
        kept = {
            "t": self.tracker_key,
            "q": self.question,
            "c": self.channel,
            "f": self.fingerprint,
            "b": self.boxes,
            "u": self.undoes,
        }
        return json.dumps(kept, ensure_ascii=False, separators=(",", ":"))


def repair_ids(metadata: str) -> RepairIds:
    """What was kept. Raises `UserError` for what is none of ours."""
    try:
        return _ids(json.loads(metadata))
    except (ValueError, KeyError, TypeError) as error:
        raise UserError(
            "This modal is of another version of the bot.",
            advice="Close it, and open it once more.",
        ) from error


def kept_channel(metadata: str) -> str:
    """Where the modal was opened; empty where that is not known."""
    try:
        return repair_ids(metadata).channel
    except UserError:
        return ""


def _ids(kept: Mapping[str, Any]) -> RepairIds:
    return RepairIds(
        tracker_key=str(kept["t"]),
        question=str(kept["q"]),
        channel=str(kept["c"]),
        fingerprint=str(kept["f"]),
        boxes=tuple(int(at) for at in kept["b"]),
        undoes=None if kept["u"] is None else int(kept["u"]),
    )
