"""GitHub: the credential that reads, what is left of its limit, the trackers, and the one that
writes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Protocol

from bot.doctor.check import (
    Check,
    counted,
    failed,
    not_checked,
    right,
    shortened_list,
    warning,
    wrong,
)
from bot.errors import NemorlStatusError
from bot.github_status.facts.edits import IssueText
from bot.github_status.facts.index import Index
from bot.github_status.facts.pulls import IssueState, Login
from bot.github_status.facts.refs import Ref, Repository
from bot.github_status.facts.snapshot import Outcome, TrackerIssue
from bot.github_status.github.edit_answers import not_editable
from bot.github_status.github.standing import Standing
from bot.github_status.index import parse_index
from bot.github_status.reader import OnProgress, ReadBatch

NAME: Final = "GitHub"
WRITE_NAME: Final = "Repair"

LITTLE_LEFT: Final = 0.1
"""Of the limit: less is a warning."""


class AsksGitHub(Protocol):
    """GitHub, for reading."""

    async def standing(self, repository: Repository) -> Standing: ...  # noqa: D102 -- as in `GitHub`
    async def viewer(self) -> Login | None: ...  # noqa: D102
    async def tracker(self, ref: Ref) -> TrackerIssue: ...  # noqa: D102
    async def readings(self, refs: Sequence[Ref], *, on_progress: OnProgress) -> ReadBatch: ...  # noqa: D102


class ReadsText(Protocol):
    """One issue, by the credential that writes."""

    async def read(self) -> IssueText: ...  # noqa: D102 -- as in `IssueEdit`


class MayEdit(Protocol):
    """GitHub, for writing."""

    async def to(self, ref: Ref) -> ReadsText: ...  # noqa: D102 -- as in `EditAccess`


@dataclass(frozen=True, slots=True, kw_only=True)
class Reads:
    """Whether GitHub can be asked."""

    checks: tuple[Check, ...]
    standing: Standing | None = None
    """`None`: it cannot."""
    viewer: Login | None = None
    clock_off: timedelta | None = None
    """So far our clock is ahead of GitHub's; `None`: it did not say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackerRead:
    """What was read of a tracker."""

    checks: tuple[Check, ...]
    index: Index | None = None
    """`None`: nothing could be read."""


async def reads(github: AsksGitHub, repository: Repository, now: Callable[[], datetime]) -> Reads:
    """Whether the credential that reads is accepted, and what is left of its limit."""
    try:
        standing = await github.standing(repository)
        off = None if standing.told_at is None else now() - standing.told_at
        viewer = await github.viewer()
    except NemorlStatusError as error:
        return Reads(checks=(failed(NAME, error),))
    who = f"the token of {viewer}" if viewer else f"the {_spoken(standing.credential)}"
    accepted = right(NAME, f"It accepts {who}.")
    checks = (accepted, *_limit(standing))
    return Reads(checks=checks, standing=standing, viewer=viewer, clock_off=off)


def _spoken(credential: str) -> str:
    return "App" if credential == "app" else credential


def _limit(standing: Standing) -> tuple[Check, ...]:
    name = "GitHub limit"
    limit, left = standing.limit, standing.remaining
    if limit is None or left is None:
        return (right(name, "This server has none."),)
    what = f"{left:,} of {limit:,} points are left"
    if left >= LITTLE_LEFT * limit:
        return (right(name, f"{what}."),)
    when = "" if standing.reset_at is None else f" until {standing.reset_at:%H:%M} UTC"
    advice = "Something else may use this token: give the bot one of its own, or read less often."
    return (warning(name, f"{what}{when}.", advice),)


async def tracker_read(github: AsksGitHub, ref: Ref, name: str) -> TrackerRead:
    """Whether the tracker is an issue with rows, and which repositories of its rows are visible.

    Of each repository one row is asked.
    """
    title = f"Tracker {name}"
    try:
        issue = await github.tracker(ref)
    except NemorlStatusError as error:
        return TrackerRead(checks=(failed(title, error),))
    index = parse_index(issue.body, repository=issue.ref.repository)
    checks = [_issue_check(title, issue, index)]
    try:
        checks += await _repository_checks(github, title, index)
    except NemorlStatusError as error:
        checks.append(failed(title, error))
    return TrackerRead(checks=tuple(checks), index=index)


