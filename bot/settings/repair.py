"""`[repair]`: whether the index may be changed, and by whom."""

from collections.abc import Iterator, Mapping
from typing import Annotated

from pydantic import Strict

from bot.settings.environment import is_set
from bot.settings.parts import Table


class RepairSettings(Table):
    """`[repair]`: ticking boxes of the index that are out of date, when a person says so."""

    enabled: Annotated[bool, Strict()] = False
    """Whether anything is ever written to GitHub; GITHUB_WRITE_TOKEN or an App writes."""
    owners: Annotated[bool, Strict()] = False
    """Whether owners may repair from Slack too, and not only maintainers."""


def repair_mistakes(table: object) -> Iterator[str]:
    """What a running bot needs to repair and nobody has set. `table`: `[repair]` as written."""
    is_on = isinstance(table, Mapping) and table.get("enabled") is True
    if is_on and not is_set("github_write_token") and not is_set("github_app_id"):
        yield (
            "GITHUB_WRITE_TOKEN is missing: [repair] enabled is true, and there is nothing to write"
            " with. Set it to a token of its own that may edit issues (fine-grained: Issues, read"
            " and write), or use a GitHub App; or write enabled = false."
        )
