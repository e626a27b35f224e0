"""What stands around an answer in Slack: how new it is, what failed, and what can be pressed.

Pure: answers in, answers out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, assert_never

from bot.answers.answer import (
    ActionId,
    Answer,
    Block,
    Button,
    Buttons,
    Heading,
    HelpFacts,
    Moment,
    Note,
    Plain,
    PullFacts,
    Tone,
)
from bot.answers.from_store import store_note
from bot.errors import Ambiguous, Choice, NemorlStatusError, NoMatch, UserError, WrongUsage
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


@dataclass(frozen=True, slots=True)
class Notice:
    """There is no answer, and nobody asked wrongly."""

    what: str
    advice: str = ""
    choices: tuple[Choice, ...] = ()


Spoken: TypeAlias = Answer | UserError | Notice
"""What is said: an answer, or why there is none."""

MODAL_TITLE = "Answer"
CHOICES_IN_A_VIEW = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """What buttons around an answer carry."""

    question: str
    """What asks for the same again, without the tracker."""
    suffix: str = ""
    """What names the tracker, such as ` in nemo-rl`; empty where there is only one."""
    can_share: bool = False

    def asking(self, words: str) -> str:
        """These words as a question about the same tracker."""
        return f"{words}{self.suffix}".strip()


def framed(answer: Answer, outcome: Outcome, frame: Frame) -> Answer:
    """The answer with its buttons, headed by a note where it is not from a new reading."""
    note = age_note(outcome)
    notes = () if note is None else (note,)
    blocks = tuple(_block(block, frame) for block in answer.blocks)
    return replace(answer, blocks=(*notes, *blocks))


def age_note(outcome: Outcome) -> Note | None:
    """Why it is not from a new reading; `None` when it is from one."""
    what, advice = reason(outcome)
    at = None if outcome.snapshot is None else Moment(outcome.snapshot.as_of)
    match outcome.state:
        case State.FRESH | State.WAITED:
            return None
        case State.NOTHING:
            return Note((Plain("Reading GitHub: nothing is known yet."),))
        case State.TOO_SLOW:
            said = Plain("GitHub has not answered yet: this is the reading of ")
            return Note((said, *_at(at), Plain(". The new one follows.")))
        case State.FAILED if at is not None:
            return store_note(at.at, f"{what} {advice}".strip())
        case State.FAILED:
            words = f"{what} {advice}".strip() or "GitHub could not be asked."
            return Note((Plain(words),), Tone.WARNING)
        case _:
            assert_never(outcome.state)


def _at(at: Moment | None) -> tuple[Moment, ...]:
    return () if at is None else (at,)


def notice(what: str, advice: str = "", *, buttons: Sequence[Button] = ()) -> Answer:
    """A sentence and what to do, as an answer about no tracker, for views."""
    blocks: list[Block] = [Note((Plain(what),))]
    if advice:
        blocks.append(Note((Plain(advice),)))
    if buttons:
        blocks.append(Buttons(tuple(buttons)))
    return Answer(blocks=tuple(blocks), facts=HelpFacts(usages=()), title=what)


def nothing_yet(name: str) -> Notice:
    """A first reading is under way."""
    return Notice(f"Reading GitHub: nothing is known of {name} yet.", "The answer follows here.")


def failed(outcome: Outcome, frame: Frame) -> Notice:
    """GitHub could not be asked, and nothing is known from before."""
    what, advice = reason(outcome)
    again = Choice(label="Try again", words=frame.asking(frame.question))
    return Notice("GitHub could not be asked.", f"{what} {advice}".strip(), choices=(again,))


def still_failed(outcome: Outcome) -> Notice:
    """The new reading that was announced did not come."""
    what, advice = reason(outcome)
    newest = "GitHub could not be asked: what stands above is the newest."
    return Notice(newest, f"{what} {advice}".strip())


def reason(outcome: Outcome) -> tuple[str, str]:
    """What happened, and what to do."""
    error = outcome.error
    return ("", "") if error is None else (str(error), error.advice)


def without_names(error: NemorlStatusError, *, ref: str, repository: str, name: str) -> UserError:
    """The error for people who may not know where a private tracker is: under its short name."""
    texts = [
        text.replace(ref, name).replace(repository, name) for text in (str(error), error.advice)
    ]
    return UserError(texts[0], advice=texts[1])


def not_shown(answer: Answer) -> bool:
    """Whether it is about a pull request that no row names which may be shown here.

    To say so would tell that there is such a row.
    """
    return isinstance(answer.facts, PullFacts) and not answer.facts.rows


def not_shared(spoken: UserError | Notice) -> UserError:
    """There is no answer for others; why not is for the asker alone."""
    what, advice = (
        (spoken.what, spoken.advice) if isinstance(spoken, Notice) else (str(spoken), spoken.advice)
    )
    return UserError(f"Nothing was shared. {what}", advice=advice)


def as_message(spoken: Spoken, frame: Frame, *, page: int = 1) -> SlackMessage:
    """What is said, as one message."""
    if isinstance(spoken, Answer):
        return slack_message(spoken, page=page, question=frame.asking(frame.question))
    if isinstance(spoken, Notice):
        return _notice_message(spoken)
    if isinstance(spoken, NoMatch | WrongUsage) and spoken.nearest and frame.suffix:
        return did_you_mean(str(spoken), _choices(spoken, frame), advice=spoken.advice)
    if isinstance(spoken, NoMatch) and not spoken.nearest:
        return did_you_mean(str(spoken), _ways_on(frame), advice=spoken.advice)
    return refusal_message(spoken)


def _ways_on(frame: Frame) -> tuple[Choice, ...]:
    """What can be pressed where nothing was meant; without words one cannot ask in a message."""
    return (
        Choice(label="Overview", words=frame.asking("")),
        Choice(label="What can be asked?", words="help"),
    )


def _notice_message(notice: Notice) -> SlackMessage:
    if notice.choices:
        return did_you_mean(notice.what, notice.choices, advice=notice.advice)
    return error_message(notice.what, notice.advice)


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


def _with_choices(what: str, advice: str, choices: Sequence[Choice]) -> Answer:
    shown = choices[:CHOICES_IN_A_VIEW]
    buttons = [Button(ActionId.ASK, choice.label, choice.words) for choice in shown]
    return notice(what, advice, buttons=buttons)


def headed(title: str, *blocks: Block) -> Answer:
    """An answer about no single tracker."""
    heading = Heading((Plain(title),))
    return Answer(blocks=(heading, *blocks), facts=HelpFacts(usages=()), title=title)


def _choices(error: UserError, frame: Frame) -> tuple[Choice, ...]:
    match error:
        case Ambiguous():
            return error.choices
        case NoMatch() | WrongUsage():
            return tuple(Choice(label=n, words=frame.asking(n)) for n in error.nearest)
        case _:
            return ()


def _block(block: Block, frame: Frame) -> Block:
    if not isinstance(block, Buttons):
        return block
    buttons = tuple(_button(button, frame) for button in block.buttons)
    if frame.can_share:
        share = Button(ActionId.SHARE, "Share here", frame.asking(frame.question))
        buttons = (share, *buttons)
    return Buttons(buttons)


def _button(button: Button, frame: Frame) -> Button:
    """`Refresh` asks what was asked, word for word: an answer's own words may fit two things."""
    asks_again = button.action in (ActionId.REFRESH, ActionId.OPEN_TRACKER)
    return replace(button, value=frame.asking(frame.question if asks_again else button.value))
