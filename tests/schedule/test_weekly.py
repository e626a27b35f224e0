from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import UserError
from bot.schedule import WEEKDAYS, DueSlot, Weekly, due_slot, parse_weekly

LA = "America/Los_Angeles"
MONDAYS = parse_weekly("mon 09:00", LA)
WEEK = timedelta(days=7)
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(f"{text}+00:00")


def monday(day: str) -> datetime:
    return MONDAYS.slot_on(date.fromisoformat(day))


# --- slots ---


@pytest.mark.parametrize(
    ("zone", "at", "day", "slot"),
    [
        pytest.param(LA, "mon 09:00", "2026-03-02", "2026-03-02T17:00", id="LA, winter"),
        pytest.param(LA, "mon 09:00", "2026-03-09", "2026-03-09T16:00", id="LA, put forward"),
        pytest.param(LA, "mon 09:00", "2026-11-02", "2026-11-02T17:00", id="LA, put back"),
        pytest.param(LA, "sun 01:59", "2026-03-08", "2026-03-08T09:59", id="before the gap"),
        pytest.param(LA, "sun 02:00", "2026-03-08", "2026-03-08T10:00", id="the gap begins"),
        pytest.param(LA, "sun 02:30", "2026-03-08", "2026-03-08T10:00", id="skipped"),
        pytest.param(LA, "sun 03:00", "2026-03-08", "2026-03-08T10:00", id="after the gap"),
        pytest.param(LA, "sun 01:30", "2026-11-01", "2026-11-01T08:30", id="twice"),
        pytest.param("Europe/London", "sun 01:30", "2026-03-29", "2026-03-29T01:00", id="London"),
        pytest.param(
            "Europe/London", "sun 01:30", "2026-10-25", "2026-10-25T00:30", id="London twice"
        ),
        pytest.param(
            "Australia/Lord_Howe", "sun 02:15", "2026-10-04", "2026-10-03T15:30", id="half an hour"
        ),
        pytest.param(
            "Australia/Lord_Howe", "sun 01:45", "2026-04-05", "2026-04-04T14:45", id="half, twice"
        ),
        pytest.param(
            "Pacific/Apia", "fri 09:00", "2011-12-30", "2011-12-30T10:00", id="a skipped day"
        ),
        pytest.param(
            "America/Nuuk", "sat 23:30", "2026-03-28", "2026-03-29T01:00", id="up to midnight"
        ),
    ],
)
def test_slot_on__the_clock_on_the_wall(zone: str, at: str, day: str, slot: str) -> None:
    schedule = parse_weekly(at, zone)

    found = schedule.slot_on(date.fromisoformat(day))

    assert found == utc(slot)
    assert found.utcoffset() == timedelta()
    assert schedule.local_date(found) == date.fromisoformat(day)


def test_slot_on__another_weekday() -> None:
    with pytest.raises(ValueError, match="no monday"):
        MONDAYS.slot_on(date(2026, 7, 21))


def test_last_until_and_next_after__at_the_slot_itself() -> None:
    slot, second = monday("2026-07-20"), timedelta(seconds=1)

    assert MONDAYS.last_until(slot) == slot
    assert MONDAYS.next_after(slot) == slot + WEEK
    assert MONDAYS.last_until(slot - second) == slot - WEEK
    assert MONDAYS.next_after(slot - second) == slot
    assert MONDAYS.week_before(monday("2026-03-09")) == utc("2026-03-02T17:00")


def test_last_until__clocks_put_back_over_midnight() -> None:
    """In St John's, one minute of 2011-11-06 had passed when it became the 5th again."""
    schedule = parse_weekly("sun 00:00", "America/St_Johns")
    slot = schedule.slot_on(date(2011, 11, 6))

    assert schedule.last_until(slot + timedelta(minutes=30)) == slot


ZONES = st.sampled_from(
    [LA, "Europe/London", "Australia/Lord_Howe", "Pacific/Apia", "America/Nuuk", "UTC"]
)
SCHEDULES = st.builds(Weekly, weekday=st.integers(0, 6), at=st.times(), zone=ZONES.map(ZoneInfo))
MOMENTS = st.integers(0, 20 * 366 * 24 * 60).map(
    lambda minutes: datetime(2011, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)
)


