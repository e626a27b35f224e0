"""What was judged and drawn just now, so that it is not worked out again for the next asker.

Used from several threads.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from threading import Lock
from typing import TypeAlias

from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Snapshot
from bot.github_status.judge import Rules, judge_snapshot
from bot.github_status.judge.rules import Left, ParkedBySlack
from bot.github_status.judge.verdicts import JudgedTracker
from bot.listeners.parks import KnowsParks
from bot.people.book import KnowsPeople
from bot.people.people import People

MOST_TRACKERS = 32
MOST_DRAWN = 256
"""Messages; about 20 KB each."""
AHEAD = timedelta(minutes=3)
"""How much later than the moment of a question something may have been said that holds already:
questions are answered as at the beginning of their minute, and clocks differ by up to two."""


_Terms: TypeAlias = tuple[People, Mapping[Ref, ParkedBySlack], Left]
"""By what a snapshot is judged, beside the rules."""


class Bench:
    """Judges snapshots, each once in a quarter of an hour."""

    def __init__(self, rules: Rules, people: KnowsPeople, parks: KnowsParks) -> None:
        """Judge by these rules, with the people and the parks of the moment."""
        self._rules = rules
        self._people = people
        self._parks = parks
        # As judged, at the beginning of a quarter of an hour, and by what else.
        self._judged: OrderedDict[Ref, tuple[JudgedTracker, _Terms]] = OrderedDict()
        self._locks: dict[Ref, Lock] = {}
        self._lock = Lock()

    def judged(self, snapshot: Snapshot, now: datetime) -> JudgedTracker:
        """What the snapshot means at this moment, or at its own where that is later.

        A moment before the snapshot's own would ask how it was then.
        """
        moment = max(now, snapshot.as_of)
        people = self._people.current
        tracker = snapshot.tracker
        parked, left = self._parks.parked(tracker, people), self._parks.left(tracker, people)
        terms = (people, parked, left)
        # What was said just now holds, and did not yet at the beginning of the quarter.
        said = (at for at in _said_at(parked, left) if at <= moment + AHEAD)
        judged_at = max(_quarter(moment), snapshot.as_of, *said)
        with self._lock_of(snapshot.tracker):
            known = self._known(snapshot, judged_at, terms)
            if known is None:
                known = judge_snapshot(
                    snapshot,
                    rules=self._rules,
                    people=people.for_judge(),
                    now=judged_at,
                    parked=parked,
                    left=left,
                )
                self._keep(known, terms)
        return replace(known, now=moment)

    def _known(
        self, snapshot: Snapshot, judged_at: datetime, terms: _Terms
    ) -> JudgedTracker | None:
        known, its_terms = self._judged.get(snapshot.tracker, (None, None))
        if known is None or known.now != judged_at or known.snapshot is not snapshot:
            return None
        return known if its_terms == terms else None

    def _lock_of(self, tracker: Ref) -> Lock:
        with self._lock:
            return self._locks.setdefault(tracker, Lock())

    def _keep(self, judged: JudgedTracker, terms: _Terms) -> None:
        with self._lock:
            self._judged[judged.snapshot.tracker] = (judged, terms)
            self._judged.move_to_end(judged.snapshot.tracker)
            while len(self._judged) > MOST_TRACKERS:
                self._judged.popitem(last=False)


def _said_at(parked: Mapping[Ref, ParkedBySlack], left: Left) -> Iterator[datetime]:
    """Since when each of them holds, as far as it has a beginning."""
    yield from (park.since for park in parked.values() if park.since is not None)
    yield from (one.at for one in left.values())


def _quarter(moment: datetime) -> datetime:
    """The beginning of its quarter of an hour.

    Judgements change with a day, and no day anywhere begins at another time; ages are told later,
    from the moment itself.
    """
    return moment.replace(minute=moment.minute // 15 * 15, second=0, microsecond=0)


class Drawn:
    """What was drawn, by everything that it depends on; the oldest goes first."""

    def __init__(self, most: int = MOST_DRAWN) -> None:
        """Keep so many."""
        self._most = most
        self._kept: OrderedDict[Hashable, object] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable) -> object | None:
        """What was drawn; `None` for nothing."""
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
            return found

    def once(self, key: Hashable, draw: Callable[[], object]) -> object:
        """What was drawn, by now perhaps by somebody else, or is drawn here."""
        found = self.get(key)
        if found is None:
            found = draw()
            with self._lock:
                self._kept[key] = found
                while len(self._kept) > self._most:
                    self._kept.popitem(last=False)
        return found
