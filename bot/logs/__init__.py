"""Where log lines go, what they look like, and a net that holds back secrets.

A line is a sentence with fields. Nothing that was read on GitHub or said in Slack is logged, no
message of an exception (it may hold either), and no secret: below that rule is the net, and every
line of every library goes through it too.
"""

from bot.logs.configuring import configure_logs
from bot.logs.net import hold_back, without_secrets

__all__ = ["configure_logs", "hold_back", "without_secrets"]
