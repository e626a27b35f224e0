"""Maintainers: people of the workspace, and neither bots nor guests.

https://docs.slack.dev/reference/objects/user-object
"""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from bot.doctor.check import Check, not_checked, right, warning, wrong
from bot.doctor.slack_asking import Told

NAME: Final = "Maintainer"

_ADVICE: Final = (
    "Write the member id of somebody else into [slack] maintainers (their profile, ⋮, Copy member"
    " ID)."
)


class AsksUser(Protocol):
    """Slack, as far as people go."""

    async def user(self, user: str) -> Told:
        """Who this is."""
        ...


async def maintainer_checks(
    slack: AsksUser, maintainers: Sequence[str], *, team_id: str, allow_guests: bool
) -> tuple[Check, ...]:
    """A line for each of these ids."""
    if not maintainers:
        what = "There is none: nobody can subscribe a channel or link owners in Slack."
        advice = "Write your member id into [slack] maintainers (your profile, ⋮, Copy member ID)."
        return (warning(NAME, what, advice),)
    answers = await asyncio.gather(*map(slack.user, maintainers))
    return tuple(
        _check(each, told, team_id=team_id, allow_guests=allow_guests)
        for each, told in zip(maintainers, answers, strict=True)
    )


def _check(user: str, told: Told, *, team_id: str, allow_guests: bool) -> Check:
    if told.no_answer or told.refusal == "missing_scope":
        return not_checked(NAME, f"{told.no_answer or 'the scope users:read is missing'} ({user})")
    if told.refusal:
        return wrong(NAME, f"Slack knows nobody with the id {user} ({told.refusal}).", _ADVICE)
    said = told.data.get("user")
    found = said if isinstance(said, Mapping) else {}
    why = _why_not(found, team_id=team_id, allow_guests=allow_guests)
    if why:
        return wrong(NAME, f"{_name(found, user)} {why}.", _ADVICE)
    return right(NAME, f"{_name(found, user)} is a member.")


def _why_not(user: Mapping[str, Any], *, team_id: str, allow_guests: bool) -> str:
    """As the bot itself lets people in; empty: it does."""
    enterprise = user.get("enterprise_user")
    teams = enterprise.get("teams") if isinstance(enterprise, Mapping) else None
    is_ours = user.get("team_id") == team_id or (isinstance(teams, list) and team_id in teams)
    is_guest = user.get("is_restricted") is True or user.get("is_ultra_restricted") is True
    if user.get("is_bot") is True:
        return "is a bot"
    if user.get("deleted") is True:
        return "has left: the account is deactivated"
    if not is_ours:
        return "belongs to another organisation"
    return "is a guest" if is_guest and not allow_guests else ""


def _name(user: Mapping[str, Any], user_id: str) -> str:
    return f"{str(user.get('real_name') or user.get('name') or user_id)[:80]} ({user_id})"
