"""Text from anywhere, made harmless for GitHub-flavoured Markdown.

Markup is escaped with backslashes and entities. GitHub turns `@name`, `#12`, `GH-12`, addresses and
`:emoji:` into links and pictures once the markup is gone: a zero-width space parts them.
"""

import re

from bot.render.clean import clean

PART = "\u200b"
"""Zero-width space: not seen, and what it parts is no mention, ref or address any more."""

_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_MARKUP = re.compile(r"[\\`*_\[\]~|#$^{}!]|[&<>]")
_PARTED = re.compile(
    r"@|#(?=[0-9])|\bGH(?=-[0-9])|\bhttps?(?=:)|\bftp(?=:)|\bwww(?=\.)|\bmailto(?=:)|:(?=[\w+-]+:)",
    re.IGNORECASE,
)
# What would open a list, a rule or an underlined heading at the start of a line.
_OPENING = re.compile(r"\A(?:[-+=]|[0-9]{1,9}[.)])")


def escaped(text: str) -> str:
    """The text as Markdown that shows it and does nothing else."""
    return _escaped_markup(_PARTED.sub(lambda found: found[0] + PART, clean(text)))


def escaped_label(text: str) -> str:
    """The text of a link: GitHub finds no mentions or refs inside one, and a `#` behind its bracket
    opens no heading."""
    return _escaped_markup(clean(text)).replace("\\#", "#")


def line_start(markdown: str) -> str:
    """Markdown that may stand at the start of a line without opening a block."""
    markdown = markdown.strip()
    found = _OPENING.match(markdown)
    if found is None:
        return markdown
    opening = found[0]
    return f"{opening[:-1]}\\{opening[-1]}{markdown[len(opening) :]}"


def code_span(text: str) -> str:
    """The text as code in a line, whatever backticks are in it."""
    shown = clean(text)
    fence = "`" * (_longest_run(shown) + 1)
    space = " " if "`" in shown else ""
    return f"{fence}{space}{shown}{space}{fence}"


def code_block(text: str) -> str:
    """Lines of code, whatever backticks are in them."""
    fence = "`" * max(3, _longest_run(text) + 1)
    lines = "\n".join(clean(line) for line in text.splitlines())
    return f"{fence}\n{lines}\n{fence}"


def _escaped_markup(text: str) -> str:
    return _MARKUP.sub(lambda found: _ENTITIES.get(found[0], f"\\{found[0]}"), text)


def _longest_run(text: str) -> int:
    return max((len(run) for run in re.findall("`+", text)), default=0)
