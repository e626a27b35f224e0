"""A sheet → a picture. The only module that imports matplotlib; its objects, and never `pyplot`.

Blue and vermilion of Okabe and Ito (https://jfly.uni-koeln.de/color/) are told apart whatever
colours somebody sees, and beside them the lines differ by dashes and by a mark of their own. The
ground is a card of one light colour, so that the picture reads the same on Slack's light and dark.
"""

import io
import math
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from matplotlib import font_manager, rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ft2font import FT2Font
from matplotlib.ticker import MaxNLocator

from bot.charts.sheet import Panel, Sheet

_GROUND: Final = "#f8f8fa"
_INK: Final = "#1d1c1d"
_FAINT: Final = "#616061"
_LINES: Final = "#d5d5da"
_MERGED: Final = "#0072b2"
_SCOPE: Final = "#b85a00"
"""Their vermilion, darkened: as text on the ground it has a contrast of 4.5 to 1."""

_WIDTH_INCHES: Final = 7.2
_LEFT_INCHES: Final = 0.22
"""Where titles begin."""
_HEAD_INCHES: Final = 0.9
_WHOLE_INCHES: Final = 2.3
_PART_INCHES: Final = 0.9
_DAYS_INCHES: Final = 0.42
"""Below a frame, with the space to what follows."""
_NAME_INCHES: Final = 0.34
_FOOT_INCHES: Final = 0.36
_DOTS_PER_INCH: Final = 200
"""1440 dots for the 360 to 720 that Slack shows."""
_DAYS_AT_MOST: Final = 7
_TITLE_AT_MOST: Final = 46
_NAME_AT_MOST: Final = 24
_WIDE_NAME_AT_MOST: Final = 38

_SETTINGS: Final[Any] = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 11,
    "text.parse_math": False,  # a name may have dollars
    "text.usetex": False,
    "svg.fonttype": "path",
    "svg.hashsalt": "nemorl-status",  # the same picture is the same file
}


def drawn(sheet: Sheet) -> bytes:
    """The picture as PNG or SVG."""
    with rc_context(_SETTINGS):
        figure = _figure(sheet)
        file = io.BytesIO()
        # Without what would make two pictures of one sheet differ.
        metadata = {"Date": None} if sheet.form == "svg" else {"Software": None}
        figure.savefig(file, format=sheet.form, metadata=metadata, facecolor=_GROUND)
        return file.getvalue()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Paper:
    """A figure that is laid out in inches from its top left corner."""

    figure: Figure
    height: float

    def text(self, top: float, words: str, **look: Any) -> None:
        """A line of words."""
        place = (_LEFT_INCHES / _WIDTH_INCHES, 1 - top / self.height)
        self.figure.text(*place, words, va="center", **look)

    def axes(self, left: float, top: float, width: float, height: float) -> Axes:
        """A frame to draw in."""
        bottom = self.height - top - height
        return self.figure.add_axes(
            (
                left / _WIDTH_INCHES,
                bottom / self.height,
                width / _WIDTH_INCHES,
                height / self.height,
            )
        )


def _figure(sheet: Sheet) -> Figure:
    columns = 3 if len(sheet.parts) in (3, 5, 6) else 2
    rows = math.ceil(len(sheet.parts) / columns)
    row_inches = _NAME_INCHES + _PART_INCHES + _DAYS_INCHES
    below = _HEAD_INCHES + _WHOLE_INCHES + _DAYS_INCHES
    height = below + rows * row_inches + (_FOOT_INCHES if sheet.note else 0.0)
    figure = Figure(figsize=(_WIDTH_INCHES, height), dpi=_DOTS_PER_INCH, facecolor=_GROUND)
    paper = _Paper(figure=figure, height=height)
    title = _shown(sheet.title, _TITLE_AT_MOST)
    paper.text(0.32, title, fontsize=15, fontweight="bold", color=_INK)
    paper.text(0.62, _shown(sheet.whole.words, 80), fontsize=12, color=_FAINT)
    if sheet.note:
        paper.text(height - 0.24, _shown(sheet.note, 110), fontsize=10, color=_FAINT)
    left = _LEFT_INCHES + 0.35
    _whole(paper.axes(left, _HEAD_INCHES, _WIDTH_INCHES - left - 1.05, _WHOLE_INCHES), sheet)
    column = (_WIDTH_INCHES - _LEFT_INCHES) / columns
    for number, part in enumerate(sheet.parts):
        across, down = number % columns, number // columns
        top = below + down * row_inches + _NAME_INCHES
        frame = paper.axes(left + across * column, top, column - 0.95, _PART_INCHES)
        _part(frame, part, sheet, wide=columns == 2)
    return figure


def _whole(axes: Axes, sheet: Sheet) -> None:
    _lines(axes, sheet.whole, size=6.5)
    _days(axes, sheet.days, at_most=_DAYS_AT_MOST)
    _end_labels(axes, sheet.whole)


def _part(axes: Axes, part: Panel, sheet: Sheet, *, wide: bool) -> None:
    _lines(axes, part, size=4.0)
    name = _shown(part.name, _WIDE_NAME_AT_MOST if wide else _NAME_AT_MOST)
    axes.set_title(name, fontsize=10.5, color=_INK, loc="left", pad=6)
    _days(axes, sheet.days, at_most=2)
    _end_numbers(axes, part)


