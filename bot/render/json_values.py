"""Values that stand in several JSON forms."""

from datetime import UTC, datetime
from typing import Any, TypeAlias

from bot.github_status.judge.verdicts import JudgedRow

Form: TypeAlias = dict[str, Any]


def moment(at: datetime | None) -> str | None:
    """ISO 8601 in UTC with a `Z`; `None` stays."""
    if at is None:
        return None
    return at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def row_name(row: JudgedRow) -> Form:
    """What finds the row where it stands in full."""
    return {"ref": str(row.ref) if row.ref else None, "line": row.row.line}
