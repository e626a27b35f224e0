"""Whether a time line has to be read further back. Pure."""

from collections.abc import Mapping
from datetime import datetime

from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import Pull, PullState
from bot.github_status.github.decode import decode_timeline
from bot.github_status.github.json_fields import Undecodable
from bot.github_status.github.timeline import Page, shows_a_person


def may_need_older(pull: Pull) -> bool:
    """Its time line goes on before what was read, where only bots are seen."""
    if pull.state is not PullState.OPEN or pull.events is UNKNOWN or pull.events_complete:
        return False
    return not shows_a_person(pull.events)


def page_of(node: Mapping[str, object], read_at: datetime) -> Page | None:
    """The page that a node holds; `None` when it cannot be understood."""
    try:
        return decode_timeline(node, read_at=read_at)
    except Undecodable:
        return None


def is_due(page: Page) -> bool:
    """Nobody but bots is seen in what was read of it, and it goes on before that."""
    return page.before is not None and not shows_a_person(page.events)
