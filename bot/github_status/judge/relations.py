"""What took the place of each listed pull request, or undid it, and how that is known.

Stated: one of the two says so, or the index does. Everything else is a guess, and is called one.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from bot.github_status.facts.index import Index
from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.nearby import NearbyPull
from bot.github_status.facts.pulls import Pull, PullState
from bot.github_status.facts.refs import Ref
from bot.github_status.judge.around import Around
from bot.github_status.judge.claims import Claim, Said, claims
from bot.github_status.judge.names import fold_login
from bot.github_status.judge.relation import Confidence, Relation, RelationKind
from bot.github_status.judge.timeline import account_name, is_same
from bot.github_status.judge.titles import is_like, title_words

MOST_RELATIONS = 20
"""Of one pull request: more are a text written to stall the bot."""
MOST_COMPARED = 300
"""Pull requests of one author among which a closed one's successor is looked for."""
_LONGEST_CHAIN = 5

Relations = Mapping[Ref, tuple[Relation, ...]]
"""By the ref that stands for a pull request: what is stated first, then guesses."""


def relations_of(around: Around, said: tuple[Said, ...], index: Index) -> Relations:
    """What is known of every pull request that the index lists."""
    by_old: dict[Ref, list[Claim]] = {}
    for claim in claims(around, said):
        by_old.setdefault(claim.old, []).append(claim)
    guesses = _Guesses.of(around, index)
    found = {}
    for at, pull in around.listed.items():
        own = list(_of_pull(at, pull, by_old, around))
        if pull.state is PullState.CLOSED and not any(claim.certain for claim in own):
            own += guesses.for_closed(at, pull)
        chained = _chained(own, by_old)
        relations = _related(chained, pull, around)
        if relations:
            found[at] = relations
    return found


def as_written(relations: Relations, around: Around, index: Index) -> Relations:
    """The same, by ref as the index writes it."""
    same = around.same.of
    return {ref: relations[same(ref)] for ref in index.refs() if same(ref) in relations}


def _of_pull(
    at: Ref, pull: Pull, by_old: Mapping[Ref, list[Claim]], around: Around
) -> Iterator[Claim]:
    """What is claimed of it and can be so: only what was merged can be reverted."""
    for claim in by_old.get(at, ()):
        is_revert = claim.kind is RelationKind.REVERTED_BY
        if is_revert is not (pull.state is PullState.MERGED):
            continue
        if not is_revert or _is_in_force(claim.new, by_old, around):
            yield claim


def _is_in_force(revert: Ref, by_old: Mapping[Ref, list[Claim]], around: Around) -> bool:
    """It was merged, and not reverted in its turn."""
    undone = (
        claim.new
        for claim in by_old.get(revert, ())
        if claim.kind is RelationKind.REVERTED_BY and _is_merged(claim.new, around)
    )
    return _is_merged(revert, around) and next(undone, None) is None


def _is_merged(ref: Ref, around: Around) -> bool:
    pull = around.pull(ref)
    return pull is not None and pull.state is PullState.MERGED


def _chained(own: list[Claim], by_old: Mapping[Ref, list[Claim]]) -> list[Claim]:
    """Beside what replaced it what replaced that, and so on; as sure as the least sure step."""
    every, seen = list(own), {claim.new for claim in own}
    last = [claim for claim in own if claim.kind is RelationKind.SUPERSEDED_BY]
    for _ in range(_LONGEST_CHAIN):
        steps = []
        for claim in last:
            for step in by_old.get(claim.new, ()):
                if step.kind is RelationKind.SUPERSEDED_BY and step.new not in seen:
                    seen.add(step.new)
                    steps.append(_joined(claim, step))
        every += steps
        last = steps
    return every


def _joined(claim: Claim, step: Claim) -> Claim:
    perhaps = "" if claim.certain else "perhaps "
    return Claim(
        old=claim.old,
        new=step.new,
        kind=step.kind,
        certain=claim.certain and step.certain,
        because=f"{step.because}, and {claim.new} {perhaps}replaced {claim.old}",
        names=(*claim.names, *step.names),
    )


