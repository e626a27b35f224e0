"""What a row names its refs for: the work itself, its fix, or what took its place."""

from bot.github_status.facts.index import Role, Row, RowRef
from bot.github_status.facts.refs import Ref

SUCCESSORS = frozenset({Role.SPLIT_INTO, Role.SUPERSEDED_BY})


def refs_in_roles(row: Row, *roles: Role) -> tuple[Ref, ...]:
    """The refs that the row names in these roles; also a primary of which its words say so."""
    return tuple(named.ref for named in row.refs if _said_role(named) in roles)


def _said_role(named: RowRef) -> Role:
    is_primary = named.role is Role.PRIMARY
    return named.claim if is_primary and named.claim is not None else named.role


def own_ref(row: Row) -> Ref | None:
    """The ref that is the row's work itself, and not its fix or what took its place.

    A row without a ref of its own ("~~the leak~~ fixed in #12") may be about the one of its fix.
    """
    elsewhere = refs_in_roles(row, *SUCCESSORS, Role.FIXED_BY)
    return None if row.primary in elsewhere else row.primary


def is_named_plainly(row: Row) -> bool:
    """The row is about a ref, and no word before it says that it is only related to the work."""
    return any(named.role is Role.PRIMARY and named.claim is None for named in row.refs)


def others(row: Row) -> tuple[Ref, ...]:
    """The refs that the row names as plainly as its primary one: "#12, #13"."""
    return tuple(n.ref for n in row.refs if n.role is Role.CONTEXT and n.claim is None)
