"""Sorts a batch's answer into its rows, by the paths of the errors. Pure.

`path` names the alias and the field, so one bad item costs only itself. A null that comes from an
error is "not read", never "none": it is taken out of the node before anything is decoded.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from bot.github_status.github.answers import SSO_ADVICE, Answer, FieldError
from bot.github_status.github.parts import REDUCED, Part, parts_in
from bot.github_status.github.queries import Look, repository_aliases

NOT_VISIBLE = "The repository does not exist, or this token may not see it."
FORBIDDEN = "This token may not read it: it lacks a permission."
SSO = f"The organisation wants single sign-on for this token. {SSO_ADVICE}"


class Fate(StrEnum):
    """What came of one row?"""

    TOLD = "told"
    MISSING = "missing"
    """The repository can be read, and has no such pull request or issue under this number."""
    HIDDEN = "hidden"
    TOO_MUCH = "too_much"
    """Not answered: ask again for less at once."""
    FORBIDDEN_PART = "forbidden_part"
    """A part of it may not be read and hides more than itself: ask again without it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """One row of the answer."""

    fate: Fate
    node: Mapping[str, Any] = field(default_factory=dict)
    """With the errors' nulls taken out. Beside `TOO_MUCH` what there is; else empty."""
    reason: str = ""
    """For `HIDDEN`, and for `TOO_MUCH` in the end, a sentence."""
    without: frozenset[Part] = frozenset()
    """For `FORBIDDEN_PART`, what to leave out."""
    unread: frozenset[str] = frozenset()
    """Fields that the credential may not read ("statusCheckRollup")."""


def rows_of(answer: Answer, looks: Sequence[Look]) -> tuple[Told, ...]:
    """What the answer says about each look, in order."""
    aliases = repository_aliases(look.place for look in looks)
    return tuple(_row(answer, look, aliases[look.place.repository]) for look in looks)


def _row(answer: Answer, look: Look, alias: str) -> Told:
    repository = answer.data.get(alias)
    if not isinstance(repository, Mapping):
        return _without_repository([e for e in answer.errors if e.path[:1] == (alias,)])
    errors = [error for error in answer.errors if error.path[:2] == (alias, look.alias)]
    node = repository.get(look.alias)
    if not isinstance(node, Mapping):
        return _without_node(errors, look)
    if (part := _hiding_part(node, errors)) and not part <= look.without:
        return Told(fate=Fate.FORBIDDEN_PART, without=part)
    fate = Fate.TOO_MUCH if any(error.is_too_much for error in errors) else Fate.TOLD
    pruned = _pruned(node, [error.path[2:] for error in errors])
    return Told(fate=fate, node=pruned, unread=_unread(errors))


def _unread(errors: Iterable[FieldError]) -> frozenset[str]:
    below = (error for error in errors if len(error.path) > 2 and error.type == "FORBIDDEN")
    return frozenset(str(error.path[2]) for error in below)


def _without_repository(errors: Sequence[FieldError]) -> Told:
    if any(error.saml for error in errors):
        return Told(fate=Fate.HIDDEN, reason=SSO)
    if any(error.type in {"NOT_FOUND", "FORBIDDEN"} for error in errors):
        return Told(fate=Fate.HIDDEN, reason=NOT_VISIBLE)
    return Told(fate=Fate.TOO_MUCH)


def _without_node(errors: Sequence[FieldError], look: Look) -> Told:
    own = [error for error in errors if len(error.path) == 2]
    if any(error.type == "NOT_FOUND" for error in own):
        return Told(fate=Fate.MISSING)
    if any(error.saml for error in errors):
        return Told(fate=Fate.HIDDEN, reason=SSO)
    forbidden = [error for error in errors if error.type == "FORBIDDEN"]
    if any(len(error.path) == 2 for error in forbidden) or (forbidden and look.without >= REDUCED):
        return Told(fate=Fate.HIDDEN, reason=FORBIDDEN)
    if forbidden:
        named = parts_in(step for error in forbidden for step in error.path) - look.without
        return Told(fate=Fate.FORBIDDEN_PART, without=named or REDUCED)
    return Told(fate=Fate.TOO_MUCH)


def _hiding_part(node: Mapping[str, Any], errors: Iterable[FieldError]) -> frozenset[Part]:
    """The counts of checks, where they may not be read and took the checks' state with them.

    As with fine-grained tokens: https://github.com/cli/cli/issues/12597.
    """
    for error in errors:
        if (
            error.type == "FORBIDDEN"
            and "contexts" in error.path
            and node.get("statusCheckRollup") is None
        ):
            return frozenset({Part.CHECK_COUNTS})
    return frozenset()


def _pruned(node: Mapping[str, Any], paths: Iterable[tuple[str | int, ...]]) -> Mapping[str, Any]:
    """The node without the nulls at these paths, or wherever on the way the null went up to."""
    pruned: Any = node
    for path in paths:
        pruned = _cut(pruned, path)
    return dict(pruned)


def _cut(value: Any, path: tuple[str | int, ...]) -> Any:
    if not path:
        return value
    step, rest = path[0], path[1:]
    if isinstance(value, Mapping) and step in value:
        if value[step] is None:
            return {key: kept for key, kept in value.items() if key != step}
        return {**value, step: _cut(value[step], rest)}
    if isinstance(value, list) and isinstance(step, int) and 0 <= step < len(value):
        return [*value[:step], _cut(value[step], rest), *value[step + 1 :]]
    return value
