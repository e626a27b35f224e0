"""A digest in Slack: its summary is one message, whatever stands in the tracker."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.answers.audience import PUBLIC
from bot.answers.digest import DigestPlan, digest_preview
from bot.github_status.facts.index import Workstream
from bot.github_status.facts.pulls import Item
from bot.github_status.facts.snapshot import Outcome, Snapshot
from bot.render.slack import slack_message, slack_pages
from tests.answers.digests import (
    START,
    a_plan,
    a_reading_at,
    changes_of,
    merged_lately,
    moving,
    plan_of,
    some_changes,
    stale_lately,
    stale_long,
)
from tests.builders import a_pull, a_row, a_workstream, an_actor, at
from tests.render.hostile import HOSTILE
from tests.render.scenes import a_tracker_saying
from tests.render.slack.answers import HARM
from tests.render.slack.strict import assert_fits, buttons, nodes, seen

EMOJI = "👩‍👩‍👧‍👦" * 36 + "🎉🎉🎉🎉"
TEXTS = (EMOJI, HARM, "&" * 256)
WORKSTREAMS, ROWS = 50, 6
KINDS = (merged_lately, stale_long, stale_lately, stale_long, stale_long)


def workstreams(text: str, count: int = WORKSTREAMS) -> tuple[Workstream, ...]:
    return tuple(
        a_workstream(
            *(a_row(n * 10 + m, text=f"{text} {m}") for m in range(ROWS)),
            name=f"{text} {n}",
            line=n * 10 - 1,
            owners=(f"{text} {n}", f"{n} {text}"),
        )
        for n in range(1, count + 1)
    )


def items(text: str, count: int = WORKSTREAMS) -> tuple[Item, ...]:
    author = an_actor(text)
    made = (
        (n * 10 + m, kind) for n in range(1, count + 1) for m, kind in enumerate((*KINDS, moving))
    )
    return tuple(kind(number, title=text, author=author) for number, kind in made)


def big_reading(text: str, **fields: Any) -> Snapshot:
    """300 rows in 50 workstreams, of which most have something to tell."""
    reading = a_reading_at(*workstreams(text), items=items(text), **fields)
    spoilt = tuple(
        replace(r, outcome=Outcome.FAILED, reason=f"{text} {n}") if not n % 7 else r
        for n, r in enumerate(reading.readings)
    )
    return replace(reading, readings=spoilt, notes=tuple(f"{text} {n}" for n in range(9)))


def assert_all_fits(plan: DigestPlan) -> None:
    (summary,) = slack_pages(plan.summary)
    assert_fits(summary)
    for reply in plan.replies:
        for page in slack_pages(reply.answer):
            assert_fits(page)


@pytest.mark.no_cover  # many inputs through what others cover
@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_300_rows_in_50_workstreams__break_no_limit(text: str) -> None:
    before = a_reading_at(*workstreams(text, 49), items=items(text, 49), as_of=START)

    plan = a_plan(some_changes(big_reading(text), before), audience=PUBLIC, is_late=True)

    assert len(plan.replies) == WORKSTREAMS
    assert_all_fits(plan)


@pytest.mark.no_cover  # many inputs through what others cover
@settings(max_examples=10, deadline=None)
@given(st.text(max_size=300) | st.sampled_from(HOSTILE))
def test_any_text__breaks_no_limit(text: str) -> None:
    plan = a_plan(changes_of(a_tracker_saying(text)), audience=PUBLIC, name=text or "x")

    assert_all_fits(plan)
    for page in slack_pages(digest_preview(plan)):
        assert_fits(page)


def test_summary__is_one_message_that_pings_nobody_and_turns_no_page() -> None:
    message = slack_message(a_plan(some_changes(big_reading("plain"))).summary)

    assert (message.page, message.pages) == (1, 1)
    assert [b["action_id"] for b in buttons(message.blocks)] == [
        "ask",
        "only_stale",
        "ask.2",
        "open_tracker",
    ]
    assert "<@" not in str(message.blocks)
    assert not [node for node in nodes(list(message.blocks)) if node.get("type") == "user"]


def test_reply__of_many_rows_is_paged_without_buttons() -> None:
    rows = [a_row(number) for number in range(1, 101)]
    pulls = tuple(a_pull(n, created_at=at("2026-08-16")) for n in range(1, 101))
    (reply,) = plan_of(a_workstream(*rows), items=pulls).replies

    pages = slack_pages(reply.answer)

    assert len(pages) == 3
    assert "Rows 1–40 of 100 · page 1 of 3" in seen(pages[0].blocks)
    assert not [button for page in pages for button in buttons(page.blocks)]
