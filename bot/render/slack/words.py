"""Typed spans → words: what a rich text block is made of, before it is Block Kit."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeAlias, assert_never

from bot.answers.answer import Bar, Code, Day, Link, Moment, Person, Plain, Span
from bot.answers.links import is_web_address
from bot.render.clean import clean
from bot.render.days import day_text, moment_text
from bot.render.glyphs import bar_text
from bot.render.slack.limits import LINK, RICH_TEXT_ELEMENTS, TIMESTAMPS
from bot.render.slack.measure import ELLIPSIS, cut_at_space, escaped_units

DAY = "{date_short_pretty}"
MOMENT = "{date_short_pretty} at {time}"

_DOT = " · "
_MARKUP_UNITS = 24
"""What `<!date^1789000000^|>` and the brackets of a link add where they stand in mrkdwn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """Some text in one style; clean."""

    text: str
    """For a date, what stands where Slack cannot draw it."""
    url: str = ""
    at: int | None = None
    """Seconds since 1970, for a date."""
    format: str = ""
    emoji: str = ""
    """Name of an emoji of ours, which stands for the text."""
    bold: bool = False
    code: bool = False
    mention: str = ""
    """Id of a person or a channel whose name Slack writes; the text stands for it elsewhere."""
    said: str | None = None
    """What a notification or a screen reader says for it; `None`: the text."""

    @property
    def is_bare(self) -> bool:
        """Only text: no link, no date, no emoji, no mention."""
        return not (self.url or self.emoji or self.mention) and self.at is None

    @property
    def overhead(self) -> int:
        """Units beside the text."""
        return 0 if self.is_bare else _MARKUP_UNITS + len(self.url) + len(self.format)

    @property
    def units(self) -> int:
        """Its length, as Slack may count it."""
        return escaped_units(self.text) + self.overhead


Words: TypeAlias = tuple[Word, ...]


def words_of(spans: Iterable[Span]) -> Words:
    """The words of these spans; what is empty leaves nothing behind."""
    return tuple(word for span in spans if (word := _word(span)).text)


def bar_word(bar: Bar) -> Word:
    """A bar in text; read aloud it is only its numbers."""
    return Word(text=bar_text(bar, unicode=True), said=f"{bar.done} of {bar.total}")


def bar_words(bar: Bar) -> tuple[Word, Word]:
    """The bar without its numbers, which nobody has to hear; and the numbers."""
    numbers = f"{bar.done} of {bar.total}"
    return ours(bar_text(bar, unicode=True).removesuffix(numbers).strip(), said=""), ours(numbers)


def ours(text: str, *, said: str | None = None) -> Word:
    """A word of our own."""
    return Word(text=text, said=said)


def mentioned(slack_id: str, text: str) -> Word:
    """The person or the channel of this id by name; the text where it has not the shape of one."""
    is_id = slack_id[:1] in ("U", "W", "C", "G") and slack_id.isascii() and slack_id.isalnum()
    return Word(text=text, mention=slack_id if is_id else "")


def units_of(words: Words) -> int:
    """The length of all of them."""
    return sum(word.units for word in words)


def plain(words: Words) -> str:
    """Their text, without style, links and dates."""
    return "".join(word.text for word in words)


def is_blank(words: Words) -> bool:
    """Whether there is nothing to see; Slack refuses empty texts."""
    return not plain(words).strip("\u200c\u200d\ufe0f ")


def chunks(words: Words, most: int) -> Iterator[Words]:
    """The words in pieces of at most `most` units each, which together say the same."""
    chunk: list[Word] = []
    left = most
    for word in words:
        rest: Word | None = word
        while rest is not None:
            head, rest = _parted(rest, left)
            if head is not None:
                chunk.append(head)
                left -= head.units
            if rest is not None or len(chunk) >= RICH_TEXT_ELEMENTS:
                yield tuple(chunk)
                chunk, left = [], most
    if chunk:
        yield tuple(chunk)


def shortened_words(words: Words, most: int) -> Words:
    """The words; where they are longer than `most` units, their start, and where the rest is."""
    if units_of(words) <= most and len(words) <= RICH_TEXT_ELEMENTS:
        return words
    link = next((word for word in words if word.url), None)
    whole = () if link is None else (ours(", the whole: "), replace(link, text=_label(link)))
    tail = (ours(f"{ELLIPSIS} (shortened"), *whole, ours(")"))
    kept = next(chunks(words[: RICH_TEXT_ELEMENTS - len(tail)], most - units_of(tail)), ())
    return (*kept, *tail)


def _label(link: Word) -> str:
    return link.text if len(link.text) <= 60 else "link"


def _parted(word: Word, left: int) -> tuple[Word | None, Word | None]:
    """What of the word fits into `left` units, and the rest."""
    if word.units <= left:
        return word, None
    if word.at is not None or word.emoji or word.mention:
        return None, word
    text = cut_at_space(word.text, left - word.overhead) if left > word.overhead else ""
    if not text:
        return None, word
    rest = word.text[len(text) :]
    return replace(word, text=text), replace(word, text=rest) if rest else None


def _word(span: Span) -> Word:
    match span:
        case Plain():
            said = ", " if span.text == _DOT else None
            return Word(text=clean(span.text), said=said)
        case Link():
            return Word(text=clean(span.text), url=_address(span.url))
        case Person():
            return Word(text=clean(span.name))
        case Code():
            return Word(text=clean(span.text), code=True)
        case Day():
            return _date(span.at, DAY, day_text(span))
        case Moment():
            return _date(span.at, MOMENT, moment_text(span))
        case _:
            assert_never(span)


def _address(url: str) -> str:
    return url if is_web_address(url) and len(url) <= LINK else ""


def _date(at: datetime, format: str, fallback: str) -> Word:
    seconds = int(at.timestamp())
    if seconds not in TIMESTAMPS:
        return Word(text=fallback)
    return Word(text=fallback, at=seconds, format=format)
