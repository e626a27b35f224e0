"""Texts of which a stored copy has only pieces: the cut ends are closed, so that what follows reads
as it does in the whole text.
"""

import re

GAP = re.compile(r"<!-- DATASET GAP:[^\n]*-->")
"""Stands where text is missing."""

_HALF_LINK = re.compile(r"\s*\(?\[[^\]\n]*\]\([^()\s]*\Z")
_DETAILS = re.compile(r"<(/?)details>")


def closed_at_gaps(body: str) -> str:
    """The body with the same lines, where nothing is left open into a gap.

    A link that is cut becomes "…", text that is struck through ends, and so does a `<details>`:
    each of these was closed in the missing text.
    """
    pieces = GAP.split(body)
    marks = GAP.findall(body)
    closed = [_closed(piece) for piece in pieces[:-1]]
    ends = ["</details> " if _is_open_in(piece) else "" for piece in pieces[:-1]]
    joined = (f"{piece}{end}{mark}" for piece, end, mark in zip(closed, ends, marks, strict=True))
    return "".join([*joined, pieces[-1]])


def _closed(piece: str) -> str:
    text = piece.rstrip()
    whole = _HALF_LINK.sub(" …", text)
    is_struck = whole.rpartition("\n")[2].count("~~") % 2
    return f"{whole}{'~~' if is_struck else ''}{piece[len(text) :]}"


def _is_open_in(piece: str) -> bool:
    marks = _DETAILS.findall(piece)
    return bool(marks) and not marks[-1]
