"""A workstream as its heading, its rows, and everything under it."""

from collections.abc import Iterable, Iterator

from bot.answers.answer import Block, Buttons, Heading, Line, Note, Tone
from bot.answers.contradiction import contradiction_part
from bot.answers.counting import bar, box_words, outdated_boxes, stale_words, state_words
from bot.answers.parts import Part, continued, joined, said, shortened
from bot.answers.repairs import repair_part
from bot.answers.rows import Telling, row_line
from bot.answers.scope import home_words, workstream_title
from bot.github_status.facts.index import Problem
from bot.github_status.judge.verdicts import (
    DriftKind,
    JudgedRow,
    JudgedWorkstream,
)

LEVELS = 3
"""Headings of an answer go no deeper than this."""


def workstream_blocks(
    judged: JudgedWorkstream, telling: Telling, *, presses: Iterable[Buttons] = ()
) -> Iterator[Block]:
    """The workstream that was asked for: its headline, its owners, `presses`, then row by row."""
    counts = judged.counts
    words = f" · {state_words(counts, judged.all_rows())}"
    title = said(
        shortened(workstream_title(judged)), words, *contradiction_part(judged, telling.tracker)
    )
    yield Heading(title, level=1, bar=bar(judged.all_rows()))
    yield Note(_summary(judged))
    yield from presses
    yield from _own_blocks(judged, telling)
    if not any(judged.all_rows()) and not judged.also_here:
        yield Note(said("No row stands under this heading."))
    for child in judged.workstreams:
        yield from _section_blocks(child, telling, above=judged, level=2)


def owner_words(judged: JudgedWorkstream) -> str:
    """ "Owner Ana Souza", "Owners Ana Souza, Bo Chen", or that nobody is named."""
    owners = judged.workstream.owners
    if not owners:
        return "No owner named"
    return f"{'Owner' if len(owners) == 1 else 'Owners'} {shortened(', '.join(owners))}"


def _summary(judged: JudgedWorkstream) -> Part:
    boxes = box_words(outdated_boxes(judged.all_findings()))
    texts = (owner_words(judged), *_owner_problems(judged), stale_words(judged.counts), boxes)
    return joined(said(text) for text in texts if text)


def _owner_problems(judged: JudgedWorkstream) -> Iterator[str]:
    for finding in judged.findings:
        if finding.kind is DriftKind.UNKNOWN_OWNER:
            yield continued(finding.evidence)


def _section_blocks(
    judged: JudgedWorkstream, telling: Telling, *, above: JudgedWorkstream, level: int
) -> Iterator[Block]:
    own = list(_own_blocks(judged, telling))
    if own or judged.workstreams:
        yield Heading(_section_title(judged, telling, above=above), level=min(level, LEVELS))
    yield from own
    for child in judged.workstreams:
        yield from _section_blocks(child, telling, above=judged, level=level + 1)


def _section_title(judged: JudgedWorkstream, telling: Telling, *, above: JudgedWorkstream) -> Part:
    owners = judged.workstream.owners
    owner: Part = ()
    if owners != above.workstream.owners:
        owner = said(shortened(", ".join(owners)) or "no owner named")
    name = said(shortened(judged.workstream.name))
    problems = joined(said(text) for text in _owner_problems(judged))
    return (*joined([name, owner, problems]), *contradiction_part(judged, telling.tracker))


def _own_blocks(judged: JudgedWorkstream, telling: Telling) -> Iterator[Block]:
    depths = _depths(judged)
    for row in judged.rows:
        yield row_line(row, telling, depth=depths[row.row.line])
    for row in judged.also_here:
        yield _also_here_line(row, telling)
    for problem in judged.problems:
        yield Note(_problem_part(problem), Tone.WARNING)


def _problem_part(problem: Problem) -> Part:
    """What stands there, and what to write instead."""
    message = f"Line {problem.line}: {shortened(problem.message)}"
    if not problem.suggestion:
        return said(message)
    return (*said(message, " "), *repair_part(f"Write {problem.suggestion}"), *said("."))


def _also_here_line(row: JudgedRow, telling: Telling) -> Line:
    where = said(f"also here, counts in {home_words(row)}")
    return row_line(row, telling, also=[where])


def _depths(judged: JudgedWorkstream) -> dict[int, int]:
    """How far each row is indented, by line: a row stands below the one it is nested under."""
    depths: dict[int, int] = {}
    for judged_row in judged.rows:
        row = judged_row.row
        above = -1 if row.parent_line is None else depths.get(row.parent_line, -1)
        depths[row.line] = above + 1
    return depths
