"""What exists on the fake GitHub, and who sees it. No HTTP, no GraphQL."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from bot.demo.github import nodes
from bot.demo.github.nodes import Node
from bot.demo.github.tokens import App, Installation, Token


class Things:
    """Repositories, items, tokens and apps."""

    def __init__(self) -> None:
        """Nothing exists but one token that sees everything."""
        self.repositories: dict[str, Node] = {}
        self.items: dict[str, dict[int, Node]] = {}
        self.renamed: dict[str, str] = {}
        self.moved: dict[tuple[str, int], tuple[str, int] | None] = {}
        self.discussions: set[tuple[str, int]] = set()
        self.saml_owners: set[str] = set()
        self.tokens: dict[str, Token] = {"test-token": Token(login="tester")}
        self.apps: dict[str, App] = {}
        self.clock: Callable[[], datetime] = lambda: datetime.now(UTC)
        """What dates an edit of which nobody says when it was."""
        self.is_partial = False
        """Whether some nodes are `PARTIAL`."""

    # --- things ---

    def add_repository(self, name: str, *, private: bool = False) -> None:
        """Add `owner/name`, or change whether it is private."""
        key = name.lower()
        if key not in self.repositories:
            self.repositories[key] = {
                "__typename": "Repository",
                "databaseId": 1000 + len(self.repositories),
                "id": f"R_{len(self.repositories)}",
                "nameWithOwner": name,
                "isArchived": False,
            }
            self.items[key] = {}
        self.repositories[key]["isPrivate"] = private

    def add_pull(self, repository: str, number: int, **fields: Any) -> None:
        """Add an open, green pull request by ana with one commit.

        Short forms: `author="bo"`, `at="2026-08-17"`, `head="abc"`, `labels=["x"]`,
        `assignees=["bo"]`, `checks={"SUCCESS": 2, "FAILURE": 1}` or `None`, `events=[...]`.
        Everything else is a field of GitHub's `PullRequest` as the schema spells it (`title`,
        `isDraft`, `mergeable`, `state` …).
        """
        home = self._home(repository)
        self.items[repository.lower()][number] = nodes.pull(home, number, **fields)

    def add_issue(self, repository: str, number: int, **fields: Any) -> None:
        """Add an open issue by ana; `body=` is the Markdown source."""
        home = self._home(repository)
        self.items[repository.lower()][number] = nodes.issue(home, number, **fields)

    def add_discussion(self, repository: str, number: int) -> None:
        """A discussion shares the numbers of issues and is not one."""
        self._home(repository)
        self.discussions.add((repository.lower(), number))

    def add_token(
        self,
        token: str,
        *,
        login: str | None = "tester",
        sees: set[str] | None = None,
        scopes: set[str] | None = None,
        may_write: bool = True,
    ) -> None:
        """A token that sees only these private repositories (`None`: all), or a classic one with
        these scopes.
        """
        self.tokens[token] = Token(
            login=login,
            may_write=may_write,
            sees=None if sees is None else {s.lower() for s in sees},
            scopes=None if scopes is None else frozenset(scopes),
        )

    def add_app(self, app_id: str, public_key: str) -> None:
        """A GitHub App, known by its public key (PEM)."""
        self.apps[app_id] = App(public_key)

    def install(
        self,
        app_id: str,
        number: int,
        account: str,
        *,
        only: set[str] | None = None,
        permissions: Mapping[str, str] | None = None,
    ) -> None:
        """Install the app on an account, for all or for `only` some repositories."""
        names = None if only is None else {name.lower() for name in only}
        held = {"issues": "write"} if permissions is None else permissions
        self.apps[app_id].installations[number] = Installation(account, names, held)

    # --- what is there ---

    def item(self, repository: str, number: int) -> Node:
        """The live node; change it in place for what no verb offers."""
        return self.items[repository.lower()][number]

    def timeline(self, repository: str, number: int) -> list[Node]:
        """The live time line of a pull request, oldest first."""
        events: list[Node] = self.item(repository, number)["timelineItems"]
        return events

    def visible(self, name: str, token: Token) -> Node | None:
        """The repository under its present name, when the token may see it."""
        key = name.lower()
        key = self.renamed.get(key, key)
        home = self.repositories.get(key)
        if home is None or not home["isPrivate"]:
            return home
        if token.only is not None:
            return home if key in token.only else None
        if token.installation is not None:
            return home if token.installation.covers(key) else None
        if token.scopes is not None and "repo" not in token.scopes:
            return None
        return home if token.sees is None or key in token.sees else None

    def may_edit(self, item: Node, token: Token) -> bool:
        """The token may change this issue's text."""
        home = item["repository"]
        key = home["nameWithOwner"].lower()
        if home["isArchived"] or not token.may_write:
            return False
        if token.installation is None:
            return True
        permissions = token.permissions or token.installation.permissions
        is_there = key in token.only if token.only is not None else token.installation.covers(key)
        return is_there and permissions.get("issues") == "write"

    def _home(self, repository: str) -> Node:
        if repository.lower() not in self.repositories:
            self.add_repository(repository)
        return self.repositories[repository.lower()]
