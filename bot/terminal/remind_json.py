"""A round of messages as JSON: what stands beside the rows. `docs/json.md` tells every key."""

from collections.abc import Mapping
from typing import Any

from bot.answers.round import RoundTimes
from bot.reminders import Reminder, ReminderPlan


def plan_form(plan: ReminderPlan, times: RoundTimes) -> Mapping[str, Any]:
    """Who is written to about which rows, and who cannot be."""
    return {
        "messages": [_message_form(reminder, times) for reminder in plan.reminders],
        "unreachable": [
            {"name": one.name, "rows": one.rows, "team": one.is_team} for one in plan.unreachable
        ],
    }


def _message_form(reminder: Reminder, times: RoundTimes) -> Mapping[str, Any]:
    due_at = times.due_at[reminder.link.name].astimezone(times.zone)
    return {
        "person": reminder.link.name,
        "due": due_at.replace(tzinfo=None).isoformat(timespec="minutes"),
        "rows": [
            {
                "ref": str(row.ref),
                "line": row.row.row.line,
                "kind": row.kind.value,
                "because": row.because.value,
                "count": row.count,
            }
            for row in reminder.rows
        ],
        "more": reminder.more,
        "drafts": reminder.drafts,
        "parked": reminder.parked,
    }
