"""No word of a private row in any digest for people who may not see it."""

from typing import Any

import pytest

from bot.answers.answer import Answer
from bot.answers.audience import PUBLIC, TERMINAL, Audience
from bot.answers.digest import DigestPlan, digest_preview
from bot.github_status.facts.index import Role, RowRef, Workstream
from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import EventKind, Pull
from bot.github_status.facts.snapshot import Snapshot
from bot.render.json_text import json_text
from bot.render.markdown import markdown_text
from bot.render.slack import slack_pages
from bot.render.style import PLAIN
from bot.render.terminal import terminal_text
from tests.answers.digests import OLD, START, a_plan, a_reading_at, moving, some_changes
from tests.builders import (
    a_pull,
    a_ref,
    a_review,
    a_row,
    a_tracker_issue,
    a_workstream,
    an_actor,
    an_event,
    at,
)

SECRETS = ("hushhush", "471", "sneaky", "spy")


def secret(number: int, **fields: Any) -> Pull:
    """A private pull request; everything about it tells."""
    hidden: dict[str, Any] = {
        "title": "hushhush plan",
        "is_private": True,
        "author": an_actor("sneaky"),
        "reviews": (a_review("spy"),),
        "labels": ("hushhush",),
        "checks": UNKNOWN,
        "review_decision": UNKNOWN,
        "mergeable": UNKNOWN,
    }
    return a_pull(number, **(hidden | OLD | fields))


def ended(number: int, state: str, **fields: Any) -> Pull:
    moments = {"closed_at": at("2026-08-12")}
    if state == "MERGED":
        moments["merged_at"] = at("2026-08-12")
    return secret(number, state=type(a_pull().state)(state), **(moments | fields))


def pushed(on: str) -> dict[str, Any]:
    return {"events": (an_event(EventKind.REVIEW, on=on, actor=an_actor("sneaky")),)}


ITEMS = (
    ended(4711, "MERGED"),
    ended(4712, "CLOSED"),
    secret(4713, created_at=at("2026-08-13")),
    secret(4714, **pushed("2026-07-31")),
    secret(4715, **pushed("2026-06-08")),
    secret(4716, **pushed("2026-08-14")),
    ended(4717, "MERGED"),
)


def a_secret_row(number: int, line: int, **fields: Any) -> Any:
    hidden = {"text": "hushhush words", "owners": ("spy",), "also": ("hushhush",)}
    return a_row(number, line=line, **(hidden | fields))


def workstreams() -> tuple[Workstream, ...]:
    split = (
        RowRef(ref=a_ref(4715), role=Role.PRIMARY, written="#4715"),
        RowRef(ref=a_ref(4717), role=Role.SPLIT_INTO, written="#4717"),
    )
    rows = [a_secret_row(4710 + n, 10 + n) for n in range(1, 5)]
    refit = a_workstream(*rows, a_secret_row(4715, 15, refs=split), a_row(7, line=17))
    # Somebody else's section lists the merged one too.
    gym = a_workstream(
        a_secret_row(4711, 31), a_secret_row(4716, 32), name="Gym", line=30, owners=("Bo Chen",)
    )
    return refit, gym


def baseline(**fields: Any) -> Snapshot:
    """Two private rows stood in it that are gone now, one moved, one has other owners."""
    gone = secret(4718), secret(4719, is_private=UNKNOWN)
    rows = (
        a_secret_row(4718, 11),
        a_secret_row(4719, 12),
        a_secret_row(4716, 13),
        a_secret_row(4714, 14, owners=("hushhush spy",)),
    )
    items = (*gone, *ITEMS[3:6])
    return a_reading_at(a_workstream(*rows), items=items, as_of=START, **fields)


def secret_plan(audience: Audience, *, private_tracker: bool = False) -> DigestPlan:
    fields: dict[str, Any] = {}
    if private_tracker:
        fields = {"issue": a_tracker_issue("hushhush", title="hushhush", is_private=True)}
    reading = a_reading_at(*workstreams(), items=(moving(7), *ITEMS), **fields)
    return a_plan(some_changes(reading, baseline()), audience=audience)


def drawn(answer: Answer) -> tuple[str, ...]:
    pages = slack_pages(answer)
    return (
        repr(answer),
        json_text(answer),
        markdown_text(answer),
        terminal_text(answer, width=80, style=PLAIN),
        *(page.text for page in pages),
        *(repr(page.blocks) for page in pages),
    )


@pytest.mark.parametrize(
    "private_tracker", [False, True], ids=["a public tracker", "a private one"]
)
def test_public__no_word_of_a_private_row(private_tracker: bool) -> None:
    plan = secret_plan(PUBLIC, private_tracker=private_tracker)

    answers = (plan.summary, digest_preview(plan), *(reply.answer for reply in plan.replies))

    for answer in answers:
        for text in drawn(answer):
            assert not [word for word in SECRETS if word in text]
    assert "spy" not in repr(plan)


def test_public__what_was_private_in_the_earlier_reading_only_is_hidden_too() -> None:
    now = a_reading_at(a_workstream(a_row(7)), items=(moving(7),))

    plan = a_plan(some_changes(now, baseline()), audience=PUBLIC)

    assert not [word for word in SECRETS if word in repr(plan)]
    assert "a private pull request · removed from Refit" in drawn(digest_preview(plan))[3]


def test_public__private_rows_are_counted_and_told_as_private() -> None:
    text = terminal_text(digest_preview(secret_plan(PUBLIC)), width=200, style=PLAIN)

    assert (
        "Since Monday 10 August: 1 merged, 1 opened, 1 newly stale, 1 closed without a merge"
        " and 9 changes of the index."
    ) in text
    assert "a private pull request · has other owners" in text
    assert "✔ a private pull request · merged 12 Aug · box still empty · in Refit" in text
    assert "Ana Souza: a private pull request for 50 working days" in text
    assert "the only part of a private pull request merged" in text
    assert "a private pull request · moved from Refit to Gym" in text


def test_terminal__shows_what_the_token_sees() -> None:
    text = terminal_text(digest_preview(secret_plan(TERMINAL)), width=200, style=PLAIN)

    assert all(word in text for word in SECRETS)
    assert "thanks to sneaky, reviewed by spy" in text
