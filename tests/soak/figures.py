"""What came of many kills, as a table."""

from collections.abc import Iterator
from dataclasses import dataclass, fields


@dataclass(slots=True)
class Figures:
    """Counts of one or many trials; two of them may be added."""

    trials: int = 0
    kills: int = 0
    before: int = 0
    """Kills before the first message stood in Slack,"""
    among: int = 0
    """between the first and the last,"""
    after: int = 0
    """and after the last."""
    in_doubt: int = 0
    """Messages that a killed process left begun and not recorded,"""
    unrecorded: int = 0
    """and those of them that did stand in Slack: whoever just tries again doubles them."""
    dropped: int = 0
    """Posts that Slack accepted and never answered."""
    messages: int = 0
    """Messages that stand in Slack at the end."""
    unsettled: int = 0
    """Messages that nobody can know about, each of them reported."""
    missing: int = 0
    """Messages that do not stand in Slack, for that reason alone: they are unsettled, or replies to
    a summary that is."""
    doubled: int = 0
    lost: int = 0
    """Messages that are missing without a reason; like the doubled ones they fail the trial."""

    def __iadd__(self, other: "Figures") -> "Figures":
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))
        return self


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the table."""

    title: str
    figures: Figures
    seconds: float


def table(lines: list[Line]) -> Iterator[str]:
    """The table, a line at a time."""
    names = [each.name for each in fields(Figures)]
    width = max(len(line.title) for line in lines)
    yield "  ".join([" " * width, *names, "seconds"])
    for line in lines:
        counts = [str(getattr(line.figures, name)).rjust(len(name)) for name in names]
        yield "  ".join([line.title.ljust(width), *counts, f"{line.seconds:7.1f}"])
