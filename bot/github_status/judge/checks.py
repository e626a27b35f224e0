"""The checks of the head commit: what they say, and how they are started where a bot guards
them."""

from dataclasses import dataclass

from bot.github_status.facts.known import UNKNOWN, Known
from bot.github_status.facts.pulls import ChecksState, Pull
from bot.github_status.judge.houses import house_of
from bot.github_status.judge.names import fold_login
from bot.github_status.judge.rules import Rules
from bot.github_status.judge.timeline import PUSHES, events_of

SHA_SHOWN = 7
"""Characters of a head in a command: GitHub's own short form, which such bots take."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trigger:
    """Checks that run only after somebody trusted asks for them."""

    command: str | None
    """The exact comment; `None` when the head is not known, or when no comment starts them."""


def checks_state(pull: Pull) -> Known[ChecksState]:
    """What the checks of the head say."""
    return UNKNOWN if pull.checks is UNKNOWN else pull.checks.state


def is_green(pull: Pull) -> bool:
    """The checks are known to pass. Absent checks are neither failing nor passing."""
    return checks_state(pull) is ChecksState.PASSING


def trigger_of(pull: Pull, rules: Rules) -> Trigger | None:
    """What starts the checks, by the house rules of the repository, or where a bot that guards them
    wrote on this pull request."""
    house = house_of(pull.ref.repository, rules.houses)
    if house.trigger is not None:
        return Trigger(command=_for_head(house.trigger, pull))
    commands = {fold_login(bot): command for bot, command in rules.triggers.items()}
    seen = (
        commands.get(fold_login(event.actor.login))
        for event in events_of(pull)
        if event.actor is not UNKNOWN and event.actor is not None
    )
    command = next((found for found in seen if found is not None), None)
    return None if command is None else Trigger(command=_for_head(command, pull))


def _for_head(command: str, pull: Pull) -> str | None:
    if "{sha}" not in command:
        return command
    head = _head_oid(pull)[:SHA_SHOWN]
    return command.replace("{sha}", head) if head else None


def _head_oid(pull: Pull) -> str:
    if pull.head_oid is not UNKNOWN:
        return pull.head_oid
    pushes = [event.oid for event in events_of(pull) if event.kind in PUSHES]
    return pushes[-1] if pushes else ""
