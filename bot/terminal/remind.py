"""`remind`: the messages to owners that follow a digest, printed and not sent."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from bot import PROGRAM
from bot.answers.answer import Answer
from bot.answers.round import RoundTimes, nobody_answer, round_answer
from bot.commands.lookup import the_person
from bot.commands.words import shown
from bot.errors import NoMatch, UserError
from bot.github_status.judge.names import fold_login, fold_name
from bot.github_status.reader import Latest
from bot.people.candidates import Somebody, known_people
from bot.people.names import Named, match, nearest
from bot.people.people import People
from bot.reminders import Reminder, ReminderPlan
from bot.schedule import reminder_at
from bot.settings.trackers import Tracker
from bot.terminal.desk import Desk, Planned
from bot.terminal.options import ExitStatus, Options
from bot.terminal.questions import asked_now, desk_of
from bot.terminal.remind_json import plan_form
from bot.terminal.slots import AskedSlot, asked_digests, asked_slot
from bot.terminal.streams import Streams
from bot.terminal.telling import audience_of, told


def remind_status(options: Options, streams: Streams) -> ExitStatus:
    """Show messages on stdout. Raises `UserError`, or `Fault` when there is nothing to tell of."""
    return remind_told(desk_of(options, streams), options, streams)


def remind_told(desk: Desk, options: Options, streams: Streams) -> ExitStatus:
    """The same from this desk."""
    now = asked_now(options, desk)
    asked = _round_slot(asked_slot(options, desk, now, streams), options, desk, now)
    if not desk.reminds:
        streams.warn("None of this is sent: [remind] enabled is false in the settings.")
    at = _due_at(asked, desk, None)
    found = planned_round(asked, desk, options, at=at)
    times = _times(found.planned.plan, asked, desk, at=at, now=now)
    answer = _answer(found, times, options)
    more = plan_form(found.planned.plan, times)
    return told(answer, found.latest, options, streams, more=more)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedRound:
    """The messages that were asked for, and what they were planned from."""

    planned: Planned
    latest: tuple[Latest, ...]
    people: People
    person: Somebody | None
    """Whose message alone was asked for."""


def planned_round(asked: AskedSlot, desk: Desk, options: Options, *, at: datetime) -> PlannedRound:
    """The messages that would be due at this moment. Raises as the desk does, and `UserError`."""
    trackers = _trackers(asked, options, desk)
    if options.json and len(trackers) > 1:
        raise UserError(
            "--json tells of one tracker at a time.",
            advice=f"Name it: --tracker {trackers[0].name}",
        )
    read = [(tracker, desk.latest(tracker)) for tracker in trackers]
    planned = desk.planned([(tracker, latest.snapshot) for tracker, latest in read], at)
    people = _all_people(desk, trackers)
    person = None
    if options.person is not None:
        person = _person(options.person, planned, people)
        planned = _only(person, planned)
    return PlannedRound(
        planned=planned,
        latest=tuple(latest for _, latest in read),
        people=people,
        person=person,
    )


def _round_slot(asked: AskedSlot, options: Options, desk: Desk, now: datetime) -> AskedSlot:
    """Without `--slot` the digest whose messages come next: it may have been posted already."""
    last = replace(asked, slot=asked.schedule.last_until(now), is_coming=False)
    is_under_way = options.slot is None and _due_at(last, desk, None) > now
    return last if is_under_way else asked


def _due_at(asked: AskedSlot, desk: Desk, calendar: str | None) -> datetime:
    """When somebody with this calendar, in the digest's zone, is written to."""
    return reminder_at(
        asked.day,
        asked.schedule.zone,
        calendar=calendar or desk.rules.calendar,
        at=desk.remind_at,
    )


def _trackers(asked: AskedSlot, options: Options, desk: Desk) -> tuple[Tracker, ...]:
    """A message tells of every tracker that has a digest, unless one was named."""
    digests = asked_digests(options, desk)
    found = {digest.tracker.ref: digest.tracker for digest in (asked.digest, *digests)}
    return tuple(found.values())


def _all_people(desk: Desk, trackers: Sequence[Tracker]) -> People:
    links = (link for tracker in trackers for link in desk.people(tracker).links)
    return People(tuple(dict.fromkeys(links)))


def _only(person: Somebody, planned: Planned) -> Planned:
    """What concerns this person."""
    names = {fold_name(name) for name in (person.name, *person.names)}
    logins = {fold_login(login) for login in person.logins}

    def is_theirs(reminder: Reminder) -> bool:
        link = reminder.link
        return fold_name(link.name) in names or fold_login(link.github or "") in logins

    plan = ReminderPlan(
        reminders=tuple(filter(is_theirs, planned.plan.reminders)),
        unreachable=tuple(o for o in planned.plan.unreachable if fold_name(o.name) in names),
    )
    return Planned(plan=plan, trackers=planned.trackers)


def _person(asked: str, planned: Planned, people: People) -> Somebody:
    """Who is meant. Raises `NoMatch` for nobody, `Ambiguous` for several."""
    known: dict[str, Named[Somebody]] = {}
    for tracker in planned.trackers:
        for named in known_people(tracker.tracker, people):
            known.setdefault(fold_name(named.value.name), named)
    wanted = asked.strip().removeprefix("gh:").removeprefix("@")
    found = match(wanted, tuple(known.values()))
    if found.winners:
        return the_person(wanted, found)
    near = [named.name for named in nearest(wanted, tuple(known.values()))]
    where = " and ".join(tracker.name for tracker in planned.trackers)
    raise NoMatch(
        f"Nobody in {where} is called {shown(wanted)}.",
        asked=wanted,
        nearest=near,
        advice=" ".join(
            (
                *([f"The nearest: {', '.join(map(shown, near))}."] if near else []),
                f"{PROGRAM} remind, without --person, has everybody who is written to.",
            )
        ),
    )


def _times(
    plan: ReminderPlan, asked: AskedSlot, desk: Desk, *, at: datetime, now: datetime
) -> RoundTimes:
    links = [reminder.link for reminder in plan.reminders]
    return RoundTimes(
        digest_slot=asked.slot,
        zone=asked.schedule.zone,
        due_at={link.name: _due_at(asked, desk, link.calendar) for link in links},
        now=now,
        is_coming=at > now,
    )


def _answer(found: PlannedRound, times: RoundTimes, options: Options) -> Answer:
    plan = found.planned.plan
    is_nothing = not (options.json or plan.reminders or plan.unreachable)
    if found.person is not None and is_nothing:
        return nobody_answer(found.person.name, times)
    return round_answer(
        plan,
        times,
        found.planned.trackers,
        audience=audience_of(options),
        people=found.people,
    )
