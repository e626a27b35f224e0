"""What somebody answers about one row of a message: snooze, park, not mine."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.answers.answer import ActionId
from bot.answers.audience import PUBLIC
from bot.answers.days import day_words
from bot.errors import UserError
from bot.github_status.facts.refs import Ref
from bot.github_status.judge.names import fold_login
from bot.github_status.judge.verdicts import JudgedRow, JudgedTracker
from bot.github_status.reader import tracker_key
from bot.listeners.office import Counter, Office, OfficeTracker, stored
from bot.listeners.wishing import end_after
from bot.people.people import Link
from bot.reminders import progress_at
from bot.reminders.silence import PARKED_FOR
from bot.reminders.whose import author_of, owns
from bot.store.wishes import RowWish, RowWishKind

TITLE: Final = "A row"

ROW_ACTIONS: Final = (
    ActionId.SNOOZE_WEEK,
    ActionId.SNOOZE_CHANGE,
    ActionId.PARK,
    ActionId.UNPARK,
    ActionId.NOT_MINE,
)

_WEEK: Final = timedelta(days=7)


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedRow:
    """The row whose menu was used."""

    tracker: OfficeTracker
    ref: Ref
    rows: tuple[JudgedRow, ...] = ()
    """As it is now; empty where the index names it no longer, or nothing is known."""

    @property
    def key(self) -> str:
        """The tracker's, in the store."""
        return tracker_key(self.tracker.ref)

    @property
    def progress_at(self) -> datetime | None:
        """Its last progress event; `None`: not known."""
        known = map(progress_at, self.rows)
        return max((at for at in known if at is not None), default=None)


async def answer_row(office: Office, counter: Counter, action: str, value: str) -> None:
    """Do what was chosen of a row's menu. `value`: the tracker's name, and the ref."""
    row = await _asked_row(office, value)
    match action:
        case ActionId.SNOOZE_WEEK:
            await _snooze_week(office, counter, row)
        case ActionId.SNOOZE_CHANGE:
            said = f"Nothing about {_name(row)} to you until something happens to it."
            wish = _wish(office, counter, row, RowWishKind.SNOOZE, progress_at=row.progress_at)
            await _write(office, counter, wish, said)
        case ActionId.PARK:
            await _park(office, counter, row)
        case ActionId.UNPARK:
            await _unpark(office, counter, row)
        case ActionId.NOT_MINE:
            await _not_mine(office, counter, row)


async def took_back_not_mine(office: Office, *, user: str, value: tuple[str, str]) -> None:
    """Tell the maintainers that what they were told does not hold any more."""
    tracker, ref = value
    what = f"{_who(office, user)} took back that a row of {office.name_of(tracker)} is not theirs."
    await office.changing.stores.incidents.note(
        _incident(user, tracker, ref), what, now=office.changing.now()
    )


async def _snooze_week(office: Office, counter: Counter, row: AskedRow) -> None:
    zone = await _zone(office, counter)
    until = end_after(_WEEK, now=office.changing.now(), zone=zone)
    said = f"Nothing about {_name(row)} to you until {day_words(until, zone)}."
    await _write(office, counter, _wish(office, counter, row, RowWishKind.SNOOZE, until), said)


async def _park(office: Office, counter: Counter, row: AskedRow) -> None:
    _need_right(office, counter, row)
    zone = await _zone(office, counter)
    until = end_after(PARKED_FOR, now=office.changing.now(), zone=zone)
    last = day_words(until, zone)
    name = _who(office, counter.caller.user)
    said = f"{_name(row)} is parked by {name} until {last}: nobody is asked about it before."
    await _write(office, counter, _wish(office, counter, row, RowWishKind.PARK, until), said)


async def _unpark(office: Office, counter: Counter, row: AskedRow) -> None:
    _need_right(office, counter, row)
    change_id = await stored(
        office.changing.no_more_wish(
            RowWishKind.PARK,
            person=counter.caller.user,
            tracker_key=row.key,
            ref=str(row.ref),
        )
    )
    said = f"{_name(row)} is not parked from Slack {'any more' if change_id else 'now'}."
    await counter.say(TITLE, (said,), change_id=change_id)


