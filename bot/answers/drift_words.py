"""Words for the kinds of drift."""

from typing import assert_never

from bot.github_status.judge.verdicts import DriftKind


def drift_words(kind: DriftKind) -> str:
    """A kind of disagreement: the title of its findings, and all that is said of a private one."""
    match kind:
        case DriftKind.MERGED_UNTICKED:
            return "Merged, box empty"
        case DriftKind.DONE_UNTICKED:
            return "Done, box empty"
        case DriftKind.TICKED_UNMERGED:
            return "Box ticked, not merged"
        case DriftKind.CLOSED_LISTED:
            return "Closed without a merge, still listed"
        case DriftKind.TEXT_CONTRADICTS:
            return "Words that contradict box or state"
        case DriftKind.SUCCESSOR_LANDED:
            return "What took its place has landed"
        case DriftKind.REVERTED:
            return "Merged, and reverted since"
        case DriftKind.MISSING_ROW:
            return "Missing rows"
        case DriftKind.CROSS_REFERENCE:
            return "Names workstreams that do not list it"
        case DriftKind.NOT_FOUND:
            return "Not found"
        case DriftKind.NOT_VISIBLE:
            return "Not visible"
        case DriftKind.MALFORMED_REF:
            return "Ref that GitHub does not read"
        case DriftKind.MOVED:
            return "Renamed or transferred"
        case DriftKind.NO_OWNER:
            return "No owner named"
        case DriftKind.UNKNOWN_OWNER:
            return "Owner nobody is linked to"
        case DriftKind.OWNER_DIFFERS:
            return "Nothing by, reviewed by or assigned to its owner"
        case DriftKind.DUPLICATE_ROW:
            return "Listed twice in one workstream"
        case _:
            assert_never(kind)
