"""Stored values ↔ the plain mappings that an audit row keeps of before and after."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any, cast

from bot.listeners.subjects import DEFAULT_TRACKER, LINK, SUBSCRIPTION
from bot.store.audit import Change
from bot.store.left import StoredLeft
from bot.store.links import StoredLink
from bot.store.subscriptions import Subscription
from bot.store.wishes import PersonWishes, RowWish, RowWishKind

MOMENTS = ("since", "snoozed_until", "at", "until", "progress_at")


def recorded(value: object) -> dict[str, object]:
    """The fields of a stored value; moments as ISO text."""
    fields = asdict(cast("Any", value))
    return {
        key: field.isoformat() if isinstance(field, datetime) else field
        for key, field in fields.items()
    }


def recorded_links(links: Sequence[StoredLink]) -> dict[str, object]:
    """Several links as one value: a modal writes them together."""
    return {"links": [recorded(link) for link in links]}


def subscription_of(fields: Mapping[str, object]) -> Subscription:
    """The subscription that was recorded."""
    return Subscription(**_fields(fields))


def wishes_of(fields: Mapping[str, object]) -> PersonWishes:
    """A person's wishes that were recorded."""
    return PersonWishes(**_fields(fields))


def row_wish_of(fields: Mapping[str, object]) -> RowWish:
    """The wish about a row that was recorded."""
    known = _fields(fields)
    return RowWish(**known | {"kind": RowWishKind(str(known["kind"]))})


def stored_left_of(fields: Mapping[str, object]) -> StoredLeft:
    """The finding that was left as it is, as recorded."""
    return StoredLeft(**_fields(fields))


def links_of(fields: Mapping[str, object] | None) -> tuple[StoredLink, ...]:
    """The links that were recorded together."""
    listed = cast("Sequence[Mapping[str, object]]", (fields or {}).get("links", ()))
    return tuple(StoredLink(**_fields(one)) for one in listed)


def is_for_maintainers(change: Change) -> bool:
    """What only they may change; what somebody linked for themself is theirs."""
    links = (*links_of(change.before), *links_of(change.after)) if change.what == LINK else ()
    is_channel_s = change.what in (SUBSCRIPTION, DEFAULT_TRACKER)
    return is_channel_s or any(link.by_maintainer for link in links)


def _fields(fields: Mapping[str, object]) -> dict[str, Any]:
    return {
        key: datetime.fromisoformat(str(value)) if key in MOMENTS and _is_moment(value) else value
        for key, value in fields.items()
    }


def _is_moment(value: object) -> bool:
    """`at` of a subscription is a time of the week and no moment."""
    return isinstance(value, str) and value[:1].isdigit()
