"""Time lines whose newest page was written by bots alone are read further back."""

from datetime import UTC, datetime, timedelta

from bot.demo.github import FakeGitHub, faults
from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import Event, EventKind, Pull
from bot.github_status.github import GitHub
from tests.builders import a_ref

START = datetime(2026, 8, 18, tzinfo=UTC)


def chatter(
    gh: FakeGitHub, number: int, comments: int, *, by: str = "ci[bot]", text: str = "ok"
) -> None:
    """Let somebody write this many comments, one a minute."""
    for minute in range(comments):
        gh.comment("acme/widgets", number, text, by=by, at=START + timedelta(minutes=minute))


async def read(github: GitHub, number: int = 7) -> tuple[tuple[Event, ...], bool]:
    """The events that were read, and whether they are all."""
    item = (await github.readings([a_ref(number)])).readings[0].item
    assert isinstance(item, Pull)
    assert item.events is not UNKNOWN
    return item.events, item.events_complete


async def test_readings__bots_do_not_hide_the_last_person(gh: FakeGitHub, github: GitHub) -> None:
    gh.add_pull("acme/widgets", 7, events=[])
    gh.comment("acme/widgets", 7, "Looks good to me", by="bo", at="2026-08-17")
    chatter(gh, 7, 100)

    events, complete = await read(github)

    assert events[0].text == "Looks good to me"
    assert complete is True
    assert len(gh.requests) == 2


async def test_readings__enough_is_enough(gh: FakeGitHub, github: GitHub) -> None:
    gh.add_pull("acme/widgets", 7)
    chatter(gh, 7, 2000)

    events, complete = await read(github)

    assert len(events) == 40 + 5 * 100
    assert complete is False
    assert len(gh.requests) == 6


async def test_readings__stops_at_the_page_with_a_person(gh: FakeGitHub, github: GitHub) -> None:
    gh.add_pull("acme/widgets", 7)
    chatter(gh, 7, 100)
    gh.comment("acme/widgets", 7, "Still on it", by="ana", at="2026-08-20")
    chatter(gh, 7, 100)

    _, complete = await read(github)

    assert len(gh.requests) == 2
    assert complete is False


async def test_readings__commands_to_bots_are_no_person(gh: FakeGitHub, github: GitHub) -> None:
    gh.add_pull("acme/widgets", 7)
    chatter(gh, 7, 60, by="ana", text="/ok to test")

    events, _ = await read(github)

    assert events[0].kind is EventKind.COMMIT
    assert len(gh.requests) == 2


async def test_readings__a_person_on_the_newest_page_is_enough(
    gh: FakeGitHub, github: GitHub
) -> None:
    gh.add_pull("acme/widgets", 7)
    chatter(gh, 7, 100)
    gh.comment("acme/widgets", 7, "Rebased", by="ana", at="2026-08-20")

    _, complete = await read(github)

    assert len(gh.requests) == 1
    assert complete is False


async def test_readings__finished_pulls_are_not_read_back(gh: FakeGitHub, github: GitHub) -> None:
    gh.add_pull("acme/widgets", 7)
    chatter(gh, 7, 100)
    gh.merge("acme/widgets", 7, by="queue[bot]", at="2026-08-20")

    await read(github)

    assert len(gh.requests) == 1


async def test_readings__older_page_that_fails_leaves_the_newer_one(
    gh: FakeGitHub, github: GitHub
) -> None:
    gh.add_pull("acme/widgets", 7)
    chatter(gh, 7, 100)
    gh.plan(faults.query_timeout(), containing="before:", times=None)

    events, complete = await read(github)

    assert len(events) == 40
    assert complete is False
