"""An older server: the schema without some types, fields, arguments and enum values."""

from collections.abc import Set
from dataclasses import replace
from typing import Any

from graphql import (
    DefinitionNode,
    DocumentNode,
    EnumTypeDefinitionNode,
    FieldDefinitionNode,
    ListTypeNode,
    NonNullTypeNode,
    ObjectTypeDefinitionNode,
    UnionTypeDefinitionNode,
)


def without(document: DocumentNode, dropped: Set[str]) -> DocumentNode:
    """Leave out `Type`, `Type.field`, `Type.field.argument` and `Enum.VALUE`."""
    if not dropped:
        return document
    kept = (_reduced(node, dropped) for node in document.definitions if _name(node) not in dropped)
    return replace(document, definitions=tuple(kept))


def _reduced(node: DefinitionNode, dropped: Set[str]) -> DefinitionNode:
    name = _name(node)
    match node:
        case ObjectTypeDefinitionNode():
            fields = (f for f in node.fields or () if f"{name}.{f.name.value}" not in dropped)
            kept = tuple(
                _field(name, f, dropped) for f in fields if _type_name(f.type) not in dropped
            )
            return replace(node, fields=kept)
        case UnionTypeDefinitionNode():
            return replace(
                node, types=tuple(t for t in node.types or () if t.name.value not in dropped)
            )
        case EnumTypeDefinitionNode():
            values = tuple(v for v in node.values or () if f"{name}.{v.name.value}" not in dropped)
            return replace(node, values=values)
        case _:
            return node


def _field(parent: str, field: FieldDefinitionNode, dropped: Set[str]) -> FieldDefinitionNode:
    place = f"{parent}.{field.name.value}"
    arguments = (a for a in field.arguments or () if f"{place}.{a.name.value}" not in dropped)
    return replace(field, arguments=tuple(arguments))


def _name(node: Any) -> str:
    return str(node.name.value)


def _type_name(node: Any) -> str:
    while isinstance(node, ListTypeNode | NonNullTypeNode):
        node = node.type
    return _name(node)
