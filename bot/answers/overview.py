"""The overview: the headline, then every workstream."""

from collections.abc import Iterator, Sequence

from bot.answers.answer import (
    Answer,
    Bar,
    Block,
    Code,
    Heading,
    Note,
    Plain,
    Table,
    Tone,
    TreeFacts,
)
from bot.answers.audience import Audience, AudienceKind
from bot.answers.counting import (
    bar,
    counts_by_rows,
    outdated_boxes,
    ref_words,
    row_words,
    stale_words,
    state_words,
)
from bot.answers.coverage import buttons, coverage_blocks
from bot.answers.links import tracker_span
from bot.answers.parts import NAME_AT_MOST, Part, counted, listed, plural, said, shortened
from bot.answers.private import redacted
from bot.answers.repair_offers import repair_buttons
from bot.answers.scope import path_words
from bot.github_status.facts.index import Box
from bot.github_status.facts.refs import Ref
from bot.github_status.judge.reached import row_counts
from bot.github_status.judge.verdicts import JudgedRow, JudgedTracker, JudgedWorkstream, RowKind

LINES_AT_MOST = 20
"""Numbers of lines that one sentence lists; the others are counted."""


def overview_answer(
    tracker: JudgedTracker, *, name: str, audience: Audience, can_repair: bool = False
) -> Answer:
    """How far the whole tracker is.

    `name` is the tracker's short name in the settings, else its ref. `can_repair`: a button may
    offer to tick boxes.
    """
    # A ref is no name of its own: where the tracker is hidden it would tell which one it is.
    label = "" if name == str(tracker.snapshot.tracker) else name
    repair = repair_buttons(tracker, audience=audience, question="drift") if can_repair else ()
    tracker = redacted(tracker, audience)
    headline = headline_words(tracker)
    blocks: tuple[Block, ...] = (
        Heading(said(headline), bar=bar(tracker.rows())),
        *_hints(tracker, audience),
        *repair,
        *_tables(tracker),
        *_several_notes(tracker),
        *_problem_notes(tracker),
        _tracker_note(tracker, label),
        *coverage_blocks(tracker, tracker.snapshot),
        buttons(question="", only_stale="stale", drift="drift" if tracker.findings() else None),
    )
    facts = TreeFacts(
        tracker=tracker,
        workstreams=tracker.workstreams,
        coverage=tracker.snapshot.coverage,
        whole=True,
    )
    return Answer(blocks=blocks, facts=facts, title=headline)


def headline_words(tracker: JudgedTracker) -> str:
    """What the index says of the whole tracker, and what GitHub says."""
    counts, rows = tracker.counts, tuple(tracker.rows())
    if not rows:
        return "The index has no rows."
    if counts_by_rows(rows):
        return _headline_by_rows(rows)
    github = f"GitHub says {ref_words(counts, rows)}."
    if all(row.row.box is Box.NONE for row in rows):
        return f"The index lists {counted(counts.refs, 'ref')} without boxes; {github}"
    return f"The index says {counts.ticked} of {counts.refs} done; {github}"


def _headline_by_rows(rows: Sequence[JudgedRow]) -> str:
    """Of an index with rows that are about no ref: where GitHub says nothing, the box does."""
    counts, words = row_counts(rows), row_words(rows)
    if counts.boxless == counts.rows:
        return f"The index lists {counted(counts.rows, 'row')} without boxes: {words}."
    index = f"The index says {counts.ticked} of {counts.rows} done"
    if all(row.kind is RowKind.NONE for row in rows):
        return f"{index}; no row is about a pull request."
    return f"{index}; boxes and GitHub together say {words}."


def _hints(tracker: JudgedTracker, audience: Audience) -> Iterator[Note]:
    boxes = outdated_boxes(tracker.findings())
    if boxes:
        words = f"{counted(boxes, 'box')} {plural(boxes, 'is')} out of date"
        # A Markdown export is read where nobody can ask on.
        can_ask = audience.kind is not AudienceKind.PUBLIC
        yield Note(said(f"{words}: ask ", Code("drift")) if can_ask else said(f"{words}."))
    if not any(tracker.rows()):
        advice = "A row is a list item or a line of a table that names a pull request, such as"
        yield Note(said(f"{advice} ", Code("- [ ] #12 what it does"), "."))


def _tables(tracker: JudgedTracker) -> Iterator[Table]:
    listed_workstreams = [w for w in tracker.walk() if _is_worth_a_line(w)]
    if listed_workstreams:
        yield Table(
            rows=tuple(_cells(workstream) for workstream in listed_workstreams),
            depths=tuple(max(0, len(w.workstream.path) - 1) for w in listed_workstreams),
        )


def _is_worth_a_line(judged: JudgedWorkstream) -> bool:
    """A heading with no row below it is no workstream of anything."""
    return any(judged.all_rows()) or bool(judged.also_here)


def _cells(judged: JudgedWorkstream) -> tuple[Part | Bar, ...]:
    counts = judged.counts
    name = judged.workstream.name or path_words(judged.workstream.path)
    return (
        said(shortened(name, at_most=NAME_AT_MOST)),
        bar(judged.all_rows()) or (),
        said(state_words(counts, judged.all_rows())),
        said(stale_words(counts)),
        said(f"{counts.drift} drift" if counts.drift else ""),
    )


def _several_notes(tracker: JudgedTracker) -> Iterator[Note]:
    """Why the counts of the workstreams may add up to more than the total."""
    homes: dict[Ref, set[int]] = {}
    for workstream in tracker.walk():
        for row in workstream.rows:
            ref = row.reading.ref if row.reading else None
            if ref is not None:
                homes.setdefault(ref, set()).add(workstream.workstream.line)
    several = sum(len(lines) > 1 for lines in homes.values())
    if several:
        words = (
            f"{counted(several, 'ref')} {plural(several, 'stands')} in several workstreams and "
            f"{plural(several, 'counts')} once in the total."
        )
        yield Note(said(words), Tone.QUIET)


def _problem_notes(tracker: JudgedTracker) -> Iterator[Note]:
    lines = sorted({problem.line for problem in tracker.snapshot.index.problems})
    if lines:
        where = listed(str(line) for line in lines[:LINES_AT_MOST])
        rest = len(lines) - LINES_AT_MOST
        more = f" and {rest} more" if rest > 0 else ""
        words = (
            f"{counted(len(lines), 'line')} of the index could not be read safely: {where}{more}."
        )
        yield Note(said(words), Tone.WARNING)


def _tracker_note(tracker: JudgedTracker, label: str) -> Note:
    ref = tracker_span(tracker)
    title = Plain(shortened(tracker.snapshot.issue.title))
    name = (Plain(f"{shortened(label)}: "),) if label else ()
    return Note((*name, ref, Plain(" · "), title), Tone.QUIET)