def _lines(axes: Axes, panel: Panel, *, size: float) -> None:
    weeks = range(len(panel.merged))
    merged, scope = _numbers(panel.merged), _numbers(panel.scope)
    axes.fill_between(weeks, merged, color=_MERGED, alpha=0.18, linewidth=0)
    axes.fill_between(weeks, scope, merged, color=_SCOPE, alpha=0.07, linewidth=0)
    axes.plot(weeks, scope, color=_SCOPE, linewidth=size / 3, linestyle=(0, (4, 2)))
    axes.plot(weeks, merged, color=_MERGED, linewidth=size / 2.4)
    for values, colour, mark in ((scope, _SCOPE, "s"), (merged, _MERGED, "o")):
        for alone in _alone(values):
            axes.plot([alone], [values[alone]], mark, color=colour, markersize=size)
        if not math.isnan(values[-1]):
            end = ([weeks[-1]], [values[-1]])
            axes.plot(*end, mark, color=colour, markersize=size, clip_on=False, zorder=5)
    top = max((value for value in panel.scope if value is not None), default=0)
    axes.set_ylim(0, max(top, 1) * 1.12)
    axes.set_xlim(0 if len(weeks) > 1 else -1, max(len(weeks) - 1, 0) or 0.001)
    axes.set_facecolor(_GROUND)
    axes.grid(axis="y", color=_LINES, linewidth=0.7)
    axes.set_axisbelow(True)
    axes.yaxis.set_major_locator(MaxNLocator(nbins=4 if size > 4 else 2, integer=True))
    axes.tick_params(length=0, pad=5, colors=_FAINT, labelsize=10.5 if size > 4 else 9.5)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(_LINES)


def _end_labels(axes: Axes, panel: Panel) -> None:
    """Names and numbers at the ends of the lines, instead of a key."""
    scope, merged = panel.scope[-1], panel.merged[-1]
    if scope is None or merged is None:
        return
    at, (_, top) = len(panel.scope) - 1, axes.get_ylim()
    apart = top * 0.22
    low = max(float(merged), top * 0.05)
    high = max(float(scope), low + apart)
    labels = [(high, f"{scope}\nin scope", _SCOPE), (low, f"{merged}\nmerged", _MERGED)]
    if scope == merged:
        labels = [(float(scope), f"{scope}\nmerged", _MERGED)]
    elif high - low >= 2 * apart:
        labels.append(((high + low) / 2, f"{scope - merged}\nopen", _FAINT))
    for height, words, colour in labels:
        _label(axes, (at, height), words, colour=colour, size=12)


def _end_numbers(axes: Axes, panel: Panel) -> None:
    """The same where there is room for numbers only."""
    scope, merged = panel.scope[-1], panel.merged[-1]
    if scope is None or merged is None:
        return
    at, (_, top) = len(panel.scope) - 1, axes.get_ylim()
    high = max(float(scope), merged + top * 0.28)
    if scope != merged:
        _label(axes, (at, high), f"{scope}", colour=_SCOPE, size=10.5)
    _label(axes, (at, float(merged)), f"{merged}", colour=_MERGED, size=10.5)


def _label(axes: Axes, place: tuple[float, float], words: str, *, colour: str, size: float) -> None:
    axes.annotate(
        words,
        place,
        xytext=(size * 0.75, 0),
        textcoords="offset points",
        color=colour,
        fontsize=size,
        fontweight="bold",
        va="center",
        linespacing=1.0,
        annotation_clip=False,
    )


def _days(axes: Axes, days: Sequence[str], *, at_most: int) -> None:
    """Some of the weeks by their days, the last one always."""
    last = len(days) - 1
    step = max(1, math.ceil(last / max(at_most - 1, 1)))
    places = sorted({last - n for n in range(0, last + 1, step)})
    axes.set_xticks(places, [days[n] for n in places])
    for place, label in zip(places, axes.get_xticklabels(), strict=True):
        # The outer ones stay inside of the frame.
        label.set_horizontalalignment(
            "right" if place == last and last else "left" if not place and last else "center"
        )


def _numbers(values: Sequence[int | None]) -> list[float]:
    return [math.nan if value is None else float(value) for value in values]


def _alone(values: Sequence[float]) -> list[int]:
    """Weeks between two gaps, which no line shows."""
    padded = [math.nan, *values, math.nan]
    return [
        n
        for n, value in enumerate(values)
        if not math.isnan(value) and math.isnan(padded[n]) and math.isnan(padded[n + 2])
    ]


def _shown(text: str, at_most: int) -> str:
    """The text as the font can show it, cut where it is too long."""
    glyphs = _glyphs()
    line = "".join(c if ord(c) in glyphs else _stand_in(c) for c in " ".join(text.split()))
    return line if len(line) <= at_most else f"{line[: at_most - 1].rstrip()}…"


def _stand_in(character: str) -> str:
    """Nothing for what only changes another character; a box for a letter that the font lacks."""
    return "" if unicodedata.category(character)[0] in "CM" else "□"


@cache
def _glyphs() -> frozenset[int]:
    return frozenset(FT2Font(font_manager.findfont("DejaVu Sans")).get_charmap())
