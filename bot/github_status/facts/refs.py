"""Refs: pointers to one pull request or issue on GitHub, and to the repository it lives in."""

import re
from dataclasses import dataclass, field
from functools import total_ordering
from typing import Self

# What GitHub allows today, a little wider: owners are letters, digits and single hyphens
# (enterprise accounts add an underscore), repositories also `.` and `_`.
_OWNER = r"[A-Za-z0-9](?:[A-Za-z0-9_-]{0,98}[A-Za-z0-9])?"
_NAME = r"[A-Za-z0-9._-]{1,100}"
_FULL = re.compile(rf"({_OWNER})/({_NAME})#([1-9][0-9]{{0,8}})", re.ASCII)
_REPOSITORY = re.compile(rf"({_OWNER})/({_NAME})", re.ASCII)


@total_ordering
@dataclass(frozen=True, slots=True)
class Repository:
    """`owner/name`. Two spellings that differ in case only are the same repository."""

    owner: str = field(compare=False)
    name: str = field(compare=False)
    key: str = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Keep the form that is compared."""
        object.__setattr__(self, "key", f"{self.owner}/{self.name}".casefold())

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """The repository written as `owner/name`; `None` when the text is anything else."""
        found = _REPOSITORY.fullmatch(text.strip())
        if found is None or found[2] in {".", ".."}:
            return None
        return cls(found[1], found[2])

    def __lt__(self, other: "Repository") -> bool:
        """By name, without case."""
        return self.key < other.key

    def __str__(self) -> str:
        """As GitHub writes it."""
        return f"{self.owner}/{self.name}"


@total_ordering
@dataclass(frozen=True, slots=True)
class Ref:
    """A pointer to a pull request or an issue, normalised to `owner/repo#number`."""

    repository: Repository
    number: int

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """The ref written as `owner/repo#number`; `None` when the text is anything else."""
        found = _FULL.fullmatch(text.strip())
        if found is None or found[2] in {".", ".."}:
            return None
        return cls(Repository(found[1], found[2]), int(found[3]))

    @property
    def short(self) -> str:
        """`repo#number`, for a reader who knows the owner."""
        return f"{self.repository.name}#{self.number}"

    def __lt__(self, other: "Ref") -> bool:
        """By repository, then number."""
        return (self.repository, self.number) < (other.repository, other.number)

    def __str__(self) -> str:
        """As GitHub writes it across repositories."""
        return f"{self.repository}#{self.number}"
