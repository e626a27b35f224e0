"""Runs queries with graphql-core against the reduced copy of GitHub's schema."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from graphql import (
    DocumentNode,
    GraphQLError,
    GraphQLResolveInfo,
    GraphQLSchema,
    execute_sync,
    get_named_type,
)

from bot.demo.github.checking import FREE, checked, nullable_schema, schema
from bot.demo.github.cost import Cost
from bot.demo.github.faults import SAML, Refusal
from bot.demo.github.nodes import PARTIAL, Node, PartialList, item_type
from bot.demo.github.scopes import refusals
from bot.demo.github.tokens import Token
from bot.demo.github.world import World

OPINIONS = ("APPROVED", "CHANGES_REQUESTED", "DISMISSED")
REFUSALS = "!refusals"
"""Key of a node under which single fields are refused."""


@dataclass(frozen=True)
class Ran:
    """A query's answer as it goes over the wire, and what it cost."""

    answer: Node
    cost: Cost = FREE


class Refused(Exception):
    """A field that resolves to an entry of `errors`."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


@dataclass
class Asking:
    """Who asks, and what the answer says about the budget."""

    world: World
    token: Token
    quota: Mapping[str, Any]
    cost: Cost
    unknown: list[list[str | int]] = field(default_factory=list)
    """Paths of what nobody knows."""


def run(
    world: World,
    token: Token,
    query: str,
    *,
    variables: Mapping[str, Any] | None,
    dropped: frozenset[str],
    quota: Mapping[str, Any],
) -> Ran:
    """Answer a query as GitHub would: HTTP 200, `data` and `errors`."""
    on, found = schema(dropped), checked(query, dropped)
    if found.failure is not None:
        return Ran(found.failure)
    if token.scopes is not None and (refused := refusals(on, found.document, token.scopes)):
        return Ran({"data": None, "errors": refused})
    asking = Asking(world, token, quota, found.cost)
    # Where something is not known, it stands as null until it is taken out.
    on = nullable_schema(dropped) if world.is_partial else on
    answer = _execute(on, found.document, variables, asking)
    for path in asking.unknown:
        _leave_out(answer["data"], path)
    return Ran(answer, found.cost)


def _leave_out(data: Any, path: list[str | int]) -> None:
    *parents, last = path
    for step in parents:
        data = data[step]
    del data[last]


def _execute(
    on: GraphQLSchema, document: DocumentNode, variables: Mapping[str, Any] | None, asking: Asking
) -> Node:
    result = execute_sync(
        on,
        document,
        root_value={},
        context_value=asking,
        variable_values=dict(variables or {}),
        field_resolver=_resolve,
        type_resolver=lambda value, *_: value["__typename"],
    )
    answer: Node = {"data": result.data}
    if result.errors:
        answer["errors"] = [_entry(error) for error in result.errors]
    return answer


def _entry(error: GraphQLError) -> Node:
    cause = error.original_error
    if not isinstance(cause, Refused):
        raise AssertionError(f"the fake cannot answer {error.path}: {error.message}") from cause
    entry: Node = {"path": error.path, "message": cause.refusal.message}
    if cause.refusal.type is not None:
        entry["type"] = cause.refusal.type
    if cause.refusal.extensions:
        entry["extensions"] = dict(cause.refusal.extensions)
    return entry


def _resolve(source: Node, info: GraphQLResolveInfo[Asking], **arguments: Any) -> Any:
    name = info.field_name
    if info.parent_type.name in {"Query", "Mutation"}:
        return ROOTS[name](info.context, arguments)
    if refusal := source.get(REFUSALS, {}).get(name):
        raise Refused(refusal)
    if "number" in arguments:
        return _numbered(info.context.world, source, name, arguments["number"])
    if name == "viewerCanUpdate":
        return info.context.world.may_edit(source, info.context.token)
    if name not in source and PARTIAL in source:
        return _unknown(info)
    value = source[name] if name in source else DERIVED[name](source, arguments)
    if get_named_type(info.return_type).name.endswith("Connection") and isinstance(value, list):
        page = _page(name, value, arguments)
        if isinstance(value, PartialList) and not page["nodes"] and value.page is None:
            return _unknown(info)
        return page
    return value


def _unknown(info: GraphQLResolveInfo[Asking]) -> None:
    info.context.unknown.append(info.path.as_list())


def _repository(asking: Asking, arguments: Mapping[str, Any]) -> Node:
    owner, name = arguments["owner"], arguments["name"]
    if owner.lower() in asking.world.saml_owners and asking.token.installation is None:
        raise Refused(SAML)
    home = asking.world.visible(f"{owner}/{name}", asking.token)
    if home is None:
        message = f"Could not resolve to a Repository with the name '{owner}/{name}'."
        raise Refused(Refusal("NOT_FOUND", message))
    return home


def _numbered(world: World, home: Node, field: str, number: int) -> Node:
    key = home["nameWithOwner"].lower()
    if field == "discussion" and (key, number) in world.discussions:
        return {"__typename": "Discussion", "number": number, "title": "A discussion"}
    item = world.items[key].get(number)
    wanted = {"issue": {"Issue"}, "pullRequest": {"PullRequest"}, "discussion": set()}
    if item is None or item["__typename"] not in wanted.get(field, {"Issue", "PullRequest"}):
        message = f"Could not resolve to an issue or pull request with the number of {number}."
        raise Refused(Refusal("NOT_FOUND", message))
    if refusal := item.get(REFUSALS, {}).get(""):
        raise Refused(refusal)
    return item


def _viewer(asking: Asking, _: Mapping[str, Any]) -> Node:
    if asking.token.installation is not None or asking.token.login is None:
        raise Refused(Refusal("FORBIDDEN", "Resource not accessible by integration"))
    return {"__typename": "User", "login": asking.token.login}


def _rate_limit(asking: Asking, _: Mapping[str, Any]) -> Node:
    return {**asking.quota, "cost": asking.cost.points, "nodeCount": asking.cost.nodes}


def _update_issue(asking: Asking, arguments: Mapping[str, Any]) -> Node:
    wanted = arguments["input"]
    if set(wanted) != {"id", "body"}:
        raise AssertionError(f"more than the body would be written: {sorted(wanted)}")
    world, token = asking.world, asking.token
    every = (item for items in world.items.values() for item in items.values())
    item = next((item for item in every if item["id"] == wanted["id"]), None)
    if item is None or world.visible(item["repository"]["nameWithOwner"], token) is None:
        message = f"Could not resolve to a node with the global id of '{wanted['id']}'."
        raise Refused(Refusal("NOT_FOUND", message))
    if item["repository"]["isArchived"]:
        raise Refused(Refusal("UNPROCESSABLE", "Repository was archived so is read-only."))
    if not world.may_edit(item, token):
        who = token.login or "The app"
        message = f"{who} does not have the correct permissions to execute `UpdateIssue`"
        raise Refused(Refusal("FORBIDDEN", message))
    if len(wanted["body"]) > LONGEST_BODY:
        raise Refused(Refusal("UNPROCESSABLE", "Body is too long (maximum is 65536 characters)"))
    place = item["repository"]["nameWithOwner"], item["number"]
    world.edit_body(*place, wanted["body"], by=token.login or "nemorl-status[bot]")
    return {"__typename": "UpdateIssuePayload", "issue": item}


def _search(asking: Asking, arguments: Mapping[str, Any]) -> Node:
    """Pull requests of the authors in one repository, newest first; none where it is not seen."""
    qualifiers = [word.split(":", 1) for word in arguments["query"].split()]
    (name,) = (value for key, value in qualifiers if key == "repo")
    authors = {value.casefold() for key, value in qualifiers if key == "author"}
    (since,) = (value.removeprefix(">=") for key, value in qualifiers if key == "created")
    home = asking.world.visible(name, asking.token)
    items = () if home is None else asking.world.items[home["nameWithOwner"].lower()].values()
    found = [
        item
        for item in items
        if item["__typename"] == "PullRequest"
        and (item.get("author") or {"login": ""})["login"].casefold() in authors
        # When a partial item was opened may not be known: it is not left out for that.
        and ("createdAt" not in item or item["createdAt"][:10] >= since)
    ]
    # Numbers rise in the order of opening; pull requests may be added with any.
    newest = sorted(found, key=lambda i: (i.get("createdAt", ""), i["number"]), reverse=True)
    return {"nodes": newest[: arguments["first"]]}


LONGEST_BODY = 65_536
ROOTS = {
    "search": _search,
    "repository": _repository,
    "viewer": _viewer,
    "rateLimit": _rate_limit,
    "updateIssue": _update_issue,
}


def _reviews(source: Node, arguments: Mapping[str, Any]) -> list[Node]:
    states = arguments.get("states")
    entries = [e for e in source["timelineItems"] if e["__typename"] == "PullRequestReview"]
    return [e for e in entries if states is None or e["state"] in states]


def _latest(source: Node, states: Iterable[str]) -> list[Node]:
    last: dict[str, Node] = {}
    for entry in _reviews(source, {"states": states}):
        login = (entry["author"] or {"login": ""})["login"]
        last.pop(login, None)
        last[login] = entry
    return list(last.values())


def _commits(source: Node, _: Mapping[str, Any]) -> list[Node]:
    entries = [e for e in source["timelineItems"] if e["__typename"] == "PullRequestCommit"]
    rollup = source["statusCheckRollup"]
    return [{**e, "commit": {**e["commit"], "statusCheckRollup": rollup}} for e in entries]


DERIVED: Mapping[str, Callable[[Node, Mapping[str, Any]], Any]] = {
    "reviews": _reviews,
    "latestOpinionatedReviews": lambda source, _: _latest(source, OPINIONS),
    "latestReviews": lambda source, _: _latest(source, (*OPINIONS, "COMMENTED")),
    "commits": _commits,
    "previousReviewState": lambda source, _: source["review"]["state"],
    "dismissalMessage": lambda *_: None,
    "pullRequestCommit": lambda *_: None,
}


def _known_page(entries: PartialList) -> Node:
    return {} if entries.page is None else {"pageInfo": {**entries.page, PARTIAL: True}}


def _page(name: str, entries: list[Any], arguments: Mapping[str, Any]) -> Node:
    if name == "timelineItems":
        wanted = arguments.get("itemTypes")
        kept = [e for e in entries if wanted is None or item_type(e["__typename"]) in wanted]
        entries = PartialList(kept, page=entries.page) if isinstance(entries, PartialList) else kept
    begin, end = 0, len(entries)
    if arguments.get("before") is not None:
        end = min(end, int(arguments["before"].removeprefix("cursor:")))
    if arguments.get("after") is not None:
        begin = int(arguments["after"].removeprefix("cursor:")) + 1
    first, last = arguments.get("first"), arguments.get("last")
    if first is not None:
        end = min(end, begin + first)
    if last is not None:
        begin = max(begin, end - last)
    if isinstance(entries, PartialList):
        return {"nodes": entries[begin:end], PARTIAL: True, **_known_page(entries)}
    info = {
        "hasPreviousPage": begin > 0,
        "hasNextPage": end < len(entries),
        "startCursor": f"cursor:{begin}" if begin < end else None,
        "endCursor": f"cursor:{end - 1}" if begin < end else None,
    }
    nodes = entries[begin:end]
    counts = {"totalCount": len(entries), "filteredCount": len(entries), "pageCount": len(nodes)}
    return {"nodes": nodes, "pageInfo": info, **counts}
