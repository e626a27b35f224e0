"""Fields that a classic token may ask for only with a scope, and GitHub's refusal of them.

GitHub documents neither; seen in public reports (https://github.com/cli/cli/issues/812,
https://github.com/cli/cli/issues/9195): the whole query is refused before it runs, with one error
for each field. `__typename` needs no scope.
"""

from collections.abc import Iterator, Mapping, Set

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    GraphQLInterfaceType,
    GraphQLNamedType,
    GraphQLObjectType,
    GraphQLSchema,
    InlineFragmentNode,
    OperationDefinitionNode,
    SelectionSetNode,
    get_named_type,
)

from bot.demo.github.nodes import Node

TEAM = ("read:org", "read:discussion")
NEEDS: Mapping[str, tuple[str, ...]] = {
    "Team": TEAM,
    "Team.combinedSlug": ("read:org",),
    "Organization.login": ("read:org",),
    "User.email": ("user:email", "read:user"),
}
"""A type (all of its fields) or one field → the scopes of which any will do."""
HOLDS: Mapping[str, Set[str]] = {
    "admin:org": {"write:org", "read:org"},
    "write:org": {"read:org"},
    "user": {"read:user", "user:email"},
    "write:discussion": {"read:discussion"},
}
"""https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/scopes-for-oauth-apps"""


def refusals(schema: GraphQLSchema, document: DocumentNode, scopes: frozenset[str]) -> list[Node]:
    """An entry of `errors` for each field that needs a scope which the token does not have."""
    held = scopes.union(*(HOLDS.get(scope, set()) for scope in scopes))
    return [
        _refusal(field, needed, scopes)
        for place, field in _fields(schema, document)
        if (needed := _needed(place)) and not held & set(needed)
    ]


def _fields(schema: GraphQLSchema, document: DocumentNode) -> Iterator[tuple[str, FieldNode]]:
    """Every field of the document as `Type.field`; fragments are looked through once."""
    for definition in document.definitions:
        match definition:
            case OperationDefinitionNode():
                root = schema.get_root_type(definition.operation)
                yield from _below(schema, definition.selection_set, root)
            case FragmentDefinitionNode():
                on = schema.type_map[definition.type_condition.name.value]
                yield from _below(schema, definition.selection_set, on)


def _below(
    schema: GraphQLSchema, selections: SelectionSetNode, on: GraphQLNamedType | None
) -> Iterator[tuple[str, FieldNode]]:
    assert on is not None
    for selection in selections.selections:
        match selection:
            case InlineFragmentNode(type_condition=condition):
                inner = on if condition is None else schema.type_map[condition.name.value]
                yield from _below(schema, selection.selection_set, inner)
            case FieldNode():
                name = selection.name.value
                yield f"{on.name}.{name}", selection
                if selection.selection_set is not None:
                    assert isinstance(on, GraphQLObjectType | GraphQLInterfaceType)
                    named = get_named_type(on.fields[name].type)
                    yield from _below(schema, selection.selection_set, named)


def _needed(place: str) -> tuple[str, ...]:
    parent, _, name = place.partition(".")
    return () if name.startswith("__") else NEEDS.get(place, NEEDS.get(parent, ()))


def _refusal(field: FieldNode, needed: tuple[str, ...], scopes: Set[str]) -> Node:
    granted = sorted(scopes) or [""]
    return {
        "type": "INSUFFICIENT_SCOPES",
        "locations": [{"line": 1, "column": 1}],
        "message": (
            "Your token has not been granted the required scopes to execute this query. "
            f"The '{field.name.value}' field requires one of the following scopes: {list(needed)}, "
            f"but your token has only been granted the: {granted} scopes. Please modify your "
            "token's scopes at: https://github.com/settings/tokens."
        ),
    }
