"""When something is due: slots of weekly schedules, and working days of a person. Pure.

A slot is a moment of a schedule in its own zone ("Monday 09:00 in America/Los_Angeles"). Whether a
slot was sent is stored; what is due is worked out here from that and a clock.
"""

from bot.schedule.personal import REMIND_AT, Round, reminder_at
from bot.schedule.weekly import (
    LATE_AFTER,
    WEEKDAYS,
    DueSlot,
    Weekly,
    due_slot,
    judged_at,
    parse_moment,
    parse_weekly,
)
from bot.schedule.zones import zone_named

__all__ = [
    "LATE_AFTER",
    "REMIND_AT",
    "WEEKDAYS",
    "DueSlot",
    "Round",
    "Weekly",
    "due_slot",
    "judged_at",
    "parse_moment",
    "parse_weekly",
    "reminder_at",
    "zone_named",
]
