"""What a channel hears instead of a digest."""

import pytest

from bot.answers.answer import HelpFacts
from bot.answers.audience import PUBLIC, TERMINAL
from bot.answers.digest import (
    reading_failed_answer,
    tracker_closed_answer,
)
from bot.errors import Unreachable
from bot.github_status.facts.pulls import (
    IssueState,
)
from tests.answers.digests import (
    a_reading_at,
    merged_lately,
    some_changes,
    stale_long,
)
from tests.answers.words import words_of
from tests.builders import (
    a_row,
    a_tracker_issue,
    a_workstream,
)

REFIT = a_workstream(a_row(7), a_row(8), a_row(9))


FAULT = Unreachable("GitHub did not answer in time.", advice="It is tried again each minute.")


def test_reading_failed__says_so_what_was_last_known_and_that_the_digest_follows() -> None:
    last = some_changes(a_reading_at(REFIT, items=(stale_long(7),))).tracker

    answer = reading_failed_answer(last, FAULT, audience=PUBLIC, name="widgets")

    text = words_of(answer)
    assert text.splitlines()[:3] == [
        "widgets: GitHub could not be read for the digest",
        "GitHub did not answer in time. It is tried again each minute. The digest follows when"
        " GitHub can be read again within the day.",
        "Last known, of 17 Aug 2026, 16:00 UTC: The index says 0 of 3 done; GitHub says 1 open,"
        " 2 not found. 1 row is stale.",
    ]
    assert "othing" not in text


@pytest.mark.parametrize("is_known", [True, False])
def test_reading_failed__promises_no_digest_where_a_quiet_week_has_none(is_known: bool) -> None:
    last = some_changes(a_reading_at(REFIT)).tracker if is_known else None

    answer = reading_failed_answer(
        last, FAULT, audience=PUBLIC, name="widgets", says_nothing_new=False
    )

    assert "the digest follows, if anything is new" in words_of(answer)


def test_reading_failed__nothing_was_ever_known() -> None:
    seen = reading_failed_answer(None, FAULT, audience=TERMINAL, name="widgets")

    assert "GitHub did not answer in time." in words_of(seen)
    assert "nothing is known yet" in words_of(seen)
    assert isinstance(seen.facts, HelpFacts)


def test_reading_failed__does_not_tell_where_a_private_tracker_is() -> None:
    issue = a_tracker_issue(is_private=True)
    last = some_changes(a_reading_at(REFIT, issue=issue)).tracker
    fault = Unreachable("acme/widgets#1 could not be read.", advice="May it see acme/widgets?")

    for known in (last, None):
        for name in ("rewrite", "acme/widgets#1"):
            answer = reading_failed_answer(known, fault, audience=PUBLIC, name=name)
            assert "acme" not in repr(answer)


def test_tracker_closed__says_how_it_stands_and_that_it_is_over() -> None:
    issue = a_tracker_issue(state=IssueState.CLOSED)
    tracker = some_changes(a_reading_at(REFIT, items=(merged_lately(7),), issue=issue)).tracker

    answer = tracker_closed_answer(tracker, audience=PUBLIC, name="widgets")

    lines = words_of(answer).splitlines()
    assert lines[0] == "widgets: the tracking issue was closed [1 of 1]"
    assert "GitHub says 1 merged, 2 not found." in lines[1]
    assert "no digest follows" in lines[2]
