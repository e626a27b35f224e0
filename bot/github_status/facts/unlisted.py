"""What is read of one pull request or issue because somebody asks for it, and no tracker does."""

from dataclasses import dataclass

from bot.github_status.facts.snapshot import Reading


@dataclass(frozen=True, slots=True, kw_only=True)
class Unlisted:
    """A reading that belongs to no snapshot: it is kept for some minutes, and never stored."""

    reading: Reading
    credentials: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    """What could not be read although the ref could, in sentences."""
