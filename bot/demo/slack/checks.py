"""Small checks of JSON values, composed into the tables of `shapes`.

A check takes a value and its JSON pointer and yields what Slack would complain about. Nothing here
knows Block Kit.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One complaint, with the place it is about."""

    what: str
    at: str

    def __str__(self) -> str:
        """The line as Slack puts it into `response_metadata.messages`."""
        return f"[ERROR] {self.what} [json-pointer:{self.at or '/'}]"


Check = Callable[[object, str], Iterator[Problem]]
# What `record` asks of the whole object once its fields are in order.
Rule = Callable[[Mapping[str, object], str], Iterator[Problem]]


def string(most: int, *, least: int = 1, pattern: str = "") -> Check:
    """A string of `least` to `most` characters, in a pattern if one is given."""

    def check(value: object, at: str) -> Iterator[Problem]:
        if not isinstance(value, str):
            yield Problem(f"must provide a string, not {_kind(value)}", at)
        elif len(value) > most:
            yield Problem(f"must be less than {most + 1} characters", at)
        elif len(value) < least:
            yield Problem(f"must be more than {least - 1} characters", at)
        elif pattern and not re.fullmatch(pattern, value):
            yield Problem(f"must match {pattern}", at)

    return check


def integer(least: int, most: int) -> Check:
    """A whole number in a range."""

    def check(value: object, at: str) -> Iterator[Problem]:
        if isinstance(value, bool) or not isinstance(value, int):
            yield Problem(f"must provide a number, not {_kind(value)}", at)
        elif not least <= value <= most:
            yield Problem(f"must be between {least} and {most}", at)

    return check


def boolean(value: object, at: str) -> Iterator[Problem]:
    """`true` or `false`; a string that reads like one is refused."""
    if not isinstance(value, bool):
        yield Problem(f"must provide a boolean, not {_kind(value)}", at)


def one_of(*words: str) -> Check:
    """One of a closed set of words."""

    def check(value: object, at: str) -> Iterator[Problem]:
        if value not in words:
            yield Problem(f"must be one of: {', '.join(words)}", at)

    return check


def array(item: Check, most: int, *, least: int = 1) -> Check:
    """A list of `least` to `most` items, each of which passes `item`."""

    def check(value: object, at: str) -> Iterator[Problem]:
        if not isinstance(value, list):
            yield Problem(f"must provide an array, not {_kind(value)}", at)
            return
        if len(value) > most:
            yield Problem(f"no more than {most} items allowed", at)
        if len(value) < least:
            yield Problem(f"no fewer than {least} items allowed", at)
        for number, entry in enumerate(value):
            yield from item(entry, f"{at}/{number}")

    return check


def record(
    required: Mapping[str, Check] | None = None,
    optional: Mapping[str, Check] | None = None,
    *rules: Rule,
) -> Check:
    """An object with these fields and no others, which as a whole obeys the rules."""
    must, may = required or {}, optional or {}
    known = {**must, **may}

    def check(value: object, at: str) -> Iterator[Problem]:
        if not isinstance(value, dict):
            yield Problem(f"must provide an object, not {_kind(value)}", at)
            return
        yield from (Problem(f"missing required field: {k}", at) for k in must if k not in value)
        for key, entry in value.items():
            if key in known:
                yield from known[key](entry, f"{at}/{key}")
            else:
                yield Problem(f"invalid additional property: {key}", at)
        for rule in rules:
            yield from rule(value, at)

    return check


def by_type(table: Mapping[str, Check]) -> Check:
    """An object whose `type` says which of the checks it has to pass."""

    def check(value: object, at: str) -> Iterator[Problem]:
        if not isinstance(value, dict):
            yield Problem(f"must provide an object, not {_kind(value)}", at)
        elif "type" not in value:
            yield Problem("missing required field: type", at)
        elif value["type"] not in table:
            yield Problem(f"unsupported type: {value['type']}", f"{at}/type")
        else:
            yield from table[value["type"]](value, at)

    return check


def or_null(check: Check) -> Check:
    """What `check` takes, or null."""
    return lambda value, at: iter(()) if value is None else check(value, at)


def exactly_one(*keys: str) -> Rule:
    """The object has one of these fields, and only one."""

    def rule(value: Mapping[str, object], at: str) -> Iterator[Problem]:
        if sum(key in value for key in keys) != 1:
            yield Problem(f"must provide exactly one of: {', '.join(keys)}", at)

    return rule


def at_least_one(*keys: str) -> Rule:
    """The object has one of these fields, or several."""

    def rule(value: Mapping[str, object], at: str) -> Iterator[Problem]:
        if not any(value.get(key) for key in keys):
            yield Problem(f"must provide one of: {', '.join(keys)}", at)

    return rule


def unique(values: Iterable[tuple[object, str]], what: str) -> Iterator[Problem]:
    """Complain of every value that was there before, at its own place."""
    seen: set[object] = set()
    for value, at in values:
        if value in seen:
            yield Problem(f"{what} {value!r} is not unique", at)
        seen.add(value)


def _kind(value: object) -> str:
    return "null" if value is None else type(value).__name__
