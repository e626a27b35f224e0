"""From facts.json (true facts, of several sources) to nodes in the form of GitHub's answers.

What a fact does not know is left out of the node; null stands only where GitHub's null is known.
Field by field:

- `number` and `url` follow from the ref; `state`, `title` and `author` are the fact's. `id` has to
  be there and is not known, so it is empty.
- `mergedAt` is null unless merged, `closedAt` is null while open; when a closed one closed is not
  known.
- `isDraft`, `createdAt`, `baseRefName` and `labels`: as far as the fact has them.
- `timelineItems` has what the fact dates, and no page information, so it never counts as complete:
  reviews (without a verdict where only the review was seen), review requests, and the last
  activity, which is the newest push, a review, or the merge. Of a push the committer's time, the
  only one known, stands for the author's; its `oid` is shortened as it was seen; who pushed is not
  known.
- Lists of reviews and of review requests, the review decision, checks, conflicts, the merge queue,
  assignees and who merged are left out: no fact shows them, or not to their end. So are reviews
  without a date, and comments by bots.
- An issue that is closed has neither a reason nor a moment.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from bot.github_status.facts.refs import Ref
from scripts.demo.answers import (
    ISSUE_STATE,
    PULL_STATE,
    REVIEW_STATE,
    Json,
    actor,
    moment,
    ref_of,
    url,
)

# What `last_activity_evidence` begins with, for each sort of event that it stands for.
PUSH = re.compile(r"committer time of the newest commit")
MERGE = re.compile(r"merge to main|merge commit|comment by .*; merged ")
REVIEW = re.compile(r"review threads? by (?P<login>[A-Za-z0-9-]+)")
NO_EVENT = re.compile(r"date of the description")

HEAD = re.compile(r"(?:refs/pull/\d+/head =|head) ([0-9a-f]{7,40}),? committed")
NEWEST = re.compile(r"newest commit (\d{4}-\d\d-\d\dT[\d:]+Z)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One object of facts.json."""

    ref: Ref
    raw: Json

    @property
    def successors(self) -> frozenset[Ref]:
        """What replaces it, or may do so."""
        return frozenset(
            map(ref_of, self.raw["superseded_by"] + self.raw["possibly_superseded_by"])
        )

    @property
    def refers_to(self) -> frozenset[Ref]:
        """What it names."""
        return frozenset(map(ref_of, self.raw["refers_to"]))


def read_facts(objects: Iterable[Json]) -> dict[Ref, Fact]:
    """The facts by their refs."""
    facts = (Fact(ref=ref_of(raw["ref"]), raw=raw) for raw in objects)
    return {fact.ref: fact for fact in facts}


def newest_reading(facts: Iterable[Fact]) -> str:
    """The moment of the newest commit in the git snapshots that the facts rest on."""
    sources = (evidence["source"] for fact in facts for evidence in fact.raw["evidence"])
    return max(str(at) for source in sources for at in NEWEST.findall(source))


def node(fact: Fact) -> Json:
    """What GitHub would answer about it, without what is not known."""
    return _issue(fact) if fact.raw["kind"] == "issue" else _pull(fact)


def _pull(fact: Fact) -> Json:
    raw = fact.raw
    known = _common(fact, part="pull") | {
        "__typename": "PullRequest",
        PULL_STATE: raw["state"],
        **_if_known("isDraft", raw["is_draft"]),
        **_if_known("baseRefName", raw["base_branch"]),
        **_ends(raw),
    }
    events = timeline(raw)
    return known | ({"timelineItems": {"nodes": events}} if events else {})


def _issue(fact: Fact) -> Json:
    state = fact.raw["state"]
    closed: Json = {"closedAt": None} if state == "OPEN" else {}
    return _common(fact, part="issues") | {"__typename": "Issue", ISSUE_STATE: state, **closed}


def _common(fact: Fact, *, part: str) -> Json:
    raw = fact.raw
    labels = None if raw["labels"] is None else {"nodes": [{"name": n} for n in raw["labels"]]}
    return {
        "id": "",
        "number": fact.ref.number,
        "title": raw["title"],
        "url": url(fact.ref, part=part),
        **_if_known("author", raw["author_login"] and actor(raw["author_login"])),
        **_if_known("createdAt", raw["created_at"] and moment(raw["created_at"])),
        **_if_known("labels", labels),
    }


def _ends(raw: Json) -> Json:
    if raw["state"] == "OPEN":
        return {"mergedAt": None, "closedAt": None}
    if raw["state"] == "CLOSED":
        return {"mergedAt": None}
    merged = raw["merged_at"] and moment(raw["merged_at"])
    return {**_if_known("mergedAt", merged), **_if_known("closedAt", merged)}


def _if_known(name: str, value: Any) -> Json:
    return {} if value is None else {name: value}


def timeline(raw: Json) -> list[Json]:
    """The events that the fact dates, oldest first."""
    events = [_seen(seen) for seen in raw["reviewers"] or () if seen["submitted_at"]]
    last = _last_activity(raw)
    events += [last] if last is not None and last not in events else []
    return sorted(events, key=event_at)


def _seen(seen: Json) -> Json:
    who, at = actor(seen["login"]), moment(seen["submitted_at"])
    if seen["state"] == "REQUESTED":
        return {"__typename": "ReviewRequestedEvent", "createdAt": at, "requestedReviewer": who}
    verdict = _if_known(REVIEW_STATE, seen["state"])
    return {"__typename": "PullRequestReview", "submittedAt": at, "author": who, **verdict}


def _last_activity(raw: Json) -> Json | None:
    evidence, at = raw["last_activity_evidence"], moment(raw["last_activity_at"])
    if PUSH.match(evidence):
        commit = {"oid": _head(raw), "authoredDate": at, "committedDate": at}
        return {"__typename": "PullRequestCommit", "commit": commit}
    if MERGE.match(evidence):
        return {"__typename": "MergedEvent", "createdAt": moment(raw["merged_at"])}
    if found := REVIEW.match(evidence):
        return {
            "__typename": "PullRequestReview",
            "submittedAt": at,
            "author": actor(found["login"]),
        }
    if NO_EVENT.match(evidence):
        return None
    raise ValueError(f"{raw['ref']}: no sort of event is known for {evidence!r}")


def _head(raw: Json) -> str:
    """The shortened object id of the newest commit; empty when no evidence has it."""
    found = (HEAD.search(evidence["what"]) for evidence in raw["evidence"])
    return next((match[1] for match in found if match is not None), "")


def event_at(event: Json) -> str:
    """When it happened."""
    commit = event.get("commit", {})
    return str(event.get("createdAt") or event.get("submittedAt") or commit["committedDate"])
