"""What can be seen of what went over the wire."""

import asyncio
from typing import Any

import pytest

from bot.demo.bundled import DEMO_NOW
from bot.demo.github.books import Seen
from bot.demo.playground.newest import keep_newest
from bot.demo.playground.stage import Stage
from bot.demo.playground.traffic import MOST_ENTRIES, entries, payload
from bot.demo.slack.journal import Request, Sent
from tests.demo.playground.deaf import deaf_stage


def a_call(loop_at: float, **fields: Any) -> Request:
    told: dict[str, Any] = {
        "method": "views.open",
        "args": {},
        "seconds": 0.5,
        "status": 200,
        "error": None,
    }
    return Request(**(told | fields), at=DEMO_NOW.timestamp(), loop_at=loop_at)


def a_delivery(loop_at: float, **fields: Any) -> Sent:
    told: dict[str, Any] = {
        "kind": "slash_commands",
        "payload": {},
        "attempt": 0,
        "seconds": 0.5,
        "error": None,
    }
    return Sent(**(told | fields), at=DEMO_NOW.timestamp(), loop_at=loop_at)


def a_question(loop_at: float, **fields: Any) -> Seen:
    told: dict[str, Any] = {
        "method": "POST",
        "path": "/graphql",
        "query": "query Tracker { x }",
        "status": 200,
    }
    return Seen(**({"seconds": 0.5} | told | fields), at=DEMO_NOW, loop_at=loop_at)


@pytest.fixture
def stage() -> Stage:
    return deaf_stage()


def whats(stage: Stage, after: int = 0) -> list[str]:
    return [str(entry["what"]) for entry in entries(stage, after)]


def test_entries__three_books_in_their_true_order(stage: Stage) -> None:
    stage.slack.journal.requests += [
        a_call(3.0, error="invalid_blocks"),
        a_call(1.0, method="auth.test"),
    ]
    stage.slack.sent.append(a_delivery(2.0, error="operation_timeout"))
    stage.github.requests.append(a_question(2.5, status=502))

    assert entries(stage) == [
        {
            "n": n,
            "at": "2026-08-22T23:00:00Z",
            "way": way,
            "what": what,
            "status": status,
            "ms": 500.0,
        }
        for n, way, what, status in (
            (1_000_000, "bot -> slack", "auth.test", "ok"),
            (2_000_000, "slack -> bot", "slash_commands", "operation_timeout"),
            (2_500_000, "bot -> github", "query Tracker", "502"),
            (3_000_000, "bot -> slack", "views.open", "invalid_blocks"),
        )
    ]
    assert whats(stage, after=2_000_000) == ["query Tracker", "views.open"]
    assert payload(stage, 4) is None


@pytest.mark.parametrize(
    ("entry", "what"),
    [
        (a_delivery(1.0, kind="interactive", payload={"type": "block_actions"}), "block_actions"),
        (
            a_delivery(1.0, kind="events_api", payload={"event": {"type": "app_mention"}}),
            "app_mention",
        ),
    ],
)
def test_entries__kinds_of_deliveries(stage: Stage, entry: Sent, what: str) -> None:
    stage.slack.sent.append(entry)

    assert whats(stage) == [f"{entry.kind} {what}"]


@pytest.mark.parametrize(
    ("seen", "what", "status"),
    [
        (a_question(1.0, query="mutation Save($id: ID!) { x }"), "mutation Save", "ok"),
        (a_question(1.0, method="GET", path="/user", query="", status=404), "GET /user", "404"),
        (a_question(1.0, status=0), "query Tracker", "no answer"),
    ],
)
def test_entries__questions_to_github(stage: Stage, seen: Seen, what: str, status: str) -> None:
    stage.github.requests.append(seen)

    assert [(entry["what"], entry["status"]) for entry in entries(stage)] == [(what, status)]


async def test_entries__what_began_earlier_comes_first_though_it_ends_later(stage: Stage) -> None:
    loop = asyncio.get_running_loop()
    with stage.slack.journal.busy() as began:
        stage.github.requests.append(a_question(loop.time()))
        assert whats(stage) == []
        stage.slack.requests.append(a_call(began))

    slow = a_question(loop.time(), query="query Slow { x }", seconds=None)
    stage.github.requests += [slow, a_question(loop.time(), query="query Quick { x }")]
    assert whats(stage) == ["views.open", "query Tracker"]

    slow.seconds = 1.0
    assert whats(stage) == ["views.open", "query Tracker", "query Slow", "query Quick"]


def test_entries__keep_their_numbers_when_the_oldest_are_forgotten(stage: Stage) -> None:
    keep_newest(stage.slack, stage.github, most=5)
    for at in range(1, 200):
        stage.slack.requests.append(a_call(float(at)))
    before = entries(stage)

    for at in range(200, 400):
        stage.slack.requests.append(a_call(float(at)))

    after = entries(stage)
    assert [entry["n"] for entry in after] == [at * 1_000_000 for at in range(195, 400)][
        -len(after) :
    ]
    assert len(before) == 199
    assert 5 <= len(after) <= 205
    assert payload(stage, 1_000_000) is None


def test_entries__three_hundred_at_most_the_newest(stage: Stage) -> None:
    stage.slack.journal.requests += [a_call(float(at)) for at in range(1, MOST_ENTRIES + 11)]

    assert [entry["n"] for entry in entries(stage)][:1] == [11_000_000]
    assert len(entries(stage)) == MOST_ENTRIES


def test_entries__two_of_one_moment_have_two_numbers(stage: Stage) -> None:
    stage.slack.journal.requests += [a_call(1.0), a_call(1.0)]

    assert [entry["n"] for entry in entries(stage)] == [1_000_000, 1_000_001]


def test_payload__json_that_was_sent_as_text_can_be_read(stage: Stage) -> None:
    args = {"blocks": '[{"type": "divider"}]', "view": "{", "text": "[1]"}
    stage.slack.requests.append(a_call(1.0, args=args))

    shown = payload(stage, 1_000_000)

    assert shown is not None
    assert shown["sent"] == {"blocks": [{"type": "divider"}], "view": "{", "text": "[1]"}
