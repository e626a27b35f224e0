"""Looks for pull requests beside the index: what the listed ones say took their place, and what
else their authors opened lately. One query for each credential.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import structlog

from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.nearby import NearbyPull
from bot.github_status.facts.pulls import ActorKind, EventKind, Pull
from bot.github_status.facts.refs import Ref, Repository
from bot.github_status.facts.snapshot import Reading
from bot.github_status.github.asking import Asker
from bot.github_status.github.json_fields import Undecodable, mapping
from bot.github_status.github.keys import Key
from bot.github_status.github.neighbours import decode_nearby
from bot.github_status.github.queries import Authors, nearby_query
from bot.github_status.github.quota import Patience
from bot.github_status.judge.prose import names_a_ref
from bot.github_status.judge.statements import Says, statements

LOOKED_BACK = timedelta(days=120)
"""What was opened earlier was known when the index was written."""
MOST_AUTHORS = 20
"""Of one repository: a search may not have any number of them."""
MOST_REPOSITORIES = 10
MOST_NAMED = 50
"""Numbers that the listed ones name as having taken their place."""

_TELLS_OF_OTHERS = frozenset(
    {Says.REPLACED_BY, Says.SPLIT_INTO, Says.SIBLING, Says.REVERTED_BY, Says.SAME_AS}
)

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Nearby:
    """What was found beside the index."""

    pulls: tuple[NearbyPull, ...] = ()


async def nearby_of(
    readings: Sequence[Reading], asker: Asker, patience: Patience, *, now: datetime
) -> Nearby:
    """What stands beside these readings; raises a `GitHubFault` when GitHub does not answer."""
    authors, named = _authors(readings, now), _named(readings)
    by_key: dict[Key, tuple[list[Authors], list[Ref]]] = {}
    for asked in authors:
        key = await asker.keys.key_for(asked.repository)
        if key is not None:
            by_key.setdefault(key, ([], []))[0].append(asked)
    for ref in named:
        key = await asker.keys.key_for(ref.repository)
        if key is not None:
            by_key.setdefault(key, ([], []))[1].append(ref)
    found: dict[Ref, NearbyPull] = {}
    for key, (whose, refs) in by_key.items():
        query = nearby_query(whose, refs)
        answer = await asker.told(partial(_whatever_is_dropped, query), key, patience)
        for pull in _pulls(answer.data):
            found.setdefault(pull.ref, pull)
    listed = {reading.ref for reading in readings}
    listed |= {reading.item.ref for reading in readings if reading.item is not None}
    return Nearby(pulls=tuple(pull for ref, pull in found.items() if ref not in listed))


def _whatever_is_dropped(query: str, _dropped: object) -> str:
    """The query has no parts that could be left out."""
    return query


def _authors(readings: Sequence[Reading], now: datetime) -> list[Authors]:
    """The people who wrote what is listed, by repository."""
    logins: dict[Repository, dict[str, None]] = {}
    for pull in _listed(readings):
        author = pull.author
        if author is not UNKNOWN and author is not None and author.kind is ActorKind.USER:
            logins.setdefault(pull.ref.repository, {}).setdefault(author.login)
    since = (now - LOOKED_BACK).date()
    asked = (
        Authors(repository=repository, logins=tuple(theirs)[:MOST_AUTHORS], since=since)
        for repository, theirs in logins.items()
    )
    return list(asked)[:MOST_REPOSITORIES]


def _named(readings: Sequence[Reading]) -> list[Ref]:
    """What the listed ones name as having taken their place, in repositories that are listed."""
    listed = {reading.ref for reading in readings}
    places = {ref.repository for ref in listed}
    refs = (
        statement.ref
        for pull in _listed(readings)
        for text in _texts(pull)
        if ("#" in text or "://" in text) and names_a_ref(text)
        for statement in statements(text, pull.ref.repository)
        if statement.says in _TELLS_OF_OTHERS
    )
    wanted = (ref for ref in refs if ref not in listed and ref.repository in places)
    return list(dict.fromkeys(wanted))[:MOST_NAMED]


def _listed(readings: Sequence[Reading]) -> Iterator[Pull]:
    return (reading.item for reading in readings if isinstance(reading.item, Pull))


def _texts(pull: Pull) -> Iterator[str]:
    yield pull.title
    if pull.body is not UNKNOWN:
        yield pull.body
    if pull.events is not UNKNOWN:
        yield from (event.text for event in pull.events if event.kind is EventKind.COMMENT)


def _pulls(data: Mapping[str, Any]) -> Iterator[NearbyPull]:
    """Those of the searches, and those that were asked for by number."""
    for entry in data.values():
        if not isinstance(entry, Mapping):
            continue
        for node in entry.get("nodes") or entry.values():
            if isinstance(node, Mapping) and node.get("__typename") == "PullRequest":
                try:
                    yield decode_nearby(mapping(node))
                except Undecodable as error:
                    log.warning("An answer of GitHub could not be understood", problem=str(error))
