"""The digest as a maintainer's comment, whole: tests/render/golden/comment.*.md."""

import re

import pytest

from bot.answers.audience import PUBLIC, TERMINAL, Audience
from bot.answers.digest import digest_plan
from bot.demo.bundled import demo_people, demo_snapshot
from bot.github_status.judge import Rules
from bot.github_status.judge.changes import Window, changes_in
from bot.render.markdown import markdown_text
from bot.schedule import DueSlot
from tests.answers.builders import PEOPLE
from tests.answers.digests import (
    SCHEDULE,
    a_plan,
    a_reading_at,
    changes_of,
    merged_lately,
    some_changes,
)
from tests.answers.everything import everything
from tests.answers.test_digest_nemo_rl import slot_of
from tests.builders import a_row, a_workstream
from tests.render.kept import golden
from tests.render.scenes import a_tracker_saying


def comment_on(day: str, name: str = "nemo-rl", audience: Audience = PUBLIC) -> str:
    """Of a bundled reading, for the digest of this Monday."""
    people, slot = demo_people(name), slot_of(day)
    start = SCHEDULE.week_before(slot)
    changes = changes_in(
        demo_snapshot(name),
        Window(start, slot),
        now=slot,
        baseline=None,
        rules=Rules(),
        people=people.for_judge(),
    )
    plan = digest_plan(
        changes,
        audience=audience,
        people=people,
        schedule=SCHEDULE,
        due=DueSlot(slot=slot, start=start),
        name=name,
    )
    return markdown_text(plan.comment(audience=audience, people=people))


def comment_about_everything(audience: Audience) -> str:
    plan = a_plan(changes_of(everything()), audience=audience)
    return markdown_text(plan.comment(audience=audience, people=PEOPLE))


@pytest.mark.parametrize("day", ["2026-07-20", "2026-07-27", "2026-08-17"])
def test_comment__of_the_bundled_reading(day: str) -> None:
    text = comment_on(day)

    assert text == golden(f"comment.{day}.md", text)


def test_comment__of_everything_that_can_happen() -> None:
    text = comment_about_everything(PUBLIC)

    assert text == golden("comment.md", text)


@pytest.mark.parametrize("day", ["2026-07-20", "2026-07-27", "2026-08-17"])
def test_comment__reads_as_if_somebody_had_written_it(day: str) -> None:
    text = comment_on(day)

    assert "<sub>" not in text
    assert not re.search("[▓░✔●]", text), "a table says it better"
    assert not re.search(r"^\|( *\|)+$", text, flags=re.MULTILINE), "no head without words"
    assert "\\#" not in text
    assert len(text.splitlines()) < 30


def test_comment__private_rows_are_counted_and_not_listed() -> None:
    public, own = comment_on("2026-08-24", "example"), comment_on("2026-08-24", "example", TERMINAL)

    assert "private pull request" not in public
    assert "private, and not named here." in public
    assert "private" not in own


def test_comment__news_of_private_rows_alone_are_counted() -> None:
    snapshot = a_reading_at(a_workstream(a_row(7)), items=(merged_lately(7, is_private=True),))
    plan = a_plan(some_changes(snapshot), audience=PUBLIC)

    text = markdown_text(plan.comment(audience=PUBLIC, people=PEOPLE))

    assert "Since Monday 10 August: 1 merged." in text
    assert "1 row is private, and not named here." in text
    assert "#7" not in text


def test_comment__pings_nobody_and_is_only_words() -> None:
    text = "@octocat <!channel> #12 | [x](https://evil.example) **b**"
    changes = changes_of(a_tracker_saying(text))

    drawn = markdown_text(a_plan(changes).comment(audience=TERMINAL, people=PEOPLE))

    assert "@octocat" not in drawn
    assert "](https://evil" not in drawn
    assert "**b**" not in drawn


def test_comment__what_could_not_be_read_is_said() -> None:
    assert "**Note:** 2 refs could not be read." in comment_about_everything(PUBLIC)
