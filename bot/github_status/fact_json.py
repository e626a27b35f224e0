"""Facts ↔ JSON: each type of `facts` gets its two functions, built once from its fields.

A fact that is `UNKNOWN` is left out, `None` is null, enums are their values, refs are their text.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from datetime import datetime
from enum import Enum
from functools import cache, partial
from operator import attrgetter
from types import NoneType, UnionType
from typing import Any, NewType, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

from bot.github_status.facts.known import UNKNOWN, Unknown
from bot.github_status.facts.refs import Ref, Repository

_KIND = "is"
"""The key that says which class of a union stands here (`Pull` or `Issue`, `Actor` or `Team`)."""

T = TypeVar("T")
Json: TypeAlias = Any  # Any: JSON, which ends in this module
Encoder: TypeAlias = Callable[[Any], Json]
Decoder: TypeAlias = Callable[[Json], Any]


# --- types → functions, built once for each type --------------------------------------------------


@cache
def encoder(kind: Any) -> Encoder:
    """How a value of this type becomes JSON."""
    kind = _plain(kind)
    if get_origin(kind) is tuple:
        return partial(_encoded_tuple, encoder(get_args(kind)[0]))
    if get_origin(kind) in (UnionType, Union):
        return _union_encoder(kind)
    if kind in (Ref, Repository):
        return str
    if kind is datetime:
        return datetime.isoformat
    if issubclass(kind, Enum):
        return attrgetter("value")
    if is_dataclass(kind):
        return partial(_encoded_fields, [(n, encoder(h)) for n, h in _hints(kind).items()])
    return _same


@cache
def decoder(kind: Any) -> Decoder:
    """How a value of this type comes back from JSON; raises `ValueError` or the like."""
    kind = _plain(kind)
    if get_origin(kind) is tuple:
        return partial(_decoded_tuple, decoder(get_args(kind)[0]))
    if get_origin(kind) in (UnionType, Union):
        return _union_decoder(kind)
    if kind in (Ref, Repository):
        return partial(_parsed, kind)
    if kind is datetime:
        return _moment
    if issubclass(kind, Enum):
        return {member.value: member for member in kind}.__getitem__
    if is_dataclass(kind):
        return _dataclass_decoder(kind)
    return _same


def _plain(kind: Any) -> Any:
    return _plain(kind.__supertype__) if isinstance(kind, NewType) else kind


def _members(union: Any) -> tuple[Any, ...]:
    """The types of a union that are neither "unknown" nor "none"."""
    return tuple(m for m in get_args(union) if m not in (Unknown, NoneType))


def _union_encoder(union: Any) -> Encoder:
    members = _members(union)
    if len(members) == 1:
        return encoder(members[0])
    return partial(_encoded_kind, {member: encoder(member) for member in members})


def _union_decoder(union: Any) -> Decoder:
    members = _members(union)
    if len(members) == 1:
        decode = decoder(members[0])
    else:
        decode = partial(_decoded_kind, {m.__name__: decoder(m) for m in members})
    if decode is _same or NoneType not in get_args(union):
        return decode
    return partial(_decoded_or_none, decode)


def _dataclass_decoder(kind: Any) -> Decoder:
    decoders = tuple((name, decoder(hint)) for name, hint in _hints(kind).items())
    absent = {
        field.name: UNKNOWN
        for field in fields(kind)
        if field.default is MISSING and Unknown in get_args(_hints(kind)[field.name])
    }
    return partial(_decoded_fields, kind, decoders, absent)


def _hints(kind: Any) -> Mapping[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}


# --- values ---------------------------------------------------------------------------------------


def _same(value: Any) -> Json:
    return value


def _encoded_tuple(encode: Encoder, values: tuple[Any, ...]) -> Json:
    return [encode(value) for value in values]


def _encoded_kind(encoders: Mapping[type, Encoder], value: Any) -> Json:
    return {_KIND: type(value).__name__, **encoders[type(value)](value)}


def _encoded_fields(encoders: Sequence[tuple[str, Encoder]], value: Any) -> Json:
    written = {}
    for name, encode in encoders:
        fact = getattr(value, name)
        if fact is not UNKNOWN:
            written[name] = fact if fact is None or encode is _same else encode(fact)
    return written


def _decoded_tuple(decode: Decoder, written: Json) -> tuple[Any, ...]:
    return tuple([decode(value) for value in written])


def _decoded_or_none(decode: Decoder, written: Json) -> Any:
    return None if written is None else decode(written)


def _decoded_kind(decoders: Mapping[str, Decoder], written: Json) -> Any:
    return decoders[written[_KIND]](written)


def _decoded_fields(
    kind: Callable[..., T],
    decoders: tuple[tuple[str, Decoder], ...],
    absent: Mapping[str, Unknown],
    written: Json,
) -> T:
    """A fact that was left out takes its field's default, or `UNKNOWN` where it has none."""
    facts: dict[str, Any] = dict(absent)
    for name, decode in decoders:
        if name in written:
            value = written[name]
            facts[name] = value if decode is _same else decode(value)
    return kind(**facts)


def _parsed(kind: type[Ref] | type[Repository], written: Json) -> Ref | Repository:
    found = kind.parse(written)
    if found is None:
        raise ValueError(f"not a {kind.__name__.lower()}")
    return found


def _moment(written: Json) -> datetime:
    at = datetime.fromisoformat(written)
    if at.tzinfo is None:
        raise ValueError("a moment without a zone")
    return at
