"""What counts as progress, and what does not."""

import time

import pytest

from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import ActorKind, Event, EventKind, ReviewState
from bot.github_status.judge.bot_commands import says_more
from bot.github_status.judge.progress import is_progress, last_progress, last_progress_at
from bot.github_status.judge.rules import Rules
from tests.builders import NOW, a_pull, an_actor, an_event, at

RULES = Rules()


@pytest.mark.parametrize(
    ("event", "counts"),
    [
        (an_event(EventKind.COMMIT), True),
        (an_event(EventKind.COMMIT, brings_new=UNKNOWN), True),
        (an_event(EventKind.COMMIT, brings_new=False), False),
        (an_event(EventKind.COMMIT, actor=UNKNOWN), True),
        (an_event(EventKind.COMMIT, actor=None), True),
        (an_event(EventKind.COMMIT, actor=an_actor("renovate", kind=ActorKind.BOT)), False),
        (an_event(EventKind.FORCE_PUSH, brings_new=False), False),
        (an_event(EventKind.FORCE_PUSH), True),
        (an_event(EventKind.REVIEW, review_state=ReviewState.APPROVED), True),
        (an_event(EventKind.REVIEW, review_state=ReviewState.COMMENTED), True),
        (an_event(EventKind.REVIEW, review_state=ReviewState.PENDING), False),
        (an_event(EventKind.REVIEW, actor=an_actor("CodeRabbitAI")), False),
        (an_event(EventKind.REVIEW, actor=an_actor("Copilot")), False),
        (an_event(EventKind.COMMENT, text="I will look on Monday."), True),
        (an_event(EventKind.COMMENT, text="/ok to test 763fb26"), False),
        (an_event(EventKind.COMMENT, text="done", actor=an_actor("some-app[bot]")), False),
        (an_event(EventKind.COMMENT, text="done", actor=an_actor("copilotist")), True),
        (an_event(EventKind.READY_FOR_REVIEW), True),
        (an_event(EventKind.REVIEW_REQUESTED), True),
        (an_event(EventKind.REVIEW_REQUESTED, actor=an_actor("github-actions")), False),
        (an_event(EventKind.QUEUED), True),
        (an_event(EventKind.REOPENED), True),
        (an_event(EventKind.CROSS_REFERENCED), False),
        (an_event(EventKind.REVIEW_DISMISSED), False),
        (an_event(EventKind.REVIEW_REQUEST_REMOVED), False),
        (an_event(EventKind.CONVERTED_TO_DRAFT), False),
        (an_event(EventKind.DEQUEUED), False),
        (an_event(EventKind.AUTO_MERGE_ENABLED), False),
        (an_event(EventKind.CLOSED), False),
    ],
    ids=lambda value: f"{value.kind}" if isinstance(value, Event) else None,
)
def test_is_progress(event: Event, counts: bool) -> None:
    assert is_progress(event, RULES) is counts


@pytest.mark.parametrize(
    ("text", "more"),
    [
        ("/ok to test 1a2b3c", False),
        ("/OK  to Test 1A2B3C", False),
        ("/retest", False),
        ("@coderabbitai review", False),
        ("/retest\n\n/ok to test 1a2b3c\n", False),
        ("> please fix the lock\n/retest", False),
        ("> please fix the lock", False),
        ("<!-- a template -->\r\n/retest", False),
        ("<!-- never closed\nwords", False),
        ("/retest\nThe failure looks like the lock of last week.", True),
        ("> /retest\nWhy?", True),
        ("/retesting", True),
        ("I ran /retest", True),
        ("@coderabbitai", True),
        ("/lgtm", True),
        ("/path/to/file is wrong", True),
        ("words <!-- hidden --> more", True),
        ("", True),
        ("<!--" + "x" * 600, True),
    ],
    ids=[
        "a command with an argument",
        "case and spaces do not matter",
        "a bare command",
        "a mention that drives a bot",
        "several commands",
        "a quote above a command",
        "only a quote",
        "a hidden comment above a command",
        "a comment that never ends",
        "a command and words",
        "a quoted command and words",
        "a longer word",
        "a command inside a sentence",
        "a bare mention asks nothing known",
        "an opinion in a command's clothes",
        "a path",
        "words around a hidden comment",
        "a body that was not given",
        "words may have been cut off",
    ],
)
def test_says_more(text: str, more: bool) -> None:
    assert says_more(text, RULES) is more


def test_says_more__globs_of_the_settings() -> None:
    rules = Rules(command_comments=("/deploy * to *", "!run*"))

    assert not says_more("/deploy main to prod", rules)
    assert not says_more("!running", rules)
    assert says_more("/deploy main", rules)
    assert says_more("/retest", rules)


@pytest.mark.parametrize(
    "text",
    ["<!--" * 20_000, "/ok to test " * 10_000, "> " * 40_000, "a" * 100_000, "-->" * 30_000],
    ids=["openings", "a command repeated", "quotes", "one word", "endings"],
)
def test_says_more__hostile_text_takes_no_time(text: str) -> None:
    rules = Rules(command_comments=("*a*a*a*a*a*a*a*b", *RULES.command_comments))
    started = time.perf_counter()

    says_more(text, rules)

    assert time.perf_counter() - started < 1.0


def test_last_progress__the_newest_that_counts() -> None:
    push = an_event(EventKind.COMMIT, on="2026-08-10")
    bot = an_event(EventKind.COMMENT, on="2026-08-18", actor=an_actor("x", kind=ActorKind.BOT))
    pull = a_pull(events=(push, bot), created_at=at("2026-08-01"))

    assert last_progress(pull, RULES, now=NOW) == push
    assert last_progress_at(pull, last_progress(pull, RULES, now=NOW), now=NOW) == push.at


def test_last_progress__a_commit_from_before_the_opening_is_none() -> None:
    early = an_event(EventKind.COMMIT, on="2026-03-01")
    pull = a_pull(events=(early,), created_at=at("2026-08-17"))

    assert last_progress(pull, RULES, now=NOW) is None
    assert last_progress_at(pull, last_progress(pull, RULES, now=NOW), now=NOW) == at("2026-08-17")


def test_last_progress__the_clock_of_an_author_runs_ahead() -> None:
    pull = a_pull(events=(an_event(EventKind.COMMIT, on="2031-01-01"),))

    assert last_progress_at(pull, last_progress(pull, RULES, now=NOW), now=NOW) == NOW


def test_last_progress__a_cut_time_line_without_progress_bounds_it() -> None:
    """A hundred bots today may hide what a person did yesterday."""
    bot = an_actor("x", kind=ActorKind.BOT)
    noise = an_event(EventKind.COMMENT, on="2026-08-18", actor=bot)
    pull = a_pull(events=(noise,), events_complete=False, created_at=at("2026-03-01"))

    assert last_progress_at(pull, last_progress(pull, RULES, now=NOW), now=NOW) == noise.at


def test_last_progress__nothing_known() -> None:
    pull = a_pull(events=UNKNOWN, created_at=UNKNOWN)

    assert last_progress_at(pull, last_progress(pull, RULES, now=NOW), now=NOW) is None
