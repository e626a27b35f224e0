"""Who says that one pull request took the place of another, or undid it."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.nearby import NearbyPull
from bot.github_status.facts.pulls import EventKind, Pull, PullState
from bot.github_status.facts.refs import Ref
from bot.github_status.judge.around import Around
from bot.github_status.judge.prose import names_a_ref
from bot.github_status.judge.relation import RelationKind
from bot.github_status.judge.rules import Rules
from bot.github_status.judge.statements import Says, Statement, statements
from bot.github_status.judge.timeline import events_of, is_bot, is_same


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """That `new` took the place of `old`, in whole or in part, or undid it."""

    old: Ref
    new: Ref
    kind: RelationKind
    certain: bool
    """One of the two says so, and is entitled to."""
    because: str
    names: tuple[Ref, ...]
    """Every pull request that `because` names."""
    parts: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A statement, and who made it."""

    statement: Statement
    by: Pull | NearbyPull
    """The pull request whose text it stands in."""
    at: Ref
    """The ref that stands for that pull request."""
    own: bool
    """The words of its author, or of who closed it."""


def everything_said(around: Around, rules: Rules) -> tuple[Said, ...]:
    """Every statement of every pull request, listed or not."""
    return tuple(
        Said(statement=statement, by=pull, at=at, own=own)
        for at, pull in around.every()
        for text, own in _texts(pull, rules)
        if names_a_ref(text)
        for statement in statements(text, pull.ref.repository)
    )


def _texts(pull: Pull | NearbyPull, rules: Rules) -> Iterator[tuple[str, bool]]:
    """Its texts by people, and whether each is the word of who answers for it."""
    yield pull.title, True
    if pull.body is not UNKNOWN:
        yield pull.body, True
    if not isinstance(pull, Pull):
        return
    ends = (EventKind.CLOSED, EventKind.MERGED)
    enders = [event.actor for event in events_of(pull) if event.kind in ends]
    for event in events_of(pull):
        if event.kind is EventKind.COMMENT and not is_bot(event.actor, rules):
            yield event.text, any(is_same(event.actor, who) for who in (pull.author, *enders))


def claims(around: Around, said: tuple[Said, ...]) -> Iterator[Claim]:
    """What the statements claim, each pull request by the ref that stands for it."""
    for one in said:
        found = _claim(around, one)
        if found is not None and found.old != found.new:
            yield found
    yield from _title_reverts(around)


def _claim(around: Around, said: Said) -> Claim | None:
    statement, me = said.statement, said.at
    other = around.same.of(statement.ref)
    match statement.says:
        case Says.REPLACES:
            return _made(around, said, other, me, RelationKind.SUPERSEDED_BY)
        case Says.REPLACED_BY:
            return _made(around, said, me, other, RelationKind.SUPERSEDED_BY)
        case Says.SPLIT_FROM:
            return _made(around, said, other, me, RelationKind.SPLIT_INTO)
        case Says.SPLIT_INTO:
            return _made(around, said, me, other, RelationKind.SPLIT_INTO)
        case Says.SIBLING if statement.whole is not None:
            whole = around.same.of(statement.whole)
            return _made(around, said, whole, other, RelationKind.SPLIT_INTO)
        case Says.REVERTS:
            return _made(around, said, other, me, RelationKind.REVERTED_BY)
        case Says.REVERTED_BY:
            return _made(around, said, me, other, RelationKind.REVERTED_BY)
        case Says.SAME_AS if _is_later(said.by, around.pull(other)):
            return _made(around, said, other, me, RelationKind.SUPERSEDED_BY)
        case _:
            return None


def _made(around: Around, said: Said, old: Ref, new: Ref, kind: RelationKind) -> Claim:
    statement = said.statement
    certain = statement.certain and said.own and statement.says is not Says.SAME_AS
    return Claim(
        old=old,
        new=new,
        kind=kind,
        certain=certain and (said.at == old or _may_speak_for(around, said, old)),
        because=f"{said.by.ref} says “{statement.quote}”",
        names=(said.by.ref, new),
        parts=statement.parts,
    )


def _may_speak_for(around: Around, said: Said, old: Ref) -> bool:
    """Anybody may open a pull request that says it replaces another: it is believed of the same
    author, of what was merged, and of what the index lists."""
    was = around.pull(old)
    is_believed = said.by.state is PullState.MERGED or said.at in around.listed
    return is_believed or (was is not None and is_same(said.by.author, was.author))


def _is_later(one: Pull | NearbyPull, other: Pull | NearbyPull | None) -> bool:
    """It was opened after the other one; where no day is known its number tells."""
    if other is None:
        return False
    if one.created_at is UNKNOWN or other.created_at is UNKNOWN:
        return one.ref.repository == other.ref.repository and one.ref.number > other.ref.number
    return one.created_at > other.created_at


def _title_reverts(around: Around) -> Iterator[Claim]:
    """Titles as GitHub's button makes them: `Revert "title"`."""
    titled: dict[tuple[str, str], list[Ref]] = {}
    for at, pull in around.every():
        titled.setdefault((at.repository.key, pull.title.strip()), []).append(at)
    for at, pull in around.every():
        title = pull.title.strip()
        if not title.startswith('Revert "') or not title.endswith('"'):
            continue
        for old in titled.get((at.repository.key, title[8:-1]), ()):
            yield Claim(
                old=old,
                new=at,
                kind=RelationKind.REVERTED_BY,
                certain=False,
                because=f"{at} is called like a revert of it",
                names=(at,),
            )
