"""`digest`: the digest of a slot as it would be posted, printed and not sent."""

from bot.answers.answer import Answer
from bot.answers.digest import digest_plan, digest_preview, tracker_closed_answer
from bot.answers.preview import preview_of
from bot.github_status.facts.pulls import IssueState
from bot.github_status.judge.changes import Changes, Window, changes_in
from bot.github_status.reader import Latest
from bot.render.formats import Format
from bot.schedule import DueSlot
from bot.terminal.desk import Desk
from bot.terminal.options import ExitStatus, Options
from bot.terminal.questions import asked_now, desk_of
from bot.terminal.slots import AskedSlot, asked_slot
from bot.terminal.streams import Streams
from bot.terminal.telling import audience_of, format_of, told


def digest_status(options: Options, streams: Streams) -> ExitStatus:
    """Show a digest on stdout. Raises `UserError`, or `Fault` when there is nothing to tell of."""
    desk = desk_of(options, streams)
    return digest_told(desk, options, streams)


def digest_told(desk: Desk, options: Options, streams: Streams) -> ExitStatus:
    """The same from this desk."""
    asked = asked_slot(options, desk, asked_now(options, desk), streams)
    latest = desk.latest(asked.digest.tracker)
    answer = _answer(asked, latest, desk, options, streams)
    return told(answer, latest, options, streams)


def _answer(
    asked: AskedSlot, latest: Latest, desk: Desk, options: Options, streams: Streams
) -> Answer:
    earlier = desk.earlier(asked.digest, asked.slot)
    start = earlier.last_sent or asked.schedule.week_before(asked.slot)
    tracker, people = asked.digest.tracker, desk.people(asked.digest.tracker)
    changes = changes_in(
        latest.snapshot,
        Window(start, asked.slot),
        now=asked.judged_at(asked_now(options, desk), as_of=latest.snapshot.as_of),
        baseline=earlier.baseline,
        rules=desk.rules,
        people=people.for_judge(),
        parked=desk.parked(tracker),
        left=desk.left(tracker),
    )
    audience = audience_of(options)
    if asked.is_newest(asked_now(options, desk)) and _is_closed(changes):
        return tracker_closed_answer(changes.tracker, audience=audience, name=tracker.name)
    plan = digest_plan(
        changes,
        audience=audience,
        people=people,
        schedule=asked.schedule,
        due=DueSlot(slot=asked.slot, start=start),
        name=tracker.name,
    )
    if plan.is_quiet and asked.digest.quiet:
        streams.warn("A quiet week: this digest is not posted, as its settings say (quiet).")
    if format_of(options) is Format.MARKDOWN:
        return plan.comment(audience=audience, people=people)
    answer = digest_preview(plan)
    if not asked.is_coming:
        return answer
    now = asked_now(options, desk)
    return preview_of(answer, slot=asked.slot, zone=asked.schedule.zone, now=now)


def _is_closed(changes: Changes) -> bool:
    return changes.tracker.snapshot.issue.state is IssueState.CLOSED
