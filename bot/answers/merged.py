"""What was merged lately, by owner."""

from datetime import timedelta

from bot.answers.answer import Answer, Group, Note
from bot.answers.audience import Audience
from bot.answers.lists import RowList, list_answer, place_part, searched_rows
from bot.answers.names import author_is_owner, author_login, shown_name
from bot.answers.parts import Part, counted, said
from bot.answers.private import redacted
from bot.answers.rows import merged_at, telling_of
from bot.answers.scope import Chosen, part_read, scope_question, scope_words
from bot.github_status.judge.verdicts import JudgedRow, JudgedTracker, RowState
from bot.people.people import People


def merged_answer(
    tracker: JudgedTracker,
    *,
    audience: Audience,
    workstreams: Chosen = None,
    days: int,
    people: People,
) -> Answer:
    """Rows merged in the last `days` (of 24 hours) before `tracker.now`, by owners as written.

    `workstreams`: only in and under these; `None`: everywhere.
    """
    telling = telling_of(redacted(tracker, audience), people)
    rows = searched_rows(telling, workstreams)
    lately = [row for row in rows if _was_merged_lately(row, telling.tracker, days)]
    where = scope_words(workstreams)
    complete = part_read(telling.tracker, workstreams).coverage.is_complete
    found = RowList(
        title=_title(len(lately), where, days, complete=complete),
        question=scope_question("merged", workstreams, f"{days}d"),
        groups=_by_owners(lately),
        chosen=workstreams,
        notes=_undated_notes(rows),
    )
    return list_answer(
        found, telling, also=lambda row: (_author_part(row, telling.people), place_part(row))
    )


def _was_merged_lately(row: JudgedRow, tracker: JudgedTracker, days: int) -> bool:
    at = merged_at(row)
    if row.state is not RowState.MERGED or at is None:
        return False
    return tracker.now - timedelta(days=days) <= at <= tracker.now


def _by_owners(rows: list[JudgedRow]) -> tuple[Group, ...]:
    sets = dict.fromkeys(row.owners for row in rows)
    return tuple(
        Group(
            title=", ".join(owners) or "No owner named",
            rows=tuple(row for row in rows if row.owners == owners),
        )
        for owners in sets
    )


def _author_part(row: JudgedRow, people: People) -> Part:
    author = author_login(row)
    if author is None or (author_is_owner(row, people) and len(row.owners) == 1):
        return ()
    return said(f"by {shown_name(author, people)}")


def _title(count: int, where: str, days: int, *, complete: bool) -> str:
    when = f"in the last {counted(days, 'day')}"
    if count:
        return f"{counted(count, 'row')} merged{where} {when}"
    readable = "Nothing" if complete else "Nothing that could be read"
    return f"{readable}{where} was merged {when}."


def _undated_notes(rows: tuple[JudgedRow, ...]) -> tuple[Note, ...]:
    undated = sum(row.state is RowState.MERGED and merged_at(row) is None for row in rows)
    if not undated:
        return ()
    return (Note(said(f"{counted(undated, 'row')} merged on a day that is not known.")),)
