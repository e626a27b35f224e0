"""Where GitHub gave no answer this time: what was last read, kept with its moment. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import Issue, Item, Mergeable, Pull, PullState
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Outcome, Reading


def with_last_states(
    readings: Sequence[Reading], last: Mapping[Ref, Reading]
) -> tuple[Reading, ...]:
    """The readings, with the last good state where this time there is none."""
    return tuple(_with_last_state(reading, last) for reading in readings)


def refs_wanting(readings: Sequence[Reading]) -> frozenset[Ref]:
    """The refs whose earlier reading may still say something."""
    return frozenset(r.ref for r in readings if r.item is None or _waits_for_mergeable(r.item))


def _waits_for_mergeable(item: Item) -> bool:
    """GitHub works it out for this open pull request."""
    return (
        isinstance(item, Pull)
        and item.state is PullState.OPEN
        and item.mergeable is Mergeable.NOT_KNOWN_YET
    )


def _with_last_state(reading: Reading, last: Mapping[Ref, Reading]) -> Reading:
    known = last.get(reading.ref)
    if known is None or known.item is None:
        return reading
    if reading.item is None:
        taken_back = reading.outcome is Outcome.FAILED and known.outcome in _TAKEN_BACK
        item = _without_state(known.item) if taken_back else known.item
        return replace(reading, item=item, read_at=known.read_at)
    if isinstance(reading.item, Pull) and isinstance(known.item, Pull):
        return replace(reading, item=_with_last_mergeable(reading.item, known.item))
    return reading


_TAKEN_BACK = {Outcome.NOT_FOUND, Outcome.NOT_VISIBLE}
"""GitHub did answer, and what was read before is no longer the state."""


def _without_state(item: Item) -> Item:
    """What it is, and whether it is private: that is still needed to hide it."""
    kind = Issue if isinstance(item, Issue) else Pull
    return kind(
        ref=item.ref,
        node_id=item.node_id,
        url=item.url,
        title=item.title,
        state=UNKNOWN,
        is_private=item.is_private,
    )


def _with_last_mergeable(pull: Pull, known: Pull) -> Pull:
    """The earlier verdict while GitHub works out a new one for the same head.

    Asking starts that work, and the first answer is often "not known yet":
    https://docs.github.com/en/rest/pulls/pulls#get-a-pull-request
    """
    same_head = pull.head_oid is not UNKNOWN and pull.head_oid == known.head_oid
    if _waits_for_mergeable(pull) and same_head and known.mergeable is not UNKNOWN:
        return replace(pull, mergeable=known.mergeable)
    return pull
