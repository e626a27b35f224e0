"""When limits end, and how long a question waits."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import QuotaSpent
from bot.github_status.github.quota import Gate, Patience, Policy, limit_ends_at
from tests.builders import NOW, at
from tests.fakes.clock import Clock

EPOCH = str(int((NOW + timedelta(minutes=5)).timestamp()))
HEADERS = ("retry-after", "x-ratelimit-remaining", "x-ratelimit-reset")


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({"retry-after": "20"}, NOW + timedelta(seconds=20)),
        ({"retry-after": "20", "x-ratelimit-remaining": "0", "x-ratelimit-reset": EPOCH},
         NOW + timedelta(seconds=20)),
        ({"retry-after": "Wed, 19 Aug 2026 12:10:00 GMT"}, at("2026-08-19T12:10")),
        ({"x-ratelimit-remaining": "0", "x-ratelimit-reset": EPOCH}, NOW + timedelta(minutes=5)),
        ({"x-ratelimit-remaining": "7", "x-ratelimit-reset": EPOCH}, None),
        ({"x-ratelimit-remaining": "0"}, None),
        ({"retry-after": "soon"}, None),
        ({}, None),
    ],
)  # fmt: skip
def test_limit_ends_at__by_the_headers(headers: dict[str, str], expected: object) -> None:
    assert limit_ends_at(headers, now=NOW) == expected


@given(
    st.dictionaries(st.sampled_from(HEADERS), st.text(max_size=12) | st.just("0") | st.just("²"))
)
def test_limit_ends_at__whatever_the_headers_say(headers: dict[str, str]) -> None:
    limit_ends_at(headers, now=NOW)


def policy(clock: Clock, longest: float = 60) -> Policy:
    return Policy(longest_wait_seconds=longest, clock=clock, sleep=clock.sleep)


def test_patience__waits_at_the_same_time_count_once() -> None:
    patience = Patience(policy(Clock(NOW)))

    assert patience.grants(NOW + timedelta(seconds=40), now=NOW)
    assert patience.grants(NOW + timedelta(seconds=40), now=NOW)
    assert not patience.grants(NOW + timedelta(seconds=61), now=NOW)
    assert patience.grants(NOW + timedelta(seconds=60), now=NOW)


async def test_gate__waits_until_the_limit_ends() -> None:
    clock = Clock(NOW)
    gate = Gate(policy(clock))
    gate.close(NOW + timedelta(seconds=30))

    await gate.passed(Patience(policy(clock)))
    await gate.passed(Patience(policy(clock)))

    assert clock.slept == [30]


async def test_gate__tells_until_when_it_waits() -> None:
    clock = Clock(NOW)
    told: list[datetime] = []
    gate = Gate(replace(policy(clock), on_wait=told.append))
    gate.close(NOW + timedelta(seconds=30))

    await gate.passed(Patience(policy(clock)))

    assert told == [NOW + timedelta(seconds=30)]


async def test_gate__without_a_time_a_minute_then_twice_as_long() -> None:
    clock = Clock(NOW)
    gate = Gate(policy(clock))
    patient = policy(clock, longest=1000)

    for _ in range(3):
        gate.close(None)
        await gate.passed(Patience(patient))
    gate.heed({"x-ratelimit-remaining": "10"})
    gate.close(None)
    await gate.passed(Patience(patient))

    assert clock.slept == [60, 120, 240, 60]


async def test_gate__limit_that_ended_already_still_takes_a_second() -> None:
    clock = Clock(NOW)
    gate = Gate(policy(clock))
    gate.close(NOW - timedelta(hours=1))

    await gate.passed(Patience(policy(clock)))

    assert clock.slept == [1]


async def test_gate__too_far_away_says_until_when() -> None:
    clock = Clock(NOW)
    gate = Gate(policy(clock))
    gate.close(NOW + timedelta(hours=1))

    with pytest.raises(QuotaSpent, match="19 Aug 2026 13:00:00 UTC") as caught:
        await gate.passed(Patience(policy(clock)))

    assert caught.value.reset_at == NOW + timedelta(hours=1)
