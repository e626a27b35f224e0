"""A message to one person, redacted for its reader: what its words are made from."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from bot.answers.audience import Audience
from bot.answers.digest_words import name_to_ask, tracker_label
from bot.answers.names import author_login
from bot.answers.private import redacted
from bot.answers.rows import Telling
from bot.github_status.facts.known import UNKNOWN
from bot.github_status.judge.names import fold_name
from bot.github_status.judge.verdicts import JudgedRow
from bot.people.people import People
from bot.reminders import AskedTracker, Reminder, ReminderRow


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidRow:
    """A row of the message, as its reader may see it."""

    row: ReminderRow
    shown: JudgedRow
    telling: Telling

    @property
    def is_private(self) -> bool:
        """Nothing of it may be told: its id neither."""
        return self.shown.ref is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """The message, redacted for its reader."""

    reminder: Reminder
    tellings: Mapping[str, Telling]
    """By the tracker's name."""
    rows: tuple[SaidRow, ...]
    people: People
    labels: Mapping[str, str]
    """What a tracker of this name is called: one without a name of its own may be hidden."""
    asked_as: Mapping[str, str]
    """What it is called in questions; empty where that may not be told."""


def scene_of(reminder: Reminder, *, audience: Audience, people: People) -> Scene:
    """The message as this audience may see it."""
    tellings: dict[str, Telling] = {}
    rows: list[SaidRow] = []
    labels, asked_as = {}, {}
    for asked in reminder.trackers:
        part = redacted(
            asked.part(row.row for row in reminder.rows if row.name == asked.name), audience
        )
        labels[asked.name] = tracker_label(asked.name, asked=asked.tracker, shown=part)
        asked_as[asked.name] = name_to_ask(asked.name, asked=asked.tracker, shown=part)
        own = {row.row.line: row for row in part.rows()}
        known = _known_people(own.values(), asked, people)
        tellings[asked.name] = telling = Telling(tracker=part, people=known)
        rows += [
            SaidRow(row=row, shown=own[row.row.row.line], telling=telling)
            for row in reminder.rows
            if row.name == asked.name
        ]
    order = {id(row): number for number, row in enumerate(reminder.rows)}
    return Scene(
        reminder=reminder,
        tellings=tellings,
        rows=tuple(sorted(rows, key=lambda each: order[id(each.row)])),
        people=people,
        labels=labels,
        asked_as=asked_as,
    )


def _known_people(rows: Iterable[JudgedRow], asked: AskedTracker, people: People) -> People:
    """Of whom these rows speak, those whose names the index knows."""
    logins = dict.fromkeys(name for row in rows for name in _spoken_of(row))
    links = (people.with_login(name) or people.named(name) for name in logins)
    known = {link.name: link for link in links if link is not None}
    return People(tuple(k for k in known.values() if fold_name(k.name) in asked.owner_names))


def _spoken_of(row: JudgedRow) -> Iterator[str]:
    yield from row.turn.people
    yield from row.owners
    author, event = author_login(row), row.staleness.last_progress
    if author is not None:
        yield author
    if event is not None and event.actor is not UNKNOWN and event.actor is not None:
        yield event.actor.login
