"""Blocks of HTML: `<details>` with its summary, and lists that no blank line sets apart from it."""

import re
from collections.abc import Callable, Iterable, Iterator

from bot.github_status.index.blocks import Block, Enter, Leave, ListBlock, Summary
from bot.github_status.index.source import Source
from bot.github_status.index.spelling import WordsSpeller

# Bounded, so that a run of unclosed `<` stays linear. An unclosed comment runs to the end.
_HTML = re.compile(r"(?is)<!--.*?(?:-->|\Z)|</?([a-z][a-z0-9]*)(?:\s[^<>]{0,1000})?/?>")
_LISTED = re.compile(r"(?m)^ {0,3}(?:[-*+]|[0-9]{1,9}[.)])[ \t]")

Parse = Callable[[Source, int, int], Iterable[Block]]


def html_blocks(source: Source, begin: int, end: int, *, parse: Parse | None) -> Iterator[Block]:
    """What a block of HTML opens and closes, and the lists that stand in it as text.

    `parse` reads the markdown of a piece of the body; with `None` lists within HTML are left alone.
    """
    html = source.text[begin:end]
    at, summary_from = 0, -1
    for tag in _HTML.finditer(html):
        name, is_end = (tag[1] or "").casefold(), tag[0].startswith("</")
        if name == "details":
            yield from _lists_as_text(source, begin + at, begin + tag.start(), parse=parse)
            line = source.line(source.byte(begin + tag.start()))
            yield Leave(line) if is_end else Enter(line)
            at = tag.end()
        elif name == "summary" and not is_end:
            summary_from = tag.end()
        elif name == "summary" and summary_from >= 0:
            speller = WordsSpeller(source.line(source.byte(begin + summary_from)))
            speller.add_html_block(html[summary_from : tag.start()])
            yield Summary(speller.words())
            summary_from, at = -1, tag.end()
    yield from _lists_as_text(source, begin + at, end, parse=parse)


def _lists_as_text(source: Source, begin: int, end: int, *, parse: Parse | None) -> Iterator[Block]:
    """Lists that GitHub shows as text, within HTML: a person still reads lists."""
    if parse is None or not _LISTED.search(_HTML.sub("", source.text[begin:end])):
        return
    start = source.text.find("\n", begin, end) + 1 or end
    for block in parse(source, start, end):
        if isinstance(block, ListBlock):
            yield ListBlock(block.line, block.items, is_text=True)
