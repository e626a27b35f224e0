"""`parse`: what the reader sees in the text of a tracking issue. Asks nobody."""

import sys
from collections.abc import Iterator
from pathlib import Path

from bot import PROGRAM
from bot.errors import UserError
from bot.github_status.facts.index import Box, Index, Row, Workstream
from bot.github_status.facts.refs import Repository
from bot.github_status.index import parse_index
from bot.github_status.index.corpus_form import corpus_form
from bot.render.clean import clean
from bot.render.json_layout import json_by_line
from bot.terminal.options import ExitStatus, Options
from bot.terminal.streams import Streams

_USAGE = f"Usage: {PROGRAM} parse FILE|- --repo OWNER/REPO [--json]"
_BOXES = {Box.TICKED: "[x] ", Box.EMPTY: "[ ] ", Box.NONE: ""}


def outline_status(options: Options, streams: Streams) -> ExitStatus:
    """Print what was read; raises `UserError` when the file or the repository is wrong."""
    repository = Repository.parse(options.repo or "")
    if repository is None:
        said = "is missing" if options.repo is None else "is no OWNER/REPO"
        raise UserError(f"--repo {said}: a bare #12 belongs to it.", advice=_USAGE)
    if len(options.words) != 2:
        raise UserError("“parse” takes one file, or - for standard input.", advice=_USAGE)
    text = _text(options.words[1])
    if "\0" in text:  # it is read all the same: one stray byte hides nothing
        streams.warn("This is no plain text: it has NUL bytes.", "Save an issue's text as UTF-8.")
    index = parse_index(text, repository=repository)
    if options.json:
        streams.show_data(json_by_line(corpus_form(index)))
    else:
        streams.show("".join(f"{line}\n" for line in outline(index)))
    return ExitStatus.ANSWERED


def outline(index: Index) -> Iterator[str]:
    """Workstreams, rows and problems, a line each, with their lines in the text."""
    for workstream in index.walk():
        yield from _workstream_lines(workstream)
    if not any(True for _ in index.rows()):
        yield "No rows."
    for problem in index.problems:
        meant = f" Write {clean(problem.suggestion)}." if problem.suggestion else ""
        yield f"Line {problem.line}: {clean(problem.message)}{meant}"


def _workstream_lines(workstream: Workstream) -> Iterator[str]:
    depth = "  " * len(workstream.path)
    if workstream.path:
        owners = f" ({', '.join(map(clean, workstream.owners))})" if workstream.owners else ""
        yield f"{'  ' * (len(workstream.path) - 1)}{clean(workstream.name)}{owners}"
    for row in workstream.rows:
        yield f"{depth}{row.line}: {_row_text(row)}"


def _row_text(row: Row) -> str:
    refs = ", ".join(
        str(found.ref) if found.ref == row.primary else f"{found.ref} ({found.role.value})"
        for found in row.refs
    )
    also = f" · also {', '.join(map(clean, row.also))}" if row.also else ""
    return f"{_BOXES[row.box]}{refs or 'no ref'} {clean(row.text)}{also}".rstrip()


def _text(file: str) -> str:
    """The text as it stands, line ends included; bytes that are no UTF-8 are shown as such."""
    if file == "-" and sys.stdin is None:
        raise UserError("Standard input is closed.", advice=_USAGE)
    try:
        source = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        reason = (error.strerror or "it fails").lower()
        raise UserError(f"{file} cannot be read: {reason}.", advice=_USAGE) from error
    return source.decode(errors="replace")
