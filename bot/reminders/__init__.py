"""Who is written to about which rows, and how often. Pure."""

from bot.reminders.plan import plan_reminders
from bot.reminders.reminder import (
    MOST_ROWS,
    AskedTracker,
    Because,
    Reminder,
    ReminderKind,
    ReminderPlan,
    ReminderRow,
    Told,
    Unreachable,
    progress_at,
)

__all__ = [
    "MOST_ROWS",
    "AskedTracker",
    "Because",
    "Reminder",
    "ReminderKind",
    "ReminderPlan",
    "ReminderRow",
    "Told",
    "Unreachable",
    "plan_reminders",
    "progress_at",
]
