"""Drift: where the index and GitHub disagree. One function for each kind; a new kind is one line
here.
"""

from collections.abc import Callable, Iterator

from bot.github_status.facts.index import Workstream
from bot.github_status.facts.refs import Ref
from bot.github_status.judge.drift.boxes import (
    closed_listed,
    done_unticked,
    merged_unticked,
    ticked_unmerged,
)
from bot.github_status.judge.drift.ground import Ground
from bot.github_status.judge.drift.missing_row import missing_row
from bot.github_status.judge.drift.owners import no_owner, owner_differs, unknown_owner
from bot.github_status.judge.drift.refs import (
    cross_reference,
    duplicate_row,
    malformed_ref,
    moved,
    not_found,
    not_visible,
)
from bot.github_status.judge.drift.replaced import reverted, successor_landed
from bot.github_status.judge.drift.text import text_contradicts
from bot.github_status.judge.verdicts import DriftKind, Finding

Kind = Callable[[Ground, Workstream], Iterator[Finding]]
"""What one workstream has of this kind, at its own rows and at the section itself."""

KINDS: tuple[Kind, ...] = (
    merged_unticked,
    done_unticked,
    ticked_unmerged,
    closed_listed,
    text_contradicts,
    successor_landed,
    reverted,
    missing_row,
    cross_reference,
    not_found,
    not_visible,
    malformed_ref,
    moved,
    no_owner,
    unknown_owner,
    owner_differs,
    duplicate_row,
)

SECTION_KINDS = frozenset(
    {
        DriftKind.MISSING_ROW,
        DriftKind.NO_OWNER,
        DriftKind.UNKNOWN_OWNER,
        DriftKind.OWNER_DIFFERS,
    }
)
"""Kinds that are about a section and never about one of its rows."""


def findings_of(ground: Ground, workstream: Workstream) -> tuple[Finding, ...]:
    """Every finding of this workstream by line, without those of the workstreams under it.

    One for each row (or section) and kind: a line that is malformed twice is one finding. Of
    missing rows one for each.
    """
    found = (finding for kind in KINDS for finding in kind(ground, workstream))
    once: dict[tuple[DriftKind, int, Ref | None], Finding] = {}
    for finding in found:
        missing = finding.ref if finding.kind is DriftKind.MISSING_ROW else None
        once.setdefault((finding.kind, finding.line, missing), finding)
    return tuple(sorted(once.values(), key=lambda finding: finding.line))
