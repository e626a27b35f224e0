"""What a query costs by GitHub's published formula, and the page sizes it must name.

https://docs.github.com/en/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api
"""

from dataclasses import dataclass

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLCompositeType,
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLSchema,
    InlineFragmentNode,
    IntValueNode,
    OperationDefinitionNode,
    SelectionSetNode,
    VariableNode,
    get_named_type,
)

MOST_NODES = 500_000


@dataclass(frozen=True)
class Cost:
    """How often connections are fetched, and how many nodes they may return."""

    fetches: int = 0
    nodes: int = 0

    @property
    def points(self) -> int:
        """What is taken from the hour's budget."""
        return max(1, round(self.fetches / 100))


class PageSizeError(Exception):
    """A connection without `first` or `last`, or outside 1-100."""


class CostOf:
    """Adds up a document; a union's fragments all count (the dear reading of the documentation)."""

    def __init__(self, schema: GraphQLSchema, document: DocumentNode) -> None:
        """Remember the fragments, so that each is counted once."""
        self._schema = schema
        self._document = document
        self._fragments = {
            node.name.value: node
            for node in document.definitions
            if isinstance(node, FragmentDefinitionNode)
        }
        self._known: dict[str, Cost] = {}

    def total(self) -> Cost:
        """The cost of the operation."""
        (operation,) = (
            n for n in self._document.definitions if isinstance(n, OperationDefinitionNode)
        )
        root = self._schema.get_root_type(operation.operation)
        assert root is not None
        return self._of(operation.selection_set, root)

    def _of(self, selections: SelectionSetNode, on: GraphQLCompositeType) -> Cost:
        fetches = nodes = 0
        for selection in selections.selections:
            cost = self._one(selection, on)
            fetches, nodes = fetches + cost.fetches, nodes + cost.nodes
        return Cost(fetches, nodes)

    def _one(self, selection: object, on: GraphQLCompositeType) -> Cost:
        match selection:
            case FragmentSpreadNode():
                return self._spread(selection.name.value)
            case InlineFragmentNode():
                condition = selection.type_condition
                name = on.name if condition is None else condition.name.value
                return self._of(selection.selection_set, self._composite(name))
            case FieldNode():
                return self._field(selection, on)
        raise AssertionError(selection)

    def _spread(self, name: str) -> Cost:
        if name not in self._known:
            fragment = self._fragments[name]
            self._known[name] = self._of(
                fragment.selection_set, self._composite(fragment.type_condition.name.value)
            )
        return self._known[name]

    def _field(self, field: FieldNode, on: GraphQLCompositeType) -> Cost:
        if field.selection_set is None or not isinstance(
            on, GraphQLObjectType | GraphQLInterfaceType
        ):
            return Cost()
        definition = on.fields.get(field.name.value)
        if definition is None:
            return Cost()
        named = get_named_type(definition.type)
        inner = self._of(field.selection_set, self._composite(named.name))
        if not named.name.endswith("Connection") or "first" not in definition.args:
            return inner
        size = page_size(field)
        return Cost(1 + size * inner.fetches, size * (1 + inner.nodes))

    def _composite(self, name: str) -> GraphQLCompositeType:
        return self._schema.type_map[name]  # type: ignore[return-value]  # validated before


def page_size(field: FieldNode) -> int:
    """`first` or `last` of a connection."""
    for argument in field.arguments or ():
        if argument.name.value not in {"first", "last"}:
            continue
        if isinstance(argument.value, VariableNode):
            return 100
        assert isinstance(argument.value, IntValueNode)
        size = int(argument.value.value)
        if 1 <= size <= 100:
            return size
        raise PageSizeError(
            f"Requesting {size} records on the `{field.name.value}` connection is invalid."
        )
    raise PageSizeError(
        f"You must provide a `first` or `last` value to properly paginate the "
        f"`{field.name.value}` connection."
    )
