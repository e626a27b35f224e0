"""Rows that others took the place of, or that were undone after their merge."""

from collections.abc import Iterable, Iterator

from bot.github_status.facts.index import Box, Row, Workstream
from bot.github_status.facts.refs import Ref
from bot.github_status.judge.drift.ground import (
    Ground,
    row_finding,
)
from bot.github_status.judge.drift.words import denies_end
from bot.github_status.judge.named import SUCCESSORS, own_ref, refs_in_roles
from bot.github_status.judge.relation import Relation, RelationKind, of_kind, split_total
from bot.github_status.judge.sentences import day_text, listed
from bot.github_status.judge.verdicts import TICK, DriftKind, Finding, RowState


def successor_landed(ground: Ground, workstream: Workstream) -> Iterator[Finding]:
    """What a row was split into, or superseded by, has all landed."""
    for row in workstream.rows:
        if row.box is not Box.EMPTY or ground.done(own_ref(row)) is True:
            continue
        successors = refs_in_roles(row, *SUCCESSORS)
        if successors and denies_end(row):
            continue
        by = _stated(ground, row)
        if successors and ground.all_done(successors):
            dated = listed(f"{ref}{ground.when(ref)}" for ref in successors)
        elif not successors and have_landed(ground, row):
            dated = f"{_landed(by)}. {by[0].because}"
        else:
            continue
        evidence = f"The box is empty; what took its place has landed: {dated}."
        rests_on = () if successors else by
        yield row_finding(DriftKind.SUCCESSOR_LANDED, row, workstream, evidence, TICK, by=rests_on)


def _landed(by: tuple[Relation, ...]) -> str:
    """ "acme/x#12 on 3 Jul 2026"; of several the refs in short, and the last day."""
    if len(by) == 1:
        return f"{by[0].ref}{_on(by[0])}"
    first = by[0].ref.repository
    refs = [f"#{one.ref.number}" if one.ref.repository == first else str(one.ref) for one in by[1:]]
    days = [one.ended_at for one in by if one.ended_at is not None]
    last = f", the last on {day_text(max(days))}" if len(days) == len(by) else ""
    return f"{listed([str(by[0].ref), *refs])}{last}"


def have_landed(ground: Ground, row: Row) -> bool:
    """All that is stated to have taken its place is merged, and no part of it is unknown.

    A part of what was split may be followed by others, unless somebody says how many there are.
    """
    stated = _stated(ground, row)
    parts = of_kind(stated, RelationKind.SPLIT_INTO)
    total = split_total(parts)
    is_whole = not parts or (total is not None and len(parts) >= total)
    return bool(stated) and is_whole and all(relation.is_merged for relation in stated)


def _stated(ground: Ground, row: Row) -> tuple[Relation, ...]:
    """What is known to have taken its place."""
    related = ground.related(own_ref(row))
    return tuple(r for r in related if r.is_stated and r.kind is not RelationKind.REVERTED_BY)


def is_reverted(ground: Ground, row: Row) -> bool:
    """It is stated that its merge was undone."""
    return is_undone(ground, own_ref(row))


def is_undone(ground: Ground, ref: Ref | None) -> bool:
    """It is stated that the merge of this pull request was undone."""
    return any(relation.is_stated for relation in reverts_of(ground, ref))


def reverts_of(ground: Ground, ref: Ref | None) -> tuple[Relation, ...]:
    """What undid the merge of this pull request: what is stated first, then guesses."""
    return of_kind(ground.related(ref), RelationKind.REVERTED_BY)


def reverted(ground: Ground, workstream: Workstream) -> Iterator[Finding]:
    """Merged, and reverted since."""
    for row in workstream.rows:
        by = reverts_of(ground, own_ref(row))
        if not by or ground.state(own_ref(row)) is not RowState.MERGED:
            continue
        undone = " ".join(
            f"{'R' if one.is_stated else 'Perhaps r'}everted by {one.ref}, merged{_on(one)}:"
            f" {one.because}."
            for one in by
        )
        evidence = f"GitHub says merged{ground.when(row.primary)}. {undone}"
        yield row_finding(DriftKind.REVERTED, row, workstream, evidence, None, by=by)


def replaced_sentences(relations: Iterable[Relation]) -> Iterator[str]:
    """What took the place of something, a sentence for each, with why."""
    for relation in relations:
        perhaps = "" if relation.is_stated else "perhaps "
        if relation.kind is RelationKind.SPLIT_INTO:
            of = f" of {relation.parts}" if relation.parts else ""
            words = f"{relation.ref} is {perhaps}a part{of} of what it was split into"
        else:
            words = f"{perhaps}replaced by {relation.ref}"
        merged = f", merged{_on(relation, preposition=' ')}" if relation.is_merged else ""
        own = f"{relation.ref} says "
        because = relation.because
        if because.startswith(own):
            because = f"it says {because.removeprefix(own)}"
        yield f"{words[:1].upper()}{words[1:]}: {because}{merged}."


def _on(relation: Relation, *, preposition: str = " on ") -> str:
    """ " on 19 Jul 2026", or nothing when the day is not known."""
    return f"{preposition}{day_text(relation.ended_at)}" if relation.ended_at else ""
