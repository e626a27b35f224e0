"""Where everybody of the demo lives, and when the bot says something there unasked."""

from datetime import time
from typing import Final
from zoneinfo import ZoneInfo

ZONE: Final = "Europe/London"
"""Everybody lives there, so that a digest and its messages come on one morning."""

HERE: Final = ZoneInfo(ZONE)

DIGEST_AT: Final = time(9, 0)
"""On Mondays."""

REMINDED_AT: Final = time(9, 30)
"""On the working day after a digest."""
