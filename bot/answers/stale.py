"""What is stale, by whose turn it is."""

from collections.abc import Iterator
from datetime import timedelta

from bot.answers.answer import Answer, Group, Note
from bot.answers.audience import Audience
from bot.answers.lists import RowList, list_answer, place_part, searched_rows
from bot.answers.parts import counted, plural, said
from bot.answers.private import redacted
from bot.answers.rows import open_pull, telling_of
from bot.answers.scope import Chosen, part_read, scope_question, scope_words
from bot.answers.turns import group_title
from bot.github_status.facts.snapshot import Outcome
from bot.github_status.judge.verdicts import JudgedRow, JudgedTracker, RowState, Who
from bot.people.people import People


def stale_answer(
    tracker: JudgedTracker,
    *,
    audience: Audience,
    workstreams: Chosen = None,
    older_than_days: int | None = None,
    people: People,
) -> Answer:
    """Stale rows grouped by whose turn it is, the longest idle first.

    `workstreams`: only in and under these; `None`: everywhere. `older_than_days`: open, not parked,
    and without progress for at least so many calendar days, instead of the limits of the settings.
    """
    telling = telling_of(redacted(tracker, audience), people)
    rows = searched_rows(telling, workstreams)
    stale = [row for row in rows if _is_stale(row, telling.tracker, older_than_days)]
    days = "" if older_than_days is None else f"{older_than_days}d"
    where = scope_words(workstreams)
    complete = part_read(telling.tracker, workstreams).coverage.is_complete
    found = RowList(
        title=_title(
            len(stale), where, older_than_days, nothing=_nothing(rows, is_complete=complete)
        ),
        question=scope_question("stale", workstreams, days),
        groups=_by_turn(stale),
        chosen=workstreams,
        notes=tuple(_notes(rows, older_than_days)),
    )
    return list_answer(found, telling, also=lambda row: (place_part(row),))


def _is_stale(row: JudgedRow, tracker: JudgedTracker, older_than_days: int | None) -> bool:
    if older_than_days is None:
        return row.staleness.stale is True
    at = row.staleness.last_progress_at
    if at is None or open_pull(row) is None or row.staleness.parked:
        return False
    return tracker.now - at >= timedelta(days=older_than_days)


def _by_turn(rows: list[JudgedRow]) -> tuple[Group, ...]:
    idle = sorted(rows, key=lambda row: (row.staleness.last_progress_at is None, _since(row)))
    return tuple(
        Group(title=group_title(who), rows=tuple(row for row in idle if row.turn.who is who))
        for who in Who
    )


def _since(row: JudgedRow) -> float:
    at = row.staleness.last_progress_at
    return at.timestamp() if at else 0.0


def _title(count: int, where: str, older_than_days: int | None, *, nothing: str) -> str:
    if older_than_days is None:
        return f"{counted(count, 'stale row')}{where}" if count else f"{nothing}{where} is stale."
    idle = f"without progress for {counted(older_than_days, 'day')} or more"
    return f"{counted(count, 'row')} {idle}{where}" if count else f"{nothing}{where} is {idle}."


def _nothing(rows: tuple[JudgedRow, ...], *, is_complete: bool) -> str:
    """Of what can be said that none is stale."""
    if not is_complete:
        return "Nothing that could be read"
    return "Nothing of known state" if any(map(_state_is_unknown, rows)) else "Nothing"


def _notes(rows: tuple[JudgedRow, ...], older_than_days: int | None) -> Iterator[Note]:
    pulls = [row for row in rows if open_pull(row) is not None]
    parked = sum(row.staleness.parked is True for row in pulls)
    if parked:
        yield Note(said(f"{counted(parked, 'parked row')} {plural(parked, 'is')} not counted."))
    unknown = sum(_age_is_unknown(row, older_than_days) for row in pulls)
    if unknown:
        words = f"{counted(unknown, 'open row')} {plural(unknown, 'has')} no known progress event"
        yield Note(said(f"{words}: stale or not is not known."))

    stateless = sum(map(_state_is_unknown, rows))
    if stateless:
        words = f"The state of {counted(stateless, 'row')} is not known: stale or not is not known."
        yield Note(said(words))


def _state_is_unknown(row: JudgedRow) -> bool:
    """It was read, and whether it is open is not known; what could not be read is told apart."""
    was_read = row.reading is not None and row.reading.outcome is Outcome.READ
    return was_read and row.state is RowState.UNKNOWN and not row.unopened


def _age_is_unknown(row: JudgedRow, older_than_days: int | None) -> bool:
    if older_than_days is None:
        return row.staleness.stale is None
    return row.staleness.last_progress_at is None and not row.staleness.parked
