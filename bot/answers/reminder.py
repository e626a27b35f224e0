"""The message to one person: the rows that need them, why them, and what would move each."""

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from bot.answers.answer import (
    ActionId,
    Answer,
    Block,
    Button,
    Buttons,
    Code,
    Group,
    Heading,
    HelpFacts,
    Line,
    Note,
    Tone,
    TreeFacts,
)
from bot.answers.audience import Audience
from bot.answers.coverage import coverage_blocks
from bot.answers.digest_words import asking
from bot.answers.links import row_ref
from bot.answers.parts import Part, counted, joined, listed, plural, said, stopped, unstopped
from bot.answers.reminder_reasons import why_parts
from bot.answers.reminder_scene import SaidRow, Scene, scene_of
from bot.answers.replaced import landed_part
from bot.answers.rows import row_line, row_mark, row_progress, row_words
from bot.answers.turn_moves import PRIVATE, waits_part, your_turn_part
from bot.answers.turns import parked_part
from bot.github_status.facts.index import Box
from bot.github_status.facts.refs import Ref
from bot.github_status.judge.states import OPEN
from bot.github_status.judge.verdicts import Who
from bot.people.people import Link, People
from bot.reminders import Because, Reminder, ReminderKind, ReminderRow
from bot.reminders.plan import refs_of
from bot.reminders.whose import finished_because, owns

_TITLES = {
    ReminderKind.YOURS: "Yours to move",
    ReminderKind.WAITING: "In your workstream, waiting for others",
    ReminderKind.FINISHED: "Looks finished",
}
_NOT_MOVING = "In your workstream, not moving"
_LAST = "This is the last time before it moves: park it, hand it over, or drop it?"


def reminder_answer(reminder: Reminder, *, audience: Audience, people: People) -> Answer:
    """The message as it is sent."""
    return _answer(scene_of(reminder, audience=audience, people=people), done=frozenset())


def reminder_update_answer(
    reminder: Reminder, done: Iterable[Ref], *, audience: Audience, people: People
) -> Answer:
    """The message that was sent earlier, once these refs of it need nothing any more.

    The reminder's rows are those of the message, as they are judged now.
    """
    return _answer(scene_of(reminder, audience=audience, people=people), done=frozenset(done))


def _answer(scene: Scene, *, done: frozenset[Ref]) -> Answer:
    over = [each for each in scene.rows if not done.isdisjoint(refs_of(each.row.row))]
    left = [each for each in scene.rows if each not in over]
    title = _title(scene, left)
    blocks: tuple[Block, ...] = (
        Heading(said(title)),
        *(block for kind in ReminderKind for block in _group(kind, left, scene)),
        *_done_blocks(over),
        *_counts(scene),
        *(
            block
            for telling in scene.tellings.values()
            for block in coverage_blocks(
                telling.tracker, telling.tracker.snapshot, is_personal=True
            )
        ),
        _buttons(),
        _linked_note(scene),
    )
    return Answer(blocks=blocks, facts=_facts(scene, left), title=title)


def _title(scene: Scene, left: list[SaidRow]) -> str:
    """ "nemo-rl: 2 pull requests wait for you, 1 in your workstreams has not moved"."""
    names = list(scene.labels.values())
    where = listed(names) if len(names) <= 2 else counted(len(names), "tracker")
    if not left:
        return f"{where}: nothing of this is left to do"
    kinds = [each.row.kind for each in left]
    parts: list[str] = []
    for kind in ReminderKind:
        number = kinds.count(kind)
        noun = "row" if kind is ReminderKind.FINISHED else "pull request"
        if number:
            count = str(number) if parts else counted(number, noun)
            parts.append(f"{count} {_standing(kind, number)}")
    return f"{where}: {', '.join(parts)}"


def _standing(kind: ReminderKind, number: int) -> str:
    one = number == 1
    match kind:
        case ReminderKind.YOURS:
            return "waits for you" if one else "wait for you"
        case ReminderKind.WAITING:
            return f"in your workstreams {plural(number, 'has')} not moved"
        case ReminderKind.FINISHED:
            return "looks finished" if one else "look finished"
        case _:
            assert_never(kind)


def _group_title(kind: ReminderKind, rows: Sequence[SaidRow]) -> str:
    """Of these rows; where nobody knows whom any of them waits for, it is not said that they do."""
    if kind is ReminderKind.WAITING and all(each.shown.turn.who is Who.UNKNOWN for each in rows):
        return _NOT_MOVING
    return _TITLES[kind]


def _group(kind: ReminderKind, left: list[SaidRow], scene: Scene) -> Iterator[Block]:
    own = [each for each in left if each.row.kind is kind]
    if own:
        yield Heading(said(_group_title(kind, own)), level=2)
    for each in own:
        yield _name_line(each, scene)
        for part in _details(each, scene.reminder.link):
            yield Line(part, depth=1)


