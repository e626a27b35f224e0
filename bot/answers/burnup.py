"""A burn-up: how far a tracker or a workstream was, week by week; and what is said of it in words.

Only numbers, days and names of workstreams: no title, ref or person, so that it may be shown
wherever the tracker may be named. How it is drawn is for `bot.charts`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo

from bot.answers.days import MONTHS
from bot.answers.parts import NAME_AT_MOST, counted, plural, shortened
from bot.github_status.judge.burnup import WeekCount, WeekCounts, folded_path
from bot.github_status.judge.verdicts import JudgedTracker, JudgedWorkstream

WEEKS_AT_MOST = 26
"""Half a year: more than that nobody can tell apart in a picture as wide as a message."""

PARTS_AT_MOST = 6
"""Workstreams with a small picture of their own."""

_WEEK = timedelta(weeks=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class BurnUpLine:
    """The whole, or one part of it."""

    name: str
    weeks: tuple[WeekCount | None, ...]
    """One for each week of the picture; `None`: nothing is known of that week."""

    @property
    def now(self) -> WeekCount | None:
        """At the end."""
        return self.weeks[-1]


@dataclass(frozen=True, slots=True, kw_only=True)
class BurnUp:
    """What a picture shows."""

    title: str
    weeks: tuple[datetime, ...]
    """The end of each week, oldest first; at least one."""
    zone: tzinfo
    """In which its days are said."""
    whole: BurnUpLine
    parts: tuple[BurnUpLine, ...] = ()

    def days(self) -> tuple[str, ...]:
        """ "27 Jul" for each week."""
        return tuple(_day(week.astimezone(self.zone)) for week in self.weeks)


def week_ends(last: datetime, zone: tzinfo) -> tuple[datetime, ...]:
    """The moments that a picture shows, oldest first: `last`, and the same time of the weeks before
    it on the clock of this zone."""
    local = last.astimezone(zone)
    before = (local - n * _WEEK for n in range(WEEKS_AT_MOST - 1, 0, -1))
    return (*(end.astimezone(last.tzinfo) for end in before), last)


def burn_up(
    counts: Sequence[WeekCounts],
    ends: Sequence[datetime],
    shown: JudgedTracker,
    *,
    label: str,
    zone: tzinfo,
    chosen: Sequence[JudgedWorkstream] = (),
) -> BurnUp:
    """The picture of a tracker, with its largest workstreams; or of one workstream.

    `counts`: of each of `ends`. `shown`: the tracker at the end, redacted. `chosen`: the workstream
    that was asked for, and others of the same path; empty: the whole tracker.
    """
    tops = _children(chosen) if chosen else _tops(shown)
    name = _name(chosen[0]) if chosen else label
    path = folded_path(chosen[0].workstream.path) if chosen else None
    whole = [c.whole if path is None else c.parts.get(path) for c in counts]
    first = next((n for n, one in enumerate(whole) if one and not one.is_nothing), len(whole) - 1)
    parts = (
        BurnUpLine(
            name=_name(top),
            weeks=tuple(c.parts.get(folded_path(top.workstream.path)) for c in counts[first:]),
        )
        for top in tops
    )
    return BurnUp(
        title=f"{label}: {name}" if chosen else name,
        weeks=tuple(ends[first:]),
        zone=zone,
        whole=BurnUpLine(name=name, weeks=tuple(whole[first:])),
        parts=_largest([part for part in parts if part.now and not part.now.is_nothing]),
    )


def burn_up_words(burn: BurnUp) -> str:
    """The picture in words, for whoever cannot see it."""
    return " ".join((f"{burn.title}.", *_sentences(burn)))


def unknown_words(burn: BurnUp) -> str:
    """What the picture leaves out; empty: nothing."""
    counts = [week.unknown for week in burn.whole.weeks if week is not None]
    most = max(counts, default=0)
    if not most:
        return ""
    where = "" if min(counts) == most else " in some weeks"
    return f"{counted(most, 'row')} {plural(most, 'is')} not counted{where}: state not known."


def state_line(line: BurnUpLine) -> str:
    """ "16 of 24 merged, 8 open"; empty where nothing is known at the end."""
    now = line.now
    return "" if now is None else f"{now.merged} of {now.scope} merged, {now.open} open"


def _sentences(burn: BurnUp) -> Iterator[str]:
    days = burn.days()
    if burn.whole.now is not None:
        yield f"On {days[-1]}: {state_line(burn.whole)}."
    known = [(n, week) for n, week in enumerate(burn.whole.weeks[:-1]) if week is not None]
    if known:
        n, first = known[0]
        yield f"On {days[n]}: {first.merged} of {first.scope} merged, {first.open} open."
    gaps = sum(week is None for week in burn.whole.weeks)
    if gaps:
        yield f"Nothing is known of {counted(gaps, 'week')}."
    for part in burn.parts:
        yield f"{part.name}: {state_line(part)}."
    if unknown_words(burn):
        yield unknown_words(burn)


def _tops(tracker: JudgedTracker) -> tuple[JudgedWorkstream, ...]:
    """One that holds everything says no more than the whole: then those under it."""
    tops = tracker.workstreams
    return _children(tops) if len(tops) == 1 and tops[0].workstreams else tops


def _children(chosen: Sequence[JudgedWorkstream]) -> tuple[JudgedWorkstream, ...]:
    return tuple(child for judged in chosen for child in judged.workstreams)


def _largest(parts: Sequence[BurnUpLine]) -> tuple[BurnUpLine, ...]:
    """The largest ones, in the order of the index; a single one would repeat the whole."""
    by_scope = sorted(parts, key=lambda part: -(part.now.scope if part.now else 0))
    kept = {id(part) for part in by_scope[:PARTS_AT_MOST]}
    return tuple(part for part in parts if id(part) in kept) if len(parts) > 1 else ()


def _name(judged: JudgedWorkstream) -> str:
    return shortened(judged.workstream.name or "Rows under no heading", at_most=NAME_AT_MOST)


def _day(local: datetime) -> str:
    return f"{local.day} {MONTHS[local.month - 1][:3]}"
