"""A digest as JSON: what changed, by name; its rows stand in full beside it."""

from itertools import chain

from bot.answers.answer import DigestFacts
from bot.answers.counting import bar
from bot.github_status.judge.changes import Changes, IndexChange, Progress, Split
from bot.github_status.judge.verdicts import JudgedRow
from bot.render.json_values import Form, moment, row_name


def digest_form(facts: DigestFacts) -> Form:
    """The value of `digest`."""
    changes, due = facts.changes, facts.due
    return {
        "slot": moment(due.slot),
        "start": moment(changes.window.start),
        "late": due.is_late,
        "missed": [moment(slot) for slot in due.missed],
        "quiet": changes.is_quiet,
        "merged": _names(changes.merged),
        "parts": [_split_form(split) for split in changes.splits],
        "opened": _names(changes.opened),
        "closed": _names(changes.closed),
        "newly_stale": _names(changes.newly_stale),
        "still_stale": _names(changes.still_stale),
        "undated": _names(changes.undated),
        "index": None if changes.index is None else [_change_form(c) for c in changes.index],
        "index_before": moment(changes.baseline_as_of),
        "progress": [_progress_form(one) for one in changes.progress],
    }


def digest_rows(changes: Changes) -> tuple[JudgedRow, ...]:
    """The rows that the digest names, each once, in the order of the index."""
    named = chain(
        changes.merged,
        (split.row for split in changes.splits),
        changes.opened,
        changes.closed,
        changes.newly_stale,
        changes.still_stale,
        changes.undated,
    )
    wanted = {(row.row.line, row.ref) for row in named}
    return tuple(row for row in changes.tracker.rows() if (row.row.line, row.ref) in wanted)


def _names(rows: tuple[JudgedRow, ...]) -> list[Form]:
    return [row_name(row) for row in rows]


def _split_form(split: Split) -> Form:
    return {
        **row_name(split.row),
        "parts": split.parts,
        "merged": split.merged,
        "newly": [str(ref) for ref in split.newly],
    }


def _change_form(change: IndexChange) -> Form:
    before = change.path_before
    return {
        "kind": change.kind.value,
        "what": "workstream" if change.of_workstream else "row",
        "ref": str(change.ref) if change.ref else None,
        "text": change.text,
        "workstream": list(change.path),
        "workstream_before": None if before is None else list(before),
        "owners": list(change.owners),
        "owners_before": list(change.owners_before),
    }


def _progress_form(one: Progress) -> Form:
    now = bar(one.workstream.all_rows())
    return {
        "workstream": list(one.workstream.workstream.path),
        "done": now.done if now else 0,
        "total": now.total if now else 0,
        "done_before": one.done_before,
        "total_before": one.total_before,
    }
