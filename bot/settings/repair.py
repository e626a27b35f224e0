"""`[repair]`: whether the index may be changed, and by whom."""

from typing import Annotated

from pydantic import Strict

from bot.settings.parts import Table


class RepairSettings(Table):
    """`[repair]`: ticking boxes of the index that are out of date, when a person says so."""

    enabled: Annotated[bool, Strict()] = False
    """Whether anything is ever written to GitHub; GITHUB_WRITE_TOKEN or an App writes."""
    owners: Annotated[bool, Strict()] = False
    """Whether owners may repair from Slack too, and not only maintainers."""
