"""The bundles: GitHub's answers about one tracker, with where they are from."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from bot.github_status.facts.refs import Ref, Repository
from bot.github_status.index import parse_index
from scripts.demo.answers import ISSUE_STATE, Json, actor, batch, ref_of, url
from scripts.demo.facts import Fact, event_at, newest_reading, node
from scripts.demo.gaps import closed_at_gaps
from scripts.demo.invented import issue_node, pull_node
from scripts.demo.page import page_labels, page_timeline

NOTES = [
    "Of an open pull request only its newest push or review is known.",
]

FIRST_INVENTED = 51
"""Number of the first made-up Slack id of an invented person; real ones count from 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """The folder with the true facts, read."""

    facts: Mapping[Ref, Fact]
    people: tuple[Json, ...]
    bodies: Mapping[Ref, str]
    """Of the trackers."""
    pages: Mapping[Ref, str]
    """Texts of pull requests' pages."""
    descriptions: Mapping[Ref, str] = field(default_factory=dict)
    """What descriptions say of other pull requests, in our words."""


def tracker_bundle(sources: Sources, tracker: Ref, *, keeps_the_rest: bool) -> Json:
    """The bundle of a real tracker: its issue, its refs as far as known, and others for later use.

    With `keeps_the_rest` the facts that no tracker refers to are among those others.
    """
    body = closed_at_gaps(sources.bodies[tracker])
    listed = set(parse_index(body, repository=tracker.repository).refs())
    extra = _extra_refs(sources, tracker, listed, keeps_the_rest=keeps_the_rest)
    nodes = {ref: _node(sources, ref) for ref in sources.facts}
    return {
        "tracker": str(tracker),
        "as_of": newest_reading(sources.facts.values()),
        "notes": NOTES,
        "issue": batch({tracker: nodes[tracker] | {"body": body}}),
        "refs": batch({ref: nodes[ref] for ref in nodes if ref in listed}),
        "extra": batch({ref: nodes[ref] for ref in nodes if ref in extra}),
        "not_visible": [],
    }


def _extra_refs(
    sources: Sources, tracker: Ref, listed: set[Ref], *, keeps_the_rest: bool
) -> set[Ref]:
    """What the tracker's fact refers to, successors of what it lists, and perhaps the rest."""
    facts = sources.facts
    wanted = set(facts[tracker].refers_to).union(
        *(facts[ref].successors for ref in listed & set(facts))
    )
    if keeps_the_rest:
        wanted |= set(facts).difference(*(facts[t].refers_to for t in sources.bodies))
    return (wanted & set(facts)) - listed - set(sources.bodies)


def _node(sources: Sources, ref: Ref) -> Json:
    made = node(sources.facts[ref])
    if ref in sources.descriptions:
        made |= {"body": sources.descriptions[ref]}
    if ref not in sources.pages:
        return made
    bots = {person["github_login"] for person in sources.people if person["role"] == "bot"}
    page = sources.pages[ref]
    events = page_timeline(page, bots=bots)
    known = made.get("timelineItems", {"nodes": []})["nodes"]
    later = [event for event in known if event_at(event) > event_at(events[-1])]
    # A page begins with the opening; of what came after it was stored only `later` is known.
    whole = {"nodes": events + later, "pageInfo": {"hasPreviousPage": False}}
    return made | {"timelineItems": whole, "around": {"nodes": page_labels(page)}}


def people_entries(people: Iterable[Json]) -> list[Json]:
    """Confirmed links with made-up Slack ids: no bots, each login once, under its first name.

    "Rui Tian (commits as ruit and Rayen)" is "Rui Tian": what stands in brackets is a remark.
    """
    names: dict[str, str] = {}
    for person in people:
        if person["role"] != "bot":
            names.setdefault(person["github_login"], person["name"].partition(" (")[0])
    return _links({name: login for login, name in names.items()}, first=1)


def _links(logins: Mapping[str, str], *, first: int) -> list[Json]:
    return [
        {"name": name, "github": login, "slack": f"U0DEMO{number:02}"}
        for number, (name, login) in enumerate(logins.items(), start=first)
    ]


def invented_bundle(told: Json, body: str) -> Json:
    """The bundle of the invented tracker, with its people."""
    tracker = ref_of(told["tracker"])
    nodes: dict[Ref, Json | None] = {}
    nodes |= {ref_of(pull["ref"]): pull_node(pull) for pull in told["pull"]}
    nodes |= {ref_of(issue["ref"]): issue_node(issue) for issue in told["issue"]}
    nodes |= {ref_of(ref): None for ref in told["not_found"]}
    issue = {
        "__typename": "Issue",
        "id": "I_invented_tracker",
        "number": tracker.number,
        "title": told["title"],
        "url": url(tracker, part="issues"),
        ISSUE_STATE: "OPEN",
        "stateReason": None,
        "author": actor(told["author"]),
        "body": body,
        "updatedAt": told["as_of"],
        "lastEditedAt": None,
    }
    return {
        "tracker": str(tracker),
        "as_of": told["as_of"],
        "notes": told["notes"],
        "issue": batch({tracker: issue}),
        "refs": batch(nodes, private={_repository(name) for name in told["private"]}),
        "extra": batch({ref_of(pull["ref"]): pull_node(pull) for pull in told["nearby"]}),
        "not_visible": told["not_visible"],
        "people": _links(told["people"], first=FIRST_INVENTED),
    }


def _repository(text: str) -> Repository:
    repository = Repository.parse(text)
    if repository is None:
        raise ValueError(f"not a repository: {text!r}")
    return repository
