"""Thin Bolt: what Slack sends → a question; and the desk that answers it.

A listener acknowledges and hands a *visit* to the reception, which works outside of the listener:
claim, access, the desk, and a *place* where the replies go.
"""

from bot.listeners.access import Access
from bot.listeners.app import build_app, slack_client
from bot.listeners.claims import Claims, RecentClaims
from bot.listeners.desk import Desk
from bot.listeners.identity import Identity, identity
from bot.listeners.shortcut import WHERE_TRACKED
from bot.listeners.slack_rules import SlackRules
from bot.listeners.speaker import AskableTracker
from bot.listeners.underway import Underway

__all__ = [
    "WHERE_TRACKED",
    "Access",
    "AskableTracker",
    "Claims",
    "Desk",
    "Identity",
    "RecentClaims",
    "SlackRules",
    "Underway",
    "build_app",
    "identity",
    "slack_client",
]
