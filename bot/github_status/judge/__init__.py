"""The judge: from a snapshot, the settings' rules, who is linked and a moment to a judged tracker.

Pure: nothing here asks GitHub, reads a clock or knows the settings file. Texts are plain sentences;
    the names and logins in them come from GitHub and the index and are escaped by whoever draws
    them.
"""

from bot.github_status.judge.as_it_was import as_it_was
from bot.github_status.judge.names import fold_name
from bot.github_status.judge.rules import Limits, Rules
from bot.github_status.judge.tracker import find_row, find_workstream, judge_snapshot
from bot.github_status.judge.workdays import Calendar, calendar_named, working_days_after

__all__ = [
    "Calendar",
    "Limits",
    "Rules",
    "as_it_was",
    "calendar_named",
    "find_row",
    "find_workstream",
    "fold_name",
    "judge_snapshot",
    "working_days_after",
]
