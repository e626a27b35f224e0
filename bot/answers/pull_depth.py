"""What is true of one pull request: whose turn, whether it is stale, and what it hangs on."""

from collections.abc import Iterable, Iterator

from bot.answers.answer import Block, Line, Note, Verbatim
from bot.answers.links import ref_span
from bot.answers.parts import (
    NAME_AT_MOST,
    Part,
    continued,
    counted,
    day,
    joined,
    listed,
    said,
    shortened,
    stopped,
    unstopped,
)
from bot.answers.reviews import checks_parts, request_parts, review_parts, unknown_facts
from bot.answers.rows import Telling, open_pull, row_line, row_progress, state_part
from bot.answers.turns import turn_sentence
from bot.github_status.facts.index import Role
from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import Association, EventKind, Pull
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Reading
from bot.github_status.judge.as_it_was import as_it_was
from bot.github_status.judge.case import TRUSTED
from bot.github_status.judge.houses import house_of
from bot.github_status.judge.stack import stack_of
from bot.github_status.judge.stale_bot import may_close
from bot.github_status.judge.staleness import Staleness
from bot.github_status.judge.statements import Says, statements
from bot.github_status.judge.timeline import events_of
from bot.github_status.judge.verdicts import JudgedRow, Turn, TurnRule, Who

WAITS_AT_MOST = 8
"""Pull requests that one waits for, told one by one."""


def depth_blocks(row: JudgedRow, telling: Telling) -> Iterator[Block]:
    """Everything about the row's pull request itself."""
    yield row_line(row, telling)
    pull = open_pull(row)
    if pull is not None:
        yield Line(_turn_part(row.turn, telling))
        if row.turn.command:
            yield Verbatim(row.turn.command)
        yield from (Line(said(words)) for words in _vetters(row.turn, pull, telling))
        yield from _stale_lines(row, telling)
        yield from _open_lines(row, pull, telling)
    elif isinstance(row.item, Pull):
        yield from map(Line, review_parts(row.item, telling))
        yield from map(Line, _marks(row.item, telling))


def not_known_notes(row: JudgedRow) -> Iterator[Note]:
    """Facts that were not read and that the turn did not name."""
    pull = open_pull(row)
    if pull is None:
        return
    told = row.turn.missing if row.turn.who is Who.UNKNOWN else ()
    missing = [fact for fact in unknown_facts(pull) if fact not in told]
    if missing:
        yield Note(said(f"{'Not known either' if told else 'Not known'}: {listed(missing)}."))


def _open_lines(row: JudgedRow, pull: Pull, telling: Telling) -> Iterator[Line]:
    parts = (
        *review_parts(pull, telling),
        *request_parts(pull, telling),
        *checks_parts(pull, telling, command_told=row.turn.command is not None),
        *_marks(pull, telling),
        *_waiting_parts(row, pull, telling),
    )
    yield from map(Line, parts)


def _turn_part(turn: Turn, telling: Telling) -> Part:
    whose = turn_sentence(turn, telling.people)
    if turn.who is Who.UNKNOWN:
        return said(f"{whose}: {stopped(continued(turn.reason))}")
    since = () if turn.since is None else said(", since ", day(turn.since, now=telling.tracker.now))
    reason = unstopped(turn.reason)
    because = f". {stopped(f'{reason[:1].upper()}{reason[1:]}')}" if reason else "."
    return (*said(whose), *since, *said(because))


def _vetters(turn: Turn, pull: Pull, telling: Telling) -> Iterator[str]:
    """Who may write the comment that starts the checks."""
    if turn.rule is not TurnRule.CHECKS_NEVER_RAN or turn.command is None:
        return
    association = pull.author_association
    house = house_of(pull.ref.repository, telling.tracker.rules.houses)
    others = house.trigger_by or "owners, members and collaborators of the repository"
    who_may = f"Who may: {stopped(unstopped(others))}"
    if isinstance(association, Association) and association in TRUSTED:
        yield f"Its author may write that: GitHub calls them {_a(association)}. {who_may}"
    elif association is UNKNOWN:
        yield f"Whether its author may write that is not known. {who_may}"
    else:
        yield f"Its author may not write that. {who_may}"


def _a(association: Association) -> str:
    return f"{'an' if association is Association.OWNER else 'a'} {association.value.lower()}"


def _parked_words(staleness: Staleness, telling: Telling) -> Part:
    if staleness.parked_by is None:
        return said(f"Parked: {shortened(staleness.parked_because or 'held on purpose')}.")
    by = staleness.parked_by
    until = day(by.until, now=telling.tracker.now)
    return said(f"Parked by {shortened(by.by, at_most=NAME_AT_MOST)} until ", until, ".")


