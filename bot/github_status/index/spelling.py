"""Puts words together piece by piece, while the markdown parser walks through its events."""

import re
from html import unescape

from bot.github_status.index.words import BREAK, NO_WORDS, Words

# Bounded, so that a run of unclosed `<` stays linear. An unclosed comment runs to the end.
_TAG = re.compile(r"(?is)<!--.*?(?:-->|\Z)|<(/?)([a-z][a-z0-9]*)((?:\s[^<>]{0,1000})?)/?>")
_HREF = re.compile(r"""(?i)\bhref\s{0,3}=\s{0,3}["']?([^"'\s>]{1,2000})""")

_CODE = frozenset(("Code", "Image"))
_STRUCK = frozenset(("Strikethrough",))
_BOLD = frozenset(("Strong",))

_STRUCK_TAGS = frozenset(("del", "s", "strike"))
_BOLD_TAGS = frozenset(("b", "strong"))
_CODE_TAGS = frozenset(("code", "pre"))


class WordsSpeller:
    """Collects the text of one run of words, and the marks on it."""

    __slots__ = ("_length", "_line", "_marks", "_open", "_parts")

    def __init__(self, line: int) -> None:
        """`line`: where the words begin."""
        self._line = line
        self._parts: list[str] = []
        self._length = 0
        self._open: list[tuple[str, int, str]] = []
        self._marks: list[tuple[str, int, int, str]] = []

    def add(self, text: str) -> None:
        """Add plain words."""
        self._parts.append(text)
        self._length += len(text)

    def add_code(self, text: str) -> None:
        """Add a code span."""
        start = self._length
        self.add(text)
        self._marks.append(("Code", start, self._length, ""))

    def add_html(self, tag: str) -> None:
        """Take note of one inline tag or comment."""
        found = _TAG.match(tag)
        if found is None or found[2] is None:
            self.add("\n" * tag.count("\n"))
            return
        name = found[2].casefold()
        if name == "br":
            self.add(BREAK)
        elif kind := _kind_of(name):
            if found[1]:
                self.close(kind)
            else:
                href = _HREF.search(found[3]) if kind == "Link" else None
                self.open(kind, unescape(href[1]) if href else "")

    def add_html_block(self, html: str) -> None:
        """Add a piece of HTML: its words, with the marks that its tags set."""
        at = 0
        for tag in _TAG.finditer(html):
            self.add(unescape(html[at : tag.start()]))
            self.add_html(tag[0])
            at = tag.end()
        self.add(unescape(html[at:]))

    def open(self, kind: str, target: str = "") -> None:
        """Begin a mark: `Link` (to the target), `Strikethrough`, `Strong`, `Image` or `Code`."""
        self._open.append((kind, self._length, target))

    def close(self, kind: str) -> None:
        """End the mark of this kind that was begun last; nothing happens when there is none."""
        # Only the innermost: HTML may close what was never opened, and a search is not linear.
        if self._open and self._open[-1][0] == kind:
            self._mark(*self._open.pop())

    def words(self) -> Words:
        """What was collected; marks that are still open end here."""
        while self._open:
            self._mark(*self._open.pop())
        if not self._parts and not self._marks:
            return NO_WORDS
        text = self._parts[0] if len(self._parts) == 1 else "".join(self._parts)
        if not self._marks:
            return Words(text, self._line)
        marks = sorted(self._marks, key=lambda mark: mark[1])
        links = tuple((start, end, target) for kind, start, end, target in marks if kind == "Link")
        return Words(
            text, self._line, links, *(_spans(marks, kinds) for kinds in (_CODE, _STRUCK, _BOLD))
        )

    def _mark(self, kind: str, start: int, target: str) -> None:
        # A link may be empty, as around a picture; everything else marks words.
        if kind == "Link" or start < self._length:
            self._marks.append((kind, start, self._length, target))


def _spans(
    marks: list[tuple[str, int, int, str]], kinds: frozenset[str]
) -> tuple[tuple[int, int], ...]:
    """Where the marks of these kinds are, in order; what overlaps is one."""
    spans: list[tuple[int, int]] = []
    for kind, start, end, _ in marks:
        if kind not in kinds:
            continue
        if spans and start <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(end, spans[-1][1]))
        else:
            spans.append((start, end))
    return tuple(spans)


def _kind_of(tag: str) -> str:
    if tag == "a":
        return "Link"
    if tag in _STRUCK_TAGS:
        return "Strikethrough"
    if tag in _BOLD_TAGS:
        return "Strong"
    return "Code" if tag in _CODE_TAGS else ""
