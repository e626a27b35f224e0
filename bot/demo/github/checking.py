"""Parses, validates and counts a query, against the reduced copy of GitHub's schema."""

import re
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path

from graphql import (
    DocumentNode,
    FieldDefinitionNode,
    GraphQLError,
    GraphQLSchema,
    NonNullTypeNode,
    Visitor,
    build_ast_schema,
    parse,
    validate,
    visit,
)

from bot.demo.github.cost import MOST_NODES, Cost, CostOf, PageSizeError
from bot.demo.github.nodes import Node
from bot.demo.github.older import without

SCHEMA = Path(__file__).with_name("schema.graphql")


@cache
def schema(dropped: frozenset[str] = frozenset()) -> GraphQLSchema:
    """The schema, or an older server's (`older.without` says how names are written)."""
    return build_ast_schema(without(_whole_schema(), dropped), assume_valid_sdl=True)


@cache
def nullable_schema(dropped: frozenset[str]) -> GraphQLSchema:
    """The same, where every field may be null."""
    document = visit(without(_whole_schema(), dropped), _Nullable())
    return build_ast_schema(document, assume_valid_sdl=True)


class _Nullable(Visitor):
    """Takes the `!` from every field."""

    def leave_field_definition(self, node: FieldDefinitionNode, *_: object) -> FieldDefinitionNode:
        """Arguments keep theirs."""
        named = node.type
        if not isinstance(named, NonNullTypeNode):
            return node
        return replace(node, type=named.type)


@cache
def _whole_schema() -> DocumentNode:
    return parse(SCHEMA.read_text(encoding="utf-8"), no_location=True)


FREE = Cost()


@dataclass(frozen=True)
class Checked:
    """A query as it was before anything ran: what it costs, or the answer that refuses it."""

    document: DocumentNode
    cost: Cost = FREE
    failure: Node | None = None


@lru_cache(maxsize=64)
def checked(query: str, dropped: frozenset[str]) -> Checked:
    """Parse, validate, count. It is slow, and the same is asked often."""
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
    errors = validate(on, document, hide_suggestions=True)
    if not errors:
        _VALID.add(shape)
    return errors


_VALID: set[tuple[GraphQLSchema, tuple[str, ...]]] = set()


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
