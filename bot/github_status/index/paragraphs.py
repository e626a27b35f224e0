"""Paragraphs between lists: owner lines, and lines that open a workstream (labels, persons)."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.github_status.facts.index import WorkstreamKind
from bot.github_status.index.blocks import Item, Paragraph
from bot.github_status.index.labels import (
    ends_sentence,
    is_bold_line,
    is_label,
    name_of,
    person_line,
    person_owners,
)
from bot.github_status.index.outline import Outline
from bot.github_status.index.owners import heading_owners, is_bare_owner_line, names_in, owner_line
from bot.github_status.index.refs import Scanner
from bot.github_status.index.words import Words


@dataclass(slots=True)
class _Candidate:
    """A line that is a label when a list follows."""

    words: Words
    last_line: int
    """Of the label, or of the owner lines below it."""
    owners: list[str] = field(default_factory=list)


class ParagraphReader:
    """Reads paragraphs into the outline; keeps the line that may be the label of what follows."""

    def __init__(self, outline: Outline, scanner: Scanner) -> None:
        self._outline = outline
        self._scanner = scanner
        self._label: _Candidate | None = None
        self._awaits_names = False

    def take(self, block: Paragraph) -> None:
        """Take one paragraph; of a quote only its owner lines count."""
        may_be_label = True
        for line in block.words.lines():
            text = line.prose.strip()
            if block.is_quoted:
                self._outline.current.owners += owner_line(text) or ()
                continue
            is_mark = self._take_mark(line, text)
            if not is_mark:
                self._label = _Candidate(line, line.line) if may_be_label else None
            # A line that goes on with the sentence of the line before is no label.
            may_be_label = is_mark or ends_sentence(text)

    def _take_mark(self, line: Words, text: str) -> bool:
        """Take an owner line, a person or a bold line; false for any other line."""
        owners = owner_line(text)
        if owners is not None:
            self._take_owners(line, owners, is_bare=is_bare_owner_line(text))
            return True
        self.drop_label()
        person = person_line(text)
        if person is not None:
            node = self._outline.open_label(person, WorkstreamKind.PERSON, line.line)
            node.owners += person_owners(person)
            return True
        if is_bold_line(line):
            node = self._outline.open_label(name_of(line.text), WorkstreamKind.BOLD, line.line)
            node.owners += heading_owners(line)
            return True
        return False

    def _take_owners(self, line: Words, owners: Sequence[str], *, is_bare: bool) -> None:
        self._awaits_names = is_bare
        if self._label is not None and self._is_label(self._label, before_line=line.line):
            self._label.owners += owners
            self._label.last_line = line.line
        else:
            self._label = None
            self._outline.current.owners += owners

    def open_label(self, *, before_line: int) -> None:
        """A list or a table begins on this line: the line before it may have been its label."""
        label, self._label = self._label, None
        if label is None:
            return
        if self._is_label(label, before_line=before_line):
            node = self._outline.open_label(
                name_of(label.words.text), WorkstreamKind.LABEL, label.words.line
            )
            node.owners += (*heading_owners(label.words), *label.owners)
        else:
            self._outline.current.owners += label.owners

    def drop_label(self) -> None:
        """Something else than a list follows: the line before it was only text."""
        if self._label is not None:
            self._outline.current.owners += self._label.owners
        self._label, self._awaits_names = None, False

    def takes_names(self, items: Sequence[Item]) -> bool:
        """The list holds the names for an "Owners:" line directly above it."""
        awaits, self._awaits_names = self._awaits_names, False
        if not awaits or not items:
            return False
        lines = [words.prose.strip() for item in items for words in item.parts]
        if not all(line.startswith(("@", "%")) for line in lines) or any(
            i.ticked is not None for i in items
        ):
            return False
        self._outline.current.owners += (name for line in lines for name in names_in(line))
        return True

    def _is_label(self, label: _Candidate, *, before_line: int) -> bool:
        text = label.words.prose
        has_ref = ("#" in text or "/" in text) and bool(self._scanner.refs(label.words))
        return is_label(
            label.words.text, is_adjacent=before_line == label.last_line + 1, has_ref=has_ref
        )
