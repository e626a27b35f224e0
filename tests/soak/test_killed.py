"""Processes that send are killed with SIGKILL at random moments, and started again.

Whatever dies when: each message once where the history may be read; at most once, and told to the
maintainers, where it may not.
"""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.soak.figures import Line
from tests.soak.trial import Kind
from tests.soak.trials import Trials, postgres_databases, sqlite_files
from tests.store.databases import Postgres

DIGEST = Kind(owners=12)
UNREADABLE = Kind(owners=12, is_readable=False, dropped=0.02, unheard=0.04)
DROPPED = Kind(owners=12, dropped=0.4, unheard=0.1)
TWO_REPLICAS = Kind(owners=12, replicas=2)
TWO_REPLICAS_DROPPED = Kind(owners=12, replicas=2, dropped=0.3, unheard=0.1)
OWNERS = Kind(owners=6, writes_to_owners=True)
OWNERS_TWO_REPLICAS = Kind(owners=6, writes_to_owners=True, replicas=2)


@pytest.mark.timeout(240)
async def test_killed__ten_times_and_on_two_replicas(
    tmp_path: Path, postgres: Postgres, seed: str
) -> None:
    """A few of each kind: `make soak` has hundreds."""
    files, servers = await sqlite_files(tmp_path), postgres_databases(postgres)

    lines = await asyncio.gather(
        *(
            Trials(
                title=title,
                kind=kind,
                kills=kills,
                seed=seed,
                home=tmp_path,
                databases=databases,
                at_once=4,
            ).run()
            for title, kind, kills, databases in (
                ("digest", DIGEST, 10, files),
                ("two replicas", TWO_REPLICAS, 3, servers),
                ("owners", OWNERS, 3, files),
            )
        )
    )

    assert sum(line.figures.kills for line in lines) == 16


@pytest.mark.soak
@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("title", "kind", "kills"),
    [
        ("digest", DIGEST, 200),
        ("history not readable", UNREADABLE, 50),
        ("Slack hangs up", DROPPED, 40),
        ("owners", OWNERS, 40),
    ],
)
async def test_killed(
    tmp_path: Path, seed: str, report: Callable[[Line], None], title: str, kind: Kind, kills: int
) -> None:
    files = await sqlite_files(tmp_path)

    line = await Trials(
        title=title, kind=kind, kills=kills, seed=seed, home=tmp_path, databases=files
    ).run()

    report(line)
    assert line.figures.kills >= kills


@pytest.mark.soak
@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("title", "kind", "kills"),
    [
        ("two replicas", TWO_REPLICAS, 30),
        ("two replicas, Slack hangs up", TWO_REPLICAS_DROPPED, 20),
        ("two replicas, owners", OWNERS_TWO_REPLICAS, 12),
    ],
)
async def test_killed__of_two_replicas(
    tmp_path: Path,
    seed: str,
    report: Callable[[Line], None],
    postgres: Postgres,
    title: str,
    kind: Kind,
    kills: int,
) -> None:
    servers = postgres_databases(postgres)

    line = await Trials(
        title=title,
        kind=kind,
        kills=kills,
        seed=seed,
        home=tmp_path,
        databases=servers,
        at_once=3,  # each has two processes, and PostgreSQL has only so many connections
    ).run()

    report(line)
    assert line.figures.kills >= kills
