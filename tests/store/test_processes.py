"""Several processes on one database, as replicas on PostgreSQL and commands beside a bot are."""

import asyncio
import sys
from collections import Counter

_PROCESSES = 3
_KEYS = 8

_PROCESS = """
import asyncio, sys
from datetime import datetime, timedelta
from bot.store.claims import Claims
from bot.store.digests import DigestRecord, Digests
from bot.store.engine import Database, database_url
from bot.store.messages import Begun, Messages
from bot.store.snapshots import Snapshots

NOW = datetime.fromisoformat("2026-08-24T16:00:00+00:00")
LEASE = timedelta(minutes=3)

async def main(url, me, keys):
    print("ready", flush=True)
    sys.stdin.readline()
    database = Database(database_url(url))
    claims, messages, snapshots = Claims(database), Messages(database), Snapshots(database)
    for number in range(int(keys)):
        key, at = str(number), NOW + timedelta(minutes=number)
        taken = await claims.take(key, holder=me, now=NOW, lease=LEASE)
        begun, _ = await messages.begin(key, channel="C1", holder=me, now=NOW, lease=LEASE)
        over, _ = await messages.begin(key, channel="C1", holder=me, now=NOW + LEASE, lease=LEASE)
        await snapshots.save_snapshot("t", at, bytes(100_000))
        await snapshots.prune_snapshots("t", now=at)
        record = DigestRecord(channel=me, tracker_key="t", slot=at, as_of=at)
        assert (await Digests(database).decide(record)).as_of == at
        print("taken" if taken else "refused", begun.value, over.value)
    await database.close()

asyncio.run(main(*sys.argv[1:]))
"""


async def _process(url: str, me: str) -> asyncio.subprocess.Process:
    pipe = asyncio.subprocess.PIPE
    words = ("-W", "error", "-c", _PROCESS, url, me, str(_KEYS))
    return await asyncio.create_subprocess_exec(
        sys.executable, *words, stdin=pipe, stdout=pipe, stderr=pipe
    )


async def _said(process: asyncio.subprocess.Process) -> bytes:
    assert process.stdout is not None
    return await process.stdout.readline()


async def test_processes__open_a_new_database_at_once_and_each_thing_is_ones(
    empty_url: str,
) -> None:
    """What is taken, begun and taken over is so by one process, and all of them write at once."""
    processes = [await _process(empty_url, f"bot-{number}") for number in range(_PROCESSES)]
    assert [await _said(process) for process in processes] == [b"ready\n"] * _PROCESSES

    ends = await asyncio.gather(*[process.communicate(b"go\n") for process in processes])

    assert [process.returncode for process in processes] == [0] * _PROCESSES, ends
    words = [line.split() for said, _ in ends for line in said.decode().splitlines()]
    assert len(words) == _PROCESSES * _KEYS
    taken, begun, over = (Counter(column) for column in zip(*words, strict=True))
    assert taken == {"taken": _KEYS, "refused": (_PROCESSES - 1) * _KEYS}
    assert begun["new"] == over["taken_over"] == _KEYS
    assert begun["new"] + begun["busy"] == over["taken_over"] + over["busy"] == len(words)