def _issue_check(title: str, issue: TrackerIssue, index: Index) -> Check:
    rows = sum(1 for _ in index.rows())
    what = (
        f"{issue.ref} can be read: {counted(rows, 'row')} about {counted(len(index.refs()), 'ref')}"
    )
    if issue.state is IssueState.CLOSED:
        return warning(title, f"{what}; it is closed.", "Name the issue that follows it.")
    if not index.refs():
        advice = "Rows are list items that name pull requests or issues, as “- [ ] #12”."
        return warning(title, f"{what}.", advice)
    return right(title, f"{what}.")


async def _repository_checks(github: AsksGitHub, title: str, index: Index) -> list[Check]:
    one_of_each = list({ref.repository: ref for ref in reversed(index.refs())}.values())
    if not one_of_each:
        return []
    batch = await github.readings(one_of_each, on_progress=lambda _done, _total: None)
    hidden = [str(r.ref.repository) for r in batch.readings if r.outcome is Outcome.NOT_VISIBLE]
    unasked = [str(r.ref.repository) for r in batch.readings if r.outcome is Outcome.FAILED]
    found = []
    if hidden:
        advice = "Let the token (or the App) read them, or mend their names in the issue."
        what = f"This credential sees nothing of {shortened_list(hidden)}."
        found.append(warning(title, what, advice))
    if unasked:
        found.append(not_checked(title, f"GitHub did not answer for {shortened_list(unasked)}"))
    if not found:
        found.append(right(title, f"{_repositories(len(one_of_each))} can be read."))
    return found


def _repositories(count: int) -> str:
    return "The repository of its rows" if count == 1 else f"All {count} repositories of its rows"


async def write_check(access: MayEdit | NemorlStatusError, ref: Ref, name: str) -> Check:
    """Whether the credential that writes may edit the tracker, as far as GitHub says beforehand."""
    title = f"{WRITE_NAME} {name}"
    try:
        if isinstance(access, NemorlStatusError):
            raise access
        text = await (await access.to(ref)).read()
        if (refusal := not_editable(text)) is not None:
            raise refusal
    except NemorlStatusError as error:
        return failed(title, error)
    whose = f"The token of {text.viewer}" if text.viewer else "The App"
    return right(title, f"{whose} may edit {text.ref}, as far as GitHub says without an edit.")


def said_once(writes: Sequence[Check], reads: Reads, because: str) -> tuple[Check, ...]:
    """What keeps both credentials from GitHub is wrong once: of writing it is not checked then."""
    said = {(check.what, check.advice) for check in reads.checks}
    return tuple(
        not_checked(check.name, because) if (check.what, check.advice) in said else check
        for check in writes
    )


async def whole_reading_check(github: AsksGitHub, ref: Ref, name: str) -> Check:
    """Every row of the tracker, read; nothing is stored."""
    title = f"Reading {name}"
    try:
        issue = await github.tracker(ref)
        index = parse_index(issue.body, repository=issue.ref.repository)
        batch = await github.readings(index.refs(), on_progress=lambda _done, _total: None)
    except NemorlStatusError as error:
        return failed(title, error)
    outcomes = [reading.outcome for reading in batch.readings]
    lacking = outcomes.count(Outcome.FAILED) + outcomes.count(Outcome.NOT_VISIBLE)
    what = f"{len(outcomes) - lacking:,} of {counted(len(outcomes), 'ref')} read"
    notes = " ".join(batch.notes)
    if lacking or notes:
        advice = "`nemorl-status drift` says which, and why."
        return warning(title, f"{what}. {notes}".rstrip(), advice)
    return right(title, f"{what}, with everything that can be known of them.")


def no_trackers() -> Check:
    """There is nothing to tell of."""
    return wrong(
        "Tracker", "No tracking issue is named.", "Write [[tracker]], or: nemorl-status init"
    )
