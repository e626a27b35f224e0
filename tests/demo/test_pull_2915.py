"""NVIDIA-NeMo/RL#2915 of the bundled reading: its time line, at several moments."""

from datetime import UTC, datetime

import pytest

from bot.answers.answer import Answer, PullFacts
from bot.answers.audience import TERMINAL
from bot.commands.command import Scene
from bot.commands.pull import PullQuestion
from bot.demo.bundled import DEMO_NOW, demo_people, demo_snapshot, demo_unlisted
from bot.demo.bundled.houses import DEMO_HOUSES
from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import Event, EventKind, Pull, PullState
from bot.github_status.judge import Rules, judge_snapshot
from bot.github_status.judge.progress import NoProgress, progress_events, why_no_progress
from bot.github_status.judge.verdicts import JudgedRow
from tests.answers.words import words_of
from tests.builders import a_ref

RULES = Rules(houses=DEMO_HOUSES)
REF = a_ref(2915, repository="NVIDIA-NeMo/RL")

OPENED = datetime(2026, 6, 24, 20, 30, tzinfo=UTC)
APPROVED = datetime(2026, 6, 25, 18, 0, tzinfo=UTC)
DISMISSED = datetime(2026, 6, 25, 20, 0, tzinfo=UTC)
LAST_SEEN = datetime(2026, 6, 29, 18, 0, tzinfo=UTC)

DISMISSAL = (
    "Dismissed: the approval by Zhiyu Li of 25 Jun, by a push of Zeyu Zhou (3879443) on 25 Jun"
)


def answered(now: datetime) -> Answer:
    people = demo_people("nemo-rl")
    tracker = judge_snapshot(
        demo_snapshot("nemo-rl"), rules=RULES, people=people.for_judge(), now=now
    )
    scene = Scene(
        tracker=tracker,
        name="nemo-rl",
        aliases=(),
        people=people,
        asker=None,
        audience=TERMINAL,
        unlisted=demo_unlisted(REF),
    )
    return PullQuestion(number=2915).answer(scene)


def row_at(now: datetime) -> JudgedRow:
    facts = answered(now).facts
    assert isinstance(facts, PullFacts)
    assert facts.apart is not None
    return facts.apart


def pull_at(now: datetime) -> Pull:
    item = row_at(now).item
    assert isinstance(item, Pull)
    return item


def events_at(now: datetime) -> tuple[Event, ...]:
    events = pull_at(now).events
    assert events is not UNKNOWN
    return events


def lines_at(now: datetime) -> list[str]:
    return words_of(answered(now)).splitlines()


@pytest.mark.parametrize(
    ("now", "pushes", "reviews", "commands", "bots"),
    [
        (OPENED, 1, 0, 2, 1),
        (APPROVED, 2, 3, 4, 1),
        (DISMISSED, 3, 3, 5, 1),
        (LAST_SEEN, 5, 3, 11, 6),
    ],
    ids=["opened", "approved", "dismissed", "last seen"],
)
def test_progress__pushes_and_reviews_are_and_bots_and_commands_are_not(
    now: datetime, pushes: int, reviews: int, commands: int, bots: int
) -> None:
    kinds = [event.kind for event in progress_events(pull_at(now), RULES)]
    uncounted = [why_no_progress(event, RULES) for event in events_at(now)]

    assert kinds.count(EventKind.FORCE_PUSH) == pushes
    assert kinds.count(EventKind.REVIEW) == reviews
    assert EventKind.COMMENT not in kinds
    assert uncounted.count(NoProgress.COMMAND) == commands
    assert uncounted.count(NoProgress.BOT) == bots


def test_progress__labels_are_none() -> None:
    changes = pull_at(LAST_SEEN).label_changes
    assert changes is not UNKNOWN
    assert [(change.label, change.added) for change in changes] == [
        ("CI:L1", True),
        ("r0.7.0", True),
        ("CI:Lfast", True),
        ("CI:L1", False),
    ]
    kept = row_at(datetime(2026, 6, 29, 16, 0, tzinfo=UTC)).staleness
    assert kept.last_progress_at == datetime(2026, 6, 26, 20, 6, tzinfo=UTC)


def test_opened__somebody_is_asked_whom_nobody_sees() -> None:
    lines = lines_at(OPENED)

    assert pull_at(OPENED).state is PullState.OPEN
    assert "Reviews: none" in lines
    assert "Still asked for a review: somebody this token may not see since 24 Jun" in lines
    assert (
        "Perhaps one of the code owners' teams: nvidia-nemo/rl_maintainers,"
        " nvidia-nemo/rl_reviewers_algo, nvidia-nemo/rl_reviewers_async,"
        " nvidia-nemo/rl_reviewers_automodel and 11 more"
    ) in lines
    assert any(line.startswith("It is a reviewer's turn, since 24 Jun. ") for line in lines)


def test_approved__the_approval_stands_until_the_push() -> None:
    lines = lines_at(APPROVED)

    assert "Reviews: approved by Zhiyu Li 25 Jun" in lines
    assert "25 Jun · approved by Zhiyu Li" in lines
    assert not [line for line in lines if "ismissed" in line]
    assert "Turn not known: checks, conflict, review requests and labels were not read." in lines


@pytest.mark.parametrize("now", [DISMISSED, LAST_SEEN], ids=["same day", "last seen"])
def test_dismissed__by_the_push_and_by_whom(now: datetime) -> None:
    lines = lines_at(now)

    assert "Reviews: none that stands" in lines
    assert DISMISSAL in lines
    assert row_at(now).turn.people == ()


def test_merged__in_depth_and_where_it_may_belong() -> None:
    assert lines_at(DEMO_NOW) == [
        "#2915 feat: R3 gym notq router replay",
        "#2915 feat: R3 gym notq router replay · merged 1 Jul",
        DISMISSAL,
        "Labels: CI:Lfast, r0.7.0",
        "5 force pushes, the newest 29 Jun",
        "History, newest first",
        "1 Jul · merged",
        "1 Jul · review by Yuki Huang",
        "29 Jun · force push",
        "26 Jun · force push",
        "26 Jun · review request",
        "25 Jun · force push",
        "25 Jun · approval by Zhiyu Li dismissed, by a push · not progress",
        "25 Jun · approved by Zhiyu Li, dismissed later",
        "5 earlier entries not shown.",
        "Not counted: 6 comments by bots (copy-pr-bot, github-actions) and 11 commands to bots"
        " (/ok to test).",
        "Not listed in nemo-rl; may belong in Data Plane › Router Replay (R3): ask drift.",
        "1 ref in 1 repository, as of 22 Aug 2026, 22:40 UTC (bundled reading)",
    ]
