"""Signs and bars, for terminals with and without Unicode."""

from bot.answers.answer import Bar, Mark

BAR_CELLS = 10
"""Length of a bar: a tenth is as fine as a glance can tell."""

_UNICODE = {
    Mark.MERGED: "✔",
    Mark.DONE: "✔",
    Mark.OPEN: "●",
    Mark.DRAFT: "◌",
    Mark.CLOSED: "✖",
    Mark.NOT_FOUND: "!",
    Mark.NOT_VISIBLE: "?",
    Mark.UNKNOWN: "?",
    Mark.NONE: " ",
}
_ASCII = _UNICODE | {
    Mark.MERGED: "v",
    Mark.DONE: "v",
    Mark.OPEN: "o",
    Mark.DRAFT: ".",
    Mark.CLOSED: "x",
}


def mark_sign(mark: Mark, *, unicode: bool) -> str:
    """One cell wide."""
    return (_UNICODE if unicode else _ASCII)[mark]


def bar_text(bar: Bar, *, unicode: bool) -> str:
    """ "▓▓▓▓▓░░░░░ 3 of 6". Full only when everything is done, empty only when nothing is."""
    full, empty = ("▓", "░") if unicode else ("#", ".")
    cells = _filled(bar)
    return f"{full * cells}{empty * (BAR_CELLS - cells)} {bar.done} of {bar.total}"


def _filled(bar: Bar) -> int:
    if not bar.total:
        return 0
    cells = round(BAR_CELLS * bar.done / bar.total)
    if 0 < bar.done < bar.total:
        return min(max(cells, 1), BAR_CELLS - 1)
    return min(max(cells, 0), BAR_CELLS)
