"""Runs queries with graphql-core against the reduced copy of GitHub's schema."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from graphql import (
    DocumentNode,
    GraphQLError,
    GraphQLResolveInfo,
    GraphQLSchema,
    build_ast_schema,
    execute_sync,
    get_named_type,
    parse,
    validate,
)

from tests.fakes.github.cost import MOST_NODES, Cost, CostOf, PageSizeError
from tests.fakes.github.faults import SAML, Refusal
from tests.fakes.github.nodes import Node, item_type
from tests.fakes.github.older import without
from tests.fakes.github.scopes import refusals
from tests.fakes.github.world import Token, World

SCHEMA = Path(__file__).parents[2] / "fixtures" / "github" / "schema.graphql"
OPINIONS = ("APPROVED", "CHANGES_REQUESTED", "DISMISSED")
REFUSALS = "!refusals"
"""Key of a node under which single fields are refused."""


@cache
def schema(dropped: frozenset[str] = frozenset()) -> GraphQLSchema:
    """The schema, or an older server's (`older.without` says how names are written)."""
    return build_ast_schema(without(parse(SCHEMA.read_text(encoding="utf-8")), dropped))


FREE = Cost()


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
    on, checked = schema(dropped), _checked(query, dropped)
    if checked.failure is not None:
        return Ran(checked.failure)
    if token.scopes is not None and (refused := refusals(on, checked.document, token.scopes)):
        return Ran({"data": None, "errors": refused})
    asking = Asking(world, token, quota, checked.cost)
    return Ran(_execute(on, checked.document, variables, asking), checked.cost)


@dataclass(frozen=True)
class Checked:
    """A query as it was before anything ran: what it costs, or the answer that refuses it."""

    document: DocumentNode
    cost: Cost = FREE
    failure: Node | None = None


@lru_cache(maxsize=64)
def _checked(query: str, dropped: frozenset[str]) -> Checked:
    """Parse, validate, count. It is slow, and many tests ask the same."""
    on = schema(dropped)
    try:
        document = parse(query, no_location=True)
    except GraphQLError as error:
        failure: Node = {"errors": [{"message": f"Parse error: {error.message}"}]}
        return Checked(DocumentNode(definitions=()), failure=failure)
    if invalid := _invalid(on, document, query):
        return Checked(document, failure={"errors": [_as_ruby_says(error) for error in invalid]})
    try:
        cost = CostOf(on, document).total()
    except PageSizeError as error:
        return Checked(document, failure=_refused("MISSING_PAGINATION_BOUNDARIES", str(error)))
    if cost.nodes > MOST_NODES:
        message = f"This query requests up to {cost.nodes} nodes which exceeds the maximum limit."
        return Checked(document, failure=_refused("MAX_NODE_LIMIT_EXCEEDED", message))
    return Checked(document, cost)


def _refused(kind: str, message: str) -> Node:
    return {"data": None, "errors": [{"type": kind, "message": message}]}


def _invalid(on: GraphQLSchema, document: DocumentNode, query: str) -> list[GraphQLError]:
    """Errors of validation. Queries that differ in numbers and in how often a line stands there
    are validated once: it is slow.
    """
    shape = on, tuple(dict.fromkeys(re.sub(r"\d+", "0", query).splitlines()))
    if shape in _VALID:
        return []
    errors = validate(on, document)
    if not errors:
        _VALID.add(shape)
    return errors


_VALID: set[tuple[GraphQLSchema, tuple[str, ...]]] = set()


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
    if info.parent_type.name == "Query":
        return ROOTS[name](info.context, arguments)
    if refusal := source.get(REFUSALS, {}).get(name):
        raise Refused(refusal)
    if name in {"issueOrPullRequest", "issue", "pullRequest", "discussion"}:
        return _numbered(info.context.world, source, name, arguments["number"])
    value = source[name] if name in source else DERIVED[name](source, arguments)
    if get_named_type(info.return_type).name.endswith("Connection") and isinstance(value, list):
        return _page(name, value, arguments)
    return value


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


ROOTS = {"repository": _repository, "viewer": _viewer, "rateLimit": _rate_limit}


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
}


def _page(name: str, entries: list[Any], arguments: Mapping[str, Any]) -> Node:
    if name == "timelineItems":
        wanted = arguments.get("itemTypes")
        entries = [e for e in entries if wanted is None or item_type(e["__typename"]) in wanted]
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
    info = {
        "hasPreviousPage": begin > 0,
        "hasNextPage": end < len(entries),
        "startCursor": f"cursor:{begin}" if begin < end else None,
        "endCursor": f"cursor:{end - 1}" if begin < end else None,
    }
    nodes = entries[begin:end]
    counts = {"totalCount": len(entries), "filteredCount": len(entries), "pageCount": len(nodes)}
    return {"nodes": nodes, "pageInfo": info, **counts}


RUBY = (
    (
        r"Cannot query field '(\w+)' on type '(\w+)'",
        "Field '{0}' doesn't exist on type '{1}'",
        "undefinedField",
    ),
    (
        r"Unknown type '(\w+)'",
        "No such type {0}, so it can't be a fragment condition",
        "undefinedType",
    ),
    (
        r"Value '(\w+)' does not exist in '(\w+)' enum",
        "Argument 'itemTypes' on Field 'timelineItems' has an invalid value ([{0}]).",
        "argumentLiteralsIncompatible",
    ),
    (
        r"Unknown argument '(\w+)' on field '(\w+)\.(\w+)'",
        "Field '{2}' doesn't accept argument '{0}'",
        "argumentNotAccepted",
    ),
)  # fmt: skip


def _as_ruby_says(error: GraphQLError) -> Node:
    """GitHub's wording of a validation error (graphql-ruby's)."""
    for pattern, wording, code in RUBY:
        if found := re.match(pattern, error.message):
            return {"message": wording.format(*found.groups()), "extensions": {"code": code}}
    return {"message": error.message, "extensions": {"code": "invalid"}}
