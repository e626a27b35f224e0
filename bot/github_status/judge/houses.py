"""House rules: what one repository does in its own way, as the settings say."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.github_status.facts.refs import Repository
from bot.github_status.judge.patterns import fits_glob


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """How things are done in the repositories of this name; what is not said is not known."""

    name: str
    """`owner/repository`; `*` stands for any text."""
    trigger: str | None = None
    """The comment that starts the checks; `{sha}` is the head. `None`: none is known to be
    needed."""
    trigger_by: str = ""
    """Who may write it, in words; empty: not said."""
    stale_label: str | None = None
    """What a stale bot puts on before it closes."""
    stale_close_days: int | None = None
    """So many days after that label it closes."""
    merge_queue: bool = False
    """What is approved and green is put into the merge queue, and not merged by hand."""
    code_owner_teams: tuple[str, ...] = ()
    """`organisation/team` of its CODEOWNERS: candidates where a token may not see who was asked."""


NO_HOUSE_RULES = HouseRules(name="*")


def house_of(repository: Repository, houses: Iterable[HouseRules]) -> HouseRules:
    """The first that fits this repository, in the order of the settings."""
    fitting = (house for house in houses if fits_glob(house.name, str(repository)))
    return next(fitting, NO_HOUSE_RULES)