def _name_line(each: SaidRow, scene: Scene) -> Line:
    where = said(f"in {scene.labels[each.row.name]}") if len(scene.tellings) > 1 else ()
    return Line(
        joined([_name(each), where]),
        mark=row_mark(each.shown),
        menu=() if each.is_private else _menu(each.row, scene.reminder.link, scene.people),
    )


def _name(each: SaidRow) -> Part:
    ref, words = row_ref(each.shown, each.telling.tracker), row_words(each.shown)
    return joined([said(ref) if ref else (), said(words) if words else ()], by=" ")


def _menu(row: ReminderRow, link: Link, people: People) -> tuple[Button, ...]:
    """What the person may answer about the row. A reviewer cannot park what is not theirs."""
    value = row_id(row.name, row.ref)
    may_park = row.because is not Because.REVIEWER or owns(row.row, link, people)
    park = (Button(ActionId.PARK, "Park for 30 days", value),) if may_park else ()
    return (
        Button(ActionId.SNOOZE_WEEK, "Snooze a week", value),
        Button(ActionId.SNOOZE_CHANGE, "Snooze until something happens", value),
        *park,
        Button(ActionId.NOT_MINE, "Not mine", value),
    )


def row_id(name: str, ref: Ref) -> str:
    """How a button names a row: "nemo-rl nvidia-nemo/rl#2467"."""
    return f"{name} {ref.repository.key}#{ref.number}"


def _details(each: SaidRow, link: Link) -> Iterator[Part]:
    is_stale = each.row.kind is not ReminderKind.FINISHED
    progress = row_progress(each.shown, each.telling) if is_stale else ()
    yield joined((*why_parts(each, link), progress))
    yield _next_part(each)
    if each.row.is_last:
        yield said(_LAST)


def _next_part(each: SaidRow) -> Part:
    """What would move it."""
    if each.row.kind is ReminderKind.FINISHED:
        return _finished_part(each)
    if each.is_private:
        return said(PRIVATE)
    if each.row.kind is ReminderKind.YOURS:
        return your_turn_part(each.shown, each.telling)
    return waits_part(each.shown, each.telling)


def _finished_part(each: SaidRow) -> Part:
    """Why it looks finished, and what is asked."""
    landed, finding = landed_part(each.shown, each.telling.tracker), finished_because(each.shown)
    if landed:
        return (*landed, *said(" The box is empty: tick it, or leave it."))
    evidence = "" if finding is None else f"{stopped(unstopped(finding.evidence))} "
    return said(f"{evidence}Tick it, or leave it.")


def _done_blocks(done: list[SaidRow]) -> Iterator[Block]:
    if done:
        yield Heading(said("Done"), level=2)
    for each in done:
        if each.shown.state not in OPEN:
            yield row_line(each.shown, each.telling)
            continue
        yield Line(joined([_name(each), _done_part(each)]), mark=row_mark(each.shown))


def _done_part(each: SaidRow) -> Part:
    """Why a row that is still open needs nothing."""
    if each.shown.row.box is Box.TICKED:
        return said("its box is ticked")
    if each.shown.staleness.parked:
        return parked_part(each.shown.staleness, now=each.telling.tracker.now)
    if each.shown.staleness.stale or each.shown.staleness.last_progress_at is None:
        return said("needs nothing any more")
    return (*said("moved on: "), *row_progress(each.shown, each.telling))


def _counts(scene: Scene) -> Iterator[Note]:
    """What is not asked about."""
    reminder = scene.reminder
    if reminder.more:
        names = list(scene.asked_as.values())
        question = asking("mine", names[0]) if len(names) == 1 else "mine"
        yield Note(said(f"And {reminder.more} more: ", Code(question), " shows them all."))
    counts = ((reminder.drafts, "draft"), (reminder.parked, "parked row"))
    words = [counted(number, word) for number, word in counts if number]
    if words:
        yield Note(said(f"Beside these, and only counted: {listed(words)}."), Tone.QUIET)


def _buttons() -> Buttons:
    """About all messages: who presses is known, so that they carry nothing."""
    return Buttons(
        (
            Button(ActionId.ONLY_CHANGES, "Only changes", ""),
            Button(ActionId.STOP, "Stop", ""),
        )
    )


def _linked_note(scene: Scene) -> Note:
    words = f"You get this because you are linked as {scene.reminder.link.name}."
    return Note(said(f"{words} “settings” changes it."), Tone.QUIET)


def _facts(scene: Scene, left: list[SaidRow]) -> TreeFacts | HelpFacts:
    """The rows of one tracker; of several there is no one tree."""
    tellings = list(scene.tellings.values())
    if len(tellings) != 1:
        return HelpFacts(usages=())
    tracker = tellings[0].tracker
    by_kind = ((kind, [each for each in left if each.row.kind is kind]) for kind in ReminderKind)
    groups = (
        Group(title=_group_title(kind, rows), rows=tuple(each.shown for each in rows))
        for kind, rows in by_kind
    )
    return TreeFacts(
        tracker=tracker,
        workstreams=tracker.workstreams,
        coverage=tracker.snapshot.coverage,
        groups=tuple(group for group in groups if group.rows),
    )
