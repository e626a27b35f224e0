"""A submitted modal, read: what was filled in, empty where nothing was.

https://docs.slack.dev/reference/interaction-payloads/view-interactions-payload
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from bot.listeners.payloads import Body, mapping_at, text_at
from bot.render.slack.form_ids import FieldId


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled:
    """What somebody submitted."""

    user: str
    metadata: str
    values: Mapping[str, Any]
    """Block id → action id → state."""

    def has(self, field: str) -> bool:
        """The modal has this field."""
        return field in self.values

    def value(self, field: str) -> str:
        """What was typed or chosen; of options, their value."""
        state = mapping_at(self.values, field, field)
        kinds = ("selected_user", "selected_conversation", "selected_time", "value")
        found = (text_at(state, kind) for kind in kinds)
        return next(filter(None, found), "") or text_at(state, "selected_option", "value")

    def values_of(self, field: str) -> tuple[str, ...]:
        """What was ticked."""
        ticked = mapping_at(self.values, field, field).get("selected_options")
        options = ticked if isinstance(ticked, list) else []
        return tuple(text_at(o, "value") for o in options if isinstance(o, Mapping))

    def keys_of(self, field: FieldId) -> Iterator[str]:
        """Of which rows the modal has this field."""
        for block_id in self.values:
            word, dot, key = block_id.partition(".")
            if dot and word == field:
                yield key


def filled_of(body: Body) -> Filled:
    """What this body tells."""
    return Filled(
        user=text_at(body, "user", "id"),
        metadata=text_at(body, "view", "private_metadata"),
        values=mapping_at(body, "view", "state", "values"),
    )
