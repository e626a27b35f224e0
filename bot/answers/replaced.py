"""What took the place of a row's pull request, or undid it, in words: facts and guesses apart."""

from collections.abc import Iterator

from bot.answers.answer import Plain
from bot.answers.links import ref_span
from bot.answers.parts import NAME_AT_MOST, Part, continued, day, joined, said, shortened
from bot.github_status.facts.pulls import Pull
from bot.github_status.judge.closing import closed_by_bot
from bot.github_status.judge.relation import Relation, RelationKind, of_kind, split_total
from bot.github_status.judge.verdicts import DriftKind, JudgedRow, JudgedTracker, RowState

_SHOWN_AT_MOST = 6
"""Refs in one line; the others are counted."""

_VERBS = {
    RelationKind.SPLIT_INTO: "split into ",
    RelationKind.SUPERSEDED_BY: "replaced by ",
    RelationKind.REVERTED_BY: "reverted by ",
}


def replaced_parts(row: JudgedRow, tracker: JudgedTracker) -> Iterator[Part]:
    """ "replaced by #12", "perhaps replaced by #12 and #13", "split into #12, all merged"."""
    for stated, perhaps in _by_kind(row):
        if stated:
            yield _stated_part(stated, tracker)
        if perhaps:
            yield (*said("perhaps ", _VERBS[perhaps[0].kind]), *_refs(perhaps, tracker))


def replaced_in_depth(row: JudgedRow, tracker: JudgedTracker) -> Iterator[Part]:
    """The same with who says so, or what makes it likely, and who closed it."""
    yield from _bot_parts(row, tracker)
    for stated, perhaps in _by_kind(row):
        if stated:
            said_by = dict.fromkeys(continued(one.because) for one in stated)
            because = said(f": {shortened('; '.join(said_by))}")
            yield (*_stated_part(stated, tracker), *because)
        for one in perhaps:
            words = said("perhaps ", _VERBS[one.kind], ref_span(one.ref, None, tracker))
            yield (*words, *_landed(one, tracker), *said(f": {continued(one.because)}"))


def landed_part(row: JudgedRow, tracker: JudgedTracker) -> Part:
    """ "What took its place has landed: #12 and #13 (3 Jul to 5 Jul)."; nothing where that is not
    stated of all of it."""
    finding = next((f for f in row.findings if f.kind is DriftKind.SUCCESSOR_LANDED), None)
    stated = tuple(
        one
        for one in row.relations
        if one.is_stated and one.is_merged and one.kind is not RelationKind.REVERTED_BY
    )
    if finding is None or finding.confidence is None or not stated:
        return ()
    days = sorted(one.ended_at for one in stated if one.ended_at is not None)
    when: Part = ()
    if len(days) == len(stated):
        first, last = (day(at, now=tracker.now) for at in (days[0], days[-1]))
        is_one = first.at.date() == last.at.date()
        when = said(" (", first, ")") if is_one else said(" (", first, " to ", last, ")")
    return (*said("What took its place has landed: "), *_refs(stated, tracker), *when, *said("."))


def capitalised(part: Part) -> Part:
    """The part as the beginning of a sentence."""
    first, *others = part
    if not isinstance(first, Plain):
        return part
    return (Plain(f"{first.text[:1].upper()}{first.text[1:]}"), *others)


def _by_kind(row: JudgedRow) -> Iterator[tuple[tuple[Relation, ...], tuple[Relation, ...]]]:
    """What is stated and what is a guess, of each kind that fits the row's state."""
    for kind in RelationKind:
        if (kind is RelationKind.REVERTED_BY) is (row.state is RowState.MERGED):
            of = of_kind(row.relations, kind)
            yield (
                tuple(one for one in of if one.is_stated),
                tuple(one for one in of if not one.is_stated),
            )


def _stated_part(stated: tuple[Relation, ...], tracker: JudgedTracker) -> Part:
    kind, refs = stated[0].kind, _refs(stated, tracker)
    if kind is not RelationKind.SPLIT_INTO:
        landed = _landed(stated[0], tracker) if len(stated) == 1 else ()
        return (*said(_VERBS[kind]), *refs, *landed)
    merged, total = sum(one.is_merged for one in stated), split_total(stated)
    if total is None:
        # Nobody says how many there are: more may come.
        are = "a part of it is " if len(stated) == 1 else "parts of it are "
        return (*said(are), *refs, *said(_merged_words(merged, len(stated))))
    return (*said(_VERBS[kind]), *refs, *said(_merged_words(merged, max(total, len(stated)))))


def _merged_words(merged: int, of: int) -> str:
    if merged == of:
        return ", merged" if of == 1 else ", all merged"
    return f", {merged} of {of} merged" if merged else ""


def _landed(one: Relation, tracker: JudgedTracker) -> Part:
    if not one.is_merged:
        return ()
    return (
        said(", merged ", day(one.ended_at, now=tracker.now)) if one.ended_at else said(", merged")
    )


def _refs(relations: tuple[Relation, ...], tracker: JudgedTracker) -> Part:
    shown = [said(ref_span(one.ref, None, tracker)) for one in relations[:_SHOWN_AT_MOST]]
    more = len(relations) - len(shown)
    last = said(f"{more} more") if more else shown.pop()
    return (*joined(shown, by=", "), *said(" and "), *last) if shown else last


def _bot_parts(row: JudgedRow, tracker: JudgedTracker) -> Iterator[Part]:
    closed = closed_by_bot(row.item, tracker.rules) if isinstance(row.item, Pull) else None
    if closed is not None:
        why = " for want of activity" if closed.stale else ""
        name = shortened(closed.login, at_most=NAME_AT_MOST)
        yield said(f"closed by {name}, a bot{why}, and by no person")
