"""Finds out by REST why a number does not resolve: moved, deleted, or never there.

GraphQL follows renamed repositories but not transferred issues
(https://github.com/apache/devlake/issues/7969); `GET /repos/{owner}/{repo}/issues/{n}` answers
301, 404 or 410 (https://docs.github.com/en/rest/issues/issues#get-an-issue).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import urljoin

from bot.errors import GitHubFault
from bot.github_status.facts.refs import Ref
from bot.github_status.github.answers import NoAnswer, Reply
from bot.github_status.github.asking import Asker
from bot.github_status.github.keys import Key
from bot.github_status.github.quota import Patience

MOST_HOPS = 3
"""Redirects that are followed for one issue: transferred, and the repository renamed since."""
MOVED = frozenset({301, 302, 307, 308})


class Found(StrEnum):
    """What does REST say about a number that GraphQL does not resolve?"""

    MOVED = "moved"
    DELETED = "deleted"
    NOTHING = "nothing"
    NOT_KNOWN = "not_known"
    """REST gave no usable answer, or one that says nothing."""


@dataclass(frozen=True, slots=True)
class Place:
    """The finding, and for `MOVED` the new place."""

    found: Found
    ref: Ref | None = None


async def place_of(ref: Ref, asker: Asker, key: Key, patience: Patience) -> Place:
    """Where a ref that does not resolve went, in at most four requests.

    Raises nothing of GitHub's.
    """
    url = f"/repos/{ref.repository}/issues/{ref.number}"
    for _ in range(MOST_HOPS + 1):
        try:
            reply = await asker.get(url, key, patience)
        except GitHubFault:
            return Place(Found.NOT_KNOWN)
        if isinstance(reply, NoAnswer):
            return Place(Found.NOT_KNOWN)
        if reply.status not in MOVED:
            return _read(reply, ref)
        # A relative target is relative to what was asked; another host is refused by the transport.
        url = urljoin(url, reply.headers.get("location", ""))
    return Place(Found.NOT_KNOWN)


def _read(reply: Reply, asked: Ref) -> Place:
    if reply.status == 404:
        return Place(Found.NOTHING)
    if reply.status == 410:
        return Place(Found.DELETED)
    now = _ref_in(reply.json()) if reply.status == 200 else None
    if now is None or now == asked:
        return Place(Found.NOT_KNOWN)
    return Place(Found.MOVED, now)


def _ref_in(content: object) -> Ref | None:
    """The ref of a REST issue; `repository_url` ends in `/repos/{owner}/{name}`."""
    if not isinstance(content, Mapping):
        return None
    _, _, name = str(content.get("repository_url", "")).rpartition("/repos/")
    return Ref.parse(f"{name}#{content.get('number')}")
