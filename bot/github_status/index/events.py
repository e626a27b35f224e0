"""Follows the markdown parser through an issue body, and gathers its blocks in their order.

`pyromark` binds pulldown-cmark, which follows CommonMark and GitHub's tables, strikethrough and
task lists. Its events are read one by one and never kept: a list of them all costs five times as
much, because the garbage collector walks it again and again.
"""

from collections.abc import Callable

import pyromark

from bot.github_status.index.blocks import (
    Block,
    Enter,
    Heading,
    Item,
    Leave,
    ListBlock,
    Paragraph,
    Rule,
)
from bot.github_status.index.html_blocks import html_blocks
from bot.github_status.index.source import Source
from bot.github_status.index.spelling import WordsSpeller
from bot.github_status.index.table_events import TableGatherer
from bot.github_status.index.text_events import NO_TEXT, TextFollower, pass_over
from bot.github_status.index.words import NO_WORDS, Words

_MARKDOWN = pyromark.Markdown(
    options=pyromark.Options.ENABLE_TABLES
    | pyromark.Options.ENABLE_STRIKETHROUGH
    | pyromark.Options.ENABLE_TASKLISTS
    | pyromark.Options.ENABLE_FOOTNOTES
)

_TASKLIST = "[tasklist]"
"""Info string of GitHub's former task list blocks; issues from that time still have them."""


def blocks(source: Source) -> list[Block]:
    """The blocks of the body, in their order. Quotes, footnotes and code hold none."""
    return _Follower(source, begin=0, end=len(source.text), is_nested=False).blocks()


def _nested_blocks(source: Source, begin: int, end: int) -> list[Block]:
    """The blocks of a piece of the body that the parser takes for code or HTML."""
    return _Follower(source, begin=begin, end=end, is_nested=True).blocks()


