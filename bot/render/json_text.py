"""Answer → JSON: the facts and not the sentences. `docs/json.md` tells every key."""

import json
import re
from typing import assert_never

from bot.answers.answer import (
    Answer,
    DigestFacts,
    DriftFacts,
    Group,
    HelpFacts,
    PullFacts,
    TreeFacts,
)
from bot.answers.names import author_login
from bot.answers.rows import merged_at, row_title
from bot.github_status.facts.index import Box
from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.snapshot import Coverage
from bot.github_status.judge.relation import Relation
from bot.github_status.judge.verdicts import (
    Counts,
    Finding,
    JudgedRow,
    JudgedTracker,
    JudgedWorkstream,
    Turn,
)
from bot.render.json_digest import digest_form, digest_rows
from bot.render.json_values import Form, moment, row_name

SCHEMA_VERSION = 1
"""Counts up when a key goes, or changes its meaning; new keys do not count."""

# Legal in JSON, but acting in a terminal, hidden there, or no text at all: \uXXXX reads the same.
_ESCAPED = re.compile(
    "[\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff"
    "\ufff0-\ufffb\U000e0000-\U000e0fff]"
)


def json_text(answer: Answer) -> str:
    """The answer's facts, each row in full once; the same text for the same answer."""
    return json_lines(_form(answer))


def json_lines(form: Form) -> str:
    """The form as indented JSON, in UTF-8's characters but for those that do not show."""
    text = json.dumps(form, ensure_ascii=False, indent=2)
    return _ESCAPED.sub(lambda found: _escape(found[0]), text) + "\n"


def _escape(character: str) -> str:
    """The character as JSON spells it; beyond four digits as two halves."""
    halves = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{halves[at : at + 2].hex()}" for at in range(0, len(halves), 2))


def _form(answer: Answer) -> Form:
    facts = answer.facts
    match facts:
        case TreeFacts():
            form = _tree_form(facts)
        case PullFacts():
            rows = [_row_form(row) for row in facts.rows]
            form = _about(facts.tracker, {"rows": rows}, facts.coverage)
        case DriftFacts():
            drift = [_finding_form(finding) for finding in facts.findings]
            form = _about(facts.tracker, {"drift": drift}, facts.coverage)
        case DigestFacts():
            rows = [_row_form(row) for row in digest_rows(facts.changes)]
            what: Form = {
                "digest": digest_form(facts),
                "counts": _counts_form(facts.tracker.counts),
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
    what: Form = {"counts": _counts_form(facts.tracker.counts)} if facts.whole else {}
    what["workstreams"] = [_workstream_form(w, written) for w in facts.workstreams]
    if facts.groups is not None:
        what["groups"] = [_group_form(group) for group in facts.groups]
    return _about(facts.tracker, what, facts.coverage)


def _workstream_form(judged: JudgedWorkstream, written: set[int]) -> Form:
    """`written`: lines of the rows that stand in the answer; rows from outside join them."""
    visitors = tuple(row for row in judged.also_here if row.row.line not in written)
    written.update(row.row.line for row in visitors)
    rows = sorted((*judged.rows, *visitors), key=lambda row: row.row.line)
    return {
        "path": list(judged.workstream.path),
        "name": judged.workstream.name,
        "owners": list(judged.workstream.owners),
        "counts": _counts_form(judged.counts),
        "rows": [_row_form(row) for row in rows],
        "also_here": [row_name(row) for row in judged.also_here],
        "workstreams": [_workstream_form(child, written) for child in judged.workstreams],
    }


def _counts_form(counts: Counts) -> Form:
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
    }


def _row_form(row: JudgedRow) -> Form:
    return {
        **row_name(row),
        "kind": row.kind.value,
        "title": row_title(row),
        "state": row.state.value,
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
