"""Paragraphs that are nothing but refs, "#12, #13, #14": each ref is a row."""

import re

from bot.github_status.index.blocks import Block, Item, Paragraph
from bot.github_status.index.refs import Scanner
from bot.github_status.index.shapes.shaped import Shaped
from bot.github_status.index.words import Words

_BETWEEN = re.compile(r"(?:[\s,，、;/&+.·|]|\band\b)*")


def ref_paragraph(block: Block, scanner: Scanner) -> Shaped | None:
    """One item for each ref, on the line where it stands."""
    if not isinstance(block, Paragraph) or block.is_quoted:
        return None
    words = block.words
    refs = scanner.refs(words)
    if not refs:
        return None
    items: list[Item] = []
    end, line, counted = 0, words.line, 0
    for ref in refs:
        if not _BETWEEN.fullmatch(words.text, end, ref.start):
            return None
        line, counted = line + words.text.count("\n", counted, ref.start), ref.start
        end = ref.end
        text = words.text[ref.start : ref.end]
        links = () if text == ref.written else ((0, len(text), ref.written),)
        items.append(Item(line, parts=[Words(text, line, links)]))
    return Shaped(line=words.line, items=items) if _BETWEEN.fullmatch(words.text, end) else None