@given(schedule=SCHEDULES, moment=MOMENTS)
def test_slots__one_for_each_local_week(schedule: Weekly, moment: datetime) -> None:
    last, coming = schedule.last_until(moment), schedule.next_after(moment)

    assert last <= moment < coming
    assert schedule.local_date(coming) - schedule.local_date(last) == WEEK
    assert schedule.last_until(coming) == coming
    assert schedule.week_before(coming) == last


# --- what is due ---


def due(now: datetime, last_sent: str | None = None, since: datetime = LONG_AGO) -> DueSlot | None:
    return due_slot(
        MONDAYS, since=since, last_sent=monday(last_sent) if last_sent else None, now=now
    )


def test_due_slot__on_time() -> None:
    slot = monday("2026-07-20")

    found = due(slot, last_sent="2026-07-13")

    assert found == DueSlot(slot=slot, start=monday("2026-07-13"))
    assert due(slot - timedelta(seconds=1), last_sent="2026-07-13") is None
    assert due(slot + timedelta(days=3), last_sent="2026-07-20") is None


@pytest.mark.parametrize(("minutes", "is_late"), [(60, False), (61, True)])
def test_due_slot__late(minutes: int, is_late: bool) -> None:
    found = due(monday("2026-07-20") + timedelta(minutes=minutes), last_sent="2026-07-13")

    assert found is not None
    assert found.is_late is is_late


def test_due_slot__down_from_friday_to_tuesday() -> None:
    tuesday = monday("2026-07-20") + timedelta(days=1)

    found = due(tuesday, last_sent="2026-07-13")

    assert found == DueSlot(
        slot=monday("2026-07-20"), start=monday("2026-07-13"), missed=(), is_late=True
    )


def test_due_slot__two_missed_are_one() -> None:
    found = due(utc("2026-07-29T12:00"), last_sent="2026-07-13")

    assert found == DueSlot(
        slot=monday("2026-07-27"),
        start=monday("2026-07-13"),
        missed=(monday("2026-07-20"),),
        is_late=True,
    )


def test_due_slot__the_first_one_reaches_back_a_week() -> None:
    found = due(monday("2026-03-09"), since=utc("2026-03-05T00:00"))

    assert found == DueSlot(slot=monday("2026-03-09"), start=monday("2026-03-02"))


def test_due_slot__the_first_one_stands_for_those_before_it() -> None:
    found = due(monday("2026-07-20"), since=utc("2026-07-08T00:00"))

    assert found is not None
    assert found.missed == (monday("2026-07-13"),)
    assert found.start == monday("2026-07-06")


def test_due_slot__nothing_was_promised_before_somebody_subscribed() -> None:
    slot, wednesday = monday("2026-07-20"), utc("2026-07-22T08:00")

    assert due(utc("2026-07-24T08:00"), since=wednesday) is None
    assert due(slot, since=slot) == DueSlot(slot=slot, start=slot - WEEK)
    again = due(monday("2026-07-27"), last_sent="2026-06-29", since=wednesday)
    assert again == DueSlot(slot=monday("2026-07-27"), start=monday("2026-06-29"))


def test_due_slot__a_settled_slot_is_not_tried_again_and_counts_as_missed() -> None:
    settled = frozenset({monday("2026-07-20")})
    last_sent = monday("2026-07-13")

    def found(day: str) -> DueSlot | None:
        return due_slot(
            MONDAYS, since=LONG_AGO, last_sent=last_sent, settled=settled, now=monday(day)
        )

    assert found("2026-07-20") is None
    assert found("2026-07-27") == DueSlot(
        slot=monday("2026-07-27"), start=last_sent, missed=(monday("2026-07-20"),)
    )


def test_due_slot__a_day_has_one_digest_though_the_time_was_changed() -> None:
    """Digests are named by their day: a second one could not be told from the first."""
    later = replace(MONDAYS, at=time(11))
    sent, changed_at = monday("2026-07-20"), monday("2026-07-20") + timedelta(hours=1)

    def found(day: str) -> DueSlot | None:
        now = later.slot_on(date.fromisoformat(day))
        return due_slot(later, since=changed_at, last_sent=sent, now=now)

    assert found("2026-07-20") is None
    assert found("2026-07-27") == DueSlot(slot=later.slot_on(date(2026, 7, 27)), start=sent)


