"""Sections that nobody answers for, owners nobody is linked to, and owners who are nobody's
author."""

from collections.abc import Iterable, Iterator

from bot.github_status.facts.index import Index, Workstream
from bot.github_status.facts.known import UNKNOWN, Known
from bot.github_status.facts.pulls import Actor, EventKind, Item, Pull
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Outcome
from bot.github_status.judge.drift.ground import Ground, section_finding
from bot.github_status.judge.names import fold_login, is_team, linked, login_of, written_login
from bot.github_status.judge.sentences import listed
from bot.github_status.judge.timeline import events_of, logins
from bot.github_status.judge.verdicts import DriftKind, Finding

# More names than this make no sentence.
_MOST_NAMES = 3


def unowned_sections(index: Index) -> tuple[Workstream, ...]:
    """The sections with rows, where nobody is named as an owner anywhere; else nothing."""
    sections = tuple(each for each in index.walk() if each.rows)
    is_owned = any(each.owners or any(row.owners for row in each.rows) for each in index.walk())
    return () if is_owned else sections


def no_owner(ground: Ground, workstream: Workstream) -> Iterator[Finding]:
    """The section has rows and nobody answers for them.

    An index that works without owners is told so once, at its first section: that is how it is
    kept, and not a mistake of each of its sections.
    """
    if workstream.owners or all(row.owners for row in workstream.rows):
        return
    if len(ground.unowned) > 1 and workstream is not ground.unowned[0]:
        return
    evidence = "It has rows and names no owner, and no section above it names one."
    if len(ground.unowned) > 1:
        evidence = f"None of the {len(ground.unowned)} sections with rows names an owner."
    yield section_finding(DriftKind.NO_OWNER, workstream, evidence, "add an owner line")


def unknown_owner(ground: Ground, workstream: Workstream) -> Iterator[Finding]:
    """Owners to whom nobody is linked, said where they are written."""
    if not ground.people:
        return
    section = () if workstream.owners_inherited else workstream.owners
    written = dict.fromkeys([*section, *(o for row in workstream.rows for o in row.owners)])
    unknown = [owner for owner in written if not _is_known(owner, ground)]
    if unknown:
        evidence = f"Nobody is linked to {listed(unknown)}."
        yield section_finding(
            DriftKind.UNKNOWN_OWNER, workstream, evidence, "link the owner to a person"
        )


def _is_known(owner: str, ground: Ground) -> bool:
    """A login needs no link, and a team is not a person."""
    is_account = written_login(owner) is not None or is_team(owner)
    return is_account or linked(owner, ground.people) is not None


def owner_differs(ground: Ground, workstream: Workstream) -> Iterator[Finding]:
    """No row of the section was written, reviewed or assigned to any of its owners, as far as read.

    Nothing is said when the login of one of several owners is not known, or the author of one of
    the rows: that may be theirs.
    """
    owned_by = {_key(login_of(owner, ground.people)) for owner in workstream.owners}
    rows = [row for each in workstream.walk() for row in each.rows if not row.owners]
    items = [item for row in rows if (item := ground.item(row.primary)) is not None]
    authors = logins(item.author for item in items)
    if not workstream.rows or not owned_by or "" in owned_by or not authors:
        return
    if any(_is_by_somebody_unknown(row.primary, ground) for row in rows):
        return
    if owned_by.isdisjoint(_key(login) for item in items for login in _people_of(item)):
        evidence = (
            "None of its rows was written by, reviewed by or assigned to "
            f"{listed(workstream.owners)}, as far as read; written by {_some(authors)}."
        )
        repair = "check who answers for this section"
        yield section_finding(DriftKind.OWNER_DIFFERS, workstream, evidence, repair)


def _is_by_somebody_unknown(ref: Ref | None, ground: Ground) -> bool:
    """There is, or may be, something of which nobody has read who wrote it."""
    if ref is None or ground.outcome(ref) is Outcome.NOT_FOUND:
        return False
    item = ground.item(ref)
    return item is None or item.author is UNKNOWN


def _key(login: str | None) -> str:
    return fold_login(login) if login else ""


def _people_of(item: Item) -> tuple[str, ...]:
    """Who wrote, reviewed or is assigned to it, as far as read."""
    assigned = () if item.assignees is UNKNOWN else item.assignees
    reviewed = _reviewers(item) if isinstance(item, Pull) else ()
    return logins([item.author, *assigned, *reviewed])


def _reviewers(pull: Pull) -> Iterable[Known[Actor | None]]:
    reviews = () if pull.reviews is UNKNOWN else pull.reviews
    told = (event.actor for event in events_of(pull) if event.kind is EventKind.REVIEW)
    return (*(review.author for review in reviews), *told)


def _some(names: tuple[str, ...]) -> str:
    more = len(names) - _MOST_NAMES
    return listed(names) if more <= 0 else listed([*names[:_MOST_NAMES], f"{more} more"])
