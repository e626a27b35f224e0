"""What happens on the fake GitHub: the verbs that change what exists. No HTTP, no GraphQL."""

from collections.abc import Mapping
from typing import Any

from bot.demo.github import nodes
from bot.demo.github.nodes import Moment, Node
from bot.demo.github.things import Things


class World(Things):
    """Repositories, items, tokens and apps, and how they change."""

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


def counts(**by_state: int) -> Mapping[str, int]:
    """Checks by state, for `add_pull(checks=...)`: `counts(SUCCESS=2, FAILURE=1)`."""
    return by_state
