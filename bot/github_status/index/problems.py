"""What a person can read in a row and GitHub, or this reader, could not: each with its line."""

import re
from collections.abc import Iterator, Sequence

from bot.github_status.facts.index import Problem, ProblemKind
from bot.github_status.index.blocks import Item
from bot.github_status.index.refs import FoundRef, Scanner
from bot.github_status.index.row_text import LONGEST_TEXT

_MOST_IN_A_ROW = 20
"""Problems that one row may report of a kind: more say nothing new."""

_DIGIT = re.compile("[1-9]")
_WORDED = re.compile(
    r"(?<![\w#/.-])(?:(?:PRs?|pull requests?|issues?)(?:[ \u00a0-]|\s?:\s?|\s?no\.?\s?)?"
    r"|#[ \u00a0])(?P<number>[1-9][0-9]{0,5})(?![\w%/.-]|[,.][0-9])",
    re.IGNORECASE,
)
# Boxes that GitHub does not take for one: nothing, several signs or another sign in it, or no blank
# behind it.
_NEAR_BOX = re.compile(
    r"\[(?:(?P<unspaced>[xX ]\](?=[^\s(\[:]))|(?: {0,2}[xX] {1,2}| {1,2}[xX]| {2,3})\](?![(\[:])"
    r"|\](?=\s)|[✓✔✅☑√*]\](?=\s))"
)


def has_flaw(refs: Sequence[Sequence[FoundRef]]) -> bool:
    """There are `ref_problems`."""
    for part_refs in refs:
        for found in part_refs:
            if found.suggestion or found.shown:
                return True
    return False


def ref_problems(item: Item, refs: Sequence[Sequence[FoundRef]]) -> Iterator[Problem]:
    """Refs that GitHub does not link, and links that say one thing and point at another."""
    for words, part_refs in zip(item.parts, refs, strict=True):
        flawed = [ref for ref in part_refs if ref.suggestion or ref.shown]
        for ref in flawed[:_MOST_IN_A_ROW]:
            line = item.line if item.is_cells else words.line_at(ref.start)
            if ref.suggestion:
                yield _malformed(
                    line,
                    f"GitHub does not link “{ref.written}”; it is read as {ref.ref}.",
                    ref.suggestion,
                )
            else:
                message = (
                    f"The link says “{ref.shown}” and points at {ref.ref}; it is read as {ref.ref}."
                )
                yield Problem(line=line, kind=ProblemKind.TARGET_DIFFERS, message=message)


def near_ref_problems(item: Item, scanner: Scanner) -> Iterator[Problem]:
    """Numbers in a row that has no ref: perhaps meant as one."""
    for words in item.parts:
        line = words.line
        nears = (
            [(near.written, near.suggestion) for near in scanner.near_refs(words)]
            if "/" in words.text
            else []
        )
        if not nears and _DIGIT.search(words.text):
            nears = [
                (found[0].strip(), f"#{found['number']}")
                for found in _WORDED.finditer(words.unlinked)
            ]
        for written, suggestion in nears[:_MOST_IN_A_ROW]:
            yield _malformed(
                line,
                f"“{written}” names no ref that GitHub links; it is not read as one.",
                suggestion,
            )


def box_problem(item: Item) -> Problem | None:
    """A box that a person sees and GitHub does not."""
    text = item.parts[0].text if item.parts else ""
    found = _NEAR_BOX.match(text) if text.startswith("[") else None
    if found is None:
        return None
    box = "[x]" if re.search(r"[xX✓✔✅☑√]", found[0]) else "[ ]"
    mend = ": put a space after the box" if found["unspaced"] else ""
    message = (
        f"GitHub shows no check box for “{found[0]}”{mend}; the row is read as one without a box."
    )
    return Problem(
        line=item.line, kind=ProblemKind.UNREADABLE, message=message, suggestion=f"{box} "
    )


def empty_problem(item: Item) -> Problem:
    """A task item without words."""
    return Problem(
        line=item.line, kind=ProblemKind.EMPTY_ROW, message="The check box has no words beside it."
    )


def text_problem(line: int) -> Problem:
    """A row whose words were cut."""
    message = (
        f"The row has more than {LONGEST_TEXT} characters; the rest of its words is left away."
    )
    return Problem(line=line, kind=ProblemKind.TOO_LONG, message=message)


def depth_problem(line: int) -> Problem:
    """Workstreams that nest deeper than they are kept."""
    message = (
        "From here on headings and lists nest too deeply; "
        "their rows are shown under the workstream above."
    )
    return Problem(line=line, kind=ProblemKind.TOO_DEEP, message=message)


def html_problem(line: int) -> Problem:
    """A list that GitHub shows as text."""
    message = (
        "GitHub shows this list as plain text: no blank line stands between it and the HTML above."
    )
    return Problem(
        line=line,
        kind=ProblemKind.UNREADABLE,
        message=message,
        suggestion="a blank line before the list",
    )


def _malformed(line: int, message: str, suggestion: str) -> Problem:
    return Problem(
        line=line, kind=ProblemKind.MALFORMED_REF, message=message, suggestion=suggestion
    )
