"""What exists on the fake GitHub, and the verbs that change it. No HTTP, no GraphQL."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from bot.demo.github import nodes
from bot.demo.github.nodes import Moment, Node
from bot.demo.github.tokens import App, Installation, Token


class World:
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

    # --- what happens to them ---

    def edit(self, repository: str, number: int, **fields: Any) -> None:
        """Change raw GraphQL fields of an item."""
        self.item(repository, number).update(nodes._plain(fields))

    def edit_body(
        self,
        repository: str,
        number: int,
        body: str,
        *,
        by: str | None = "bo",
        at: Moment | None = None,
    ) -> None:
        """Save another text of an issue, as on the web page or through the API; with its history.

        The same text again is no edit.
        """
        item = self.item(repository, number)
        if item["body"] == body:
            return
        at = nodes.moment(at or self.clock())
        history: list[Node] = item["userContentEdits"]
        if not history:
            history.append(nodes.edit(item, item["body"], by=item["author"], at=item["createdAt"]))
        history.insert(0, nodes.edit(item, body, by=nodes.actor(by), at=at))
        item.update(body=body, lastEditedAt=at, updatedAt=at)

    def archive(self, repository: str) -> None:
        """Nothing in it can be changed any more."""
        self.repositories[repository.lower()]["isArchived"] = True

    def event(self, repository: str, number: int, kind: str, *, at: Moment, **fields: Any) -> None:
        """Add a time line entry of this GraphQL type (`ReopenedEvent`), `by=` ana unless told."""
        by = fields.pop("by", "ana")
        self.timeline(repository, number).append(nodes.event(kind, by=by, at=at, **fields))

    def comment(
        self, repository: str, number: int, body: str, *, by: str | None, at: Moment
    ) -> None:
        """Add a comment."""
        self.timeline(repository, number).append(nodes.comment(by=by, body=body, at=at))

    def review(
        self, repository: str, number: int, state: str, *, by: str | None, at: Moment, **fields: Any
    ) -> None:
        """Add a review of the head by somebody who may push; a request to that person ends."""
        item = self.item(repository, number)
        defaults = {"body": "", "oid": item["headRefOid"], "can_push": True}
        item["timelineItems"].append(nodes.review(state, by=by, at=at, **(defaults | fields)))
        asked = item["reviewRequests"]
        item["reviewRequests"] = [r for r in asked if r["requestedReviewer"] != nodes.actor(by)]

    def request_review(
        self, repository: str, number: int, of: str, *, by: str = "ana", at: Moment
    ) -> None:
        """Ask a person or a team (`acme/reviewers`) for a review."""
        reviewer = nodes.actor(of)
        request = {
            "__typename": "ReviewRequest",
            "requestedReviewer": reviewer,
            "asCodeOwner": False,
        }
        self.item(repository, number)["reviewRequests"].append(request)
        self.event(
            repository, number, "ReviewRequestedEvent", by=by, at=at, requestedReviewer=reviewer
        )

    def dismiss_review(
        self,
        repository: str,
        number: int,
        of: str,
        *,
        by: str = "ana",
        at: Moment,
        message: str | None = None,
        pushed: Node | None = None,
    ) -> None:
        """Dismiss the last opinion of a person, with a message or by the push of a commit."""
        item = self.item(repository, number)
        given = [
            e
            for e in item["timelineItems"]
            if e["__typename"] == "PullRequestReview"
            and e["author"] == nodes.actor(of)
            and e["state"] in ("APPROVED", "CHANGES_REQUESTED")
        ]
        said, given[-1]["state"] = given[-1]["state"], "DISMISSED"
        self.event(
            repository,
            number,
            "ReviewDismissedEvent",
            by=by,
            at=at,
            review=given[-1],
            previousReviewState=said,
            dismissalMessage=message,
            pullRequestCommit=None if pushed is None else nodes.pushed(pushed),
        )

    def push(self, repository: str, number: int, oid: str, *, at: Moment, **fields: Any) -> None:
        """Push one commit; `by=`, `parents=2` for a merge of the base."""
        self.timeline(repository, number).append(nodes.pushed(nodes.commit(oid, at=at, **fields)))
        self.item(repository, number)["headRefOid"] = oid

    def force_push(
        self, repository: str, number: int, before: Node | None, after: Node, *, at: Moment
    ) -> None:
        """Replace the head; `nodes.commit` makes the two commits, `None`: the old one is gone."""
        kind = "HeadRefForcePushedEvent"
        self.event(repository, number, kind, at=at, beforeCommit=before, afterCommit=after)
        self.item(repository, number)["headRefOid"] = after["oid"]

    def merge(self, repository: str, number: int, *, by: str = "bo", at: Moment) -> None:
        """Merge a pull request."""
        fields = {"state": "MERGED", "merged": True, "mergedAt": at, "closedAt": at, "mergedBy": by}
        self.edit(repository, number, **fields)
        self.event(repository, number, "MergedEvent", by=by, at=at)

    def close(
        self, repository: str, number: int, *, by: str = "bo", at: Moment, reason: str = "COMPLETED"
    ) -> None:
        """Close an item; the reason is for issues."""
        self.edit(repository, number, state="CLOSED", closedAt=at)
        if self.item(repository, number)["__typename"] == "Issue":
            self.edit(repository, number, stateReason=reason)
        else:
            self.event(repository, number, "ClosedEvent", by=by, at=at)

    def rename(self, old: str, new: str) -> None:
        """Rename or move a repository; the old name leads to the new one."""
        self.repositories[new.lower()] = self.repositories.pop(old.lower())
        self.repositories[new.lower()]["nameWithOwner"] = new
        self.items[new.lower()] = self.items.pop(old.lower())
        self.renamed[old.lower()] = new.lower()

    def transfer(self, repository: str, number: int, to: str, new_number: int) -> None:
        """Move an issue to another repository, where it gets another number."""
        item = self.items[repository.lower()].pop(number)
        home = self._home(to)
        moved = {
            "repository": home,
            "number": new_number,
            "id": f"I_{home['databaseId']}_{new_number}",
        }
        self.items[to.lower()][new_number] = item | moved
        self.moved[repository.lower(), number] = (to.lower(), new_number)

    def delete(self, repository: str, number: int) -> None:
        """Delete an issue: REST then answers 410."""
        del self.items[repository.lower()][number]
        self.moved[repository.lower(), number] = None

    def require_saml(self, owner: str) -> None:
        """The organisation wants tokens authorised for its SSO, and none is."""
        self.saml_owners.add(owner.lower())

    def mention(self, repository: str, number: int, *, by: Node, at: Moment = "2026-08-18") -> None:
        """Another item names this one."""
        login = by["author"]["login"] if by["author"] else None
        entry = nodes.event("CrossReferencedEvent", by=login, at=at, source=by)
        self.timeline(repository, number).append(entry)

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


def counts(**by_state: int) -> Mapping[str, int]:
    """Checks by state, for `add_pull(checks=...)`: `counts(SUCCESS=2, FAILURE=1)`."""
    return by_state