class _Follower(TextFollower):
    """Follows the events of one piece of the body; each event has a method."""

    def __init__(self, source: Source, *, begin: int, end: int, is_nested: bool) -> None:
        super().__init__(source, source.byte(begin))
        self._text = source.text[begin:end] if is_nested else source.text
        self._is_nested = is_nested
        self._out: list[Block] = []
        self._items: list[Item] = []
        self._open: list[int] = []
        self._lists = self._list_line = 0
        self._table = TableGatherer()
        self._events = iter(_MARKDOWN.events_with_range(self._text))

    def blocks(self) -> list[Block]:
        """The blocks, in the order of their ends."""
        # Run up to two million times for a megabyte: hence no call that could stand here.
        for event, span in self._events:
            self._span = span
            if isinstance(event, str):
                follow = _MARKS.get(event)
            elif "Text" in event:
                self._value, follow = event["Text"], _Follower._on_text
            elif "Start" in event:
                self._value = tag = event["Start"]
                name = tag if isinstance(tag, str) else next(iter(tag))
                follow = _STARTS.get(name, _Follower._start_mark)
            elif "End" in event:
                self._value = ended = event["End"]
                name = ended if isinstance(ended, str) else next(iter(ended))
                follow = _ENDS.get(name, _Follower._end_mark)
            else:
                ((kind, self._value),) = event.items()
                follow = _EVENTS.get(kind)
            if follow is not None:
                follow(self)
        return self._out

    def _on_box(self) -> None:
        if self._open and not self._muted:
            item = self._items[self._open[-1]]
            item.ticked = self._value
            item.box_at = self._source.char(self._base + self._at + 1)

    def _on_rule(self) -> None:
        self._flush()
        if not self._open and not self._muted:
            self._out.append(Rule(self._line()))

    def _start_mark(self) -> None:
        if (speller := self._words()) is None:
            return
        value = self._value
        if isinstance(value, str):
            speller.open(value)
        else:
            ((kind, data),) = value.items()
            speller.open(kind, data["dest_url"] if kind == "Link" else "")

    def _end_mark(self) -> None:
        if self._speller is not None:
            self._speller.close(self._value)

    def _flush(self) -> Words | None:
        """End the words that are being read; those of an item go to the item."""
        if self._speller is None:
            return None
        words, self._speller = self._speller.words(), None
        if self._open and not self._muted:
            self._items[self._open[-1]].parts.append(words)
        return words

    def _start_list(self) -> None:
        if self._speller is not None:
            self._flush()
        if not self._muted:
            if not self._lists:
                self._list_line = self._line()
            self._lists += 1

    def _end_list(self) -> None:
        if self._muted:
            return
        self._lists -= 1
        if not self._lists:
            self._out.append(ListBlock(self._list_line, self._items))
            self._items = []

    def _start_item(self) -> None:
        if self._muted:
            return
        items, parent = self._items, None
        if self._open:
            parent = self._open[-1]
            items[parent].has_items = True
        self._open.append(len(items))
        items.append(Item(self._line(), parent))

    def _end_item(self) -> None:
        if self._speller is not None:
            self._flush()
        if not self._muted:
            self._open.pop()

    def _start_mute(self) -> None:
        if self._speller is not None:
            self._flush()
        if self._muted:
            pass_over(self._events)
        self._muted = 1

    def _end_mute(self) -> None:
        self._speller = None
        self._muted = 0

    def _start_paragraph(self) -> None:
        if self._speller is not None:
            self._flush()
        if not self._muted or (self._muted == 1 and not self._lists):
            self._speller = WordsSpeller(self._line())

    def _end_paragraph(self) -> None:
        words = self._flush()
        if words is not None and not self._open:
            self._out.append(Paragraph(words, is_quoted=bool(self._muted)))

    def _start_heading(self) -> None:
        if self._speller is not None:
            self._flush()
        if self._open and not self._muted:
            self._speller = WordsSpeller(self._line())

    def _end_heading(self) -> None:
        words = NO_WORDS if self._speller is None else self._flush()
        if words is not None and not self._open and not self._muted:
            # An end has the span of the whole, so this is the line where the heading begins.
            self._out.append(Heading(int(self._value["Heading"][1]), self._line(), words))

    def _start_table(self) -> None:
        self._flush()

    def _start_row(self) -> None:
        if not self._muted:
            self._table.open_row(self._line())

    def _start_cell(self) -> None:
        if (line := self._table.row_line) is not None:
            self._speller = WordsSpeller(line)

    def _end_cell(self) -> None:
        if self._speller is not None:
            self._table.add_cell(self._speller.words())
            self._speller = None

    def _end_head(self) -> None:
        self._table.close_header()

    def _end_row(self) -> None:
        self._table.close_row()

    def _end_table(self) -> None:
        table = self._table.table()
        if table is not None and self._open:
            self._nest(table.rows)
        elif table is not None:
            self._out.append(table)

    def _nest(self, items: list[Item]) -> None:
        """What stands within an item, of a table or of a task list block, becomes its items."""
        base, parent = len(self._items), self._open[-1]
        self._items[parent].has_items = bool(items) or self._items[parent].has_items
        for item in items:
            item.parent = parent if item.parent is None else base + item.parent
        self._items += items

    def _start_code(self) -> None:
        self._flush()
        self._is_code = True
        info = self._value["CodeBlock"]
        fenced = info.get("Fenced", "") if isinstance(info, dict) else ""
        if fenced.strip().casefold() == _TASKLIST and not self._muted and not self._is_nested:
            self._tasklist = (NO_TEXT, NO_TEXT)

    def _end_code(self) -> None:
        self._is_code = False
        tasklist, self._tasklist = self._tasklist, None
        if tasklist is None or tasklist[0] == NO_TEXT:
            return
        begin, end = (self._source.char(self._base + edge) for edge in tasklist)
        found = _nested_blocks(self._source, begin, end)
        if self._open:
            for block in found:
                if isinstance(block, ListBlock):
                    self._nest(block.items)
        else:
            line = self._line()
            self._out += (Enter(line, is_tasklist=True), *found, Leave(line))

    def _start_html(self) -> None:
        self._flush()
        self._html_at, self._html = self._at, []

    def _end_html(self) -> None:
        begin, self._html_at = self._html_at, None
        if self._muted or begin is None:
            return
        if self._open:
            speller = WordsSpeller(self._source.line(self._base + begin))
            speller.add_html_block("".join(self._html))
            self._items[self._open[-1]].parts.append(speller.words())
            return
        start, end = (self._source.char(self._base + edge) for edge in (begin, self._end))
        parse = None if self._is_nested else _nested_blocks
        self._out += html_blocks(self._source, start, end, parse=parse)


_Follow = Callable[[_Follower], None]

_MARKS: dict[str, _Follow] = {
    "SoftBreak": _Follower._on_break,
    "HardBreak": _Follower._on_break,
    "Rule": _Follower._on_rule,
}
_EVENTS: dict[str, _Follow] = {
    "TaskListMarker": _Follower._on_box,
    "Code": _Follower._on_code,
    "Html": _Follower._on_text,
    "InlineHtml": _Follower._on_inline_html,
}
_BLOCKS: dict[str, tuple[_Follow, _Follow]] = {
    "List": (_Follower._start_list, _Follower._end_list),
    "Item": (_Follower._start_item, _Follower._end_item),
    "Paragraph": (_Follower._start_paragraph, _Follower._end_paragraph),
    "Heading": (_Follower._start_heading, _Follower._end_heading),
    "BlockQuote": (_Follower._start_mute, _Follower._end_mute),
    "FootnoteDefinition": (_Follower._start_mute, _Follower._end_mute),
    "Table": (_Follower._start_table, _Follower._end_table),
    "TableHead": (_Follower._start_row, _Follower._end_head),
    "TableRow": (_Follower._start_row, _Follower._end_row),
    "TableCell": (_Follower._start_cell, _Follower._end_cell),
    "CodeBlock": (_Follower._start_code, _Follower._end_code),
    "HtmlBlock": (_Follower._start_html, _Follower._end_html),
}
"""What to do at the start and the end of each; other starts and ends are marks on words."""

_STARTS = {name: start for name, (start, _) in _BLOCKS.items()}
_ENDS = {name: end for name, (_, end) in _BLOCKS.items()}
