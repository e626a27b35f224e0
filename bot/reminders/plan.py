"""The messages of one round: for each person the rows that need them, oldest first."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from bot.github_status.facts.refs import Ref
from bot.github_status.judge.names import fold_name, is_team
from bot.github_status.judge.verdicts import JudgedRow
from bot.people.people import Link, People
from bot.reminders.reminder import (
    MOST_ROWS,
    AskedTracker,
    Reminder,
    ReminderKind,
    ReminderPlan,
    ReminderRow,
    Told,
    Unreachable,
    progress_at,
)
from bot.reminders.rhythm import next_count
from bot.reminders.whose import Addressee, Addressees, Share, who_owns

IsSilenced = Callable[[str, Ref, datetime | None], bool]

_KINDS = {
    Share.FINISHED: ReminderKind.FINISHED,
    Share.YOURS: ReminderKind.YOURS,
    Share.WAITING: ReminderKind.WAITING,
}
_NEVER = datetime.max.replace(tzinfo=UTC)


def plan_reminders(
    trackers: Sequence[AskedTracker],
    people: People,
    *,
    at: datetime,
    told: Mapping[str, Sequence[Told]],
    wants_own: frozenset[str] = frozenset(),
    only_changes: frozenset[str] = frozenset(),
    is_silenced: IsSilenced = lambda _slack, _ref, _at: False,
) -> ReminderPlan:
    """Who is written to, for a round whose messages are due at this moment.

    `told` by Slack id. `wants_own`: Slack ids of those who own nothing and subscribed.
    `only_changes`: of those who hear nothing while every row was told them before and none moved. A
    row is left out for somebody when `is_silenced(slack, ref, its last progress)`: snoozed, or not
    theirs. People who stopped everything, or snoozed it, are left out by the caller.
    """
    addressees = Addressees(people=people, may_be_told=wants_own | who_owns(trackers, people))
    shares = _Shares(is_silenced=is_silenced)
    for asked in trackers:
        for row in asked.tracker.rows():
            for addressee in addressees.of(row):
                shares.add(asked, row, addressee)
    planned = (
        _reminder(link, shares.of_person[slack], told.get(slack, ()), at=at)
        for slack, link in shares.links.items()
    )
    return ReminderPlan(
        reminders=tuple(
            reminder
            for reminder in planned
            if reminder.rows and (reminder.has_changes or reminder.link.slack not in only_changes)
        ),
        unreachable=shares.unreachable(),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Placed:
    """One row as it concerns one person."""

    asked: AskedTracker
    row: JudgedRow
    addressee: Addressee


@dataclass(slots=True, kw_only=True)
class _Shares:
    """What concerns whom, each ref once for each of them."""

    is_silenced: IsSilenced
    links: dict[str, Link] = field(default_factory=dict)
    of_person: dict[str, dict[Ref, _Placed]] = field(default_factory=dict)
    _names: dict[str, str] = field(default_factory=dict)
    _unreached: dict[str, set[Ref]] = field(default_factory=dict)

    def add(self, asked: AskedTracker, row: JudgedRow, addressee: Addressee) -> None:
        """This row concerns this person, or this owner who cannot be written to."""
        refs = refs_of(row)
        if addressee.link is None or addressee.link.slack is None:
            if addressee.share in _KINDS:
                key = _owner_key(addressee.name)
                self._names.setdefault(key, addressee.name)
                self._unreached.setdefault(key, set()).add(refs[0])
            return
        slack, moved_at = addressee.link.slack, progress_at(row)
        if any(self.is_silenced(slack, ref, moved_at) for ref in refs):
            return
        self.links.setdefault(slack, addressee.link)
        own = self.of_person.setdefault(slack, {})
        known = own.get(refs[0])
        if known is None or addressee.share < known.addressee.share:
            own[refs[0]] = _Placed(asked=asked, row=row, addressee=addressee)

    def unreachable(self) -> tuple[Unreachable, ...]:
        """The owners who cannot be written to, in the order of the index."""
        return tuple(
            Unreachable(name=name, rows=len(self._unreached[key]), is_team=is_team(name))
            for key, name in self._names.items()
        )


def refs_of(row: JudgedRow) -> tuple[Ref, ...]:
    """Where the row's pull request is now, then as the index writes it where that is another."""
    written = () if row.ref is None else (row.ref,)
    now = () if row.item is None else (row.item.ref,)
    return tuple(dict.fromkeys((*now, *written)))


def _owner_key(owner: str) -> str:
    """Two spellings of one name are one owner; of a team every character but its case counts."""
    return owner.strip().casefold() if is_team(owner) else fold_name(owner)


def _reminder(
    link: Link, placed: Mapping[Ref, _Placed], told: Sequence[Told], *, at: datetime
) -> Reminder:
    """The message, perhaps without a row."""
    remembered: dict[Ref, Told] = {}
    for one in sorted(told, key=lambda each: each.last_at):
        remembered[one.ref] = one
    due = [row for each in placed.values() if (row := _due_row(each, remembered, at=at))]
    rows = tuple(sorted(due, key=_age)[:MOST_ROWS])
    shares = [each.addressee.share for each in placed.values()]
    standing = {row.name for row in rows}
    return Reminder(
        link=link,
        rows=rows,
        more=len(due) - len(rows),
        has_changes=any(row.count == 1 for row in due),
        drafts=shares.count(Share.DRAFT),
        parked=shares.count(Share.PARKED),
        trackers=tuple(
            {
                each.asked.name: each.asked
                for each in placed.values()
                if each.asked.name in standing
            }.values()
        ),
    )


def _due_row(
    placed: _Placed, remembered: Mapping[Ref, Told], *, at: datetime
) -> ReminderRow | None:
    kind = _KINDS.get(placed.addressee.share)
    if kind is None:
        return None
    known = (remembered[ref] for ref in refs_of(placed.row) if ref in remembered)
    told = max(known, key=lambda each: each.last_at, default=None)
    count = next_count(told, progress_at=progress_at(placed.row), at=at)
    if count is None:
        return None
    return ReminderRow(
        kind=kind,
        because=placed.addressee.because,
        name=placed.asked.name,
        row=placed.row,
        count=count,
    )


def _age(row: ReminderRow) -> datetime:
    """Since when nothing happened: what is not known comes last."""
    return row.row.staleness.last_progress_at or _NEVER
