"""Judged facts → Answer: all wording of the product, and nothing that draws."""

from bot.answers.answer import Answer
from bot.answers.audience import PUBLIC, TERMINAL, Audience, AudienceKind
from bot.answers.drift import drift_answer
from bot.answers.from_store import from_store
from bot.answers.help import help_answer
from bot.answers.merged import merged_answer
from bot.answers.overview import overview_answer
from bot.answers.person import person_answer
from bot.answers.private import redacted
from bot.answers.pull import pull_answer
from bot.answers.stale import stale_answer
from bot.answers.workstream import workstream_answer

__all__ = [
    "PUBLIC",
    "TERMINAL",
    "Answer",
    "Audience",
    "AudienceKind",
    "drift_answer",
    "from_store",
    "help_answer",
    "merged_answer",
    "overview_answer",
    "person_answer",
    "pull_answer",
    "redacted",
    "stale_answer",
    "workstream_answer",
]
