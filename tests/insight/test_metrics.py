"""What a page of numbers shows, and that the documentation tells of each of them."""

import re
from pathlib import Path

import pytest

from bot.insight.metrics import PREFIX, Metrics
from bot.insight.outcomes import AnswerOutcome, MessageKind, MessageOutcome, ReadingOutcome
from tests.insight.pages import numbers

RUNNING = Path(__file__).parents[2] / "docs" / "running.md"


def a_page(metrics: Metrics, **ages: float) -> dict[str, float]:
    return numbers(metrics.page(ages, is_connected=True))


def told(metrics: Metrics) -> dict[str, str]:
    """The numbers of ours as they are queried, and their labels."""
    found = {}
    for family in metrics.registry.collect():
        if family.name.startswith(PREFIX):
            name = f"{family.name}_total" if family.type == "counter" else family.name
            labels = {k for s in family.samples for k in s.labels if k != "le"}
            found[name] = ", ".join(sorted(labels))
    return found


def a_full_one() -> Metrics:
    metrics = Metrics(["widgets"])
    metrics.github_told("token", "graphql", None, remaining=4_990)
    metrics.page({"widgets": 12}, is_connected=True)
    return metrics


@pytest.mark.parametrize("name", sorted(told(a_full_one())))
def test_documentation__has_every_number_with_its_labels(name: str) -> None:
    rows = re.findall(r"^\| `(nemorl_status_\w+)` \|([^|]*)\|", RUNNING.read_text(), flags=re.M)

    labels = {row: ", ".join(sorted(re.findall(r"`(\w+)`", cell))) for row, cell in rows}

    assert labels.get(name) == told(a_full_one())[name]
    assert set(labels) == set(told(a_full_one())), "and no other"


def test_page__what_may_happen_is_there_from_the_start() -> None:
    page = a_page(Metrics(["widgets"]))

    assert page['readings_total{outcome="failed",tracker="widgets"}'] == 0
    assert page['messages_total{kind="owner",outcome="unsettled"}'] == 0
    assert page['repairs_total{outcome="overwrote"}'] == 0
    assert page['webhook_deliveries_total{outcome="not_signed"}'] == 0
    assert not [name for name in page if "_created" in name]
    assert not [name for name in page if "age_seconds" in name], "unknown is not zero"


def test_page__an_age_is_of_now_alone() -> None:
    metrics = Metrics(["widgets"])

    first, second = a_page(metrics, widgets=12.5), a_page(metrics)

    assert first['newest_reading_age_seconds{tracker="widgets"}'] == 12.5
    assert 'newest_reading_age_seconds{tracker="widgets"}' not in second


def test_quota__of_several_installations_the_lowest() -> None:
    metrics = Metrics([])

    metrics.github_told("app", "graphql", 1, remaining=10)
    metrics.github_told("app", "graphql", 2, remaining=4_000)
    assert a_page(metrics)['github_quota_remaining{budget="graphql",credential="app"}'] == 10

    metrics.github_told("app", "graphql", 1, remaining=5_000)
    assert a_page(metrics)['github_quota_remaining{budget="graphql",credential="app"}'] == 4_000


def test_counters__count() -> None:
    metrics = Metrics(["widgets"])

    metrics.reading_ended("widgets", ReadingOutcome.READ, seconds=3)
    metrics.message(MessageKind.DIGEST, MessageOutcome.SENT)
    metrics.answered(AnswerOutcome.ANSWERED, 0.2)
    metrics.acknowledged(0.02)
    page = a_page(metrics)

    assert page['readings_total{outcome="read",tracker="widgets"}'] == 1
    assert page['reading_seconds_bucket{le="2.0"}'] == 0
    assert page['reading_seconds_bucket{le="5.0"}'] == 1
    assert page['messages_total{kind="digest",outcome="sent"}'] == 1
    assert page["slack_answered_seconds_count"] == 1
    assert page['slack_acknowledged_seconds_bucket{le="0.025"}'] == 1


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        (202, "taken"),
        (401, "not_signed"),
        (400, "malformed"),
        (413, "malformed"),
        (503, "not_stored"),
        (500, "not_stored"),
    ],
)
def test_webhooks__by_what_they_were_answered(status: int, outcome: str) -> None:
    metrics = Metrics([])

    metrics.webhook_answered(status)

    assert a_page(metrics)[f'webhook_deliveries_total{{outcome="{outcome}"}}'] == 1
