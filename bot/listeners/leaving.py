"""*Leave as is* and *Count again*: what somebody answers about one finding of drift."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bot.answers.drift_words import drift_words
from bot.answers.scope import path_words
from bot.errors import NotAllowed, UserError
from bot.github_status.judge.left import finding_id, fingerprint
from bot.github_status.judge.sentences import day_text
from bot.github_status.judge.verdicts import DriftKind, Finding, JudgedTracker
from bot.github_status.reader import tracker_key
from bot.listeners.access import Sight
from bot.listeners.filled import Filled
from bot.listeners.office import Counter, Office, OfficeTracker, nothing_read, stored
from bot.listeners.settling import Settled, shows
from bot.reminders.whose import owner_link
from bot.render.clean import clean
from bot.render.slack.form_ids import FieldId
from bot.render.slack.forms_done import done_view
from bot.render.slack.forms_leave import LeaveForm, leave_view
from bot.render.slack.views import ViewJson
from bot.store.left import WHY_AT_MOST, StoredLeft

TITLE: Final = "Leave as is"

LEFT: Final = "It is left as it is, and does not count until its evidence changes."
LEFT_BEFORE: Final = "Nothing to change: it was left as it is already."
COUNTS: Final = "It counts again."
COUNTED_BEFORE: Final = "Nothing to change: it counts already."
HIDDEN: Final = "It is about a private pull request, of which nothing is shown here."

_ASK: Final = "Ask “drift” to see how it stands."


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedFinding:
    """The finding whose menu was used, as it is now."""

    tracker: OfficeTracker
    finding: Finding
    owners: tuple[str, ...]
    """Who answers for its row or its section, as written."""

    @property
    def key(self) -> str:
        """The tracker's, in the store."""
        return tracker_key(self.tracker.ref)


async def open_leave(office: Office, counter: Counter, value: str) -> None:
    """Show what would be left, and ask why. `value`: the tracker's name, and the finding's id."""
    await counter.begin()
    caller = counter.caller
    view = await view_to_leave(office, value, user=caller.user, channel=caller.channel)
    await counter.show(view)


async def view_to_leave(office: Office, value: str, *, user: str, channel: str) -> ViewJson:
    """What is asked of this person, who reads it alone in this channel."""
    asked = await _asked_finding(office, value)
    _need_right(office, user, asked)
    if asked.finding.left is not None:
        return done_view(TITLE, (_left_before(asked.finding),))
    audience = await office.access.audience(user, channel, Sight.ASKER)
    seen = await office.desk.judged(asked.tracker.ref, audience)
    shown = None if seen is None else _same(asked.finding, seen)
    said = LeaveForm(
        about=_about(asked.finding, shown),
        evidence=HIDDEN if shown is None else shown.evidence,
        metadata=f"{value} {fingerprint(asked.finding.evidence)}",
        why_at_most=WHY_AT_MOST,
    )
    return leave_view(said, title=TITLE)


async def save_leave(office: Office, filled: Filled) -> Settled:
    """Leave it as it is, where it is still what was shown."""
    value, _, evidence = filled.metadata.rpartition(" ")
    asked = await _asked_finding(office, value)
    _need_right(office, filled.user, asked)
    if fingerprint(asked.finding.evidence) != evidence:
        raise UserError(
            "What index and GitHub say of it has changed since this was opened, so nothing was"
            " left.",
            advice="Ask “drift” again, and look at what it says now.",
        )
    left = StoredLeft(
        tracker_key=asked.key,
        kind=asked.finding.kind.value,
        subject=asked.finding.subject,
        evidence=evidence,
        by=filled.user,
        at=office.changing.now(),
        why=" ".join(clean(filled.value(FieldId.WHY)).split())[:WHY_AT_MOST],
    )
    change_id = await stored(office.changing.leave(left))
    line = LEFT if change_id is not None else LEFT_BEFORE
    return shows(done_view(TITLE, (line,), change_id=change_id))


async def count_again(office: Office, counter: Counter, value: str) -> None:
    """It is no longer left as it is. `value` as for `open_leave`."""
    asked = await _asked_finding(office, value)
    user = counter.caller.user
    _need_right(office, user, asked)
    kind, subject = asked.finding.kind.value, asked.finding.subject
    change_id = await stored(office.changing.count_again(asked.key, kind, subject, by=user))
    line = COUNTS if change_id is not None else COUNTED_BEFORE
    await counter.say("Count again", (line,), change_id=change_id)


async def _asked_finding(office: Office, value: str) -> AskedFinding:
    """Raises `UserError` where there is no such tracker or finding any more."""
    name, _, wanted = value.rpartition(" ")
    tracker = office.tracker_pressed(name)
    judged = await office.everything_of(tracker)
    if judged is None:
        raise nothing_read(tracker.name)
    for finding, owners in _with_owners(judged):
        if finding_id(finding) == wanted:
            return AskedFinding(tracker=tracker, finding=finding, owners=owners)
    raise UserError("Index and GitHub do not disagree about this any more.", advice=_ASK)


def _with_owners(tracker: JudgedTracker) -> Iterator[tuple[Finding, tuple[str, ...]]]:
    """Every finding, those that were left included, and who answers for it."""
    for workstream in tracker.walk():
        owners = workstream.workstream.owners
        for finding in (*workstream.findings, *workstream.left):
            yield finding, owners
        for row in workstream.rows:
            for finding in (*row.findings, *row.left):
                yield finding, (*row.owners, *owners)


def _need_right(office: Office, user: str, asked: AskedFinding) -> None:
    """Maintainers, and owners whom somebody else linked; raises `UserError` for anybody else."""
    if office.is_maintainer(user):
        return
    people = office.changing.book.current
    link = people.with_slack(user)
    owns = link is not None and any(owner_link(o, people) == link for o in asked.owners)
    if link is not None and owns and link.gives_rights:
        return
    if owns:
        raise UserError(
            "You linked yourself, which brings messages only: to answer a finding, a maintainer has"
            " to confirm it.",
            advice="A maintainer does that with “link”.",
        )
    raise NotAllowed(
        "Only an owner of this workstream, or a maintainer of this bot, can answer this finding.",
        advice=office.whom_to_ask(),
        whom=office.maintainers,
    )


def _same(finding: Finding, seen: JudgedTracker) -> Finding | None:
    """The finding as the asker may see it; `None`: nothing of it."""
    every = (one for one, _ in _with_owners(seen))
    return next((f for f in every if finding_id(f) == finding_id(finding)), None)


def _about(finding: Finding, shown: Finding | None) -> str:
    """What it is about, in one line; `shown`: as the asker may see it."""
    kind, line = drift_words(finding.kind), f"line {finding.line}"
    if shown is None:
        return f"{kind} · {line}"
    below = "below " if shown.kind is DriftKind.MISSING_ROW else ""
    what = path_words(shown.path) if shown.ref is None else str(shown.ref)
    return f"{what} · {kind} · {below}{line}"


def _left_before(finding: Finding) -> str:
    if finding.left is None or not finding.left.by:
        return LEFT_BEFORE
    return f"{LEFT_BEFORE.removesuffix('.')}, by {finding.left.by} on {day_text(finding.left.at)}."
