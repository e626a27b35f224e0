"""Answer → JSON: the facts and not the sentences. `docs/json.md` tells every key."""

import json
from collections.abc import Iterable
from typing import assert_never

from bot.answers.answer import (
    Answer,
    DigestFacts,
    DriftFacts,
    Group,
    HelpFacts,
    OtherTracker,
    PullFacts,
    TreeFacts,
)
from bot.answers.names import author_login
from bot.answers.rows import merged_at, row_title
from bot.github_status.facts.index import Box
from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.snapshot import Coverage
from bot.github_status.judge.how_far import Counts
from bot.github_status.judge.reached import row_counts
from bot.github_status.judge.relation import Relation
from bot.github_status.judge.verdicts import (
    Finding,
    JudgedRow,
    JudgedTracker,
    JudgedWorkstream,
    Turn,
)
from bot.render.json_digest import digest_form, digest_rows
from bot.render.json_layout import shown
from bot.render.json_pull import depth_form
from bot.render.json_values import Form, moment, row_name

SCHEMA_VERSION = 1
"""Counts up when a key goes, or changes its meaning; new keys do not count."""


def json_text(answer: Answer) -> str:
    """The answer's facts, each row in full once; the same text for the same answer."""
    return json_lines(_form(answer))


def json_lines(form: Form) -> str:
    """The form as indented JSON, in UTF-8's characters but for those that do not show."""
    return shown(json.dumps(form, ensure_ascii=False, indent=2)) + "\n"


def _form(answer: Answer) -> Form:
    facts = answer.facts
    match facts:
        case TreeFacts():
            form = _tree_form(facts)
        case PullFacts():
            rows = [_row_form(row) for row in facts.rows]
            told = facts.apart or next(iter(facts.rows), None)
            pull: Form = {
                "rows": rows,
                "apart": None if facts.apart is None else _row_form(facts.apart),
                "depth": depth_form(told, facts.tracker),
            }
            form = _about(facts.tracker, pull, facts.coverage)
        case DriftFacts():
            drift = [_finding_form(finding) for finding in facts.findings]
            left = [_left_form(finding) for finding in facts.left]
            form = _about(facts.tracker, {"drift": drift, "left": left}, facts.coverage)
        case DigestFacts():
            rows = [_row_form(row) for row in digest_rows(facts.changes)]
            what: Form = {
                "digest": digest_form(facts),
                "counts": _whole_counts(facts.tracker),
                "rows": rows,
            }
            form = _about(facts.tracker, what, facts.coverage)
        case HelpFacts():
            form = {"commands": [{"usage": usage, "help": words} for usage, words in facts.usages]}
        case _:
            assert_never(facts)
    return {"schema_version": SCHEMA_VERSION, **form}


def _about(tracker: JudgedTracker, what: Form, coverage: Coverage) -> Form:
    return {"tracker": _tracker_form(tracker), **what, "coverage": _coverage_form(coverage)}


def _tracker_form(tracker: JudgedTracker) -> Form:
    snapshot = tracker.snapshot
    return {
        "ref": str(snapshot.tracker),
        "title": snapshot.issue.title,
        "url": snapshot.issue.url,
        "state": snapshot.issue.state.value.lower(),
        "as_of": moment(snapshot.as_of),
        "now": moment(tracker.now),
    }


def _coverage_form(coverage: Coverage) -> Form:
    return {
        "refs": coverage.refs,
        "read": coverage.read,
        "failed": coverage.failed,
        "not_visible": coverage.not_visible,
        "repositories": len(coverage.repositories),
        "credentials": list(coverage.credentials),
        "as_of": moment(coverage.as_of),
        "notes": list(coverage.notes),
    }


def _tree_form(facts: TreeFacts) -> Form:
    written = {row.row.line for w in facts.workstreams for row in w.all_rows()}
    what: Form = {"counts": _whole_counts(facts.tracker)} if facts.whole else {}
    what["workstreams"] = [_workstream_form(w, written) for w in facts.workstreams]
    if facts.whole:
        what["others"] = [_other_form(other) for other in facts.others]
    if facts.groups is not None:
        what["groups"] = [_group_form(group) for group in facts.groups]
    return _about(facts.tracker, what, facts.coverage)


