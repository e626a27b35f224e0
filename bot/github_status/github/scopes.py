"""Remembers what each credential lacks a scope for, and says so.

GitHub refuses a classic token's query whole as soon as it selects one field that needs a scope, so
such fields are left out of the next one. Which scopes a token has can be changed on GitHub without
a new token: after an hour the whole query is tried again.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog

from bot.github_status.github.answers import MissingScope
from bot.github_status.github.keys import Key
from bot.github_status.github.parts import LACKS, Part, part_refused, scope_note

log = structlog.get_logger(__name__)

REMEMBERED_FOR = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Lack:
    """A part that a credential may not ask for, any of the scopes that would do, and until when
    this is believed.
    """

    part: Part
    scopes: tuple[str, ...]
    until: datetime


class Lacks:
    """What the credentials lack scopes for. Lives as long as the client."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        """Nothing was refused yet."""
        self._clock = clock
        self._lacks: dict[Key, dict[Part, Lack]] = {}

    def parts(self, key: Key) -> frozenset[Part]:
        """What to leave out for this credential."""
        return frozenset(lack.part for lack in self._believed(key))

    def learn(
        self, key: Key, refused: Sequence[MissingScope], *, asked: frozenset[Part]
    ) -> MissingScope | None:
        """Remember the parts that were refused; returns what cannot be left out, if anything.

        `asked`: the optional parts that the refused query may have held.
        """
        until = self._clock() + REMEMBERED_FOR
        lacks = []
        for missing in refused:
            part = part_refused(missing.field)
            if part is None or part not in asked:
                return missing
            lacks.append(Lack(part, missing.scopes, until))
        new = {lack.part for lack in lacks} - self.parts(key)
        self._lacks.setdefault(key, {}).update({lack.part: lack for lack in lacks})
        if new:
            log.warning(
                "The token lacks a scope: parts of the query are left out",
                parts=sorted(new),
                scopes=sorted({scope for lack in lacks for scope in lack.scopes}),
            )
        return None

    def notes(self, keys: Iterable[Key]) -> tuple[str, ...]:
        """What these credentials do not tell, one sentence for each part."""
        scopes = {lack.part: lack.scopes for key in keys for lack in self._believed(key)}
        return tuple(scope_note(p, scopes[p]) for p in Part if p in scopes and p in LACKS)

    def _believed(self, key: Key) -> tuple[Lack, ...]:
        now = self._clock()
        return tuple(lack for lack in self._lacks.get(key, {}).values() if now < lack.until)
