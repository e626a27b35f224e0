"""Decodes pull requests that are not asked for by name, what names what, and descriptions. Pure."""

from collections.abc import Iterator, Mapping
from typing import Any

from bot.github_status.facts.known import UNKNOWN, Known
from bot.github_status.facts.nearby import Mention, NearbyPull
from bot.github_status.facts.pulls import LabelChange, PullState
from bot.github_status.github.json_fields import (
    Json,
    flag,
    known,
    mapping,
    member,
    moment,
    nodes,
    or_none,
    required,
    text,
)
from bot.github_status.github.places import is_private, ref_of, state_of
from bot.github_status.github.timeline import decode_actor
from bot.github_status.judge.prose import names_a_ref, own_lines

MOST_CHARACTERS = 2_000
"""Kept of a description: of what it says of other pull requests nobody writes more."""


def kept_description(value: Any) -> str:
    """The lines that name a ref, and those that introduce them ("Split into:")."""
    kept: list[str] = []
    introduction = ""
    for line in own_lines(text(value)):
        if names_a_ref(line):
            kept += [introduction, line] if introduction else [line]
            introduction = ""
        else:
            introduction = line if line.rstrip("*_ ").endswith(":") else ""
    return "\n".join(kept)[:MOST_CHARACTERS]


def decode_nearby(node: Json) -> NearbyPull:
    """A pull request as a search or a mention tells of it; raises `Undecodable`."""
    return NearbyPull(
        ref=ref_of(node),
        url=required(node, "url", text),
        title=required(node, "title", text),
        state=state_of(required(node, "prState", member(PullState))),
        is_draft=known(node, "isDraft", flag),
        is_private=is_private(node),
        author=known(node, "author", or_none(decode_actor)),
        created_at=known(node, "createdAt", moment),
        merged_at=known(node, "mergedAt", or_none(moment)),
        closed_at=known(node, "closedAt", or_none(moment)),
        body=known(node, "body", kept_description),
    )


def decode_mentions(node: Json) -> Known[tuple[Mention, ...]]:
    """The pull requests that name this item, oldest first; raises `Undecodable`."""
    entries = _around(node)
    if entries is None:
        return UNKNOWN
    return tuple(sorted(_mentions(entries), key=lambda mention: mention.at))


def decode_label_changes(node: Json) -> Known[tuple[LabelChange, ...]]:
    """The newest labels that were put on or taken off, oldest first; raises `Undecodable`."""
    entries = _around(node)
    if entries is None:
        return UNKNOWN
    return tuple(sorted(_label_changes(entries), key=lambda change: change.at))


def _around(node: Json) -> tuple[Json, ...] | None:
    if node.get("around") is None:
        return None
    entries = required(node, "around", lambda value: nodes(mapping(value)))
    return tuple(entry for entry in entries if entry is not None)


def _mentions(entries: tuple[Json, ...]) -> Iterator[Mention]:
    """Issues that name it are left out."""
    for entry in entries:
        source = entry.get("source")
        if isinstance(source, Mapping) and source.get("__typename") == "PullRequest":
            at = required(entry, "createdAt", moment)
            yield Mention(at=at, pull=decode_nearby(source))


_LABEL_CHANGES = {"LabeledEvent": True, "UnlabeledEvent": False}


def _label_changes(entries: tuple[Json, ...]) -> Iterator[LabelChange]:
    for entry in entries:
        kind = entry.get("__typename")
        if kind in _LABEL_CHANGES:
            yield LabelChange(
                at=required(entry, "createdAt", moment),
                label=required(required(entry, "label", mapping), "name", text),
                added=_LABEL_CHANGES[kind],
                actor=known(entry, "actor", or_none(decode_actor)),
            )
