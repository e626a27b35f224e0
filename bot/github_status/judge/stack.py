"""Stacks: pull requests whose base is the head of another one, as far as both were read."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import Pull, PullState


@dataclass(frozen=True, slots=True, kw_only=True)
class Stack:
    """What stands below and above a pull request."""

    on: tuple[Pull, ...] = ()
    """Open ones whose head branch is its base: one, unless a branch has several."""
    above: tuple[Pull, ...] = ()
    """Open ones whose base is its head branch."""


def stack_of(pull: Pull, among: Iterable[Pull]) -> Stack:
    """Its stack among these; empty where branches are not known, or it is no longer open."""
    if pull.state is not PullState.OPEN:
        return Stack()
    others = {one.ref: one for one in among if one.ref != pull.ref and _is_near(one, pull)}
    return Stack(
        on=tuple(one for one in others.values() if _stands_on(pull, one)),
        above=tuple(one for one in others.values() if _stands_on(one, pull)),
    )


def _is_near(one: Pull, pull: Pull) -> bool:
    return one.state is PullState.OPEN and one.ref.repository == pull.ref.repository


def _stands_on(upper: Pull, lower: Pull) -> bool:
    """A branch of a fork is nobody's base: bases are branches of the repository itself."""
    if lower.head_branch is UNKNOWN or lower.from_fork is not False:
        return False
    return upper.base_branch == lower.head_branch
