"""Bundled readings: trackers that the program brings along, to try it without an account.

`nemo-rl` and `sc-cleanup` are true as far as they go, `example` is wholly invented; data/README.md
says where they are from. Importing this room is cheap: a bundle is read when it is asked for.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from bot.github_status.facts.refs import Ref, Repository

if TYPE_CHECKING:
    from bot.github_status.facts.snapshot import Snapshot
    from bot.github_status.facts.unlisted import Unlisted
    from bot.people.people import People

DEMO_NOW: Final = datetime(2026, 8, 22, 23, 0, tzinfo=UTC)
"""Where the clock of the bundled readings stands: a Saturday, just after they were taken."""


DEMO_TRACKERS: Final[Mapping[str, Ref]] = {
    "nemo-rl": Ref(Repository("NVIDIA-NeMo", "RL"), 2905),
    "sc-cleanup": Ref(Repository("NVIDIA-NeMo", "RL"), 2625),
    "example": Ref(Repository("acme", "widgets"), 1),
}
"""The trackers that have a bundled reading, by name. The first one is the default."""


def demo_snapshot(name: str) -> "Snapshot":
    """The bundled reading of this tracker; raises `KeyError` when there is none of that name."""
    from bot.demo.bundled.reading import bundled_snapshot  # noqa: PLC0415  # the parser and decoder are heavy

    return bundled_snapshot(name, DEMO_TRACKERS[name])


def demo_unlisted(ref: Ref) -> "Unlisted | None":
    """What the bundles know of a ref beside what their trackers list; `None`: nothing."""
    from bot.demo.bundled.reading import bundled_unlisted  # noqa: PLC0415  # as above

    return bundled_unlisted(ref, DEMO_TRACKERS)


def demo_people(name: str) -> "People":
    """Confirmed links of this tracker's people; their Slack ids are made up. As `demo_snapshot`."""
    from bot.demo.bundled.reading import bundled_people  # noqa: PLC0415  # as above

    return bundled_people(name)
