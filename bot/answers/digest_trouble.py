"""What a channel hears instead of a digest: that GitHub could not be read, or that it is over."""

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
    Tone,
    TreeFacts,
)
from bot.answers.audience import Audience
from bot.answers.counting import bar
from bot.answers.coverage import buttons, coverage_blocks
from bot.answers.digest_words import asking, name_to_ask, tracker_label
from bot.answers.overview import headline_words
from bot.answers.parts import NAME_AT_MOST, counted, plural, said, shortened
from bot.answers.private import PRIVATE_TRACKER, redacted
from bot.answers.spoken import without_names
from bot.errors import NemorlStatusError
from bot.github_status.judge.verdicts import JudgedTracker

_FOLLOWS = "The digest follows when GitHub can be read again within the day."
_MAY_FOLLOW = "When GitHub can be read again within the day the digest follows, if anything is new."


def reading_failed_answer(
    last: JudgedTracker | None,
    error: NemorlStatusError,
    *,
    audience: Audience,
    name: str,
    says_nothing_new: bool = True,
) -> Answer:
    """That the digest's reading failed, and what was last known (`None`: nothing ever was).

    Never looks like "nothing to report", and says that the digest follows; `says_nothing_new`:
    false where a quiet week is passed over in silence.
    """
    follows = _FOLLOWS if says_nothing_new else _MAY_FOLLOW
    if last is None:
        return _nothing_known(error, audience=audience, name=name, follows=follows)
    shown = redacted(last, audience)
    label = tracker_label(name, asked=last, shown=shown)
    asked = name_to_ask(name, asked=last, shown=shown)
    title = f"{label}: GitHub could not be read for the digest"
    if shown.snapshot.tracker != last.snapshot.tracker:
        ref = last.snapshot.tracker
        error = without_names(error, ref=str(ref), repository=str(ref.repository), name=label)
    blocks: tuple[Block, ...] = (
        Heading(said(title)),
        Note(said(f"{_error_words(error)} {follows}"), Tone.WARNING),
        Note((*said("Last known, of "), Moment(last.snapshot.as_of), *said(f": {_state(shown)}"))),
        *coverage_blocks(shown, shown.snapshot),
        Buttons(
            (
                Button(ActionId.ASK, "Show the last state", asking("", asked)),
                Button(ActionId.OPEN_TRACKER, "Open tracker", asking("", asked)),
            )
        ),
    )
    return Answer(blocks=blocks, facts=_facts(shown), title=title)


def _nothing_known(
    error: NemorlStatusError, *, audience: Audience, name: str, follows: str
) -> Answer:
    """Whether the tracker is private is not known either: neither a ref nor the error may tell."""
    told = _error_words(error) if audience.sees_private else "GitHub could not be asked."
    is_named = audience.sees_private or "#" not in name
    label = shortened(name, at_most=NAME_AT_MOST) if is_named else PRIVATE_TRACKER
    title = f"{label}: GitHub could not be read for the digest"
    blocks: tuple[Block, ...] = (
        Heading(said(title)),
        Note(said(f"{told} {follows}"), Tone.WARNING),
        Note(said("It was never read before: nothing is known yet.")),
    )
    return Answer(blocks=blocks, facts=HelpFacts(usages=()), title=title)


def tracker_closed_answer(tracker: JudgedTracker, *, audience: Audience, name: str) -> Answer:
    """That the tracking issue was closed, how it stands, and that no digest follows."""
    shown = redacted(tracker, audience)
    label = tracker_label(name, asked=tracker, shown=shown)
    asked = name_to_ask(name, asked=tracker, shown=shown)
    title = f"{label}: the tracking issue was closed"
    blocks: tuple[Block, ...] = (
        Heading(said(title), bar=bar(shown.rows())),
        Note(said(_state(shown))),
        Note(said("This is the last message: no digest follows while the issue is closed.")),
        *coverage_blocks(shown, shown.snapshot),
        buttons(question=asking("", asked)),
    )
    return Answer(blocks=blocks, facts=_facts(shown), title=title)


def _state(tracker: JudgedTracker) -> str:
    stale = tracker.counts.stale
    late = f" {counted(stale, 'row')} {plural(stale, 'is')} stale." if stale else ""
    return f"{headline_words(tracker)}{late}"


def _error_words(error: NemorlStatusError) -> str:
    return " ".join(shortened(text, at_most=300) for text in (str(error), error.advice) if text)


def _facts(tracker: JudgedTracker) -> TreeFacts:
    return TreeFacts(
        tracker=tracker,
        workstreams=tracker.workstreams,
        coverage=tracker.snapshot.coverage,
        whole=True,
    )
