"""What the child process is told to draw, as JSON; and the words of a burn-up put into it."""

import json
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias

Form: TypeAlias = Literal["png", "svg"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """One pair of lines. `None` is a week of which nothing is known."""

    name: str
    words: str
    """How it stands at the end."""
    merged: tuple[int | None, ...]
    scope: tuple[int | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """One picture."""

    title: str
    note: str
    """What it leaves out; empty: nothing."""
    days: tuple[str, ...]
    """The end of each week, in words."""
    whole: Panel
    parts: tuple[Panel, ...] = ()
    form: Form = "png"

    def as_json(self) -> str:
        """For the child."""
        return json.dumps(asdict(self))

    @staticmethod
    def from_json(text: str) -> "Sheet":
        """What `as_json` wrote; raises `ValueError`, `KeyError` or `TypeError` for other texts."""
        found = json.loads(text)
        return Sheet(
            title=found["title"],
            note=found["note"],
            days=tuple(found["days"]),
            whole=_panel(found["whole"]),
            parts=tuple(_panel(part) for part in found["parts"]),
            form=found["form"],
        )


def _panel(found: dict[str, Any]) -> Panel:
    return Panel(
        name=found["name"],
        words=found["words"],
        merged=tuple(found["merged"]),
        scope=tuple(found["scope"]),
    )
