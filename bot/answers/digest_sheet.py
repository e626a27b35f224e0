"""What every part of a digest is made from."""

from dataclasses import dataclass
from datetime import datetime

from bot.answers.answer import DigestFacts
from bot.answers.days import day_words
from bot.github_status.judge.changes import Changes
from bot.github_status.judge.verdicts import JudgedTracker
from bot.schedule import DueSlot, Weekly


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """What a digest is made from."""

    changes: Changes
    """Redacted."""
    schedule: Weekly
    due: DueSlot
    label: str
    """What the tracker is called in titles."""
    name: str
    """What it is called in questions; empty where that may not be told."""
    repair: str = ""
    """What the button says that opens the repair; empty: there is none."""

    @property
    def tracker(self) -> JudgedTracker:
        """Judged for the digest's moment, redacted."""
        return self.changes.tracker

    @property
    def facts(self) -> DigestFacts:
        """What all of it is made from."""
        return DigestFacts(
            tracker=self.tracker,
            changes=self.changes,
            due=self.due,
            coverage=self.tracker.snapshot.coverage,
        )

    def day(self) -> str:
        """The day of the slot."""
        return self.day_of(self.due.slot)

    def since(self) -> str:
        """The day that the window begins on."""
        return self.day_of(self.changes.window.start)

    def day_of(self, moment: datetime) -> str:
        """The day of a moment; with its year where that is not the year of the reading."""
        return day_words(moment, self.schedule.zone, now=self.tracker.snapshot.as_of)
