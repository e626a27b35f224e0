"""Something counted at the end of each week: from that week's reading, else from the dates of a
later one."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import TypeVar

from bot.github_status.earlier import History
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Snapshot

T = TypeVar("T")

_WEEK = timedelta(weeks=1)


async def weekly(
    history: History,
    tracker: Ref,
    ends: Sequence[datetime],
    newest: Snapshot,
    count: Callable[[Snapshot, datetime], T],
) -> tuple[T, ...]:
    """`count(snapshot, end)` for each of these moments (oldest first), one reading at a time.

    A week has the newest reading that was made in it. Without one it has the first reading from
    after it, which then counts what it knows of that moment by its dates. `newest` is that of the
    last week, or from after it. `count` may be slow: it runs in a thread. Raises `StoreFault`.
    """
    later, earlier = newest, newest
    counted: list[T] = []
    starts = (ends[0] - _WEEK, *ends[:-1])
    is_over = False
    for start, end in reversed(list(zip(starts, ends, strict=True))):
        if not is_over and earlier.as_of > end:
            found = await history.before(tracker, end)
            earlier, is_over = (earlier, True) if found is None else (found, False)
        if start < earlier.as_of <= end:
            later = earlier
        counted.append(await asyncio.to_thread(count, later, end))
    return tuple(reversed(counted))
