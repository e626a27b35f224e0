"""Owners of the indexes, and who of them can be written to. Pure."""

from collections.abc import Iterable
from typing import Final

from bot.doctor.check import Check, counted, right, shortened_list, warning
from bot.github_status.facts.index import Index
from bot.github_status.judge.names import fold_name, is_team
from bot.people.people import People

NAME: Final = "Owners"

_ADVICE: Final = (
    "Whoever is not linked is not written to. A maintainer says who they are with `link` in Slack,"
    " or [people] in the settings."
)


def owners_in(indexes: Iterable[Index]) -> tuple[str, ...]:
    """Every person who answers for something, as first written; teams are none."""
    named: dict[str, str] = {}
    for index in indexes:
        for workstream in index.walk():
            own = (owner for row in workstream.rows for owner in row.owners)
            for owner in (*workstream.owners, *own):
                if fold_name(owner) and not is_team(owner):
                    named.setdefault(fold_name(owner), owner)
    return tuple(named.values())


def owners_check(indexes: Iterable[Index], people: People) -> Check:
    """Whether everybody who answers for something is linked to a Slack account."""
    owners = owners_in(indexes)
    unlinked = [owner for owner in owners if not _is_linked(owner, people)]
    if not owners:
        return right(NAME, "The index names none.")
    if not unlinked:
        return right(NAME, f"All {len(owners)} are linked to their Slack accounts.")
    verb = "is" if len(unlinked) == 1 else "are"
    what = f"{counted(len(unlinked), 'owner')} of {len(owners)} {verb} not linked to Slack"
    return warning(NAME, f"{what}: {shortened_list(unlinked)}.", _ADVICE)


def _is_linked(owner: str, people: People) -> bool:
    link = people.named(owner) or people.with_login(owner)
    return link is not None and link.slack is not None
