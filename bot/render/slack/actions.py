"""Buttons: which may be offered, their ids and what they carry."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.answers.answer import ActionId, Answer, Button, Buttons, HelpFacts
from bot.answers.links import is_web_address
from bot.render.clean import clean
from bot.render.slack.limits import (
    BUTTON_LABEL,
    BUTTON_URL,
    BUTTON_VALUE,
    MENU_OPTIONS,
    OPTION_LABEL,
    OPTION_VALUE,
)
from bot.render.slack.measure import escaped_units, shortened

PAGE: Final = "page"
"""The word of *Next* and *Previous*, beside those of `ActionId`."""

MENU: Final = "menu"
"""The word of a row's menu; what was chosen of it is told by the option's value."""

_NUMBER = "."


@dataclass(frozen=True, slots=True)
class Choice:
    """What an option of a row's menu carries."""

    action: str
    """An `ActionId`'s value."""
    value: str

    def __str__(self) -> str:
        """The value of the option."""
        return f"{self.action} {self.value}"


@dataclass(frozen=True, slots=True)
class PageValue:
    """What *Next* and *Previous* carry: a question, and which page of its answer."""

    question: str
    page: int

    def __str__(self) -> str:
        """The value of the button."""
        return f"{self.page} {self.question}".rstrip()


@dataclass(frozen=True, slots=True, kw_only=True)
class SlackButton:
    """A button as Slack draws it."""

    action: str
    label: str
    value: str
    url: str = ""

    @property
    def units(self) -> int:
        """The length of what is seen."""
        return escaped_units(self.label)


def page_asked(value: str) -> PageValue:
    """What a value of *Next* or *Previous* asks for; anything else asks for the first page."""
    number, _, question = value.partition(" ")
    is_page = number.isascii() and number.isdecimal() and len(number) < 7
    return PageValue(question, int(number)) if is_page else PageValue(value, 1)


def choice_made(value: str) -> Choice:
    """What a value of an option stands for; one that is none of ours has no action."""
    action, space, rest = value.partition(" ")
    return Choice(action, rest) if space else Choice("", value)


def action_word(action_id: str) -> str:
    """Of an action id of ours, which button it was: an `ActionId`'s value, `PAGE`, or `MENU`."""
    return action_id.partition(_NUMBER)[0]


def slack_button(button: Button, *, tracker_url: str = "") -> SlackButton | None:
    """The button; `None` where Slack cannot carry what it asks, or there is nothing to open."""
    opens = button.action is ActionId.OPEN_TRACKER
    if escaped_units(button.value) > BUTTON_VALUE or (opens and not tracker_url):
        return None
    return SlackButton(
        action=button.action.value,
        label=button_label(button.label),
        value=_sendable(button.value),
        url=tracker_url if opens else "",
    )


def options(menu: tuple[Button, ...]) -> tuple[SlackButton, ...]:
    """The options of a row's menu; none, where Slack cannot carry every one of them."""
    offered = tuple(
        SlackButton(
            action=button.action.value,
            label=shortened(clean(button.label).strip(), OPTION_LABEL) or "…",
            value=_sendable(str(Choice(button.action.value, button.value))),
        )
        for button in menu
    )
    fits = all(escaped_units(option.value) <= OPTION_VALUE for option in offered)
    return offered if fits and len(offered) <= MENU_OPTIONS else ()


def menu_id(number: int) -> str:
    """The action id of the menu that is the `number`th of its message, counted from 1."""
    return MENU if number == 1 else f"{MENU}{_NUMBER}{number}"


def _sendable(value: str) -> str:
    """JSON to Slack has to be UTF-8, which has no lone surrogates."""
    return value.encode("utf-8", "replace").decode("utf-8")


def button_label(text: str) -> str:
    """The words on a button, in one short line, never empty."""
    return shortened(clean(text).strip(), BUTTON_LABEL) or "…"


def tracker_url(answer: Answer) -> str:
    """Where *Open tracker* leads; empty when the answer is about none."""
    facts = answer.facts
    url = "" if isinstance(facts, HelpFacts) else facts.tracker.snapshot.issue.url
    return url if is_web_address(url) and len(url) <= BUTTON_URL else ""


def question_of(answer: Answer) -> str | None:
    """What asks for this answer again: the value of its *Refresh* button."""
    listed = (block.buttons for block in answer.blocks if isinstance(block, Buttons))
    buttons = (button for row in listed for button in row)
    return next((b.value for b in buttons if b.action is ActionId.REFRESH), None)


def turners(question: str | None, *, page: int, of: int) -> tuple[SlackButton, ...]:
    """*Previous* and *Next*, as far as there are such pages and they can be asked for."""
    if question is None or escaped_units(f"{of} {question}") > BUTTON_VALUE:
        return ()
    steps = [("previous", "Previous", page - 1), ("next", "Next", page + 1)]
    return tuple(
        SlackButton(
            action=f"{PAGE}{_NUMBER}{way}",
            label=label,
            value=_sendable(str(PageValue(question, to))),
        )
        for way, label, to in steps
        if 1 <= to <= of
    )


def numbered(rows: Iterable[Sequence[SlackButton]]) -> tuple[tuple[SlackButton, ...], ...]:
    """The buttons of one message, their action ids told apart: `ask`, `ask.2`, `ask.3`."""
    seen: Counter[str] = Counter()
    done: list[tuple[SlackButton, ...]] = []
    for row in rows:
        told: list[SlackButton] = []
        for button in row:
            seen[button.action] += 1
            number = seen[button.action]
            again = f"{button.action}{_NUMBER}{number}"
            told.append(button if number == 1 else replace(button, action=again))
        done.append(tuple(told))
    return tuple(done)