def _stale_lines(row: JudgedRow, telling: Telling) -> Iterator[Line]:
    staleness = row.staleness
    if staleness.parked:
        yield Line((*_parked_words(staleness, telling), *said(" It is never called stale.")))
        return
    if staleness.stale is None:
        yield Line(said("Whether it is stale is not known: no progress event was read."))
        return
    words = "Stale: " if staleness.stale else "Not stale: "
    progress = row_progress(row, telling)
    limit = ""
    if staleness.limit_working_days is not None and staleness.limit is not None:
        days = counted(staleness.limit_working_days, "working day")
        limit = f"; the limit “{staleness.limit.value}” is {days}"
    yield Line((*said(words), *progress, *said(f"{limit}.")))


def _marks(pull: Pull, telling: Telling) -> Iterator[Part]:
    """Labels, what a stale bot may do, and force pushes."""
    if pull.labels is not UNKNOWN and pull.labels:
        yield said(f"Labels: {shortened(', '.join(pull.labels))}")
    yield from _stale_bot_parts(pull, telling)
    pushes = [event for event in events_of(pull) if event.kind is EventKind.FORCE_PUSH]
    if pushes:
        newest = pushes[-1]
        news = {True: "; it brought something new", False: "; it brought nothing new"}
        brought = "" if newest.brings_new is UNKNOWN else news[newest.brings_new]
        which = "on" if len(pushes) == 1 else "the newest"
        at = day(newest.at, now=telling.tracker.now)
        yield said(f"{counted(len(pushes), 'force push').capitalize()}, {which} ", at, brought)


def _stale_bot_parts(pull: Pull, telling: Telling) -> Iterator[Part]:
    found, now = may_close(pull, telling.tracker.rules), telling.tracker.now
    if found is None:
        return
    label = shortened(found.label, at_most=NAME_AT_MOST)
    put_on = said(f"The label “{label}” was put on ", day(found.labelled_at, now=now))
    when = said("at any time") if found.at <= now else said("on ", day(found.at, now=now))
    unless = "unless something happens"
    if found.moved_since:
        unless = "but something happened since, which may put that off"
    yield (*put_on, *said(": the stale bot may close it "), *when, *said(f", {unless}"))


# --- what it waits for ----------------------------------------------------------------------------


def _waiting_parts(row: JudgedRow, pull: Pull, telling: Telling) -> Iterator[Part]:
    """What it stands on and what stands on it: by branches, by the index, by its description."""
    readings = {
        reading.ref: reading
        for reading in as_it_was(telling.tracker.snapshot, telling.tracker.now).readings
    }
    items = (reading.item for reading in readings.values())
    stack = stack_of(pull, (item for item in items if isinstance(item, Pull)))
    if stack.on:
        yield (*said("Stacked on "), *_refs([one.ref for one in stack.on], readings, telling))
    if stack.above:
        above = _refs([one.ref for one in stack.above], readings, telling)
        yield (*said("On top of it: "), *above)
    told = {one.ref for one in stack.on}
    named = [
        ref.ref
        for ref in row.row.refs
        if ref.role is Role.DEPENDS_ON and ref.ref in readings and ref.ref not in told
    ]
    if named:
        yield (*said("The index says that it depends on "), *_refs(named, readings, telling))
    stated = [
        ref
        for ref in _builds_on(pull)
        if ref not in (*told, *named, pull.ref)
        and (ref in readings or ref.repository == pull.ref.repository)
    ]
    if stated:
        yield (*said("Its description says that it builds on "), *_refs(stated, readings, telling))


def _builds_on(pull: Pull) -> Iterator[Ref]:
    """What its description says for sure that it builds on."""
    texts = (pull.title, "" if pull.body is UNKNOWN else pull.body)
    said_of = (one for text in texts for one in statements(text, pull.ref.repository))
    found = (one.ref for one in said_of if one.says is Says.BUILDS_ON and one.certain)
    yield from dict.fromkeys(found)


def _refs(refs: Iterable[Ref], readings: dict[Ref, Reading], telling: Telling) -> Part:
    """Each with its state, as far as it is known."""
    every = list(refs)
    shown = [_ref_part(ref, readings.get(ref), telling) for ref in every[:WAITS_AT_MOST]]
    more = len(every) - len(shown)
    return joined([*shown, said(f"{more} more") if more > 0 else ()], by=", ")


def _ref_part(ref: Ref, reading: Reading | None, telling: Telling) -> Part:
    span = said(ref_span(ref, reading, telling.tracker))
    if reading is None:
        return span
    state = state_part(reading, now=telling.tracker.now)
    return (*span, *said(" ("), *state, *said(")"))
