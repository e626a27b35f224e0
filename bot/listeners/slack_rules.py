"""What the settings say about Slack, as far as listeners have to know."""

from dataclasses import dataclass

from bot.people.people import SlackId
from bot.render.slack.views import COMMAND


@dataclass(frozen=True, slots=True, kw_only=True)
class SlackRules:
    """Who may ask, what may be shown where, and under which name."""

    command: str = COMMAND
    maintainers: frozenset[SlackId] = frozenset()
    """Who may link others and confirm repairs."""
    owners_repair: bool = False
    """Whether owners may confirm repairs of their own workstreams, too."""
    allow_guests: bool = False
    """Whether guests of this workspace may ask. People of other organisations never may."""
    private_channels: frozenset[str] = frozenset()
    """Ids of channels whose members may all see private rows."""
    private_people: frozenset[SlackId] = frozenset()
    """Who may see private rows wherever nobody else reads along."""
