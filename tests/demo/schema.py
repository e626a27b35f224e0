"""Whether JSON is what GitHub's schema allows as an answer, when fields may be left out."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from graphql import (
    GraphQLEnumType,
    GraphQLInterfaceType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLSchema,
    GraphQLUnionType,
    build_schema,
)

from bot.demo import github

SCHEMA = Path(github.__file__).with_name("schema.graphql")

ALIASES = {
    "prState": "state",
    "issueState": "state",
    "reviewState": "state",
    "around": "timelineItems",
}
NUMBERED = {"r": "repository", "n": "issueOrPullRequest"}


def github_schema() -> GraphQLSchema:
    """The reduced copy of GitHub's schema."""
    return build_schema(SCHEMA.read_text(encoding="utf-8"))


def faults(schema: GraphQLSchema, data: Any) -> list[str]:
    """What in the `data` of an answer GitHub's schema does not allow."""
    assert schema.query_type is not None
    return list(_faults(schema, schema.query_type, data, "data"))


def _faults(schema: GraphQLSchema, of: Any, value: Any, path: str) -> Iterator[str]:
    if isinstance(of, GraphQLNonNull):
        if value is None:
            yield f"{path} is null"
            return
        of = of.of_type
    if value is None:
        return
    if isinstance(of, GraphQLList):
        for place, entry in enumerate(value):
            yield from _faults(schema, of.of_type, entry, f"{path}[{place}]")
    elif isinstance(of, GraphQLInterfaceType | GraphQLUnionType):
        concrete = schema.type_map.get(value["__typename"])
        if isinstance(concrete, GraphQLObjectType) and schema.is_sub_type(of, concrete):
            yield from _faults(schema, concrete, value, path)
        else:
            yield f"{path} is no {of.name}"
    elif isinstance(of, GraphQLObjectType):
        for key, entry in value.items():
            yield from _field_faults(schema, of, key, entry, f"{path}.{key}")
    elif isinstance(of, GraphQLEnumType) and value not in of.values:
        yield f"{path} is {value}"


def _field_faults(
    schema: GraphQLSchema, of: GraphQLObjectType, key: str, value: Any, path: str
) -> Iterator[str]:
    if key == "__typename":
        if value != of.name:
            yield f"{path} is {value}"
        return
    name = NUMBERED[key[0]] if re.fullmatch(r"[rn]\d+", key) else ALIASES.get(key, key)
    if name in of.fields:
        yield from _faults(schema, of.fields[name].type, value, path)
    else:
        yield f"{path} is no field of {of.name}"
