"""With what the fake is asked: tokens, and apps with their installations."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass
class Token:
    """A bearer token and what it may see; `None`: every repository that is not private."""

    login: str | None
    sees: set[str] | None = None
    """Private repositories it may see, as lower-case `owner/name`; `None`: all of them."""
    installation: "Installation | None" = None
    """Where a token of an app was made: private repositories outside of it are hidden."""
    scopes: frozenset[str] | None = None
    """Of a classic token; `None`: whatever it takes. Without `repo` it sees nothing private."""
    may_write: bool = True
    """It may edit issues."""
    only: frozenset[str] | None = None
    """Of an app's token that was narrowed: the repositories (lower-case) that are left."""
    permissions: Mapping[str, str] = field(default_factory=dict)
    """Of an app's token, as it was asked for; empty: those of the installation."""


@dataclass
class App:
    """A GitHub App with its public key and installations: id → account."""

    public_key: str
    installations: dict[int, "Installation"] = field(default_factory=dict)


@dataclass
class Installation:
    """An app on an account, for these repositories (lower-case); `None`: all of the account."""

    account: str
    repositories: set[str] | None = None
    permissions: Mapping[str, str] = field(default_factory=dict)

    def covers(self, key: str) -> bool:
        """This repository belongs to the installation."""
        if self.repositories is not None:
            return key in self.repositories
        return key.split("/", maxsplit=1)[0] == self.account.lower()
