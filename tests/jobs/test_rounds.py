import pytest

from bot.jobs.rounds import Promise, running_round
from bot.jobs.slots import NamedTracker
from bot.schedule import parse_weekly
from tests.builders import a_ref, at

ONE = NamedTracker(name="one", ref=a_ref(1))
OTHER = NamedTracker(name="other", ref=a_ref(2))


def a_promise(
    when: str = "mon 09:00",
    zone: str = "UTC",
    *,
    tracker: NamedTracker = ONE,
    since: str = "2026-08-01",
) -> Promise:
    return Promise(tracker=tracker, schedule=parse_weekly(when, zone), since=at(since))


@pytest.mark.parametrize(
    ("promises", "now", "expected"),
    [
        ((), "2026-09-01", None),
        ((a_promise(since="2026-08-31T10:00"),), "2026-09-01", None),
        ((a_promise(),), "2026-08-31T08:59", ("2026-W35", "2026-08-24")),
        ((a_promise(),), "2026-08-31T09:00", ("2026-W36", "2026-08-31")),
        ((a_promise("fri 17:00"),), "2026-09-07", ("2026-W36", "2026-09-04")),
        (
            (a_promise("thu 09:00"), a_promise("mon 09:00", tracker=OTHER)),
            "2026-09-04",
            ("2026-W36", "2026-08-31"),
        ),
        (
            (a_promise("thu 09:00"), a_promise("mon 09:00", tracker=OTHER)),
            "2026-08-31T10:00",
            ("2026-W36", "2026-08-31"),
        ),
        (
            (a_promise("thu 09:00"), a_promise(since="2026-09-01", tracker=OTHER)),
            "2026-09-04",
            ("2026-W36", "2026-09-03"),
        ),
        (
            (a_promise("mon 09:00", "Pacific/Kiritimati"),),
            "2026-08-30T20:00",
            ("2026-W36", "2026-08-31"),
        ),
        ((a_promise("mon 09:00"),), "2027-01-05", ("2027-W01", "2027-01-04")),
    ],
    ids=[
        "no digest",
        "none came since somebody subscribed",
        "a minute before it",
        "at its moment",
        "the week of the digest, not of today",
        "the first of two",
        "the first of two, before the second",
        "one that was not promised yet",
        "by the day of the channel's zone",
        "the first week of a year",
    ],
)
def test_running_round(
    promises: tuple[Promise, ...], now: str, expected: tuple[str, str] | None
) -> None:
    running = running_round(promises, now=at(now))

    found = running and (running.round.key, running.round.digest_day.isoformat())
    assert found == expected


def test_running_round__tells_of_every_tracker_once() -> None:
    promises = [a_promise(), a_promise("fri 09:00"), a_promise("wed 09:00", tracker=OTHER)]

    running = running_round(promises, now=at("2026-09-01"))

    assert running is not None
    assert running.trackers == (ONE, OTHER)
