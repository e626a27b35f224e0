"""Where things stand in the body: byte offsets of the markdown parser to lines and characters.

Lines end at `\\n`, `\\r\\n` and `\\r`, as in CommonMark (https://spec.commonmark.org/0.31.2/#line-ending).
`str.splitlines` is not used: it also splits at U+2028, U+0085 and form feeds, which are ordinary
characters in markdown and would shift every line number after them.
"""

import re
from bisect import bisect_right
from itertools import accumulate

_SURROGATE = re.compile("[\ud800-\udfff]")


class Source:
    """An issue body that can be parsed, and the positions in it."""

    def __init__(self, body: str) -> None:
        """Keep the body, with lone surrogates replaced, since they cannot be encoded."""
        self.text = _SURROGATE.sub("\ufffd", body)
        self._ascii = self.text.isascii()
        self._bytes = self.text.encode()
        # Bytes know no other line ends than these three. The dot stands for a last line without.
        ended = (self._bytes + b".").splitlines(keepends=True)[:-1]
        self.byte_starts = [0, *accumulate(map(len, ended))]
        """Byte offset of each line."""
        self._starts = (
            self.byte_starts
            if self._ascii
            else [0, *accumulate(len(line.decode()) for line in ended)]
        )

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
