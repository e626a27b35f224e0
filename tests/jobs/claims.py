"""Claims in memory, with the rules of the stored ones."""

from datetime import datetime, timedelta

from bot.errors import StoreFault


class MemoryClaims:
    """For jobs whose claims are not what is tested."""

    def __init__(self) -> None:
        """Nothing is held."""
        self.held: dict[str, tuple[str, datetime]] = {}
        self.over: set[str] = set()
        self.is_broken = False

    async def take(self, key: str, *, holder: str, now: datetime, lease: timedelta) -> bool:
        if self.is_broken:
            raise StoreFault("The database is full.", advice="Make room.")
        owner, until = self.held.get(key, ("", now))
        if key in self.over or (until > now and owner != holder):
            return False
        self.held[key] = (holder, now + lease)
        return True

    async def extend(self, key: str, *, holder: str, now: datetime, lease: timedelta) -> bool:
        return await self.take(key, holder=holder, now=now, lease=lease)

    async def finish(self, key: str, *, holder: str, now: datetime) -> bool:
        self.over.add(key)
        return True

    async def give_back(self, key: str, *, holder: str, not_before: datetime | None = None) -> None:
        if not_before is None:
            self.held.pop(key, None)
        else:
            self.held[key] = ("", not_before)

    async def finished(self, prefix: str) -> frozenset[str]:
        return frozenset(key for key in self.over if key.startswith(prefix))
