"""What went wrong, and what to do, as a message. Also "did you mean", with buttons."""

from collections.abc import Sequence
from dataclasses import replace

from bot.answers.answer import ActionId, Button
from bot.answers.parts import counted
from bot.errors import (
    Ambiguous,
    Choice,
    NemorlStatusError,
    NoMatch,
    NotAllowed,
    UserError,
    WrongUsage,
)
from bot.render.clean import clean
from bot.render.slack.drawing import blocks_of
from bot.render.slack.items import Item, Kind, button_items
from bot.render.slack.notification import notification_text
from bot.render.slack.pages import SlackMessage
from bot.render.slack.words import Word, Words, mentioned, ours, shortened_words, units_of

CHOICES_AT_MOST = 20
"""Buttons: more are no choice but a list; the others are counted."""

_LINES_AT_MOST = 30
_LINE = 1000
_TEXT = 4000
"""Units of one line, and of what happened or what to do as a whole."""

_SAID_AS_TITLE = 400


def error_message(what: str, advice: str = "", *, fault: bool = False) -> SlackMessage:
    """What happened, then what to do. `fault`: something failed, and nobody asked wrongly."""
    return _message(what, (*_what(what, fault=fault), *_lines(advice)))


def did_you_mean(what: str, choices: Sequence[Choice], *, advice: str = "") -> SlackMessage:
    """What happened, and a button for each thing that may have been meant."""
    shown = choices[:CHOICES_AT_MOST]
    buttons = tuple(Button(ActionId.ASK, choice.label, choice.words) for choice in shown)
    more = len(choices) - len(shown)
    left_out = f"{more} more fit: type more of the name." if more else ""
    items = (*_what(what, fault=False), *_lines(advice), *button_items(buttons), *_lines(left_out))
    return _message(what, items)


def refusal_message(error: NemorlStatusError) -> SlackMessage:
    """The message for an error that is shown to the person who asked."""
    match error:
        case Ambiguous():
            return did_you_mean(str(error), error.choices, advice="Which one?")
        case NoMatch() | WrongUsage() if error.nearest:
            nearest = tuple(Choice(label=name, words=name) for name in error.nearest)
            return did_you_mean(str(error), nearest, advice=error.advice)
        case NotAllowed() if error.whom:
            return _message(str(error), (*_what(str(error), fault=False), _text(_whom(error.whom))))
        case _:
            is_fault = not isinstance(error, UserError)
            return error_message(str(error), error.advice, fault=is_fault)


def _whom(people: Sequence[str]) -> Words:
    """ "Ask one: @Max, @Ana."; a notification leaves their names to Slack."""
    words = [ours("Ask one: ", said="Ask one of them")]
    for number, person in enumerate(people):
        words += [ours(", ", said="")] if number else []
        words.append(replace(mentioned(person, "somebody"), said=""))
    return (*words, ours("."))


def _message(what: str, items: tuple[Item, ...]) -> SlackMessage:
    first = _clean_lines(what)[0]
    rest = items[1:] if units_of(items[0].words) <= _SAID_AS_TITLE else items
    return SlackMessage(text=notification_text(first, rest), blocks=blocks_of(items))


def _what(what: str, *, fault: bool) -> tuple[Item, ...]:
    first, *others = _clean_lines(what)
    bold = shortened_words((Word(text=first, bold=True),), _LINE)
    sign = (Word(text="!", emoji="warning", said=""), ours(" ", said="")) if fault else ()
    return (_text((*sign, *bold)), *_items(others))


def _lines(text: str) -> tuple[Item, ...]:
    return _items(_clean_lines(text)) if clean(text).strip() else ()


def _items(lines: Sequence[str]) -> tuple[Item, ...]:
    """Line by line; a line that is too long says so, and so do too many lines."""
    shown = lines[:_LINES_AT_MOST]
    more = len(lines) - len(shown)
    tail = (f"And {counted(more, 'more line')}.",) if more else ()
    most = min(_LINE, _TEXT // max(1, len(shown)))
    return tuple(_text(shortened_words((ours(line),), most)) for line in (*shown, *tail))


def _clean_lines(text: str) -> list[str]:
    """At least one."""
    lines = [clean(line).rstrip() for line in text.splitlines()]
    return [line for line in lines if line.strip()] or ["Something went wrong."]


def _text(words: Words) -> Item:
    return Item(kind=Kind.TEXT, words=words)
