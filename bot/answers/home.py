"""What stands in the App Home: rows that need me, my workstreams, trackers at a glance."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

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
from bot.answers.own_settings import OwnSettings, own_settings_answer
from bot.answers.parts import Part, joined, said, shortened
from bot.answers.scope import path_words
from bot.answers.spoken import Frame, framed, headed, notice_answer
from bot.github_status.judge.names import fold_login, fold_name
from bot.github_status.judge.verdicts import JudgedTracker, JudgedWorkstream
from bot.people.people import Link


@dataclass(frozen=True, slots=True, kw_only=True)
class HomeTracker:
    """One tracker, as far as somebody's Home shows it."""

    name: str
    frame: Frame
    tracker: JudgedTracker | None
    """Redacted; `None` when nothing is known of it."""
    mine: Answer | None
    """The answer to `mine`; `None` when nobody knows who asks, or nothing is known."""
    note: Note | None
    """What is to be said of its age; `None`: it is from a new reading."""


def home_answers(
    trackers: Sequence[HomeTracker],
    *,
    link: Link | None,
    slack: str,
    own: OwnSettings | None = None,
) -> tuple[Answer, ...]:
    """The sections of a Home, the most urgent first. `own`: how they are written to, where that is
    shown."""
    mine = _my_answers(trackers, link) if link else (_unlinked(slack),)
    settings = () if own is None else (own_settings_answer(own),)
    return (*mine, *settings, *(_glance(one) for one in trackers))


def refused_home(what: str, advice: str) -> tuple[Answer, ...]:
    """The Home of somebody who may not ask."""
    return (notice_answer(what, advice),)


def _unlinked(slack: str) -> Answer:
    return headed(
        "Who are you on GitHub?",
        Note(
            said(
                "Your own rows stand here once your Slack account is linked: by “Is this you?”"
                " below, or by a maintainer."
            )
        ),
        Note(said("For that, send a maintainer your GitHub login and this id: ", Code(slack))),
    )


def _my_answers(trackers: Sequence[HomeTracker], link: Link) -> tuple[Answer, ...]:
    """Rows first; then the workstreams, where there are some."""
    alone = len(trackers) == 1
    rows = tuple(chain.from_iterable(_my_rows(one, alone=alone) for one in trackers))
    nothing = () if rows else (notice_answer("Nothing waits for you."),)
    owned = [
        _cells(one.name, workstream, alone=alone)
        for one in trackers
        for workstream in _owned(one.tracker, link)
    ]
    workstreams = (headed("Your workstreams", Table(tuple(owned))),) if owned else ()
    return (*(rows or nothing), *workstreams)


def _my_rows(one: HomeTracker, *, alone: bool) -> Iterator[Answer]:
    """The answer to `mine` under a shorter headline; what can be pressed stands below already."""
    if one.mine is None or not isinstance(one.mine.facts, TreeFacts):
        return
    count = sum(len(group.rows) for group in one.mine.facts.groups or ())
    if not count:
        return
    where = "" if alone else f" in {shortened(one.name, at_most=60)}"
    title = f"Your rows{where} · {count}"
    others = (block for block in one.mine.blocks[1:] if not isinstance(block, Buttons))
    blocks = (Heading(said(title)), *others)
    yield framed(replace(one.mine, blocks=blocks, title=title), one.frame)


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
        bar(judged.all_rows()) or (),
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
            Heading(said(title), bar=bar(tracker.rows())),
            *notes,
            *_trouble(tracker),
            _age(tracker),
            _buttons(one, has_drift=bool(tracker.findings())),
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


def _buttons(one: HomeTracker, *, has_drift: bool) -> Buttons:
    show_drift = Button(ActionId.ASK, "Show drift", one.frame.asking("drift"))
    return Buttons(
        (
            Button(ActionId.ASK, "Overview", one.frame.asking("")),
            Button(ActionId.ONLY_STALE, "Only stale", one.frame.asking("stale")),
            *((show_drift,) if has_drift else ()),
            Button(ActionId.REFRESH, "Refresh", one.frame.asking("")),
            Button(ActionId.OPEN_TRACKER, "Open tracker", one.frame.asking("")),
        )
    )
