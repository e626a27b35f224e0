"""The replies of a digest: one for each set of owners, only where something is new."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from bot.answers.answer import Answer, Block, DigestFacts, Heading, Line, Mark, Span
from bot.answers.digest_sheet import Sheet
from bot.answers.digest_words import owners_key, owners_label
from bot.answers.index_lines import index_line
from bot.answers.links import ref_span
from bot.answers.lists import place_part
from bot.answers.parts import Part, counted, day, joined, listed, said, shortened
from bot.answers.private import PRIVATE_PULL
from bot.answers.rows import Telling, row_line
from bot.answers.scope import home_words
from bot.answers.thanks import thanks_part
from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Reading
from bot.github_status.judge.changes import Changes, Split, Window
from bot.github_status.judge.states import ended_at
from bot.github_status.judge.verdicts import JudgedRow


@dataclass(frozen=True, slots=True, kw_only=True)
class DigestReply:
    """One message in the thread."""

    key: str
    """Names it within the digest, the same whenever it is made from the same reading: the folded
    owners; empty for rows that nobody answers for."""
    owners: tuple[str, ...]
    """As written; empty for rows that nobody answers for."""
    answer: Answer


@dataclass(slots=True)
class _Draft:
    """What one set of owners is told, by the title that it stands under."""

    owners: tuple[str, ...]
    first: int
    """Where the first of it stands in the index."""
    lines: dict[str, list[Line]] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    """Of what counts here; a row of several workstreams counts in the first."""
    elsewhere: int = 0


MERGED, PARTS, STALE, OPENED = "newly merged", "parts merged", "newly stale", "opened"
CLOSED, INDEX = "closed without a merge", "index"

_TITLES = {
    MERGED: "Newly merged",
    PARTS: "Parts merged",
    STALE: "Newly stale",
    OPENED: "Opened",
    CLOSED: "Closed without a merge",
    INDEX: "Index",
}


class _Drafts:
    """The replies, while they are put together."""

    def __init__(self) -> None:
        self._drafts: dict[str, _Draft] = {}

    def add(self, owners: tuple[str, ...], what: str, line: Line, *, at: int) -> None:
        """A line that counts here."""
        self._draft(owners, what, line, at).counts[what] += 1

    def name(self, owners: tuple[str, ...], what: str, line: Line, *, at: int) -> None:
        """A line that counts in another reply."""
        self._draft(owners, what, line, at).elsewhere += 1

    def _draft(self, owners: tuple[str, ...], what: str, line: Line, at: int) -> _Draft:
        draft = self._drafts.setdefault(owners_key(owners), _Draft(owners, at))
        if at < draft.first:
            draft.first, draft.owners = at, owners
        draft.lines.setdefault(what, []).append(line)
        return draft

    def in_order(self) -> list[tuple[str, _Draft]]:
        """In the order of the index."""
        return sorted(self._drafts.items(), key=lambda found: found[1].first)


def digest_replies(sheet: Sheet, telling: Telling) -> tuple[DigestReply, ...]:
    """What is new, by owners as written, in the order of the index."""
    drafts = _Drafts()
    changes = sheet.changes
    homes = _homes(telling)
    for what, rows in (
        (MERGED, changes.merged),
        (STALE, changes.newly_stale),
        (OPENED, changes.opened),
        (CLOSED, changes.closed),
    ):
        for row in rows:
            news = _news(what, row, changes.window, telling)
            _add_row(drafts, what, row, news, homes, telling)
    readings = {reading.ref: reading for reading in telling.tracker.snapshot.readings}
    for split in changes.splits:
        line = _split_line(split, readings, telling)
        drafts.add(split.row.owners, PARTS, line, at=split.row.row.line)
    _add_index(drafts, changes, readings, telling)
    facts = sheet.facts
    return tuple(_reply(key, draft, facts) for key, draft in drafts.in_order())


def _add_index(
    drafts: _Drafts, changes: Changes, readings: Mapping[Ref, Reading], telling: Telling
) -> None:
    """What is not listed any more, or is about a whole workstream, stands behind all rows."""
    rows = [row for row in telling.tracker.rows() if row.ref is not None]
    lines = {row.ref: row.row.line for row in reversed(rows)}
    behind = max((row.row.line for row in telling.tracker.rows()), default=0) + 1
    for change in changes.index or ():
        line = index_line(change, readings.get(change.ref) if change.ref else None, telling.tracker)
        drafts.add(change.owners, INDEX, line, at=lines.get(change.ref, behind))


def _key(row: JudgedRow) -> Ref | None:
    return row.ref or (row.reading.ref if row.reading else None)


def _homes(telling: Telling) -> dict[Ref, list[JudgedRow]]:
    """Every row of each ref, in the order of the index."""
    homes: dict[Ref, list[JudgedRow]] = {}
    for row in telling.tracker.rows():
        ref = _key(row)
        if ref is not None:
            homes.setdefault(ref, []).append(row)
    return homes


def _add_row(
    drafts: _Drafts,
    what: str,
    row: JudgedRow,
    news: tuple[Part, ...],
    homes: dict[Ref, list[JudgedRow]],
    telling: Telling,
) -> None:
    """The row under its owners, and its name under those of other workstreams that list it."""
    ref = _key(row)
    others = [
        other
        for other in (homes.get(ref, []) if ref else [])
        if other.workstream.path != row.workstream.path
    ]
    here = [o for o in others if owners_key(o.owners) == owners_key(row.owners)]
    also = said(f"also in {listed(dict.fromkeys(map(home_words, here)))}") if here else ()
    line = row_line(row, telling, also=(place_part(row), also, *news))
    drafts.add(row.owners, what, line, at=row.row.line)
    there = {owners_key(o.owners): o for o in reversed(others) if o not in here}
    for other in reversed(there.values()):
        counts = said(f"also in {home_words(other)}, counts in {home_words(row)}")
        line = row_line(other, telling, also=(counts,))
        drafts.name(other.owners, what, line, at=other.row.line)


def _news(what: str, row: JudgedRow, window: Window, telling: Telling) -> tuple[Part, ...]:
    """What a row's line does not say of it at other times."""
    if what == OPENED:
        return (_opened_part(row, window, telling),)
    at = ended_at(row.item)
    is_old = what in (MERGED, CLOSED) and at is not None and at < window.start
    thanks = thanks_part(row, telling) if what == MERGED else ()
    return (said("not known last time") if is_old else (), thanks)


