"""What a channel gets, whoever asked for it. Imports nothing heavy."""

from dataclasses import dataclass
from typing import Final

from bot.schedule import Weekly, parse_weekly
from bot.settings.trackers import Tracker

DEFAULT_AT: Final = "mon 09:00"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChannelDigest:
    """The weekly digest of a tracker in a channel."""

    channel: str
    tracker: Tracker
    at: str
    """`mon 09:00`."""
    zone: str
    """IANA name."""
    quiet: bool

    @property
    def schedule(self) -> Weekly:
        """When it is due."""
        return parse_weekly(self.at, self.zone)
