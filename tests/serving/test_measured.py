"""What is counted, around parts that know nothing of it."""

import asyncio
from datetime import datetime, timedelta

import pytest

from bot.delivery import Delivered, DeliveryOutcome, Outgoing
from bot.errors import Unreachable
from bot.github_status.current import Current
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Outcome, Reading, Snapshot
from bot.github_status.github.quota import Left
from bot.insight.metrics import Metrics
from bot.insight.outcomes import MessageKind
from bot.render.slack import SlackMessage
from bot.serving.measured import (
    CountedDelivery,
    CountedReads,
    CountedRequests,
    MetricsPage,
    message_kind,
)
from tests.builders import NOW, a_ref, a_snapshot
from tests.insight.pages import numbers

NAMES = {a_ref(1): "widgets"}


class Reads:
    """A reader that does as it is told."""

    def __init__(self, does: Snapshot | BaseException) -> None:
        self.does = does

    async def latest(self, tracker: Ref, *, now: datetime) -> Snapshot | None:
        return self.does if isinstance(self.does, Snapshot) else None

    async def newest_as_of(self, tracker: Ref) -> datetime | None:
        return None

    async def refresh(self, tracker: Ref, *, now: datetime) -> Snapshot:
        if isinstance(self.does, Snapshot):
            return self.does
        raise self.does


class Door:
    """A door that says how it ended, one after the other."""

    def __init__(self, *outcomes: DeliveryOutcome) -> None:
        self.outcomes = list(outcomes)

    async def send_once(self, out: Outgoing) -> Delivered:
        return Delivered(outcome=self.outcomes.pop(0))

    async def update(self, key: str, message: SlackMessage) -> Delivered:
        return Delivered(outcome=DeliveryOutcome.SENT)


def a_page(metrics: Metrics) -> dict[str, float]:
    """What is not 0."""
    return {name: n for name, n in numbers(metrics.page({}, is_connected=True)).items() if n}


FAILED = Reading(ref=a_ref(7), outcome=Outcome.FAILED, reason="GitHub did not answer.")


@pytest.mark.parametrize(
    ("does", "outcome"),
    [
        (a_snapshot(), "read"),
        (a_snapshot(readings=(FAILED,)), "partly"),
        (Unreachable("GitHub could not be reached."), "failed"),
        (ValueError("a mistake"), "failed"),
        (asyncio.CancelledError(), "given_up"),
    ],
    ids=["read", "a row is missing", "a fault", "a bug", "too slow"],
)
async def test_readings__by_how_they_ended(does: Snapshot | BaseException, outcome: str) -> None:
    metrics = Metrics([])

    for tracker in (a_ref(1), a_ref(2)):
        reads = CountedReads(Reads(does), metrics, NAMES)
        await asyncio.gather(reads.refresh(tracker, now=NOW), return_exceptions=True)

    page = a_page(metrics)
    assert page[f'readings_total{{outcome="{outcome}",tracker="widgets"}}'] == 1
    assert page[f'readings_total{{outcome="{outcome}",tracker="other"}}'] == 1
    assert page["reading_seconds_count"] == 2


async def test_messages__planned_once_however_often_they_are_tried() -> None:
    metrics = Metrics([])
    tried = (DeliveryOutcome.POSTPONED, DeliveryOutcome.POSTPONED, DeliveryOutcome.SENT)
    door = CountedDelivery(Door(*tried, DeliveryOutcome.SENT_BEFORE), metrics)
    out = Outgoing(
        key="remind:2026-07-21:U1", channel="U1", message=SlackMessage(text="a", blocks=())
    )

    for _ in range(4):
        await door.send_once(out)

    page = a_page(metrics)
    assert page['messages_total{kind="owner",outcome="planned"}'] == 1
    assert page['messages_total{kind="owner",outcome="postponed"}'] == 2
    assert page['messages_total{kind="owner",outcome="sent"}'] == 1


@pytest.mark.parametrize(
    ("key", "kind"),
    [
        ("digest:C1:a/b#1:2026-07-20/summary", MessageKind.DIGEST),
        ("remind:2026-07-21:U1", MessageKind.OWNER),
        ("note:2026-07-21/U1", MessageKind.NOTE),
        ("alert:github-token:2026-07-21/U1", MessageKind.NOTE),
    ],
)
def test_message_kind__by_its_key(key: str, kind: MessageKind) -> None:
    assert message_kind(key) is kind


def test_requests__by_status_and_what_is_left() -> None:
    metrics = Metrics([])
    reads, writes = CountedRequests(metrics), CountedRequests(metrics, credential="write")

    for status in (200, 201, 302, 401, 502):
        reads.answered(status)
    reads.unanswered(is_connected=False)
    writes.unanswered(is_connected=True)
    for each, remaining in ((reads, 4_000), (writes, 5)):
        each.left(
            Left(credential="token", installation=None, budget="graphql", remaining=remaining)
        )

    page = a_page(metrics)
    asked = {n: count for n, count in page.items() if n.startswith("github_requests")}
    assert asked == {
        f'github_requests_total{{outcome="{outcome}"}}': count
        for outcome, count in (
            ("answered", 2),
            ("redirected", 1),
            ("refused", 1),
            ("server_error", 1),
            ("no_connection", 1),
            ("broken_off", 1),
        )
    }
    assert page['github_quota_remaining{budget="graphql",credential="token"}'] == 4_000
    assert page['github_quota_remaining{budget="graphql",credential="write"}'] == 5


async def test_page__how_old_the_newest_readings_are() -> None:
    read = Current(Reads(a_snapshot()), clock=lambda: NOW)
    later = NOW + timedelta(minutes=2)
    page = MetricsPage(Metrics([]), read, NAMES, now=lambda: later, is_connected=lambda: False)

    found = numbers(await page())

    assert found['newest_reading_age_seconds{tracker="widgets"}'] == 120
    assert found["slack_connected"] == 0
    await read.close()


async def test_page__a_store_that_never_answers_keeps_nobody_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.serving.measured.PATIENCE_SECONDS", 0.01)
    stuck = asyncio.Event()

    class Stuck(Reads):
        async def latest(self, tracker: Ref, *, now: datetime) -> Snapshot | None:
            await stuck.wait()
            return None

    current = Current(Stuck(Unreachable("no")), clock=lambda: NOW)
    page = MetricsPage(Metrics([]), current, NAMES, now=lambda: NOW, is_connected=lambda: True)

    for _ in range(5):
        assert b"age_seconds{" not in await page()
    await asyncio.sleep(0)

    waiting = asyncio.all_tasks() - {asyncio.current_task()}
    assert len(waiting) == 1, "one looks in the store for all of them"
    await current.close()


async def test_page__a_tracker_that_was_never_read_has_no_age() -> None:
    unread = Current(Reads(Unreachable("no")), clock=lambda: NOW)
    page = MetricsPage(Metrics([]), unread, NAMES, now=lambda: NOW, is_connected=lambda: True)

    found = numbers(await page())

    assert not [name for name in found if "age_seconds" in name]
    assert found["slack_connected"] == 1
