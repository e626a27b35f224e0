"""The judge: from a snapshot, the settings' rules, who is linked and a moment to a judged tracker.

Pure: nothing here asks GitHub, reads a clock or knows the settings file. Texts are plain sentences;
the names and logins in them come from GitHub and the index and are escaped by whoever draws them.
"""

from bot.github_status.judge.rules import Limits, Rules
from bot.github_status.judge.tracker import judge_snapshot

__all__ = ["Limits", "Rules", "judge_snapshot"]
