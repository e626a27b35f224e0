"""What stands in the App Home: rows that need me, my workstreams, trackers at a glance. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.answers.answer import (
    ActionId,
    Answer,
    Bar,
    Block,
    Button,
    Buttons,
    Code,
    Heading,
    Moment,
    Note,
    Plain,
    Table,
    Tone,
    TreeFacts,
)
from bot.answers.counting import bar, box_words, outdated_boxes, stale_words, state_words
from bot.answers.parts import Part, joined, said, shortened
from bot.answers.scope import path_words
from bot.github_status.judge.names import fold_login, fold_name
from bot.github_status.judge.verdicts import JudgedTracker, JudgedWorkstream
from bot.listeners.framing import Frame, Spoken, headed, notice
from bot.people.people import Link


@dataclass(frozen=True, slots=True, kw_only=True)
class HomeTracker:
    """One tracker, as far as somebody's Home shows it."""

    name: str
    frame: Frame
    tracker: JudgedTracker | None
    """Redacted; `None` when nothing is known of it."""
    mine: Spoken | None
    """The answer to `mine`; `None` when nobody knows who asks, or nothing is known."""
    note: Note | None
    """What is to be said of its age; `None`: it is from a new reading."""


_TO_YOU = {
    "To act on": "Waiting for you",
    "In their workstreams": "In your workstreams",
    "Written by them": "Written by you",
}
"""How a group of somebody's rows is called where that person reads it."""


def home_answers(
    trackers: Sequence[HomeTracker], *, link: Link | None, slack: str
) -> tuple[Answer, ...]:
    """The sections of a Home, the most urgent first."""
    mine = _my_answers(trackers, link) if link else (_unlinked(slack),)
    return (*mine, *(_glance(one) for one in trackers))


def refused_home(what: str, advice: str) -> tuple[Answer, ...]:
    """The Home of somebody who may not ask."""
    return (notice(what, advice),)


def _unlinked(slack: str) -> Answer:
    return headed(
        "Who are you on GitHub?",
        Note(said("Your own rows stand here once a maintainer has linked your Slack account.")),
        Note(said("Send a maintainer of this bot your GitHub login and this id: ", Code(slack))),
    )


def _my_answers(trackers: Sequence[HomeTracker], link: Link) -> tuple[Answer, ...]:
    """Rows first; then the workstreams, where there are some."""
    alone = len(trackers) == 1
    rows = tuple(
        _yours(one.mine, "" if alone else one.name)
        for one in trackers
        if isinstance(one.mine, Answer) and _has_rows(one)
    )
    nothing = () if rows else (notice("Nothing waits for you."),)
    owned = [
        _cells(one.name, workstream, alone=alone)
        for one in trackers
        for workstream in _owned(one.tracker, link)
    ]
    workstreams = (headed("Your workstreams", Table(tuple(owned))),) if owned else ()
    return (*(rows or nothing), *workstreams)


def _yours(answer: Answer, tracker: str) -> Answer:
    """The answer to `mine`, spoken to the person; its links stand below the tracker already."""
    facts = answer.facts
    groups = (facts.groups or ()) if isinstance(facts, TreeFacts) else ()
    count = sum(len(group.rows) for group in groups)
    where = f" in {shortened(tracker, at_most=60)}" if tracker else ""
    title = f"Your rows{where} · {count}"
    first, *others = answer.blocks
    headings = {
        said(f"{group.title} · {len(group.rows)}"): said(
            f"{_TO_YOU.get(group.title, group.title)} · {len(group.rows)}"
        )
        for group in groups
    }
    blocks: list[Block] = [Heading(said(title)) if isinstance(first, Heading) else first]
    for block in others:
        match block:
            case Heading():
                blocks.append(replace(block, spans=headings.get(block.spans, block.spans)))
            case Buttons():
                kept = tuple(b for b in block.buttons if b.action is ActionId.REFRESH)
                blocks.append(Buttons(kept))
            case _:
                blocks.append(block)
    return replace(answer, blocks=tuple(blocks), title=title)


def _has_rows(one: HomeTracker) -> bool:
    facts = one.mine.facts if isinstance(one.mine, Answer) else None
    return isinstance(facts, TreeFacts) and any(group.rows for group in facts.groups or ())


def _owned(tracker: JudgedTracker | None, link: Link) -> Iterator[JudgedWorkstream]:
    """Workstreams that the person answers for, without those inside of one of them."""
    if tracker is not None:
        for top in tracker.workstreams:
            yield from _outermost_owned(top, link)


def _outermost_owned(judged: JudgedWorkstream, link: Link) -> Iterator[JudgedWorkstream]:
    if any(_is(link, owner) for owner in judged.workstream.owners):
        yield judged
        return
    for inner in judged.workstreams:
        yield from _outermost_owned(inner, link)


def _is(link: Link, owner: str) -> bool:
    same_login = link.github is not None and fold_login(owner) == fold_login(link.github)
    return same_login or fold_name(owner) == fold_name(link.name)


def _cells(name: str, judged: JudgedWorkstream, *, alone: bool) -> tuple[Part | Bar, ...]:
    title = shortened(path_words(judged.workstream.path), at_most=60)
    return (
        said(title if alone else f"{title} ({name})"),
        bar(judged.counts, judged.all_rows()) or (),
        said(state_words(judged.counts, judged.all_rows())),
        said(stale_words(judged.counts)),
    )


def _glance(one: HomeTracker) -> Answer:
    notes = () if one.note is None else (one.note,)
    if one.tracker is None:
        return headed(one.name, *notes)
    tracker = one.tracker
    words = state_words(tracker.counts, tuple(tracker.rows()))
    title = f"{shortened(one.name, at_most=60)} · {words}"
    return Answer(
        blocks=(
            Heading(said(title), bar=bar(tracker.counts, tracker.rows())),
            *notes,
            *_trouble(tracker),
            _age(tracker),
            _buttons(one),
        ),
        facts=TreeFacts(tracker=tracker, workstreams=(), coverage=tracker.snapshot.coverage),
        title=title,
    )


def _trouble(tracker: JudgedTracker) -> Iterator[Block]:
    parts = joined(
        said(words)
        for words in (
            stale_words(tracker.counts),
            box_words(outdated_boxes(tracker.findings())),
        )
        if words
    )
    if parts:
        yield Note(parts)


def _age(tracker: JudgedTracker) -> Note:
    coverage = tracker.snapshot.coverage
    missing = coverage.failed + coverage.not_visible
    tail = f", {missing} of {coverage.refs} refs could not be read" if missing else ""
    return Note((Plain("As of "), Moment(coverage.as_of), Plain(tail)), Tone.QUIET)


def _buttons(one: HomeTracker) -> Buttons:
    return Buttons(
        (
            Button(ActionId.ASK, "Overview", one.frame.asking("")),
            Button(ActionId.ONLY_STALE, "Only stale", one.frame.asking("stale")),
            Button(ActionId.REFRESH, "Refresh", one.frame.asking("")),
            Button(ActionId.OPEN_TRACKER, "Open tracker", one.frame.asking("")),
        )
    )
