"""The doctor's lines: for people, and as JSON (docs/json.md). Pure."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from rich.text import Text

from bot.doctor.check import Check, Verdict
from bot.logs import without_secrets
from bot.render.ansi import ansi_text
from bot.render.clean import ascii_text, clean
from bot.render.formats import Screen
from bot.render.json_text import SCHEMA_VERSION, json_lines
from bot.render.wrapping import wrapped

_SIGNS: Final = {Verdict.RIGHT: "✔", Verdict.WARNING: "!", Verdict.WRONG: "✖"}
_ASCII_SIGNS: Final = {Verdict.RIGHT: "v", Verdict.WARNING: "!", Verdict.WRONG: "x"}
_STYLES: Final = {Verdict.RIGHT: "green", Verdict.WARNING: "yellow", Verdict.WRONG: "bold red"}
_WORD_CELLS: Final = max(map(len, Verdict))

NARROW: Final = 70
"""Cells: on less than this, what is said stands below its name."""
_LONGEST_NAME: Final = 24


def text_of(checks: Sequence[Check], screen: Screen) -> str:
    """A line for each check, its advice below, and the count."""
    names = [min(len(clean(check.name)), _LONGEST_NAME) for check in checks]
    lines = [line for check in checks for line in _lines(check, screen, max(names, default=0))]
    lines += [Text(), Text(_count(checks))]
    return "".join(f"{_drawn(line, screen)}\n" for line in lines)


def json_of(checks: Sequence[Check]) -> str:
    """The same for another program."""
    count = Counter(check.verdict for check in checks)
    return json_lines(
        {
            "schema_version": SCHEMA_VERSION,
            "verdict": _worst(checks).value,
            "counts": {verdict.value: count[verdict] for verdict in Verdict},
            "checks": [
                {
                    "name": check.name,
                    "verdict": check.verdict.value,
                    "what": without_secrets(check.what),
                    "advice": without_secrets(check.advice) or None,
                }
                for check in checks
            ],
        }
    )


def _lines(check: Check, screen: Screen, name_cells: int) -> list[Text]:
    signs = _SIGNS if screen.style.unicode else _ASCII_SIGNS
    first = Text()
    first.append(
        f"{signs[check.verdict]} {check.verdict:<{_WORD_CELLS}}", style=_STYLES[check.verdict]
    )
    name, what = _safe(check.name), Text(_safe(check.what))
    arrow = "→ " if screen.style.unicode else "-> "
    if screen.width < NARROW:
        head = first.append(f"  {name}")
        indent = "  "
        said = wrapped(what, screen.width, first=indent, then=indent)
        return [head, *said, *_advice(check, screen, f"{indent}{arrow}", indent)]
    first.append(f"  {name:<{name_cells}}  ")
    indent = " " * (_WORD_CELLS + name_cells + 6)
    said = wrapped(what, screen.width, first=first, then=indent)
    return [*said, *_advice(check, screen, f"{indent}{arrow}", f"{indent}  ")]


def _advice(check: Check, screen: Screen, first: str, then: str) -> list[Text]:
    if not check.advice:
        return []
    return wrapped(Text(_safe(check.advice)), screen.width, first=first, then=then)


def _safe(text: str) -> str:
    """It may name what stands in a file, or what somebody called a channel."""
    return clean(without_secrets(text))


def _drawn(line: Text, screen: Screen) -> str:
    drawn = ansi_text(line, screen.style)
    return drawn if screen.style.unicode else ascii_text(drawn)


def _count(checks: Sequence[Check]) -> str:
    count = Counter(check.verdict for check in checks)
    parts = [
        f"{count[Verdict.RIGHT]} right",
        f"{count[Verdict.WARNING]} warning{'' if count[Verdict.WARNING] == 1 else 's'}",
        f"{count[Verdict.WRONG]} wrong",
    ]
    return f"{', '.join(parts)}."


def _worst(checks: Sequence[Check]) -> Verdict:
    order = [*Verdict]
    return max((check.verdict for check in checks), key=order.index, default=Verdict.RIGHT)
