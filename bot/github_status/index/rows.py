"""From an item to a row: its refs with their roles, its people, words and state."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache

from bot.github_status.facts.index import Box, Role, Row, RowRef
from bot.github_status.facts.refs import Ref, Repository
from bot.github_status.index.also import named_workstreams
from bot.github_status.index.blocks import Item
from bot.github_status.index.cues import PLAIN, Claim, Weight
from bot.github_status.index.owners import (
    inline_owners,
    is_owner_label,
    names_in,
    owner_line,
    placed_logins,
)
from bot.github_status.index.quick import new_row, new_row_ref
from bot.github_status.index.refs import FoundRef
from bot.github_status.index.roles import claims, is_bag, lead_claim, primary
from bot.github_status.index.row_text import first_word, row_text
from bot.github_status.index.status import claimed_status, is_status_column
from bot.github_status.index.words import Words

_OTHER_PEOPLE_COLUMNS = ("review", "cc", "liaison", "report", "approv", "request")
"""Beginnings of the headings of columns whose logins do not answer for the row."""

_NO_WORDS = Words("", 0)

_PRIMARY = Role.PRIMARY
"""By a name of its own: Python 3.11 takes as long for a member of an enum as for a call."""

_BOXES = {None: Box.NONE, True: Box.TICKED, False: Box.EMPTY}


@dataclass(frozen=True, slots=True)
class _Column:
    """What the heading of a column says about its cells."""

    is_owners: bool
    is_other_people: bool
    is_state: bool
    is_plain: bool
    """A ref that stands alone in such a cell is what the row is about, and that is all of it."""


@lru_cache(maxsize=64)
def _column(heading: str) -> _Column:
    """Asked for each cell, of the few headings that a table has."""
    is_owners, is_state = is_owner_label(heading), is_status_column(heading)
    return _Column(
        is_owners=is_owners,
        is_other_people=heading.casefold().startswith(_OTHER_PEOPLE_COLUMNS),
        is_state=is_state,
        is_plain=not is_owners and not is_state and lead_claim(heading) is PLAIN,
    )


class RowMaker:
    """Makes the rows of one index."""

    def __init__(self, *, home: Repository, workstreams: Callable[[], Collection[str]]) -> None:
        """`workstreams` gives the folded names of those in the index; a row may name them."""
        self._home = home
        self._workstreams = workstreams
        self._only_refs: dict[str, tuple[RowRef]] = {}

    def row(self, item: Item) -> Row:
        """The row of an item."""
        if (found := _all_of_it(item)) is not None:
            return self._only_ref_row(item, found)
        said = [
            claims(words.text, refs, lead=heading) if refs else []
            for (heading, words), refs in zip(item.headed(), item.refs, strict=True)
        ]
        owners = _owners(item, item.refs)
        main, text = _words_of(item, said, owners=owners, home=self._home)
        words, refs = (item.parts[main], item.refs[main]) if item.parts else (_NO_WORDS, ())
        return new_row(
            line=item.line,
            text=text,
            box=_BOXES[item.ticked],
            box_at=item.box_at,
            refs=_row_refs(item, said),
            also=named_workstreams(words.text, self._workstreams),
            owners=owners,
            struck=bool(words.struck) and any(map(words.is_struck, first_word(words, refs))),
            status=_status(item, words, text, said),
            parent_line=item.parent_line,
        )

    def _only_ref_row(self, item: Item, found: FoundRef) -> Row:
        refs = self._only_refs.get(found.written)
        # What is written alike is made once, and the scanner gives it the same ref.
        if refs is None or refs[0].ref is not found.ref:
            refs = (new_row_ref(ref=found.ref, role=_PRIMARY, written=found.written),)
            self._only_refs[found.written] = refs
        return new_row(
            line=item.line,
            text="",
            box=_BOXES[item.ticked],
            box_at=item.box_at,
            refs=refs,
            parent_line=item.parent_line,
        )


def _all_of_it(item: Item) -> FoundRef | None:
    """The ref of a row that has not a word more, as most rows of long lists; else `None`."""
    at = 0 if len(item.refs) == 1 else _only_cell(item)
    if at is None or len(item.refs[at]) != 1:
        return None
    words, found = item.parts[at], item.refs[at][0]
    if words.text != found.written or words.struck:
        return None
    return found if not item.headings or _column(item.headings[at]).is_plain else None


def _only_cell(item: Item) -> int | None:
    """The place of the only cell with words; `None` when several have some, or none."""
    only: int | None = None
    for place, words in enumerate(item.parts):
        if words.text or item.refs[place]:
            if only is not None:
                return None
            only = place
    return only


def _row_refs(item: Item, said: Sequence[Sequence[Claim]]) -> tuple[RowRef, ...]:
    """Each ref once, with its role."""
    with_refs = [number for number, refs in enumerate(item.refs) if refs]
    if len(with_refs) == 1 and len(item.refs[with_refs[0]]) == 1:
        part = with_refs[0]
        return (_only_ref(item.refs[part][0], said[part][0]),)
    named = _named_once(item, said)
    is_bare_bullet = item.ticked is None and len(item.parts) == 1
    chosen = primary(
        [(ref, claim, is_struck) for ref, (_, claim, is_struck) in named.items()],
        is_bag=is_bare_bullet and is_bag(item.parts[0].unlinked, item.refs[0]),
    )
    return tuple(
        new_row_ref(
            ref=ref,
            role=_PRIMARY if ref == chosen else claim.role,
            written=first.written,
            claim=claim.role if claim.words else None,
        )
        for ref, (first, claim, _) in named.items()
    )


def _only_ref(found: FoundRef, claim: Claim) -> RowRef:
    role = claim.role if claim.weight is Weight.NEVER else _PRIMARY
    claimed = claim.role if claim.words else None
    return new_row_ref(ref=found.ref, role=role, written=found.written, claim=claimed)


def _named_once(
    item: Item, said: Sequence[Sequence[Claim]]
) -> dict[Ref, tuple[FoundRef, Claim, bool]]:
    """Each ref where it is first named, its claim, and whether it is struck through there.

    A ref that is named twice keeps the stronger of its claims.
    """
    named: dict[Ref, tuple[FoundRef, Claim, bool]] = {}
    for words, refs, part_claims in zip(item.parts, item.refs, said, strict=True):
        for found, claim in zip(refs, part_claims, strict=True):
            known = named.get(found.ref)
            if known is None:
                named[found.ref] = (found, claim, words.is_struck(found.start))
            elif claim.weight > known[1].weight:
                named[found.ref] = (known[0], claim, known[2])
    return named


def _owners(item: Item, refs: Sequence[Sequence[FoundRef]]) -> tuple[str, ...]:
    names: list[str] = []
    for (heading, words), part_refs in zip(item.headed(), refs, strict=True):
        if not words.text:
            continue
        if not heading:
            names += _named_in(words, part_refs)
        elif (column := _column(heading)).is_owners:
            names += names_in(words.prose)
        elif not column.is_other_people:
            names += _named_in(words, part_refs)
    return tuple(dict.fromkeys(names)) if names else ()


def _named_in(words: Words, refs: Sequence[FoundRef]) -> Sequence[str]:
    """Owners in a paragraph or a cell: its owner lines, "(lead: @x)", and logins placed well."""
    prose = words.prose
    has_colon = ":" in prose or "：" in prose
    if not has_colon and "@" not in prose:
        return ()
    names: list[str] = []
    if has_colon:
        lines = prose.replace("\v", "\n").split("\n")
        names += (name for line in lines for name in owner_line(line) or ())
        names += inline_owners(words)
    if "@" in prose:
        names += placed_logins(words, [(ref.start, ref.end) for ref in refs])
    return names


def _words_of(
    item: Item, said: Sequence[Sequence[Claim]], *, owners: Sequence[str], home: Repository
) -> tuple[int, str]:
    """Which part names the row, and its words. Of a table: the first cell with letters."""
    best = (0, "")
    for number, (heading, words) in enumerate(item.headed()):
        if item.is_cells and not (words.text and _may_name_row(heading, words, item.refs[number])):
            continue
        text = row_text(words, item.refs[number], said[number], owners=owners, home=home)
        if not item.is_cells or any(map(str.isalpha, text)):
            return number, text
        if text and not best[1]:
            best = (number, text)
    return best


def _may_name_row(heading: str, words: Words, refs: Sequence[FoundRef]) -> bool:
    """The cell has words beside a ref, and is in no column of owners or states."""
    is_only_ref = len(refs) == 1 and words.text == refs[0].written
    if is_only_ref or not words.text or not heading:
        return bool(words.text) and not is_only_ref
    column = _column(heading)
    return not (column.is_owners or column.is_state)


def _status(item: Item, words: Words, text: str, said: Sequence[Sequence[Claim]]) -> str | None:
    if item.is_cells:
        for heading, cell in item.headed():
            if heading and _column(heading).is_state and (state := cell.text.strip()):
                return state.split(" - ")[0]
    return claimed_status(words.text, text, [claim for part in said for claim in part])
