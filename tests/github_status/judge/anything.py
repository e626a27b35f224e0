"""Strategies: snapshots of every shape, with every fact possibly unknown."""

from datetime import UTC, datetime
from typing import TypeVar

from hypothesis import strategies as st

from bot.github_status.facts.index import (
    Box,
    Index,
    Problem,
    ProblemKind,
    Role,
    Row,
    RowRef,
    Workstream,
    WorkstreamKind,
)
from bot.github_status.facts.known import UNKNOWN, Known
from bot.github_status.facts.pulls import (
    Actor,
    ActorKind,
    Association,
    AutoMerge,
    Checks,
    ChecksState,
    Event,
    EventKind,
    Issue,
    IssueState,
    Login,
    Mergeable,
    Pull,
    PullState,
    QueueEntry,
    Review,
    ReviewDecision,
    ReviewRequest,
    ReviewState,
    StateReason,
    Team,
)
from bot.github_status.facts.snapshot import Outcome, Reading, Snapshot
from tests.builders import NOW, a_ref, a_tracker_issue

T = TypeVar("T")

MOMENTS = st.datetimes(
    datetime(2026, 6, 1),  # noqa: DTZ001 - made aware by `timezones`
    datetime(2026, 9, 1),  # noqa: DTZ001
    timezones=st.just(UTC),
)
_NAMES = st.sampled_from(["ana", "bo", "Cy", "copy-pr-bot", "copilot"])
_ACTORS = st.builds(
    Actor, login=_NAMES.map(Login), kind=st.sampled_from([ActorKind.USER, ActorKind.BOT])
)
_MAYBE_ACTORS = st.none() | _ACTORS
_ACCOUNTS = _MAYBE_ACTORS | st.just(Team(slug="acme/core"))
_TEXTS = st.sampled_from(["", "words", "/retest", "/ok to test 1a2b", "> quote", "<!-- x"])
_NUMBERS = st.integers(1, 6)


def _known(values: st.SearchStrategy[T]) -> st.SearchStrategy[Known[T]]:
    return st.just(UNKNOWN) | values


def _tuples(values: st.SearchStrategy[T], most: int) -> st.SearchStrategy[tuple[T, ...]]:
    return st.lists(values, max_size=most).map(tuple)


EVENTS = st.builds(
    Event,
    kind=st.sampled_from(EventKind),
    at=MOMENTS,
    actor=_known(_MAYBE_ACTORS),
    text=_TEXTS,
    review_state=_known(st.none() | st.sampled_from(ReviewState)),
    subject=_ACCOUNTS,
    oid=st.sampled_from(["", "1a2b"]),
    brings_new=_known(st.booleans()),
)
_REVIEWS = st.builds(
    Review,
    author=_MAYBE_ACTORS,
    state=_known(st.sampled_from(ReviewState)),
    submitted_at=_known(st.none() | MOMENTS),
    commit_oid=_known(st.none() | st.just("1a2b")),
    can_push=_known(st.booleans()),
)
_TITLES = st.sampled_from(["feat: x", "[DNM] x", "", "<!channel> *x*"])
PULLS = st.builds(
    Pull,
    ref=_NUMBERS.map(a_ref),
    node_id=st.just("PR"),
    url=st.just("https://github.com/acme/widgets/pull/7"),
    title=_TITLES,
    state=st.sampled_from(PullState),
    is_draft=_known(st.booleans()),
    is_private=_known(st.booleans()),
    author=_known(_MAYBE_ACTORS),
    author_association=_known(st.sampled_from(Association)),
    created_at=_known(MOMENTS),
    merged_at=_known(st.none() | MOMENTS),
    closed_at=_known(st.none() | MOMENTS),
    merged_by=_known(_MAYBE_ACTORS),
    head_oid=_known(st.just("1a2b")),
    labels=_known(_tuples(st.sampled_from(["on hold", "bug"]), 2)),
    assignees=_known(_tuples(_ACTORS, 2)),
    mergeable=_known(st.sampled_from(Mergeable)),
    review_decision=_known(st.none() | st.sampled_from(ReviewDecision)),
    reviews=_known(_tuples(_REVIEWS, 3)),
    requests=_known(_tuples(st.builds(ReviewRequest, reviewer=_ACCOUNTS), 2)),
    unresolved_threads=_known(st.integers(0, 3)),
    checks=_known(st.builds(Checks, state=st.sampled_from(ChecksState))),
    queue_entry=_known(st.none() | st.builds(QueueEntry, enqueued_at=_known(MOMENTS))),
    auto_merge=_known(st.none() | st.builds(AutoMerge, enabled_at=_known(st.none() | MOMENTS))),
    events=_known(_tuples(EVENTS, 6)),
    events_complete=st.booleans(),
)
_ISSUES = st.builds(
    Issue,
    ref=_NUMBERS.map(a_ref),
    node_id=st.just("I"),
    url=st.just("https://github.com/acme/widgets/issues/7"),
    title=_TITLES,
    state=st.sampled_from(IssueState),
    reason=_known(st.none() | st.sampled_from(StateReason)),
    author=_known(_MAYBE_ACTORS),
    created_at=_known(MOMENTS),
    closed_at=_known(st.none() | MOMENTS),
    labels=_known(_tuples(st.sampled_from(["on hold", "bug"]), 2)),
    assignees=_known(_tuples(_ACTORS, 2)),
)
_NAMED = st.sampled_from(
    ["Refit", "Delta Transfer", "Core (blocks the delta work)", "Generation", "🦄", "Gym"]
)
_ROLES = st.sampled_from([role for role in Role if role is not Role.PRIMARY])


