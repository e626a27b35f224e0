"""The other trackers of a workspace, below the overview of the asked one: a line for each."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from bot.answers.answer import (
    ActionId,
    Answer,
    Bar,
    Block,
    Button,
    Buttons,
    Code,
    Heading,
    Note,
    OtherTracker,
    Plain,
    Table,
    Tone,
    TreeFacts,
)
from bot.answers.audience import Audience, AudienceKind
from bot.answers.counting import bar, box_words, outdated_boxes, stale_words, state_words
from bot.answers.digest_words import name_to_ask, tracker_label
from bot.answers.parts import NAME_AT_MOST, Part, counted, day, said, shortened
from bot.answers.private import redacted
from bot.github_status.judge.verdicts import JudgedTracker

BUTTONS_AT_MOST = 5
"""As many as Slack shows in one line on a desktop."""


def other_tracker(
    name: str, tracker: JudgedTracker, *, audience: Audience, trouble: str = ""
) -> OtherTracker:
    """The tracker as this audience may see it."""
    shown = redacted(tracker, audience)
    return OtherTracker(
        name=name_to_ask(name, asked=tracker, shown=shown),
        label=tracker_label(name, asked=tracker, shown=shown),
        tracker=shown,
        trouble=trouble,
    )


def unknown_tracker(name: str, *, audience: Audience, trouble: str) -> OtherTracker:
    """A tracker of which nothing is known: not even whether its ref may be told."""
    is_told = audience.sees_private or "#" not in name
    label = shortened(name, at_most=NAME_AT_MOST) if is_told else "a tracker"
    return OtherTracker(name=name if is_told else "", label=label, tracker=None, trouble=trouble)


def with_others(answer: Answer, others: Sequence[OtherTracker], *, audience: Audience) -> Answer:
    """The overview with the other trackers below it."""
    if not others or not isinstance(answer.facts, TreeFacts):
        return answer
    facts = replace(answer.facts, others=tuple(others))
    blocks = (*answer.blocks, *_blocks(others, audience, now=facts.tracker.now))
    return replace(answer, blocks=blocks, facts=facts)


def other_buttons(others: Sequence[OtherTracker]) -> Iterator[Buttons]:
    """Each asks for one of them, whatever tracker the answer is about."""
    named = [one for one in others if one.name][:BUTTONS_AT_MOST]
    if named:
        yield Buttons(tuple(Button(ActionId.ASK, one.label, f"in {one.name}") for one in named))


def _blocks(
    others: Sequence[OtherTracker], audience: Audience, *, now: datetime
) -> Iterator[Block]:
    yield Heading(said(counted(len(others), "other tracker")), level=2)
    yield Table(tuple(_cells(one, now=now) for one in others))
    named = [one for one in others if one.name]
    # A Markdown export is read where nobody can ask on.
    if named and audience.kind is not AudienceKind.PUBLIC:
        words = "Ask for it with " if len(others) == 1 else "Ask for one of them with "
        yield Note((Plain(words), Code(f"in {named[0].name}"), Plain(".")), Tone.QUIET)


def _cells(one: OtherTracker, *, now: datetime) -> tuple[Part | Bar, ...]:
    tracker = one.tracker
    if tracker is None:
        return (said(one.label), (), said(one.trouble), (), ())
    findings = tracker.findings()
    drift = f"{tracker.counts.drift} drift" if tracker.counts.drift else ""
    boxes = box_words(outdated_boxes(findings))
    texts = [text for text in (stale_words(tracker.counts), drift, boxes) if text]
    incomplete = "" if tracker.snapshot.coverage.is_complete else ", not everything was read"
    why = f", {one.trouble}" if one.trouble else ""
    age = said("as of ", day(tracker.snapshot.as_of, now=now), f"{incomplete}{why}")
    return (
        said(one.label),
        bar(tracker.rows()) or (),
        said(state_words(tracker.counts, tracker.rows())),
        said(", ".join(texts)),
        age,
    )
