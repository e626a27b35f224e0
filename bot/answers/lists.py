"""Answers that list rows in groups: their blocks, and the facts beneath them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bot.answers.answer import Answer, Block, Group, Heading, Note, TreeFacts
from bot.answers.coverage import buttons, coverage_blocks
from bot.answers.parts import Part, said, shortened
from bot.answers.rows import Telling, row_line
from bot.answers.scope import (
    Chosen,
    chosen_workstreams,
    each_ref_once,
    home_words,
    kept,
    part_read,
)
from bot.github_status.judge.verdicts import JudgedRow


@dataclass(frozen=True, slots=True, kw_only=True)
class RowList:
    """Rows in groups, ready to be said."""

    title: str
    """The headline, one plain line."""
    question: str
    """What was asked; asks for the same again."""
    groups: tuple[Group, ...]
    chosen: Chosen = None
    """The workstreams that were searched; `None`: all."""
    notes: tuple[Note, ...] = ()
    is_personal: bool = False
    """For one person, in a view of theirs."""


def list_answer(
    rows: RowList, telling: Telling, *, also: Callable[[JudgedRow], tuple[Part, ...]]
) -> Answer:
    """The groups that have rows; `also` says what else stands at the end of each row."""
    tracker = telling.tracker
    part = part_read(tracker, rows.chosen)
    groups = tuple(group for group in rows.groups if group.rows)
    lines = {row.row.line for group in groups for row in group.rows}
    refs = {row.ref for group in groups for row in group.rows if row.ref}
    trees = kept(
        chosen_workstreams(tracker, rows.chosen),
        lambda row: row.row.line in lines or row.ref in refs,
    )
    blocks: tuple[Block, ...] = (
        Heading(said(rows.title)),
        *(block for group in groups for block in _group_blocks(group, telling, also)),
        *rows.notes,
        *coverage_blocks(tracker, part, is_personal=rows.is_personal),
        buttons(question=rows.question),
    )
    facts = TreeFacts(tracker=tracker, workstreams=trees, coverage=part.coverage, groups=groups)
    return Answer(blocks=blocks, facts=facts, title=rows.title)


def searched_rows(telling: Telling, chosen: Chosen) -> tuple[JudgedRow, ...]:
    """Every row of these workstreams in the order of the index, each ref where it stands first."""
    workstreams = chosen_workstreams(telling.tracker, chosen)
    return each_ref_once(row for workstream in workstreams for row in workstream.all_rows())


def place_part(row: JudgedRow) -> Part:
    """The workstream that the row stands in."""
    return said(f"in {home_words(row)}")


def _group_blocks(
    group: Group, telling: Telling, also: Callable[[JudgedRow], tuple[Part, ...]]
) -> Iterator[Block]:
    yield Heading(said(f"{shortened(group.title)} · {len(group.rows)}"), level=2)
    for row in group.rows:
        yield row_line(row, telling, also=also(row))
