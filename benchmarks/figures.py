"""What a benchmark reports: ours, what it is compared with, and their ratio in the same run."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One line of a report."""

    what: str
    ours: str
    other: str
    """What it is compared with, and how much of it."""
    ratio: float
    """Ours in terms of the other one: less is better."""
    most: float | None = None
    """The ratio may be this; `None`: it is only looked at."""

    @property
    def is_met(self) -> bool:
        """It keeps to its limit, if it has one."""
        return self.most is None or self.ratio <= self.most


def table(figures: list[Figure]) -> str:
    """The figures in Markdown."""
    lines = [
        "| What | Ours | Compared with | Ratio | At most | Met |",
        "| --- | ---: | ---: | ---: | ---: | --- |",
    ]
    for one in figures:
        most = "" if one.most is None else f"{one.most:g}"
        met = "" if one.most is None else ("yes" if one.is_met else "**no**")
        cells = (one.what, one.ours, one.other, _ratio(one.ratio), most, met)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _ratio(ratio: float) -> str:
    return f"{ratio:.2f}" if ratio >= 0.1 else f"{ratio:.4f}"


def seconds(value: float) -> str:
    """A duration with three figures or so."""
    if value < 0.001:
        return f"{value * 1e6:.0f} µs"
    if value < 1:
        return f"{value * 1000:.3g} ms"
    return f"{value:.2f} s" if value < 10 else f"{value:,.0f} s"
