"""Days and moments as text in UTC, the same on every machine."""

from datetime import UTC

from bot.answers.answer import Day, Moment
from bot.github_status.judge import sentences


def day_text(day: Day) -> str:
    """ "8 Jun", or "8 Jun 2026"."""
    return sentences.day_text(day.at.astimezone(UTC), with_year=day.with_year)


def moment_text(moment: Moment) -> str:
    """ "22 Aug 2026, 22:40 UTC"."""
    return sentences.moment_text(moment.at)
