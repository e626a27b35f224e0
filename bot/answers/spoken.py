"""What is said to a question: an answer, or why there is none.

`Frame` is what stands around an answer where buttons can be pressed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from bot.answers.answer import (
    ActionId,
    Answer,
    Block,
    Button,
    Buttons,
    Heading,
    HelpFacts,
    Note,
    PullFacts,
)
from bot.answers.parts import said
from bot.errors import Choice, NemorlStatusError, UserError


@dataclass(frozen=True, slots=True)
class Notice:
    """There is no answer, and nobody asked wrongly."""

    what: str
    advice: str = ""
    choices: tuple[Choice, ...] = ()


_ASKING = (
    ActionId.SHARE,
    ActionId.REFRESH,
    ActionId.ONLY_STALE,
    ActionId.ASK,
    ActionId.OPEN_TRACKER,
    ActionId.REPAIR,
)
"""Buttons that carry a question."""

Spoken: TypeAlias = Answer | UserError | Notice
"""What is said: an answer, or why there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """What buttons around an answer carry."""

    question: str
    """What asks for the same again, without the tracker."""
    suffix: str = ""
    """What names the tracker, such as ` in nemo-rl`; empty where there is only one."""
    shared: str | None = None
    """What asks for the same where others read it; `None`: it cannot be shared from here."""
    is_of_all: bool = False
    """The question named no tracker and is about every one: whoever asks again names none."""

    def asking(self, words: str) -> str:
        """These words as a question about the same tracker."""
        return f"{words}{self.suffix}".strip()

    def again(self, words: str) -> str:
        """These words, which ask for the same again."""
        return words if self.is_of_all else self.asking(words)


def framed(answer: Answer, frame: Frame, *, note: Note | None = None) -> Answer:
    """The answer with its buttons; `note` heads it."""
    notes = () if note is None else (note,)
    blocks = tuple(_framed_block(block, frame) for block in answer.blocks)
    return replace(answer, blocks=(*notes, *blocks))


def headed(title: str, *blocks: Block) -> Answer:
    """An answer about no single tracker."""
    return Answer(blocks=(Heading(said(title)), *blocks), facts=HelpFacts(usages=()), title=title)


def notice_answer(what: str, advice: str = "", *, buttons: Sequence[Button] = ()) -> Answer:
    """A sentence and what to do, as an answer about no tracker, for views."""
    blocks: list[Block] = [Note(said(what))]
    if advice:
        blocks.append(Note(said(advice)))
    if buttons:
        blocks.append(Buttons(tuple(buttons)))
    return Answer(blocks=tuple(blocks), facts=HelpFacts(usages=()), title=what)


def nothing_yet(name: str) -> Notice:
    """A first reading is under way."""
    return Notice(f"Reading GitHub: nothing is known of {name} yet.", "The answer follows here.")


def failed(fault_text: str, frame: Frame) -> Notice:
    """GitHub could not be asked, and nothing is known from before.

    `fault_text` is what happened and what to do, in sentences; empty where that is not known.
    """
    again = Choice(label="Try again", words=frame.asking(frame.question))
    return Notice("GitHub could not be asked.", fault_text, choices=(again,))


def still_failed(fault_text: str) -> Notice:
    """The new reading that was announced did not come; `fault_text` as for `failed`."""
    return Notice("GitHub could not be asked: what stands above is the newest.", fault_text)


def not_shared(spoken: UserError | Notice) -> UserError:
    """There is no answer for others; why not is for the asker alone."""
    what = spoken.what if isinstance(spoken, Notice) else str(spoken)
    return UserError(f"Nothing was shared. {what}", advice=spoken.advice)


def without_names(error: NemorlStatusError, *, ref: str, repository: str, name: str) -> UserError:
    """The error for people who may not know where a private tracker is: under its short name."""
    what, advice = (
        text.replace(ref, name).replace(repository, name) for text in (str(error), error.advice)
    )
    return UserError(what, advice=advice)


def not_shown(answer: Answer) -> bool:
    """Whether it is about a pull request that no row names which may be shown here.

    To say so would tell that there is such a row.
    """
    facts = answer.facts
    return isinstance(facts, PullFacts) and not facts.rows and facts.apart is None


def _framed_block(block: Block, frame: Frame) -> Block:
    if not isinstance(block, Buttons):
        return block
    buttons = tuple(_framed_button(button, frame) for button in block.buttons)
    is_repair = all(button.action is ActionId.REPAIR for button in block.buttons)
    if frame.shared is not None and not is_repair:
        share = Button(ActionId.SHARE, "Share here", frame.again(frame.shared))
        buttons = (share, *buttons)
    return Buttons(buttons)


def _framed_button(button: Button, frame: Frame) -> Button:
    """`Refresh` asks what was asked, word for word: an answer's own words may fit two things.

    What is not asked but done names its row by itself.
    """
    if button.action not in _ASKING:
        return button
    asks_again = button.action in (ActionId.REFRESH, ActionId.OPEN_TRACKER)
    if asks_again:
        return replace(button, value=frame.again(frame.question))
    return replace(button, value=frame.asking(button.value))
