"""Where things stand in the body: byte offsets of the markdown parser to lines and characters.

Lines end at `\\n`, `\\r\\n` and `\\r`, as in CommonMark (https://spec.commonmark.org/0.31.2/#line-ending).
`str.splitlines` is not used: it also splits at U+2028, U+0085 and form feeds, which are ordinary
characters in markdown and would shift every line number after them.
"""

import re
from bisect import bisect_right

_LINE_END = re.compile(r"\r\n|\n|\r")
_SURROGATE = re.compile("[\ud800-\udfff]")


class Source:
    """An issue body that can be parsed, and the positions in it."""

    def __init__(self, body: str) -> None:
        """Keep the body, with lone surrogates replaced, since they cannot be encoded."""
        self.text = _SURROGATE.sub("\ufffd", body)
        self._starts = [0, *(found.end() for found in _LINE_END.finditer(self.text))]
        self._ascii = self.text.isascii()
        self.byte_starts = self._starts if self._ascii else self._encoded_starts()
        """Byte offset of each line."""
        self._bytes = b"" if self._ascii else self.text.encode()

    def line(self, byte: int) -> int:
        """The 1-based line of a byte offset."""
        return bisect_right(self.byte_starts, byte)

    def char(self, byte: int) -> int:
        """The character index of a byte offset."""
        if self._ascii:
            return byte
        line = bisect_right(self.byte_starts, byte) - 1
        return self._starts[line] + len(
            self._bytes[self.byte_starts[line] : byte].decode(errors="replace")
        )

    def byte(self, char: int) -> int:
        """The byte offset of a character index."""
        if self._ascii:
            return char
        line = bisect_right(self._starts, char) - 1
        return self.byte_starts[line] + len(self.text[self._starts[line] : char].encode())

    def _encoded_starts(self) -> list[int]:
        starts = [0]
        for begin, end in zip(self._starts, self._starts[1:], strict=False):
            starts.append(starts[-1] + len(self.text[begin:end].encode()))
        return starts
