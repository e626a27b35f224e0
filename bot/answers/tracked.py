"""Where are these pull requests tracked? Their state, and every row that lists them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.answers.answer import (
    ActionId,
    Answer,
    Block,
    Button,
    Buttons,
    Heading,
    Line,
    Note,
    Plain,
    PullFacts,
    Tone,
)
from bot.answers.parts import counted, listed, plural, said, shortened
from bot.answers.rows import box_state, row_line, telling_of
from bot.answers.scope import path_words
from bot.answers.spoken import Frame, Notice, Spoken, headed, not_shown
from bot.errors import NemorlStatusError, NoMatch, UserError
from bot.github_status.judge.verdicts import JudgedRow
from bot.people.people import People


@dataclass(frozen=True, slots=True, kw_only=True)
class InTracker:
    """What one tracker says of one pull request."""

    tracker: str
    """The tracker's short name."""
    spoken: Spoken
    """The answer in depth; or a `NoMatch` with the nearest that is listed."""
    frame: Frame


@dataclass(frozen=True, slots=True, kw_only=True)
class Traced:
    """One pull request, and what every tracker says of it."""

    ref: str
    """As the message names it."""
    trackers: tuple[InTracker, ...]


def no_refs() -> Notice:
    """The message names no pull request."""
    return Notice(
        "This message names no pull request.",
        "It needs a link to one, or a ref such as RL#2467 or NVIDIA-NeMo/RL#2467.",
    )


def being_read() -> UserError:
    """Nothing is known of a tracker yet: it stands behind its name."""
    return UserError("GitHub is being read; the answer follows.")


def not_read(error: NemorlStatusError | None) -> UserError:
    """Nothing is known of a tracker, for this reason; `None`: it is not known either."""
    because = error or UserError("It could not be read.")
    return UserError(f"not known. {because}", advice=because.advice)


def tracked_answer(
    traced: Sequence[Traced], people: People, *, notes: Sequence[Note] = (), more: int = 0
) -> Answer:
    """Each pull request with its state and its rows; `more`: how many are left out."""
    alone = len(traced) == 1
    found = sum(any(_facts(inside) for inside in one.trackers) for one in traced)
    title = f"{found} of {counted(len(traced), 'pull request')} tracked"
    if alone:
        title = f"{traced[0].ref} is tracked" if found else f"{traced[0].ref} is not tracked"
    blocks = [block for one in traced for block in _blocks(one, people, alone=alone)]
    if more:
        words = f"{more} more {plural(more, 'is')} named there: ask for them by number."
        blocks.append(Note((Plain(words),), Tone.QUIET))
    return headed(title, *notes, *blocks)


def _blocks(traced: Traced, people: People, *, alone: bool) -> Iterator[Block]:
    """`alone`: the title names it already."""
    if not alone:
        yield Heading((Plain(traced.ref),), level=2)
    listing = [inside for inside in traced.trackers if _facts(inside)]
    for inside in listing:
        yield from _listed_blocks(inside, people)
    for inside in traced.trackers:
        if _facts(inside) is None:
            yield _missing_note(inside, short=bool(listing))
    if listing:
        yield Buttons(tuple(_more(inside, traced.ref) for inside in listing))


def _more(inside: InTracker, ref: str) -> Button:
    """Asks for it in depth; names the tracker where there are several to ask."""
    where = f" in {inside.tracker}" if inside.frame.suffix else ""
    number = ref.rpartition("#")[2]
    return Button(
        ActionId.ASK, f"More about #{number}{where}", inside.frame.asking(inside.frame.question)
    )


def _listed_blocks(inside: InTracker, people: People) -> Iterator[Block]:
    facts = _facts(inside)
    if facts is None:
        return
    yield row_line(facts.rows[0], telling_of(facts.tracker, people))
    for row in facts.rows:
        yield Line(said(f"{inside.tracker}: {_where(row)}"))
    if not facts.coverage.is_complete:
        yield Note((Plain(f"Not everything of {inside.tracker} could be read."),), Tone.QUIET)


def _where(row: JudgedRow) -> str:
    workstream = shortened(path_words(row.workstream.path))
    return f"{workstream}, line {row.row.line}, {box_state(row.row.box)}"


def _missing_note(inside: InTracker, *, short: bool) -> Note:
    spoken = inside.spoken
    if isinstance(spoken, UserError) and not isinstance(spoken, NoMatch):
        return Note((Plain(f"{inside.tracker}: {spoken} {spoken.advice}".rstrip()),), Tone.WARNING)
    near = spoken.nearest if isinstance(spoken, NoMatch) and not short else ()
    nearest = f" The nearest that it lists: {listed(near)}." if near else ""
    return Note((Plain(f"Not tracked in {inside.tracker}.{nearest}"),))


def _facts(inside: InTracker) -> PullFacts | None:
    """What it has of the pull request; `None` where no row of it is about that."""
    spoken = inside.spoken
    if not isinstance(spoken, Answer) or not isinstance(spoken.facts, PullFacts):
        return None
    return None if not_shown(spoken) or not spoken.facts.rows else spoken.facts
