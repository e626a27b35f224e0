"""The bundled readings as a GitHub that can be asked, and changed."""

from collections.abc import Iterable, Iterator
from typing import Any

from bot.demo.bundled import DEMO_TRACKERS
from bot.demo.bundled.reading import bundled
from bot.demo.github.faults import Refusal
from bot.demo.github.graphql import REFUSALS
from bot.demo.github.nodes import PARTIAL, Node, PartialList
from bot.demo.github.world import World
from bot.github_status.facts.refs import Ref, Repository
from bot.github_status.index import parse_index

_RENAMED = {
    "prState": "state",
    "issueState": "state",
    "reviewState": "state",
    "around": "timelineItems",
}
"""What our queries call fields otherwise than GitHub, by their names in the bundles."""


_NOT_KNOWN = Refusal("SERVICE_UNAVAILABLE", "The bundled reading does not know its state.")


def furnish(world: World) -> None:
    """Put everything that the bundles know into this world, each repository at its present name."""
    world.is_partial = True
    for name in DEMO_TRACKERS:
        read = bundled(name)
        _unknown(world, name)
        # What a tracker lists is told in more detail than what stands beside another one's index.
        for part in ("issue", "refs", "extra"):
            for asked, home, items in _repositories(read[part]):
                _settle(world, asked, home, items)


def _unknown(world: World, name: str) -> None:
    """Refuse what the index lists and nobody knows: it is there, whatever it is."""
    tracker = DEMO_TRACKERS[name]
    read = bundled(name)
    issue = read["issue"]["r0"][f"n{tracker.number}"]
    missing = {Ref.parse(text) for text in read["not_visible"]}
    told = {ref for part in ("refs", "extra") for ref in _told(read[part])}
    for ref in parse_index(issue["body"], repository=tracker.repository).refs():
        if ref in told | missing:
            continue
        world.add_repository(str(ref.repository))
        node = {"__typename": "PullRequest", "number": ref.number, REFUSALS: {"": _NOT_KNOWN}}
        world.items[str(ref.repository).lower()][ref.number] = node


def _told(answer: Node) -> Iterator[Ref]:
    """What the bundle tells of, were it only that there is no such thing."""
    for home in answer.values():
        repository = Repository(*home["nameWithOwner"].split("/"))
        yield from (Ref(repository, int(key[1:])) for key in home if key[1:].isdigit())


def _repositories(answer: Node) -> Iterator[tuple[str, Node, list[Node]]]:
    """The name that was asked for, the repository, its items."""
    for home in answer.values():
        items = [item for key, item in home.items() if key[1:].isdigit() and item is not None]
        yield home["nameWithOwner"], home, items


def _settle(world: World, asked: str, home: Node, items: Iterable[Node]) -> None:
    for item in items:
        now_at = item.get("repository", {}).get("nameWithOwner", asked)
        world.add_repository(now_at, private=bool(home.get("isPrivate")))
        if now_at.lower() != asked.lower():
            world.renamed[asked.lower()] = now_at.lower()
        known = world.items[now_at.lower()]
        node = _item(item, world.repositories[now_at.lower()])
        # The richest telling of an item counts.
        known[item["number"]] = {**node, **known.get(item["number"], {})}


def _item(told: Node, repository: Node) -> Node:
    node: Node = _node(told)
    kind = "I" if node["__typename"] == "Issue" else "PR"
    node["repository"] = repository
    node["id"] = node["id"] or f"{kind}_{repository['databaseId']}_{node['number']}"
    if kind == "I":
        node.setdefault("userContentEdits", [])
        node.setdefault("locked", False)
    else:
        node.setdefault("timelineItems", PartialList())
        node.setdefault("reviewRequests", PartialList())
    return node


def _node(told: Any) -> Any:
    if isinstance(told, list):
        return [_node(one) for one in told]
    if not isinstance(told, dict):
        return told
    if "nodes" in told:
        return [_node(one) for one in told["nodes"]]
    named = {_RENAMED.get(key, key): _node(value) for key, value in told.items()}
    if (line := told.get("timelineItems")) is not None:
        named["timelineItems"] = PartialList(named["timelineItems"], page=line.get("pageInfo"))
    return {**named, PARTIAL: True}
