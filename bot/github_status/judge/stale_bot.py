"""When a stale bot may close a pull request: foretold only from the label that it set itself.

Idle time foretells nothing: such bots are set to exceptions that nobody outside knows.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import LabelChange, Pull, PullState
from bot.github_status.judge.houses import house_of
from bot.github_status.judge.patterns import fits_label
from bot.github_status.judge.progress import progress_events
from bot.github_status.judge.rules import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class MayClose:
    """The label of the stale bot stands on the pull request."""

    label: str
    labelled_at: datetime
    at: datetime
    """When the bot may close it, counted from the label."""
    moved_since: bool
    """Something happened after the label was put on, which may put it off."""


def may_close(pull: Pull, rules: Rules) -> MayClose | None:
    """When a stale bot may close it; `None` when no such label was seen, or it was taken off."""
    house = house_of(pull.ref.repository, rules.houses)
    if house.stale_label is None or house.stale_close_days is None:
        return None
    if pull.state is not PullState.OPEN:
        return None
    put_on = _put_on(pull, house.stale_label)
    if put_on is None:
        return None
    return MayClose(
        label=put_on.label,
        labelled_at=put_on.at,
        at=put_on.at + timedelta(days=house.stale_close_days),
        moved_since=any(event.at > put_on.at for event in progress_events(pull, rules)),
    )


def _put_on(pull: Pull, label: str) -> LabelChange | None:
    """The change that put the label there where it stands now."""
    if pull.label_changes is UNKNOWN:
        return None
    changes = [change for change in pull.label_changes if fits_label(label, change.label)]
    if not changes or not changes[-1].added:
        return None
    stands = pull.labels is UNKNOWN or any(fits_label(label, each) for each in pull.labels)
    return changes[-1] if stands else None
