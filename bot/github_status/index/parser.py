"""The body of a tracking issue, read into an `Index`. Pure: text in, value out."""

from collections.abc import Iterable

from bot.github_status.facts.index import Index
from bot.github_status.facts.refs import Repository
from bot.github_status.index.blocks import (
    Block,
    Enter,
    Heading,
    Leave,
    Paragraph,
    Rule,
    Summary,
)
from bot.github_status.index.collecting import collecting_later
from bot.github_status.index.events import blocks
from bot.github_status.index.items import ItemReader
from bot.github_status.index.labels import name_of
from bot.github_status.index.outline import Outline
from bot.github_status.index.owners import heading_owners
from bot.github_status.index.paragraphs import ParagraphReader
from bot.github_status.index.refs import Scanner
from bot.github_status.index.shapes import SHAPES
from bot.github_status.index.shapes.shaped import Shaped
from bot.github_status.index.source import Source
from bot.github_status.index.tree import index_of

_TITLE_LEVEL = 1

_LONGEST_ON_GITHUB = 65_536
"""Characters of an issue body. A longer text comes from a file."""

_MARKS = (Rule, Enter, Summary, Leave)
"""Blocks that make the outline and hold no rows: no shape is asked about them."""


def parse_index(body: str, *, repository: Repository) -> Index:
    """The workstreams and rows of an issue body, and what in it could not be read.

    `repository` is where the issue stands: a bare `#12` belongs to it. No text raises, and the time
    is linear in its length.
    """
    reader = _IndexReader(body, repository)
    with collecting_later(is_long=len(body) > _LONGEST_ON_GITHUB):
        reader.take_all(blocks(Source(body)))
        return index_of(reader.outline, reader.items.problems, home=repository)


class _IndexReader:
    """Takes the blocks one after the other and fills the outline."""

    def __init__(self, body: str, repository: Repository) -> None:
        folded = body.casefold()
        are_closed = folded.count("</details") >= folded.count("<details")
        self.outline = Outline(details_are_closed=are_closed)
        self._scanner = Scanner(body, repository)
        self.items = ItemReader(self.outline, self._scanner)
        self._paragraphs = ParagraphReader(self.outline, self._scanner)
        self._is_first = True

    def take_all(self, found: Iterable[Block]) -> None:
        """Take the blocks in their order."""
        for block in found:
            self._take(block)

    def _take(self, block: Block) -> None:
        if isinstance(block, Heading):
            self._take_heading(block)
        elif isinstance(block, _MARKS):
            self._take_mark(block)
        elif not self._take_shaped(block) and isinstance(block, Paragraph):
            self._paragraphs.take(block)
        self._is_first = False

    def _take_shaped(self, block: Block) -> bool:
        for shape in SHAPES:
            if (shaped := shape(block, self._scanner)) is not None:
                self._take_items(shaped)
                return True
        return False

    def _take_items(self, shaped: Shaped) -> None:
        self._paragraphs.open_label(before_line=shaped.line)
        self.items.problems += shaped.problems
        self.outline.current.owners += shaped.owners
        if not self._paragraphs.takes_names(shaped.items):
            self.items.take(shaped.items)

    def _take_mark(self, block: Block) -> None:
        if isinstance(block, Enter):
            self._paragraphs.open_label(before_line=block.line)
            self.outline.enter(is_details=not block.is_tasklist)
            return
        self._paragraphs.drop_label()
        if isinstance(block, Rule):
            self.outline.rule()
        elif isinstance(block, Leave):
            self.outline.leave()
        elif isinstance(block, Summary):
            node = self.outline.name_details(name_of(block.words.text), block.words.line)
            if node is not None:
                node.owners += heading_owners(block.words)

    def _take_heading(self, block: Heading) -> None:
        """Open its workstream. A first heading of the first level is the title of the issue."""
        is_title = self._is_first and block.level == _TITLE_LEVEL
        self._paragraphs.drop_label()
        level, line, words = block
        name = name_of(words.text)
        node = self.outline.root if is_title else self.outline.open_heading(level, name, line)
        if name:
            node.owners += heading_owners(words)
