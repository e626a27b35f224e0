"""The text of an issue as somebody reads it who is about to edit it, and its edit history."""

from dataclasses import dataclass, field
from datetime import datetime

from bot.github_status.facts.pulls import Actor, Login
from bot.github_status.facts.refs import Ref


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """One entry of the edit history. The first one is the text that the issue was opened with."""

    id: str
    at: datetime
    by: Actor | None
    """`None`: the account is gone."""
    text: str | None = field(default=None, repr=False)
    """The whole text that this edit left; `None`: it was not asked for, or GitHub does not say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IssueText:
    """An issue's text at one moment."""

    ref: Ref
    """Where it is now."""
    node_id: str
    body: str = field(repr=False)
    """Every character as GitHub gave it."""
    created_at: datetime
    edits: tuple[Edit, ...] | None
    """The newest ones, newest first; empty: nobody ever edited it; `None`: could not be read."""
    is_archived: bool
    """The repository takes no changes."""
    is_locked: bool
    may_edit: bool
    """The credential may change the text, as far as GitHub says beforehand."""
    viewer: Login | None
    """Whose credential it is; `None`: an App's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Between:
    """What others did between two readings with one write of ours between them."""

    is_ours_seen: bool
    """Our write stands in the history."""
    overwritten: tuple[Edit, ...] = ()
    """Saved before our write and gone with it, oldest first."""
    later: tuple[Edit, ...] = ()
    """Saved after it, oldest first."""
