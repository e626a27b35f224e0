"""One reading of many refs: ask, find what moved, page back where only bots spoke."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import structlog

from bot.errors import GitHubFault, QuotaSpent
from bot.github_status.facts.pulls import Pull
from bot.github_status.facts.refs import Ref, Repository
from bot.github_status.facts.snapshot import Outcome, Reading
from bot.github_status.github.asking import Asker
from bot.github_status.github.keys import TOKEN, Key
from bot.github_status.github.older import is_due, may_need_older, page_of
from bot.github_status.github.parts import Part, credential_notes, part_notes, server_notes
from bot.github_status.github.pool import Pace, Pool, Row
from bot.github_status.github.queries import Look, discussions_query, repository_aliases
from bot.github_status.github.quota import Patience, Policy
from bot.github_status.github.recovery import Found, Place, place_of
from bot.github_status.github.remembered import Remembered
from bot.github_status.github.rows import Fate, Told
from bot.github_status.github.timeline import Page, joined, shows_a_person

log = structlog.get_logger(__name__)

OnProgress = Callable[[int, int], None]

MOST_RECOVERIES = 20
"""Missing numbers of one reading that are looked for by REST; so many are a mistake."""
MOST_OLDER_PAGES = 5
"""Of one time line: 500 entries by bots, more than any of them writes in the longest limit."""
NO_CREDENTIAL = "The GitHub App is not installed there, and no token stands beside it."


def no_progress(_done: int, _total: int) -> None:
    """Nobody watches."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """What came of asking for some refs."""

    readings: tuple[Reading, ...]
    """One per ref, in the order of the refs."""
    credentials: tuple[str, ...]
    """Which were used: "app", "token"."""
    notes: tuple[str, ...]
    """What could not be read although the rows could, in sentences."""


class ReadingRun:
    """The state of one reading."""

    def __init__(
        self,
        asker: Asker,
        pace: Pace,
        remembered: Remembered,
        policy: Policy,
        on_progress: OnProgress,
    ) -> None:
        """Nothing has been asked."""
        self._asker = asker
        self._pace = pace
        self._remembered = remembered
        self._policy = policy
        self._on_progress = on_progress
        self._patience = Patience(policy)
        self._read_at = policy.clock()
        self._total = 0
        self._readings: dict[Ref, Reading] = {}
        self._missing: dict[Ref, Key] = {}
        self._hidden: dict[Ref, Row] = {}
        self._pages: dict[Ref, tuple[Row, Key, Page]] = {}
        self._faults: list[GitHubFault] = []
        self._unread: set[str] = set()
        self._left_out: set[Part] = set()
        self._used: set[Key] = set()

    async def read(self, refs: Sequence[Ref]) -> Batch:
        """Ask for every ref; raises only when nothing at all could be asked."""
        unique = tuple(dict.fromkeys(refs))
        self._total = len(unique)
        await self._ask([Row(ref=ref, look=Look(place=ref)) for ref in unique])
        self._raise_if_nothing_was_asked()
        await self._find_missing()
        await self._page_back()
        return Batch(
            readings=tuple(replace(self._readings[ref], ref=ref) for ref in refs),
            credentials=tuple(sorted({key.name for key in self._used})),
            notes=self._notes(),
        )

    def _notes(self) -> tuple[str, ...]:
        """What could not be read, each thing once."""
        dropped, lacks = self._asker.dropped, self._asker.lacks
        elsewhere = dropped.union(*(lacks.parts(key) for key in self._used))
        return (
            *server_notes(dropped),
            *lacks.notes(self._used),
            *part_notes(self._left_out - elsewhere),
            *credential_notes(self._unread),
        )

    # --- asking ---

    async def _ask(self, rows: Sequence[Row]) -> None:
        """Ask with each repository's credential, then with the token what the app may not see."""
        for key, group in (await self._by_key(rows)).items():
            await self._ask_with(key, group)
        hidden, self._hidden = tuple(self._hidden.values()), {}
        for row in hidden:
            self._asker.keys.token_instead(row.look.place.repository)
        if hidden:
            await self._ask_with(TOKEN, hidden)

    def _raise_if_nothing_was_asked(self) -> None:
        """Not for a limit: the rows say until when, and the last good state can be shown."""
        first = self._faults[0] if self._faults and not self._used else None
        if first is not None and not isinstance(first, QuotaSpent):
            raise first

    async def _by_key(self, rows: Sequence[Row]) -> dict[Key, list[Row]]:
        groups: dict[Key, list[Row]] = {}
        of_repository: dict[Repository, list[Row]] = {}
        for row in rows:
            of_repository.setdefault(row.look.place.repository, []).append(row)
        for repository, here in of_repository.items():
            try:
                key = await self._asker.keys.key_for(repository)
            except GitHubFault as fault:
                self._fail(here, fault)
                continue
            if key is not None:
                groups.setdefault(key, []).extend(here)
                continue
            for row in here:
                self._end(_not_visible(row.ref, NO_CREDENTIAL))
        return groups

    async def _ask_with(self, key: Key, rows: Sequence[Row]) -> None:
        pool = Pool(self._asker, self._pace, self._policy, key=key, patience=self._patience)
        await pool.run(rows, lambda row, told: self._settle(row, told, key))
        self._unread |= pool.unread_fields
        self._left_out |= pool.left_out
        if pool.answered:
            self._used.add(key)
        if pool.fault is not None:
            self._fail(rows, pool.fault)

    def _fail(self, rows: Sequence[Row], fault: GitHubFault) -> None:
        """Nothing more comes: rows that have nothing yet have failed."""
        self._faults.append(fault)
        reason = f"{fault} {fault.advice}".strip()
        for row in rows:
            if row.ref not in self._readings and row.ref not in self._hidden:
                self._end(Reading(ref=row.ref, outcome=Outcome.FAILED, reason=reason))

    def _end(self, reading: Reading) -> None:
        self._readings[reading.ref] = reading
        self._on_progress(min(len(self._readings), self._total), self._total)

    def _settle(self, row: Row, told: Told, key: Key) -> None:
        match told.fate:
            case Fate.TOLD:
                self._take(row, told, key)
            case Fate.MISSING:
                self._missing[row.ref] = key
                self._end(_not_found(row.ref, f"{row.look.place.repository} has no such number."))
            case Fate.HIDDEN if key is not TOKEN and self._asker.keys.has_token:
                self._hidden[row.ref] = row
            case Fate.HIDDEN:
                self._end(_not_visible(row.ref, told.reason))
            case _ if told.node:
                self._take(row, told, key)
            case _:
                reason = f"{told.reason}. Ask again in some minutes."
                self._end(Reading(ref=row.ref, outcome=Outcome.FAILED, reason=reason))

    def _take(self, row: Row, told: Told, key: Key) -> None:
        """Decode what was told, and see whether its time line has to be read further back."""
        read_at = self._policy.clock()
        reading = self._remembered.reading(row.ref, told.node, read_at=read_at)
        if reading.item is not None and reading.item.ref.number != row.look.place.number:
            reason = "GitHub answered about something else. Ask again in some minutes."
            reading = Reading(ref=row.ref, outcome=Outcome.FAILED, reason=reason)
        self._missing.pop(row.ref, None)
        self._end(reading)
        if isinstance(reading.item, Pull) and may_need_older(reading.item):
            page = page_of(told.node, read_at)
            if page is not None and page.before is not None and not shows_a_person(page.events):
                self._pages[row.ref] = (row, key, page)

    # --- what did not resolve ---

    async def _find_missing(self) -> None:
        """Look by REST for numbers that a readable repository does not have."""
        wanted = list(self._missing.items())[:MOST_RECOVERIES]
        places = await asyncio.gather(
            *(place_of(ref, self._asker, key, self._patience) for ref, key in wanted)
        )
        moved, nothing = [], []
        for (ref, key), place in zip(wanted, places, strict=True):
            if place.found is Found.MOVED and place.ref is not None:
                moved.append(Row(ref=ref, look=Look(place=place.ref)))
            elif place.found is Found.NOTHING:
                nothing.append((ref, key))
            else:
                self._end(_not_resolved(ref, place))
        await self._ask_moved(moved)
        await self._name_discussions(nothing)

    async def _ask_moved(self, rows: Sequence[Row]) -> None:
        for row in rows:
            del self._readings[row.ref]
        if rows:
            await self._ask(rows)

    async def _name_discussions(self, nothing: Sequence[tuple[Ref, Key]]) -> None:
        """Say so where the number is a discussion's."""
        for key in dict.fromkeys(key for _, key in nothing):
            refs = [ref for ref, of in nothing if of == key]
            for ref in await discussions_among(refs, self._asker, key, self._patience):
                self._end(
                    _not_found(ref, "It is a discussion, neither a pull request nor an issue.")
                )

    # --- time lines that only bots wrote lately ---

    async def _page_back(self) -> None:
        """Read older pages until a person shows up, each time line by itself, several at once."""
        for _ in range(MOST_OLDER_PAGES):
            due = {ref: found for ref, found in self._pages.items() if is_due(found[2])}
            if not due:
                return
            for key in dict.fromkeys(key for _, key, _ in due.values()):
                rows = [
                    replace(row, look=replace(row.look, before=page.before), tries=0)
                    for row, of, page in due.values()
                    if of == key
                ]
                await self._ask_older(key, rows)

    async def _ask_older(self, key: Key, rows: Sequence[Row]) -> None:
        pace = replace(self._pace, size=1)
        pool = Pool(self._asker, pace, self._policy, key=key, patience=self._patience)
        await pool.run(rows, self._join_older)
        for row in rows:
            # What was not read now is not asked for again; the time line just stays incomplete.
            if self._pages[row.ref][2].before == row.look.before:
                del self._pages[row.ref]

    def _join_older(self, row: Row, told: Told) -> None:
        older = page_of(told.node, self._policy.clock()) if told.fate is Fate.TOLD else None
        item = self._readings[row.ref].item
        if older is None or not isinstance(item, Pull):
            return
        first, key, newer = self._pages[row.ref]
        page = joined(older, newer)
        self._pages[row.ref] = (first, key, page)
        item = replace(item, events=page.events, events_complete=page.complete)
        self._readings[row.ref] = replace(self._readings[row.ref], item=item)


async def discussions_among(
    refs: Sequence[Ref], asker: Asker, key: Key, patience: Patience
) -> tuple[Ref, ...]:
    """Those of the refs that are discussions, as far as GitHub answers; one query."""
    try:
        answer = await asker.told(lambda _: discussions_query(refs), key, patience)
    except GitHubFault:
        return ()
    aliases = repository_aliases(refs)
    repositories = {ref: answer.data.get(aliases[ref.repository]) for ref in refs}
    return tuple(
        ref for ref, found in repositories.items() if found and found.get(f"n{ref.number}")
    )


def _not_found(ref: Ref, reason: str) -> Reading:
    return Reading(ref=ref, outcome=Outcome.NOT_FOUND, reason=reason)


def _not_visible(ref: Ref, reason: str) -> Reading:
    return Reading(ref=ref, outcome=Outcome.NOT_VISIBLE, reason=reason)


def _not_resolved(ref: Ref, place: Place) -> Reading:
    if place.found is Found.DELETED:
        return _not_found(ref, "It was deleted.")
    return _not_found(ref, f"{ref.repository} has no such number; whether it moved is not known.")
