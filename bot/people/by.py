"""Who did something, by name: from the `by` that is kept of changes and repairs."""

from typing import Final

from bot.people.people import People

SOMEBODY: Final = "somebody"

_LOGIN: Final = "gh:"
_TERMINAL: Final = "terminal"


def name_of(by: str, people: People) -> str:
    """Who that is: by their link, else by their login; never an id of Slack's."""
    login = by.removeprefix(_LOGIN)
    if login != by:
        link = people.with_login(login)
        return login if link is None else link.name
    if by == _TERMINAL:
        return "somebody in a terminal"
    link = people.with_slack(by)
    return SOMEBODY if link is None else link.name
