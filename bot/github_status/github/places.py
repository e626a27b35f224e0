"""Decodes where an item is, who may see it, and its state. Pure."""

from bot.github_status.facts.known import UNKNOWN, Known
from bot.github_status.facts.refs import Ref
from bot.github_status.github.json_fields import (
    E,
    Json,
    Undecodable,
    flag,
    known,
    mapping,
    required,
    text,
    whole,
)


def ref_of(node: Json) -> Ref:
    """Where the item is now, by its own repository and number."""
    name = required(required(node, "repository", mapping), "nameWithOwner", text)
    ref = Ref.parse(f"{name}#{required(node, 'number', whole)}")
    if ref is None:
        raise Undecodable("`nameWithOwner` and `number` are no ref")
    return ref


def is_private(node: Json) -> Known[bool]:
    """The item's repository is not public."""
    return known(required(node, "repository", mapping), "isPrivate", flag)


def state_of(value: Known[E]) -> E:
    """A state that we know; one that GitHub added later cannot be judged."""
    if value is UNKNOWN:
        raise Undecodable("the state is none that is known")
    return value