@st.composite
def _rows(draw: st.DrawFn, line: int) -> Row:
    numbers = draw(st.lists(_NUMBERS, unique=True, max_size=3))
    has_primary = draw(st.booleans())
    refs = tuple(
        RowRef(
            ref=a_ref(number),
            role=Role.PRIMARY if has_primary and at == 0 else draw(_ROLES),
            written=f"#{number}",
            claim=draw(st.none() | _ROLES),
        )
        for at, number in enumerate(numbers)
    )
    return Row(
        line=line,
        text=draw(st.sampled_from(["", "words", "blocks Generation", "blocks gym and refit"])),
        box=draw(st.sampled_from(Box)),
        box_at=None,
        refs=refs,
        also=draw(_tuples(_NAMED, 2)),
        owners=draw(_tuples(st.sampled_from(["Ana Souza", "@bo"]), 1)),
        struck=draw(st.booleans()),
        status=draw(st.none() | st.sampled_from(["merged", "not merged", "closed", "✅", ""])),
        parent_line=draw(st.none() | st.just(line - 1)),
    )


@st.composite
def indexes(draw: st.DrawFn) -> Index:
    """Up to three workstreams, each line used once."""
    lines = iter(range(1, 100))
    made: list[Workstream] = []
    for _ in range(draw(st.integers(0, 3))):
        line = next(lines)
        rows = tuple(draw(_rows(next(lines))) for _ in range(draw(st.integers(0, 4))))
        made.append(
            Workstream(
                path=draw(st.just(()) | _NAMED.map(lambda name: (name,))),
                kind=WorkstreamKind.HEADING,
                line=line,
                rows=rows,
                owners=draw(_tuples(st.sampled_from(["Ana Souza", "@bo", "Dee", ""]), 2)),
                owners_inherited=draw(st.booleans()),
            )
        )
    problems = draw(
        _tuples(
            st.builds(
                Problem,
                line=st.integers(1, 20),
                kind=st.sampled_from(ProblemKind),
                message=st.just("Something."),
            ),
            2,
        )
    )
    return Index(workstreams=tuple(made), problems=problems)


@st.composite
def snapshots(draw: st.DrawFn) -> Snapshot:
    """Any index, with any outcome for each of its refs."""
    index = draw(indexes())
    readings = tuple(
        Reading(
            ref=ref,
            outcome=draw(st.sampled_from(Outcome)),
            item=draw(st.none() | PULLS | _ISSUES),
            reason=draw(st.sampled_from(["", "GitHub did not answer."])),
        )
        for ref in index.refs()
        if draw(st.integers(0, 9))
    )
    return Snapshot(
        tracker=a_ref(1), as_of=NOW, issue=a_tracker_issue(), index=index, readings=readings
    )
