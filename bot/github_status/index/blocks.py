"""The blocks of an issue body: headings, paragraphs, lists, tables and what lies between them.

`events` makes them from what the markdown parser says. They hold words and positions, and later the
refs of the words, but no judgement.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from typing import NamedTuple, TypeAlias

from bot.github_status.index.refs import FoundRef
from bot.github_status.index.words import Words

_NO_HEADINGS = repeat("")


@dataclass(slots=True)
class Item:
    """One list item or table row, as it was written, and the refs that were found in it."""

    line: int
    parent: int | None = None
    """Position of the item that this one is nested in, among the items of its block."""
    ticked: bool | None = None
    box_at: int | None = None
    parts: list[Words] = field(default_factory=list)
    """Paragraphs, or cells."""
    headings: Sequence[str] = ()
    """Of the columns; paragraphs have none."""
    has_items: bool = False
    is_cells: bool = False
    refs: Sequence[Sequence[FoundRef]] = ()
    """Of each part, once they were looked for."""
    parent_line: int | None = None
    """Line of the row that this one is nested in."""

    def headed(self) -> Iterator[tuple[str, Words]]:
        """Each part with the heading of its column, empty for a paragraph."""
        return zip(self.headings or _NO_HEADINGS, self.parts, strict=False)

    def add(self, words: Words) -> None:
        """Words of a bullet under the row that say something about it ("Owner: @x")."""
        self.parts.append(words)
        self.refs = (*self.refs, ())


class Heading(NamedTuple):
    """A heading of either style."""

    level: int
    line: int
    words: Words


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph outside lists and tables."""

    words: Words
    is_quoted: bool = False


@dataclass(frozen=True, slots=True)
class ListBlock:
    """A whole list, nested ones included; parents stand before their children."""

    line: int
    items: list[Item]
    is_text: bool = False
    """GitHub shows it as text, since it stands within HTML."""


@dataclass(frozen=True, slots=True)
class TableBlock:
    """A table."""

    line: int
    header: Item
    rows: list[Item]


@dataclass(frozen=True, slots=True)
class Rule:
    """A horizontal rule."""

    line: int


@dataclass(frozen=True, slots=True)
class Enter:
    """The start of a `<details>`, or of a task list block."""

    line: int
    is_tasklist: bool = False


@dataclass(frozen=True, slots=True)
class Summary:
    """The `<summary>` of the `<details>` that is open."""

    words: Words


@dataclass(frozen=True, slots=True)
class Leave:
    """The end of what `Enter` began."""

    line: int


Block: TypeAlias = Heading | Paragraph | ListBlock | TableBlock | Rule | Enter | Summary | Leave
