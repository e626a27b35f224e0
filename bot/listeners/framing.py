"""What is said, as Slack shows it: under a note of how new it is, as a message or a modal."""

from collections.abc import Sequence
from typing import assert_never

from bot.answers.answer import ActionId, Answer, Button, Note
from bot.answers.from_store import NOTHING_NOTE, failure_note, late_note, store_note
from bot.answers.spoken import Frame, Notice, Spoken, notice_answer
from bot.errors import Ambiguous, Choice, NoMatch, UserError, WrongUsage
from bot.github_status.current import Outcome, State
from bot.render.slack import (
    SlackMessage,
    did_you_mean,
    error_message,
    modal,
    refusal_message,
    slack_message,
)
from bot.render.slack.views import ViewJson

MODAL_TITLE = "Answer"
CHOICES_IN_A_VIEW = 10


def age_note(outcome: Outcome) -> Note | None:
    """Why it is not from a new reading; `None` when it is from one."""
    as_of = None if outcome.snapshot is None else outcome.snapshot.as_of
    match outcome.state:
        case State.FRESH | State.WAITED:
            return None
        case State.NOTHING:
            return NOTHING_NOTE
        case State.TOO_SLOW:
            return NOTHING_NOTE if as_of is None else late_note(as_of)
        case State.FAILED:
            text = fault_text(outcome)
            return failure_note(text) if as_of is None else store_note(as_of, text)
        case _:
            assert_never(outcome.state)


def fault_text(outcome: Outcome) -> str:
    """What happened and what to do, in sentences; empty where nothing failed."""
    error = outcome.error
    return "" if error is None else f"{error} {error.advice}".strip()


def as_message(spoken: Spoken, frame: Frame, *, page: int = 1) -> SlackMessage:
    """What is said, as one message."""
    if isinstance(spoken, Answer):
        return slack_message(spoken, page=page, question=frame.asking(frame.question))
    if isinstance(spoken, Notice):
        return _notice_message(spoken)
    if isinstance(spoken, NoMatch | WrongUsage) and _choices(spoken, frame) and frame.suffix:
        return did_you_mean(str(spoken), _choices(spoken, frame), advice=spoken.advice)
    if isinstance(spoken, NoMatch) and not spoken.nearest:
        return did_you_mean(str(spoken), _ways_on(frame), advice=spoken.advice)
    return refusal_message(spoken)


def as_modal(spoken: Spoken, frame: Frame, *, command: str) -> ViewJson:
    """What is said, as a modal."""
    match spoken:
        case Answer():
            answer = spoken
        case Notice():
            answer = _with_choices(spoken.what, spoken.advice, spoken.choices)
        case UserError():
            answer = _with_choices(str(spoken), spoken.advice, _choices(spoken, frame))
        case _:
            assert_never(spoken)
    return modal(MODAL_TITLE, answer, command=command)


def _notice_message(notice: Notice) -> SlackMessage:
    if notice.choices:
        return did_you_mean(notice.what, notice.choices, advice=notice.advice)
    return error_message(notice.what, notice.advice)


def _with_choices(what: str, advice: str, choices: Sequence[Choice]) -> Answer:
    shown = choices[:CHOICES_IN_A_VIEW]
    buttons = [Button(ActionId.ASK, choice.label, choice.words) for choice in shown]
    return notice_answer(what, advice, buttons=buttons)


def _ways_on(frame: Frame) -> tuple[Choice, ...]:
    """What can be pressed where nothing was meant."""
    return (
        Choice(label="Overview", words=frame.asking("")),
        Choice(label="What can be asked?", words="help"),
    )


def _choices(error: UserError, frame: Frame) -> tuple[Choice, ...]:
    match error:
        case Ambiguous():
            return error.choices
        case NoMatch() | WrongUsage():
            other = error.elsewhere if isinstance(error, NoMatch) else None
            elsewhere = () if other is None else (Choice(label=other, words=other),)
            near = (Choice(label=n, words=frame.asking(n)) for n in error.nearest)
            return (*elsewhere, *near)
        case _:
            return ()
