"""A whole round of messages to owners, for whoever looks at it before it is sent."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo

from bot.answers.answer import (
    Answer,
    Block,
    Buttons,
    Group,
    Heading,
    HelpFacts,
    Line,
    Note,
    Person,
    TreeFacts,
)
from bot.answers.audience import Audience
from bot.answers.coverage import coverage_blocks
from bot.answers.days import day_words
from bot.answers.parts import counted, said, shortened
from bot.answers.private import redacted
from bot.answers.reminder import reminder_answer
from bot.answers.scope import kept, readings_of
from bot.github_status.judge.verdicts import JudgedRow
from bot.people.people import People
from bot.reminders import AskedTracker, Reminder, ReminderPlan, Unreachable

_DEEPEST = 3
"""Level of a heading inside a message; the person's name is one of level 2."""
_PREVIEW = (
    "A preview, from what is known now: every row is looked at again right before it is sent."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundTimes:
    """When a round is."""

    digest_slot: datetime
    zone: tzinfo
    """Of the digest."""
    due_at: Mapping[str, datetime]
    """By the person's name: when they would be written to if they were in that zone; the day and
    the time of day are theirs."""
    now: datetime
    is_coming: bool
    """It is not due yet."""

    def day_of(self, moment: datetime) -> str:
        """The day of a moment in words."""
        return day_words(moment, self.zone, now=self.now)


def round_answer(
    plan: ReminderPlan,
    times: RoundTimes,
    trackers: Sequence[AskedTracker],
    *,
    audience: Audience,
    people: People,
) -> Answer:
    """Every message of the round as it would be sent, then who cannot be reached."""
    day = times.day_of(times.digest_slot)
    title = f"After the digest of {day}: {_headline(plan)}"
    nobody = (
        "Nothing that is stale or looks finished has an owner who can be written to, or they were"
        " told of it before and are not told again yet."
    )
    blocks: tuple[Block, ...] = (
        Heading(said(title)),
        *((Note(said(_PREVIEW)),) if times.is_coming else ()),
        *(() if plan.reminders else (Note(said(nobody)),)),
        *(b for one in plan.reminders for b in _message(one, times, audience, people)),
        *_unreachable(plan.unreachable),
        *(b for asked in trackers for b in _coverage(asked, plan.reminders, audience)),
    )
    return Answer(blocks=blocks, facts=_facts(plan, trackers, audience), title=title)


def nobody_answer(name: str, times: RoundTimes) -> Answer:
    """That this person gets no message of the round, and what that may mean."""
    day = times.day_of(times.digest_slot)
    title = f"After the digest of {day}: no message to {shortened(name)}"
    why = (
        "Nothing that they own is stale or looks finished, or they were told of it before and"
        " are not told again yet."
    )
    return Answer(
        blocks=(Heading(said(title)), Note(said(why))), facts=HelpFacts(usages=()), title=title
    )


def _headline(plan: ReminderPlan) -> str:
    return counted(len(plan.reminders), "message") if plan.reminders else "no message"


def _message(
    reminder: Reminder, times: RoundTimes, audience: Audience, people: People
) -> Iterator[Block]:
    """One message under its person's name; what was read is told once, for all of them."""
    yield Heading(
        (Person(str(reminder.link.name)), *said(f" · {_due_words(reminder, times)}")), level=2
    )
    told = {
        block for asked in reminder.trackers for block in _coverage(asked, [reminder], audience)
    }
    answer = reminder_answer(reminder, audience=audience, people=people)
    for block in answer.blocks:
        if isinstance(block, Heading):
            yield Note(block.spans) if block.level == 1 else replace(block, level=_DEEPEST)
        elif not isinstance(block, Buttons) and block not in told:
            yield block


def _due_words(reminder: Reminder, times: RoundTimes) -> str:
    due_at = times.due_at[reminder.link.name]
    return f"{times.day_of(due_at)} {due_at.astimezone(times.zone):%H:%M} in their zone"


def _coverage(
    asked: AskedTracker, reminders: Sequence[Reminder], audience: Audience
) -> tuple[Block, ...]:
    rows = _rows(asked, reminders)
    part = redacted(asked.part(rows) if rows else asked.tracker, audience)
    return coverage_blocks(part, part.snapshot)


def _rows(asked: AskedTracker, reminders: Sequence[Reminder]) -> list[JudgedRow]:
    rows = (row for reminder in reminders for row in reminder.rows if row.name == asked.name)
    return list({row.row.row.line: row.row for row in rows}.values())


def _unreachable(unreachable: Sequence[Unreachable]) -> Iterator[Block]:
    if unreachable:
        yield Heading(said("Cannot be written to"), level=2)
    for one in unreachable:
        why = "a team has no messages" if one.is_team else "nobody in Slack is linked to them"
        rows = counted(one.rows, "row")
        yield Line((Person(one.name), *said(f" · {rows} · {why}")))


def _facts(
    plan: ReminderPlan, trackers: Sequence[AskedTracker], audience: Audience
) -> TreeFacts | HelpFacts:
    """The rows of one tracker, by person; of several there is no one tree."""
    if len(trackers) != 1:
        return HelpFacts(usages=())
    asked = trackers[0]
    tracker = redacted(asked.tracker, audience)
    by_line = {row.row.line: row for row in tracker.rows()}
    lines = {row.row.line for row in _rows(asked, plan.reminders)}
    return TreeFacts(
        tracker=tracker,
        workstreams=kept(tracker.workstreams, lambda row: row.row.line in lines),
        coverage=readings_of(tracker.snapshot, [by_line[line] for line in lines]).coverage,
        groups=tuple(
            Group(
                title=str(reminder.link.name),
                rows=tuple(by_line[row.row.row.line] for row in reminder.rows),
            )
            for reminder in plan.reminders
        ),
    )
