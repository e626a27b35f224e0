"""The job that reads every tracker: at the start, and then every so many minutes."""

from dataclasses import replace
from datetime import datetime

import structlog

from bot.github_status.current import Read, Reading
from bot.github_status.facts.refs import Ref
from bot.jobs.due import Attempt, is_due
from bot.jobs.job import Ground, JobKind

_log = structlog.get_logger(__name__)


class Refresh:
    """Begins readings, and tells once when a tracker cannot be read, and once when it can again."""

    def __init__(self, ground: Ground) -> None:
        """Nothing was read yet."""
        self._ground = ground
        self._attempts: dict[Ref, Attempt] = {}

    def on_tick(self, now: datetime) -> None:
        """Begin the readings that are due."""
        for tracker in self._ground.trackers:
            last = self._attempts.get(tracker)
            if is_due(last, now=now, every=self._ground.read_every):
                failures = 0 if last is None else last.failures
                self._attempts[tracker] = Attempt(begun_at=now, failures=failures)
                self._begin(tracker)

    def _begin(self, tracker: Ref) -> None:
        def ended(reading: Reading) -> None:
            if not reading.cancelled():  # everything stops
                self._note(tracker, reading.result())

        self._ground.current.reading(tracker).add_done_callback(ended)

    def _note(self, tracker: Ref, read: Read) -> None:
        last = self._attempts[tracker]
        failures = 0 if read.error is None else last.failures + 1
        self._attempts[tracker] = replace(last, failures=failures, is_under_way=False)
        if failures == 1 and read.error is not None:
            _log.warning(
                "A tracker cannot be read; it is tried again",
                tracker=str(tracker),
                because=str(read.error),
                advice=read.error.advice,
            )
        if failures == 0 and last.failures:
            _log.info("A tracker can be read again", tracker=str(tracker), failed=last.failures)


REFRESH = JobKind(name="refresh", on=Refresh)
