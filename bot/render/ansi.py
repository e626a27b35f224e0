"""rich's Text → a string with colours (SGR) and hyperlinks (OSC 8), the same for the same text.

rich's own console gives every link a random id, so links are written here.
"""

from io import StringIO

from rich.color import ColorSystem
from rich.console import Console
from rich.style import Style as RichStyle
from rich.text import Text

from bot.answers.links import is_web_address
from bot.render.style import Style

_LINK = "link"

CONSOLE = Console(file=StringIO(), width=80, color_system=None, _environ={})
"""rich asks for a console to wrap text; nothing is ever printed on it."""


def linked(style: str, url: str) -> RichStyle:
    """A style that carries the address of a link."""
    return RichStyle.parse(style) + RichStyle(meta={_LINK: url})


def ansi_text(text: Text, style: Style) -> str:
    """The text as the terminal wants it."""
    return "".join(_segment(s.text, s.style, style) for s in text.render(CONSOLE) if s.text)


def _segment(words: str, segment: RichStyle | None, style: Style) -> str:
    if segment is None:
        return words
    shown = segment.render(words, color_system=ColorSystem.STANDARD) if style.colour else words
    url = segment.meta.get(_LINK, "")
    if style.links and isinstance(url, str) and is_web_address(url):
        return f"\x1b]8;;{url}\x1b\\{shown}\x1b]8;;\x1b\\"
    return shown
