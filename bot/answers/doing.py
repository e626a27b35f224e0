"""What is said of a change: in sentences, for a message or a modal. All wording, no deciding."""

from datetime import datetime

from bot.answers.days import day_words, schedule_words
from bot.schedule import Weekly

THE_CHANNEL = "The channel"
"""What a sentence about a channel begins with: where its name can be had, it stands there."""


def subscribed_lines(
    name: str, schedule: Weekly, *, now: datetime, says_nothing_new: bool
) -> tuple[str, ...]:
    """That the channel gets the digest, when, and when next."""
    upcoming = day_words(schedule.next_after(now), schedule.zone)
    quiet = "It says so" if says_nothing_new else "Nothing is posted"
    return (
        f"{THE_CHANNEL} gets the digest of {name} {schedule_words(schedule)}.",
        f"The next one comes on {upcoming}. {quiet} when a week has nothing new.",
    )


def unsubscribed_line(name: str) -> str:
    """That it gets it no longer."""
    return f"{THE_CHANNEL} gets the digest of {name} no longer."


def digest_line(name: str, schedule: Weekly | None, *, stopped: str, says_nothing_new: bool) -> str:
    """One digest of a channel, in a list."""
    when = "at a time that is not understood" if schedule is None else schedule_words(schedule)
    quiet = "" if says_nothing_new else ", silent when nothing is new"
    ended = f" (stopped: {stopped})" if stopped else ""
    return f"Digest of {name}, {when}{quiet}{ended}"
