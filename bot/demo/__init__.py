"""Bundled readings: trackers that the program brings along, to try it without an account.

`nemo-rl` and `sc-cleanup` are true as far as they go, `example` is wholly invented; data/README.md
says where they are from. Importing this room is cheap: a bundle is read when it is asked for.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from bot.github_status.facts.refs import Ref, Repository

if TYPE_CHECKING:
    from bot.github_status.facts.snapshot import Snapshot
    from bot.people.people import People

DEMO_NOW: Final = datetime(2026, 8, 22, 23, 0, tzinfo=UTC)
"""Where the clock of the bundled readings stands: a Saturday, just after they were taken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoTracker:
    """A tracker that has a bundled reading."""

    name: str
    issue: Ref
    aliases: tuple[str, ...] = ()


DEMO_TRACKERS: Final = (
    DemoTracker(name="nemo-rl", issue=Ref(Repository("NVIDIA-NeMo", "RL"), 2905)),
    DemoTracker(name="sc-cleanup", issue=Ref(Repository("NVIDIA-NeMo", "RL"), 2625)),
    DemoTracker(name="example", issue=Ref(Repository("acme", "widgets"), 1)),
)
"""The first one is the default."""


def demo_snapshot(name: str) -> "Snapshot":
    """The bundled reading of this tracker; raises `KeyError` when there is none of that name."""
    from bot.demo.reading import bundled_snapshot  # noqa: PLC0415  # the parser and decoder are heavy

    issue = {tracker.name: tracker.issue for tracker in DEMO_TRACKERS}[name]
    return bundled_snapshot(name, issue)


def demo_people() -> "People":
    """Confirmed links of the people of all bundled readings; their Slack ids are made up."""
    from bot.demo.reading import bundled_people  # noqa: PLC0415  # as above

    return bundled_people()
