"""What the app may do in Slack, against what its manifest asks for.

https://docs.slack.dev/reference/methods/auth.test: every answer names the token's scopes.
"""

from collections.abc import Collection, Mapping
from typing import Final

from bot.doctor.check import Check, right, shortened_list, warning, wrong

NAME: Final = "Slack scopes"

REQUIRED: Final[Mapping[str, str]] = {
    "app_mentions:read": "mentions are not answered",
    "chat:write": "nothing is posted",
    "commands": "there is no slash command",
    "im:history": "direct messages are not answered",
    "im:write": "owners cannot be written to with certainty",
    "users:read": "nobody is answered: who asks is not known",
}
"""Scopes that `manifest.yml` requires, and what stops without each."""

OPTIONAL: Final[Mapping[str, str]] = {
    "channels:history": "a digest that Slack did not confirm is not looked for in public channels",
    "channels:read": "public channels cannot be checked before the first digest",
    "dnd:read": "do-not-disturb is not waited for",
    "files:write": "digests and the Home tab show no pictures",
    "groups:history": "a digest that Slack did not confirm is not looked for in private channels",
    "groups:read": "private channels cannot be checked before the first digest",
}
"""Those that whoever installs the app may leave out, and what stops without each."""

_ADD: Final = (
    "On the app's page, OAuth & Permissions, add what is missing, then install the app again"
    " (docs/slack-permissions.md)."
)


def scope_checks(granted: Collection[str] | None) -> tuple[Check, ...]:
    """Of the scopes that Slack named; `None`: it named none."""
    if granted is None:
        return (warning(NAME, "Slack does not say which scopes the token has."),)
    lacking = [(scope, stops) for scope, stops in REQUIRED.items() if scope not in granted]
    left_out = [(scope, stops) for scope, stops in OPTIONAL.items() if scope not in granted]
    found = [wrong(NAME, f"{scope} is missing: {stops}.", _ADD) for scope, stops in lacking]
    found += [warning(NAME, f"{scope} was left out: {stops}.", _ADD) for scope, stops in left_out]
    if not lacking:
        found.insert(0, right(NAME, f"All that are needed: {shortened_list([*REQUIRED])}."))
    return tuple(found)
