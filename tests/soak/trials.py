"""Many trials of a kind, some at once, until enough processes were killed."""

import asyncio
import random
import shutil
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from bot.store.engine import Database, database_url
from tests.soak.figures import Figures, Line
from tests.soak.process import log_of
from tests.soak.trial import Kind, a_trial
from tests.store.databases import Postgres

AT_ONCE = 6
"""Most of a trial is waiting: for leases of the dead, and for Slack."""


class MakesDatabases(Protocol):
    """Where the trials' databases come from."""

    def __call__(self) -> AbstractContextManager[str]:
        """The address of an empty one, until the block ends."""
        ...


@dataclass(kw_only=True)
class Trials:
    """Trials of one kind."""

    title: str
    kind: Kind
    kills: int
    seed: str
    home: Path
    databases: MakesDatabases
    at_once: int = AT_ONCE
    figures: Figures = field(default_factory=Figures)
    _number: int = 0
    _under_way: int = 0

    async def run(self) -> Line:
        """Kill so many; raises `AssertionError` at the first thing that is wrong."""
        began = time.monotonic()
        while self.figures.kills < self.kills:
            async with asyncio.TaskGroup() as group:
                for _ in range(self.at_once):
                    group.create_task(self._work())
        return Line(self.title, self.figures, time.monotonic() - began)

    async def _work(self) -> None:
        while (left := self.kills - self.figures.kills - self._under_way) > 0:
            self._number += 1
            number = self._number
            chance = random.Random(f"{self.seed}/{self.title}/{number}")
            kills = min(left, chance.randint(1, self.kind.most_kills))
            self._under_way += kills
            try:
                with self.databases() as url:
                    await self._trial(number, kills, chance, url)
            finally:
                self._under_way -= kills

    async def _trial(self, number: int, kills: int, chance: random.Random, url: str) -> None:
        log = self.home / f"{self.title.replace(' ', '-')}-{number}.log"
        async with a_trial(self.kind, chance, url=url, log=log) as trial:
            try:
                self.figures += await trial.run(kills)
            except Exception as error:
                said = log_of(trial.start)
                error.add_note(f"{self.title}, trial {number}, SOAK_SEED={self.seed}\n{said}")
                raise


async def sqlite_files(home: Path) -> MakesDatabases:
    """Files, each a copy of one that was migrated."""
    template = home / "template.db"
    database = Database(database_url(_sqlite_url(template)))
    await database.check()
    await database.close()
    count = iter(range(1_000_000))

    @contextmanager
    def make() -> Iterator[str]:
        path = home / f"trial-{next(count)}.db"
        shutil.copy(template, path)
        yield _sqlite_url(path)

    return make


def postgres_databases(postgres: Postgres) -> MakesDatabases:
    """Databases of this server."""

    @contextmanager
    def make() -> Iterator[str]:
        url = postgres.create()
        try:
            yield url
        finally:
            postgres.drop(url)

    return make


def _sqlite_url(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"
