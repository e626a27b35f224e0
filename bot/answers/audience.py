"""Audience: for whom an answer is made. Private rows are redacted for it before anything is
said."""

from dataclasses import dataclass
from enum import StrEnum


class AudienceKind(StrEnum):
    """Where will the answer be read?"""

    TERMINAL = "terminal"
    PUBLIC = "public"


@dataclass(frozen=True, slots=True, kw_only=True)
class Audience:
    """Where an answer goes, and whether private rows may be shown there."""

    kind: AudienceKind
    sees_private: bool


TERMINAL = Audience(kind=AudienceKind.TERMINAL, sees_private=True)
"""Whoever holds the token sees what the token sees."""

PUBLIC = Audience(kind=AudienceKind.PUBLIC, sees_private=False)
"""A Markdown export may be pasted anywhere."""