def _related(found: Iterable[Claim], pull: Pull, around: Around) -> tuple[Relation, ...]:
    """Each other pull request once, as sure as the surest claim makes it."""
    best: dict[tuple[RelationKind, Ref], Claim] = {}
    for claim in found:
        if claim.new == around.same.of(pull.ref):
            continue
        kept = best.setdefault((claim.kind, claim.new), claim)
        if _is_surer(claim, kept):
            best[claim.kind, claim.new] = claim
    made = [_relation(claim, around) for claim in best.values()]
    return tuple(sorted(made, key=_order)[:MOST_RELATIONS])


def _is_surer(claim: Claim, kept: Claim) -> bool:
    """It is certain; of two that are alike the word of the new one itself counts."""
    if claim.certain is not kept.certain:
        return claim.certain
    return claim.names[0] == claim.new != kept.names[0]


_STATES = (PullState.MERGED, PullState.OPEN, UNKNOWN, PullState.CLOSED)


def _order(relation: Relation) -> tuple[bool, int, Ref]:
    return not relation.is_stated, _STATES.index(relation.state), relation.ref


def _relation(claim: Claim, around: Around) -> Relation:
    pull = around.pull(claim.new)
    ends = () if pull is None else (pull.merged_at, pull.closed_at)
    has_ended = pull is not None and pull.state in (PullState.MERGED, PullState.CLOSED)
    dated = (end for end in ends if has_ended and end is not UNKNOWN and end is not None)
    return Relation(
        kind=claim.kind,
        ref=claim.new,
        confidence=Confidence.STATED if claim.certain else Confidence.PERHAPS,
        because=claim.because,
        state=UNKNOWN if pull is None else pull.state,
        ended_at=next(dated, None),
        parts=claim.parts,
        names=tuple(dict.fromkeys((*claim.names, claim.new))),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Guesses:
    """What else the author of a closed pull request opened."""

    around: Around
    by_author: Mapping[str, tuple[tuple[Ref, Pull | NearbyPull], ...]]
    sections: Mapping[Ref, frozenset[int]]
    """Identities of the workstreams whose rows are about it."""

    @classmethod
    def of(cls, around: Around, index: Index) -> "_Guesses":
        """Look everything up once."""
        by_author: dict[str, list[tuple[Ref, Pull | NearbyPull]]] = {}
        for at, pull in around.every():
            if pull.author is not UNKNOWN and pull.author is not None:
                theirs = by_author.setdefault(fold_login(account_name(pull.author)), [])
                if len(theirs) < MOST_COMPARED:
                    theirs.append((at, pull))
        sections: dict[Ref, set[int]] = {}
        for workstream, row in index.rows():
            if row.primary is not None:
                sections.setdefault(around.same.of(row.primary), set()).add(id(workstream))
        return cls(
            around=around,
            by_author={login: tuple(found) for login, found in by_author.items()},
            sections={ref: frozenset(found) for ref, found in sections.items()},
        )

    def for_closed(self, at: Ref, closed: Pull) -> Iterator[Claim]:
        """Later ones of the same author with a like title, and the only merged one of its
        section."""
        if closed.author is UNKNOWN or closed.author is None:
            return
        theirs = self.by_author.get(fold_login(account_name(closed.author)), ())
        later = [(ref, pull) for ref, pull in theirs if _opened_later(pull, closed)]
        landed = [ref for ref, pull in later if self._landed_beside(at, ref, pull)]
        if len(landed) == 1:
            yield _guess(at, landed[0], "same author and section, opened later")
        words = title_words(closed.title)
        for ref, pull in later:
            is_near = ref.repository == at.repository and ref not in landed[:1]
            if is_near and is_like(words, title_words(pull.title)):
                yield _guess(at, ref, "same author and a like title, opened later")

    def _landed_beside(self, at: Ref, ref: Ref, pull: Pull | NearbyPull) -> bool:
        nowhere: frozenset[int] = frozenset()
        together = self.sections.get(at, nowhere) & self.sections.get(ref, nowhere)
        return bool(together) and pull.state is PullState.MERGED


def _opened_later(pull: Pull | NearbyPull, closed: Pull) -> bool:
    if pull.created_at is UNKNOWN or closed.created_at is UNKNOWN:
        return False
    return pull.created_at > closed.created_at and is_same(pull.author, closed.author)


def _guess(old: Ref, new: Ref, because: str) -> Claim:
    return Claim(
        old=old,
        new=new,
        kind=RelationKind.SUPERSEDED_BY,
        certain=False,
        because=because,
        names=(new,),
    )
