"""Every number that can be scraped: its name, its unit, what it means.

Names and labels are part of what an administrator relies on: https://prometheus.io/docs/practices/naming/.
No label holds a word from GitHub or Slack: the trackers are named as in the settings. What may
happen is there from the start, as 0, so that an alert sees the first time.
"""

import platform
from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import product
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

from bot import __version__
from bot.insight.budgets import Budgets
from bot.insight.outcomes import (
    AnswerOutcome,
    MessageKind,
    MessageOutcome,
    ReadingOutcome,
    RepairEnd,
    RequestOutcome,
    WebhookOutcome,
)

PREFIX: Final = "nemorl_status_"

OTHER: Final = "other"
"""A tracker that the settings do not name."""

_READING_SECONDS = (0.5, 1, 2, 5, 10, 20, 60, 300, 900)
_ACKNOWLEDGED_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3)
"""Slack gives up after three."""
_ANSWERED_SECONDS = (0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)


class Metrics:
    """The numbers of one running bot."""

    def __init__(self, trackers: Sequence[str]) -> None:
        """Everything is 0. `trackers`: as the settings name them."""
        # Of the library as a whole; a moment beside every number doubles the page.
        disable_created_metrics()  # type: ignore[no-untyped-call]  # it has no types
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._reading_metrics(trackers)
        self._github_metrics()
        self._slack_metrics()
        build = self._gauge("build_info", "Which program this is; always 1.", "version", "python")
        build.labels(__version__, platform.python_version()).set(1)

    def reading_ended(self, tracker: str, outcome: ReadingOutcome, *, seconds: float) -> None:
        """GitHub was read, or not."""
        self._readings.labels(tracker, outcome).inc()
        self._reading_seconds.observe(seconds)

    def github_asked(self, outcome: RequestOutcome) -> None:
        """One request was made."""
        self._github_requests.labels(outcome).inc()

    def github_told(
        self, credential: str, budget: str, holder: Hashable, *, remaining: int
    ) -> None:
        """How much of a budget is left, as an answer said.

        `credential`: its kind. `holder`: which of that kind; several have budgets of their own, and
        the lowest is shown.
        """
        self._quota.labels(credential, budget).set(
            self._budgets.lowest(credential, budget, holder, remaining=remaining)
        )

    def message(self, kind: MessageKind, outcome: MessageOutcome) -> None:
        """A message went one step on."""
        self._messages.labels(kind, outcome).inc()

    def acknowledged(self, seconds: float) -> None:
        """Slack was told that its request had come."""
        self._acknowledged_seconds.observe(seconds)

    def answered(self, outcome: AnswerOutcome, seconds: float) -> None:
        """Whoever asked has what they get."""
        self._answers.labels(outcome).inc()
        self._answered_seconds.observe(seconds)

    def repair_ended(self, end: RepairEnd) -> None:
        """A repair that somebody confirmed is over."""
        self._repairs.labels(end).inc()

    def webhook_answered(self, status: int) -> None:
        """A delivery was answered with this HTTP status."""
        self._webhooks.labels(_webhook_outcome(status)).inc()

    def page(self, ages: Mapping[str, float], *, is_connected: bool) -> bytes:
        """Everything as Prometheus reads it. `ages`: seconds since the newest reading of each
        tracker; one that was never read is left out."""
        self._ages.clear()
        for tracker, seconds in ages.items():
            self._ages.labels(tracker).set(seconds)
        self._connected.set(is_connected)
        return generate_latest(self.registry)

    def _reading_metrics(self, trackers: Sequence[str]) -> None:
        told = "Readings of a tracker by this process, by how they ended."
        self._readings = self._counter("readings", told, "tracker", "outcome")
        for tracker in trackers:
            _from_0(self._readings, [tracker], ReadingOutcome)
        self._reading_seconds = self._histogram(
            "reading_seconds", "How long a reading of a tracker took.", _READING_SECONDS
        )
        told = "Since the newest reading began, whoever read; absent before the first."
        self._ages = self._gauge("newest_reading_age_seconds", told, "tracker")

    def _github_metrics(self) -> None:
        told = "Requests to GitHub, by how they ended."
        self._github_requests = self._counter("github_requests", told, "outcome")
        _from_0(self._github_requests, RequestOutcome)
        told = "Points or requests left until GitHub renews them, as it last said."
        self._quota = self._gauge("github_quota_remaining", told, "credential", "budget")
        self._budgets = Budgets()
        told = "Repairs and undoings that somebody confirmed, by what came of them."
        self._repairs = self._counter("repairs", told, "outcome")
        _from_0(self._repairs, RepairEnd)
        told = "Deliveries at the route of GitHub's webhooks, by how they were answered."
        self._webhooks = self._counter("webhook_deliveries", told, "outcome")
        _from_0(self._webhooks, WebhookOutcome)

    def _slack_metrics(self) -> None:
        told = "1 while questions can come from Slack, as far as anybody knows."
        self._connected = self._gauge("slack_connected", told)
        self._acknowledged_seconds = self._histogram(
            "slack_acknowledged_seconds",
            "From when a request of Slack's came until it was acknowledged.",
            _ACKNOWLEDGED_SECONDS,
        )
        self._answered_seconds = self._histogram(
            "slack_answered_seconds",
            "From the acknowledgement until whoever asked had everything.",
            _ANSWERED_SECONDS,
        )
        told = "What people asked in Slack, by what they got."
        self._answers = self._counter("slack_answers", told, "outcome")
        _from_0(self._answers, AnswerOutcome)
        told = "Messages that nobody asked for, by how far they came."
        self._messages = self._counter("messages", told, "kind", "outcome")
        _from_0(self._messages, MessageKind, MessageOutcome)

    def _counter(self, name: str, told: str, *labels: str) -> Counter:
        return Counter(f"{PREFIX}{name}", told, labels, registry=self.registry)

    def _gauge(self, name: str, told: str, *labels: str) -> Gauge:
        return Gauge(f"{PREFIX}{name}", told, labels, registry=self.registry)

    def _histogram(self, name: str, told: str, buckets: Sequence[float]) -> Histogram:
        return Histogram(f"{PREFIX}{name}", told, registry=self.registry, buckets=buckets)


def _webhook_outcome(status: int) -> WebhookOutcome:
    if status < 300:
        return WebhookOutcome.TAKEN
    if status == 401:
        return WebhookOutcome.NOT_SIGNED
    return WebhookOutcome.MALFORMED if status < 500 else WebhookOutcome.NOT_STORED


def _from_0(counter: Counter, *labels: Iterable[str]) -> None:
    """Show every combination of these from the start."""
    for values in product(*labels):
        counter.labels(*values)
