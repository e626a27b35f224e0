"""What people answered about rows: snoozed, not mine, parked. Read from stored wishes, purely."""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Protocol

from bot.github_status.facts.refs import Ref
from bot.github_status.judge.rules import ParkedBySlack
from bot.people.people import People
from bot.reminders.reminder import has_moved

PARKED_FOR = timedelta(days=30)
"""How long a park lasts that names no end."""

SOMEBODY = "somebody in Slack"

# The words of `RowWishKind`, which stands in the store: this room knows none.
_SNOOZE, _PARK, _NOT_MINE = "snooze", "park", "not_mine"


class Wish(Protocol):
    """One answer about one row, as the store's `RowWish` has it."""

    @property
    def kind(self) -> str:
        """`snooze`, `park` or `not_mine`."""
        ...

    @property
    def person(self) -> str:
        """Slack id of who answered."""
        ...

    @property
    def tracker_key(self) -> str:
        """The tracker it was said of."""
        ...

    @property
    def ref(self) -> str:
        """`owner/repo#number`."""
        ...

    @property
    def at(self) -> datetime:
        """When."""
        ...

    @property
    def until(self) -> datetime | None:
        """Until when; `None`: see `RowWish`."""
        ...

    @property
    def progress_at(self) -> datetime | None:
        """The row's last progress event then."""
        ...


def silencer(
    wishes: Iterable[Wish], *, now: datetime | None = None
) -> Callable[[str, Ref, datetime | None], bool]:
    """Whether a row is left out for a person: `is_silenced(slack, ref, its last progress)`.

    A snooze counts until its end (where `now` is not given, wishes that have ended are left out by
    the caller), one without an end until a later progress event, *Not mine* for ever. Of a pull
    request in two trackers an answer counts in both: it is one thing, and was told once.
    """
    said: dict[tuple[str, Ref], list[Wish]] = {}
    for wish in wishes:
        ref = Ref.parse(wish.ref)
        if ref is not None and wish.kind in (_SNOOZE, _NOT_MINE):
            said.setdefault((wish.person, ref), []).append(wish)

    def is_silenced(slack: str, ref: Ref, progress_at: datetime | None) -> bool:
        own = said.get((slack, ref), ())
        return any(_silences(wish, progress_at=progress_at, now=now) for wish in own)

    return is_silenced


def _silences(wish: Wish, *, progress_at: datetime | None, now: datetime | None) -> bool:
    if wish.kind == _NOT_MINE:
        return True
    if wish.until is not None:
        return now is None or now < wish.until
    return not has_moved(progress_at, since=wish.progress_at, remembered_at=wish.at)


def parked_of(
    wishes: Iterable[Wish], *, tracker_key: str, people: People
) -> dict[Ref, ParkedBySlack]:
    """What is parked in this tracker, by whom and until when; of two parks the longer one.

    Whether one has ended is for the judge to say, who knows the moment.
    """
    parked: dict[Ref, ParkedBySlack] = {}
    for wish in wishes:
        ref = Ref.parse(wish.ref)
        if ref is None or wish.kind != _PARK or wish.tracker_key != tracker_key:
            continue
        link = people.with_slack(wish.person)
        until = wish.until or wish.at + PARKED_FOR
        by = ParkedBySlack(by=link.name if link else SOMEBODY, until=until, since=wish.at)
        if ref not in parked or parked[ref].until < until:
            parked[ref] = by
    return parked