def test_due_slot__a_clock_that_was_set_back_repeats_nothing() -> None:
    assert due(monday("2026-07-13"), last_sent="2026-07-20") is None
    assert due(utc("2026-06-01T00:00"), last_sent="2026-07-20") is None


GAPS = st.lists(st.timedeltas(timedelta(minutes=-90), timedelta(days=20)), min_size=1, max_size=60)


@given(schedule=SCHEDULES, begin=MOMENTS, gaps=GAPS)
def test_due_slot__each_slot_is_sent_or_merged_once_whatever_the_restarts(
    schedule: Weekly, begin: datetime, gaps: list[timedelta]
) -> None:
    """Ticks at any distance, also of a clock that is set back: windows meet, no slot repeats."""
    sent: list[DueSlot] = []
    now = newest = begin
    for gap in gaps:
        now += gap
        newest = max(newest, now)
        last_sent = sent[-1].slot if sent else None
        found = due_slot(schedule, since=begin, last_sent=last_sent, now=now)
        if found is not None:
            sent.append(found)

    covered = [slot for found in sent for slot in (*found.missed, found.slot)]
    every = [schedule.last_until(begin)] if schedule.last_until(begin) == begin else []
    while (coming := schedule.next_after(every[-1] if every else begin)) <= newest:
        every.append(coming)
    assert covered == every
    assert all(later.start == earlier.slot for earlier, later in pairwise(sent))


@pytest.mark.parametrize("zone", [LA, "Europe/London", "Australia/Lord_Howe"])
@pytest.mark.parametrize("change", ["2026-03-08", "2026-03-29", "2026-10-04", "2026-11-01"])
def test_due_slot__one_digest_a_week_over_each_clock_change(zone: str, change: str) -> None:
    schedule = parse_weekly("mon 09:00", zone)
    now = utc(f"{change}T00:00") - timedelta(days=10)
    last_sent, sent = schedule.last_until(now), []
    for _ in range(21 * 24 * 2):
        now += timedelta(minutes=30)
        found = due_slot(schedule, since=LONG_AGO, last_sent=last_sent, now=now)
        if found is not None:
            last_sent = found.slot
            sent.append(now.astimezone(schedule.zone))

    assert len({moment.isocalendar()[:2] for moment in sent}) == len(sent) == 3
    assert {f"{moment:%a %H:%M}" for moment in sent} == {"Mon 09:00"}


# --- words ---


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("mon 09:00", "mon 09:00"),
        (" Monday  9:00 ", "mon 09:00"),
        ("TUES 00:00", "tue 00:00"),
        ("wednesday 23:59", "wed 23:59"),
        ("thu 12:30", "thu 12:30"),
        ("Fri. 07:05", "fri 07:05"),
        ("sat 10:00", "sat 10:00"),
        ("sunday 10:00", "sun 10:00"),
    ],
)
def test_parse_weekly__names(text: str, written: str) -> None:
    schedule = parse_weekly(text, "europe/london")

    assert str(schedule) == written
    assert schedule.zone.key == "Europe/London"
    assert WEEKDAYS[schedule.weekday].startswith(written[:3])


@pytest.mark.parametrize(
    "text",
    [
        *("1 09:00", "0 09:00", "mon", "mon 24:00", "mon 09:60", "mon 9", "mo 09:00", ""),
        *("mon 09:00 x", "montag 09:00", "mon-fri 09:00", "mon ٠٩:٠٠", "mon 9am", "* 09:00"),
    ],
)
def test_parse_weekly__no_moment_of_a_week(text: str) -> None:
    with pytest.raises(UserError) as error:
        parse_weekly(text, LA)

    assert "mon 09:00" in error.value.advice


@pytest.mark.parametrize(
    ("zone", "says"),
    [
        ("Berlin", "Europe/Berlin"),
        ("los angeles", LA),
        ("Amerika/Los_Angeles", LA),
        ("PST", "name of a place"),
        ("EST", "name of a place"),
        ("UTC+2", "name of a place"),
        ("../../etc/passwd", "name of a place"),
        ("", "name of a place"),
    ],
)
def test_parse_weekly__no_zone(zone: str, says: str) -> None:
    with pytest.raises(UserError) as error:
        parse_weekly("mon 09:00", zone)

    assert says in error.value.advice
