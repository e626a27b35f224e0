"""A message of Slack as lines of a terminal: what a person reads of it, and its buttons in
brackets."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from rich.style import Style as RichStyle
from rich.text import Text

from bot.answers.answer import Mark
from bot.demo.slack import Message
from bot.demo.slack.refusals import JsonObject
from bot.demo.slack.words import seen, seen_blocks
from bot.render import glyphs
from bot.render.ansi import linked
from bot.render.clean import ascii_text, clean
from bot.render.slack import signs
from bot.render.style import Style
from bot.render.wrapping import GLUE, wrapped

_ASCII = {"▓": "#", "░": ".", "•": "*"} | {
    signs.mark_sign(mark): glyphs.mark_sign(mark, unicode=False) for mark in Mark
}
"""What stands in Slack's texts for marks and bars, and its stand-in."""

_STEP = "  "


@dataclass(frozen=True, slots=True)
class _Piece:
    """One line before it is wrapped, and what stands before it."""

    text: Text
    before: str = ""


def message_lines(
    message: Message, names: Mapping[str, str], *, width: int, style: Style, indent: str
) -> Iterator[Text]:
    """Lines of at most `width` cells, each behind `indent`; `names` by the ids of Slack."""
    drawing = _Drawing(names, style)
    for piece in drawing.message(message):
        first = indent + one_line(piece.before, style)
        yield from wrapped(piece.text, width, first=first, then=" " * len(first))


def one_line(words: str, style: Style) -> str:
    """The words made harmless, in one line, of what this terminal can show."""
    plain = clean(words)
    if style.unicode:
        return plain
    return ascii_text("".join(_ASCII.get(character, character) for character in plain))


@dataclass(frozen=True, slots=True)
class _Drawing:
    """Draws blocks, whose texts anybody may have written."""

    names: Mapping[str, str]
    style: Style

    def message(self, message: Message) -> Iterator[_Piece]:
        """Its blocks, else its text."""
        if not message.blocks:
            yield from self._plain(seen(message.text, self.names))
        for number, block in enumerate(message.blocks):
            if number and (block["type"] == "actions" or _is_headed(block)):
                yield _Piece(Text())
            yield from self._block(block)

    def _block(self, block: JsonObject) -> Iterator[_Piece]:
        match block["type"]:
            case "header":
                yield from self._plain(seen_blocks([block], self.names), "bold")
            case "context":
                for element in block["elements"]:
                    yield from self._plain(seen_blocks([element], self.names), "dim")
            case "rich_text":
                for part in block["elements"]:
                    yield from self._rich(part)
            case "actions":
                yield self._buttons(block["elements"])
            case "image":
                yield from self._plain(f"[Picture: {block['alt_text']}]", "dim")
            case "divider":
                yield from self._plain("──" if self.style.unicode else "--", "dim")
            case _:
                yield from self._with_accessory(block)

    def _with_accessory(self, block: JsonObject) -> Iterator[_Piece]:
        words = {key: value for key, value in block.items() if key != "accessory"}
        yield from self._plain(seen_blocks([words], self.names))
        if "accessory" in block:
            yield self._buttons([block["accessory"]])

    def _buttons(self, elements: Iterable[JsonObject]) -> _Piece:
        """ "[Share here] [Refresh]"; of a menu what it offers: "[Snooze | Park]"."""
        return _Piece(Text(" ").join(self._button(element) for element in elements))

    def _button(self, element: JsonObject) -> Text:
        offered = [{**option, "type": "option"} for option in element.get("options", ())]
        words = [seen_blocks([one], self.names) for one in offered or [element]]
        glued = (one_line(word, self.style).replace(" ", GLUE) for word in words)
        return Text(f"[{' | '.join(glued)}]", style="cyan")

    def _rich(self, part: JsonObject, step: str = "") -> Iterator[_Piece]:
        if part["type"] != "rich_text_list":
            yield from (_Piece(line, step) for line in self._rich_lines(part))
            return
        before = f"{_STEP * part.get('indent', 0)}• "
        for item in part["elements"]:
            first, *more = self._rich_lines(item)
            yield _Piece(first, before)
            yield from (_Piece(line, " " * len(before)) for line in more)

    def _rich_lines(self, part: JsonObject) -> list[Text]:
        lines = [Text()]
        for element in part["elements"]:
            alone = {"type": "rich_text_section", "elements": [element]}
            for number, words in enumerate(seen_blocks([alone], self.names).split("\n")):
                if number:
                    lines.append(Text())
                lines[-1].append(one_line(words, self.style), style=_style_of(element))
        return lines

    def _plain(self, words: str, style: str = "") -> Iterator[_Piece]:
        for line in words.split("\n"):
            yield _Piece(Text(one_line(line, self.style), style=style))


def _style_of(element: JsonObject) -> RichStyle | str:
    if element["type"] == "link":
        return linked("cyan", str(element["url"]))
    return "bold" if element.get("style", {}).get("bold") else ""


def _is_headed(block: JsonObject) -> bool:
    """It begins with bold words, as what stands below a heading does."""
    if block["type"] != "rich_text":
        return False
    first = block["elements"][0]["elements"][0]
    return bool(first.get("style", {}).get("bold"))