def _opened_part(row: JudgedRow, window: Window, telling: Telling) -> Part:
    created_at = UNKNOWN if row.item is None else row.item.created_at
    if created_at is UNKNOWN or not window.holds(created_at):
        return said("reopened")
    if row.staleness.last_progress is None and row.staleness.last_progress_at is not None:
        # The row says already that it was opened, and nothing since.
        return ()
    return said("opened ", day(created_at, now=telling.tracker.now))


def _split_line(split: Split, readings: Mapping[Ref, Reading], telling: Telling) -> Line:
    words = split_part(split, readings, telling, by=" · ")
    mark = Mark.MERGED if split.merged == split.parts else Mark.OPEN
    return Line(joined([words, place_part(split.row)]), mark=mark)


def split_part(
    split: Split,
    readings: Mapping[Ref, Reading],
    telling: Telling,
    *,
    merged: str = " merged",
    by: str,
) -> Part:
    """ "4 of 4 parts of #2819 merged, now #2901 and #2902"; where nobody says how many there are
    "1 part of #1368 merged"."""
    tracker = telling.tracker
    whole: Span | str = shortened(split.row.row.text or PRIVATE_PULL)
    if split.whole is not None:
        whole = ref_span(split.whole, readings.get(split.whole), tracker)
    words = said(f"{_parts_words(split)} of ", whole, merged)
    newly = [said(ref_span(ref, readings.get(ref), tracker)) for ref in split.newly]
    now: Part = (*said("now "), *joined(newly, by=", ")) if newly else ()
    return joined([words, now], by=by)


def _parts_words(split: Split) -> str:
    if split.parts is None:
        return counted(split.merged, "part")
    return "the only part" if split.parts == 1 else f"{split.merged} of {split.parts} parts"


def _reply(key: str, draft: _Draft, facts: DigestFacts) -> DigestReply:
    counts = [_count_words(what, draft.counts[what]) for what in _TITLES if draft.counts[what]]
    if draft.elsewhere:
        counts.append(f"{draft.elsewhere} counted elsewhere")
    title = f"{shortened(owners_label(draft.owners))} · {', '.join(counts)}"
    blocks = (Heading(said(title)), *_sections(draft))
    answer = Answer(blocks=blocks, facts=facts, title=title)
    return DigestReply(key=key, owners=draft.owners, answer=answer)


def _count_words(what: str, count: int) -> str:
    if what == INDEX:
        return f"{counted(count, 'change')} of the index"
    return what if what == PARTS else f"{count} {what}"


def _sections(draft: _Draft) -> Iterator[Block]:
    """By what is new; where all of it is of one kind, the reply's title says it already."""
    is_said = len(draft.lines) == 1 and bool(draft.counts)
    for what, title in _TITLES.items():
        if what in draft.lines:
            if not is_said:
                yield Heading(said(title), level=2)
            yield from draft.lines[what]


def as_sections(replies: Iterable[DigestReply]) -> Iterator[Block]:
    """The replies as sections of one answer: their titles one level lower."""
    for reply in replies:
        for block in reply.answer.blocks:
            yield replace(block, level=block.level + 1) if isinstance(block, Heading) else block