async def _not_mine(office: Office, counter: Counter, row: AskedRow) -> None:
    said = (
        f"{_name(row)} is never brought up with you again."
        " The maintainers are told in their weekly note."
    )
    wish = _wish(office, counter, row, RowWishKind.NOT_MINE)
    change_id = await stored(office.changing.wish_of_row(wish))
    if change_id is not None:
        user = counter.caller.user
        name = await _public_name(office, row)
        what = (
            f"{_who(office, user)} says that {name} in {row.tracker.name} is not theirs:"
            " correct the owner in the index, or link somebody else."
        )
        key = _incident(user, row.key, str(row.ref))
        now = office.changing.now()
        await stored(office.changing.stores.incidents.note(key, what, now=now))
    await _tell(counter, said, change_id)


async def _write(office: Office, counter: Counter, wish: RowWish, said: str) -> None:
    await _tell(counter, said, await stored(office.changing.wish_of_row(wish)))


async def _tell(counter: Counter, said: str, change_id: int | None) -> None:
    line = said if change_id is not None else f"Nothing to change: {said[0].lower()}{said[1:]}"
    await counter.say(TITLE, (line,), change_id=change_id)


def _wish(
    office: Office,
    counter: Counter,
    row: AskedRow,
    kind: RowWishKind,
    until: datetime | None = None,
    *,
    progress_at: datetime | None = None,
) -> RowWish:
    return RowWish(
        kind=kind,
        person=counter.caller.user,
        tracker_key=row.key,
        ref=str(row.ref),
        at=office.changing.now(),
        until=until,
        progress_at=progress_at,
    )


async def _asked_row(office: Office, value: str) -> AskedRow:
    """Raises `UserError` where the settings have no such tracker any more."""
    name, _, written = value.rpartition(" ")
    ref = Ref.parse(written)
    if ref is None:
        raise UserError("This menu is of another version.", advice="Ask “mine” instead.")
    tracker = office.tracker_pressed(name)
    judged = await office.everything_of(tracker)
    return AskedRow(tracker=tracker, ref=ref, rows=_rows(judged, ref))


def _rows(judged: JudgedTracker | None, ref: Ref) -> tuple[JudgedRow, ...]:
    return () if judged is None else tuple(row for row in judged.rows() if row.ref == ref)


def _need_right(office: Office, counter: Counter, row: AskedRow) -> None:
    """Owner, author or maintainer; raises `UserError` for anybody else."""
    if office.is_maintainer(counter.caller.user):
        return
    link = office.changing.book.current.with_slack(counter.caller.user)
    is_theirs = link is not None and any(_is_theirs(one, link, office) for one in row.rows)
    if link is not None and is_theirs and link.gives_rights:
        return
    if is_theirs:
        raise UserError(
            "You linked yourself, which brings messages only: to park a row, a maintainer has to"
            " confirm it.",
            advice="A maintainer does that with “link”; snoozing works without.",
        )
    raise UserError(
        f"Only its owner, its author or a maintainer can park {_name(row)}.",
        advice="You can snooze it for yourself, or say that it is not yours.",
    )


def _is_theirs(row: JudgedRow, link: Link, office: Office) -> bool:
    author = author_of(row)
    wrote = author is not None and link.github is not None
    if wrote and fold_login(str(author)) == fold_login(str(link.github)):
        return True
    return owns(row, link, office.changing.book.current)


def _name(row: AskedRow) -> str:
    return f"#{row.ref.number}"


async def _public_name(office: Office, row: AskedRow) -> str:
    """The ref, where everybody may know it."""
    judged = await office.desk.judged(row.tracker.ref, PUBLIC)
    return str(row.ref) if _rows(judged, row.ref) else "a private row"


def _who(office: Office, user: str) -> str:
    link = office.changing.book.current.with_slack(user)
    return f"the Slack account {user}" if link is None else link.name


def _incident(user: str, tracker: str, ref: str) -> str:
    return f"not_mine:{user}:{tracker}:{ref}"


async def _zone(office: Office, counter: Counter) -> ZoneInfo:
    return ZoneInfo((await office.profiles.of(counter.caller.user)).zone)
