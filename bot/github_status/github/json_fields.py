"""Reads single values out of GitHub's JSON and checks their types. Pure.

A field that is absent is `UNKNOWN`; a value of the wrong type raises `Undecodable`.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, TypeVar

from bot.github_status.facts.known import UNKNOWN, Known

T = TypeVar("T")
E = TypeVar("E", bound=StrEnum)

Json = Mapping[str, Any]


class Undecodable(ValueError):
    """A value is not what GitHub's schema promises; its text names the field, never the value."""


def required(node: Json, key: str, read: Callable[[Any], T]) -> T:
    """The field, which has to be there."""
    if key not in node:
        raise Undecodable(f"`{key}` is missing")
    try:
        return read(node[key])
    except Undecodable as error:
        raise _within(key, error) from error


def known(node: Json, key: str, read: Callable[[Any], Known[T]]) -> Known[T]:
    """The field, or `UNKNOWN` when the answer leaves it out."""
    if key not in node:
        return UNKNOWN
    try:
        return read(node[key])
    except Undecodable as error:
        raise _within(key, error) from error


def text(value: Any) -> str:
    """A text that can be stored: half characters, which JSON can spell, are replaced."""
    if not isinstance(value, str):
        raise Undecodable("a text was expected")
    if value.isascii():
        return value
    try:
        value.encode()
    except UnicodeEncodeError:
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return value


def flag(value: Any) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise Undecodable("true or false was expected")
    return value


def whole(value: Any) -> int:
    """A whole number."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise Undecodable("a whole number was expected")
    return value


def moment(value: Any) -> datetime:
    """A moment with its zone, in UTC."""
    try:
        read = datetime.fromisoformat(text(value))
        if read.tzinfo is None:
            raise Undecodable("a moment without a zone")
        return read if read.tzinfo is UTC else read.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise Undecodable("a moment was expected") from error


def mapping(value: Any) -> Json:
    """An object."""
    # An answer has hundreds of thousands of them, and asking an abstract class takes long.
    if type(value) is not dict and not isinstance(value, Mapping):
        raise Undecodable("an object was expected")
    return value


def or_none(read: Callable[[Any], T]) -> Callable[[Any], T | None]:
    """The same, where null means that there is none."""
    return lambda value: None if value is None else read(value)


def or_unknown(read: Callable[[Any], Known[T]]) -> Callable[[Any], Known[T]]:
    """The same, where null means that it could not be read."""
    return lambda value: UNKNOWN if value is None else read(value)


def member(of: type[E]) -> Callable[[Any], Known[E]]:
    """A member of a closed set; `UNKNOWN` for one that GitHub added later."""

    # Quoted, or the type would be put together for each of thousands of fields.
    def read(value: Any) -> "Known[E]":
        name = text(value)
        return of(name) if name in of._value2member_map_ else UNKNOWN

    return read


def nodes(connection: Json) -> tuple[Json | None, ...]:
    """The entries of a connection that were read; `None` for one that may not be seen."""
    entries = connection.get("nodes")
    if not isinstance(entries, list | tuple):
        raise Undecodable("`nodes` is not a list")
    return tuple(None if entry is None else mapping(entry) for entry in entries)


def is_whole_list(connection: Json) -> bool:
    """The page holds everything that there is, as far as the answer counts it."""
    if "totalCount" not in connection:
        return True
    return whole(connection["totalCount"]) <= len(nodes(connection))


def _within(key: str, error: Undecodable) -> Undecodable:
    return Undecodable(f"`{key}`: {error}")
