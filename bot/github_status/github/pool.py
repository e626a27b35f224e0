"""Asks many rows with one credential: several queries at once, smaller ones after trouble.

The policy, in one place:

- a batch that took too long, was too large or broke off is halved, down to one row, which is
  tried three times;
- queries that fail together are one round; after each round there is a pause, twice as long as
  the last, and half as many queries at once; after six rounds without any answer (three without a
  connection) the pool gives up;
- a limit that GitHub names is waited for, as long as the question's patience lasts.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from bot.errors import GitHubFault
from bot.github_status.facts.refs import Ref, Repository
from bot.github_status.github.answers import Answer, NoAnswer, Trouble
from bot.github_status.github.asking import MOST_AT_ONCE, PAUSE_SECONDS, TRIES, Asker
from bot.github_status.github.keys import Key
from bot.github_status.github.parts import Part
from bot.github_status.github.queries import Look, batch_query
from bot.github_status.github.quota import Patience, Policy
from bot.github_status.github.rows import Fate, Told, rows_of

MOST_ROWS = 25
"""Of one query. Not the points but GitHub's ten seconds and its limits of memory decide."""
ANSWERS_PER_STEP = 10
"""So many answers without trouble allow one more query at once."""
ROUNDS = 6
ROUNDS_WITHOUT_CONNECTION = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One ref, what is asked for it, and how often it was asked alone in vain."""

    ref: Ref
    look: Look
    tries: int = 0


Settle = Callable[[Row, Told], None]


@dataclass
class Pace:
    """What GitHub bears, as far as seen. Lives as long as the client."""

    size: int = MOST_ROWS
    at_once: int = MOST_AT_ONCE
    without: dict[tuple[Key, Repository], frozenset[Part]] = field(default_factory=dict)
    """Parts that a credential may not read in a repository, and that hide more than themselves."""
    answers: int = 0

    def went_well(self) -> None:
        """Grow back slowly."""
        self.size = min(MOST_ROWS, self.size + 1)
        self.answers += 1
        if self.answers % ANSWERS_PER_STEP == 0:
            self.at_once = min(MOST_AT_ONCE, self.at_once + 1)


class Pool:
    """One run over some rows with one credential."""

    def __init__(
        self, asker: Asker, pace: Pace, policy: Policy, *, key: Key, patience: Patience
    ) -> None:
        """Nothing has been asked."""
        self._asker = asker
        self._pace = pace
        self._policy = policy
        self._key = key
        self._patience = patience
        self._waiting: deque[tuple[Row, ...]] = deque()
        self._round = 0
        self._at_once = pace.at_once
        self.fault: GitHubFault | None = None
        """Why it gave up; rows that were not settled then stay so."""
        self.unread_fields: set[str] = set()
        """Fields that the credential may not read."""
        self.left_out: set[Part] = set()
        """Parts that were not asked everywhere, since the credential may not read them."""
        self.answered = False

    async def run(self, rows: Sequence[Row], settle: Settle) -> None:
        """Ask until every row is settled, or there is no point in asking on."""
        self._waiting.extend(_chunks(rows, self._pace.size))
        running: set[asyncio.Task[None]] = set()
        try:
            while running or self._may_start:
                while self._may_start and len(running) < self._at_once:
                    running.add(asyncio.create_task(self._batch(self._waiting.popleft(), settle)))
                done, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    task.result()
        finally:
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)

    @property
    def _may_start(self) -> bool:
        return bool(self._waiting) and self.fault is None

    async def _batch(self, rows: tuple[Row, ...], settle: Settle) -> None:
        """Ask one query, and settle its rows or put them back."""
        rows = tuple(self._with_memory(row) for row in self._cut_to_size(rows))
        started_in = self._round
        if started_in:
            await self._policy.sleep(PAUSE_SECONDS * 2 ** (started_in - 1))
        looks = [row.look for row in rows]
        try:
            answer = await self._asker.ask(
                lambda d: batch_query(looks, d), self._key, self._patience
            )
        except GitHubFault as fault:
            self.fault = self.fault or fault
            return
        if isinstance(answer, NoAnswer):
            self._take_trouble(rows, answer, settle, is_new_round=started_in == self._round)
        else:
            self._take_answer(rows, answer, settle)

    def _cut_to_size(self, rows: tuple[Row, ...]) -> tuple[Row, ...]:
        """At most as many rows as a query may have by now; the rest waits."""
        size = self._pace.size
        if len(rows) > size:
            self._waiting.appendleft(rows[size:])
        return rows[:size]

    def _take_answer(self, rows: tuple[Row, ...], answer: Answer, settle: Settle) -> None:
        self.answered = True
        self._round = 0
        self._pace.went_well()
        self._at_once = min(self._pace.at_once, self._at_once + 1)
        again, less = [], []
        for row, told in zip(rows, rows_of(answer, [row.look for row in rows]), strict=True):
            if told.fate is Fate.TOO_MUCH:
                again.append((row, told))
            elif told.fate is Fate.FORBIDDEN_PART:
                self._forget(row, told.without)
                less.append(row)
            else:
                self.unread_fields |= told.unread
                self.left_out |= row.look.without
                settle(row, told)
        # Together, so that what one credential may not read costs one more query.
        self._waiting.extend(_chunks(less, MOST_ROWS))
        self._once_more(again, len(rows), "GitHub could not answer for it", settle)

    def _take_trouble(
        self, rows: tuple[Row, ...], no: NoAnswer, settle: Settle, *, is_new_round: bool
    ) -> None:
        match no.trouble:
            case Trouble.LIMITED | Trouble.UNKNOWN_FIELDS | Trouble.MISSING_SCOPES:
                self._waiting.appendleft(rows)
            case Trouble.SECONDARY_LIMIT:
                self._pace.at_once = self._at_once = max(1, self._at_once // 2)
                self._waiting.appendleft(rows)
            case Trouble.NO_CONNECTION:
                self._end_round(no, is_new_round, ROUNDS_WITHOUT_CONNECTION)
                self._waiting.appendleft(rows)
            case Trouble.TOO_MUCH:
                if is_new_round:
                    self._pace.size = max(1, min(self._pace.size, len(rows) // 2))
                self._end_round(no, is_new_round, ROUNDS)
                told = Told(fate=Fate.TOO_MUCH)
                self._once_more([(row, told) for row in rows], len(rows), no.reason, settle)

    def _end_round(self, no: NoAnswer, is_new: bool, most: int) -> None:
        if is_new:
            self._round += 1
            self._at_once = max(1, self._at_once // 2)
        if self._round >= most:
            self.fault = self.fault or self._asker.fault_of(no)

    def _once_more(
        self, again: list[tuple[Row, Told]], asked: int, reason: str, settle: Settle
    ) -> None:
        """Put rows back in batches of half the size; a row that was asked alone has three tries."""
        if asked > 1:
            rows = [row for row, _ in again]
            self._waiting.extendleft(reversed(_chunks(rows, -(-asked // 2))))
            return
        for row, told in again:
            if row.tries + 1 < TRIES:
                self._waiting.appendleft((replace(row, tries=row.tries + 1),))
            else:
                self.unread_fields |= told.unread
                settle(row, replace(told, reason=reason))

    def _with_memory(self, row: Row) -> Row:
        known = self._pace.without.get((self._key, row.look.place.repository), frozenset())
        return replace(row, look=replace(row.look, without=row.look.without | known))

    def _forget(self, row: Row, without: frozenset[Part]) -> None:
        """Ask no more for these parts in the row's repository."""
        place = (self._key, row.look.place.repository)
        self._pace.without[place] = self._pace.without.get(place, frozenset()) | without


def _chunks(rows: Sequence[Row], size: int) -> list[tuple[Row, ...]]:
    return [tuple(rows[start : start + size]) for start in range(0, len(rows), size)]