def _other_form(other: OtherTracker) -> Form:
    tracker = other.tracker
    return {
        "name": other.label,
        "tracker": None if tracker is None else _tracker_form(tracker),
        "counts": None if tracker is None else _whole_counts(tracker),
    }


def _workstream_form(judged: JudgedWorkstream, written: set[int]) -> Form:
    """`written`: lines of the rows that stand in the answer; rows from outside join them."""
    visitors = tuple(row for row in judged.also_here if row.row.line not in written)
    written.update(row.row.line for row in visitors)
    rows = sorted((*judged.rows, *visitors), key=lambda row: row.row.line)
    return {
        "path": list(judged.workstream.path),
        "name": judged.workstream.name,
        "owners": list(judged.workstream.owners),
        "counts": _counts_form(judged.counts, judged.all_rows()),
        "rows": [_row_form(row) for row in rows],
        "also_here": [row_name(row) for row in judged.also_here],
        "workstreams": [_workstream_form(child, written) for child in judged.workstreams],
    }


def _whole_counts(tracker: JudgedTracker) -> Form:
    return _counts_form(tracker.counts, tracker.rows())


def _counts_form(counts: Counts, rows: Iterable[JudgedRow]) -> Form:
    by_row = row_counts(rows)
    return {
        "refs": counts.refs,
        "merged": counts.merged,
        "open": counts.open,
        "closed": counts.closed,
        "unknown": counts.unknown,
        "ticked": counts.ticked,
        "stale": counts.stale,
        "parked": counts.parked,
        "drift": counts.drift,
        "rows_total": by_row.rows,
        "rows_done": by_row.done,
        "rows_open": by_row.open,
        "rows_closed": by_row.closed,
        "rows_unknown": by_row.unknown,
        "rows_ticked": by_row.ticked,
    }


def _row_form(row: JudgedRow) -> Form:
    return {
        **row_name(row),
        "kind": row.kind.value,
        "title": row_title(row),
        "state": row.state.value,
        "reached": row.reached.value,
        "box": _box(row.row.box),
        "workstream": list(row.workstream.path),
        "also": list(row.row.also),
        "owners": list(row.owners),
        "author": author_login(row),
        "merged_at": moment(merged_at(row)),
        "last_progress_at": moment(row.staleness.last_progress_at),
        "stale": row.staleness.stale,
        "parked": row.staleness.parked,
        "turn": _turn_form(row.turn),
        "drift": [finding.kind.value for finding in row.findings],
        "relations": [_relation_form(relation) for relation in row.relations],
    }


def _group_form(group: Group) -> Form:
    return {"title": group.title, "rows": [row_name(row) for row in group.rows]}


def _turn_form(turn: Turn) -> Form:
    return {
        "who": turn.who.value,
        "people": list(turn.people),
        "reason": turn.reason,
        "since": moment(turn.since),
        "rule": turn.rule.value,
    }


def _finding_form(finding: Finding) -> Form:
    return {
        "kind": finding.kind.value,
        "ref": str(finding.ref) if finding.ref else None,
        "line": finding.line,
        "workstream": list(finding.path),
        "evidence": finding.evidence,
        "repair": finding.repair,
        "confidence": finding.confidence.value if finding.confidence else None,
    }


def _left_form(finding: Finding) -> Form:
    """A finding, and who left it as it is."""
    said = finding.left
    return {
        **_finding_form(finding),
        "by": (said.by or None) if said else None,
        "at": moment(said.at) if said else None,
        "why": said.why if said else "",
    }


def _relation_form(relation: Relation) -> Form:
    return {
        "kind": relation.kind.value,
        "ref": str(relation.ref),
        "state": None if relation.state is UNKNOWN else relation.state.value.lower(),
        "merged_at": moment(relation.ended_at) if relation.is_merged else None,
        "confidence": relation.confidence.value,
        "because": relation.because,
    }


def _box(box: Box) -> bool | None:
    match box:
        case Box.TICKED:
            return True
        case Box.EMPTY:
            return False
        case Box.NONE:
            return None
        case _:
            assert_never(box)
