"""Pull requests that belong to the tracker and are not listed: what says so, and where they would
stand.

Only what is open or merged is suggested, never what is private in a public tracker: a suggested
line is read by everybody.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bot.github_status.facts.index import Index, Row, Workstream
from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.nearby import NearbyPull
from bot.github_status.facts.pulls import Pull, PullState
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Snapshot
from bot.github_status.judge.around import Around
from bot.github_status.judge.claims import Said
from bot.github_status.judge.names import fold_login, fold_name
from bot.github_status.judge.relation import Confidence, RelationKind
from bot.github_status.judge.relations import Relations
from bot.github_status.judge.rules import Rules
from bot.github_status.judge.statements import Says
from bot.github_status.judge.timeline import account_name, is_bot
from bot.github_status.judge.titles import title_words

_LEAST_SHARED_WORDS = 2
_MOST_ROWS_COMPARED = 300
"""Of one author."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """A pull request that the index should list, or may want to."""

    pull: NearbyPull
    workstream: Workstream
    """The likeliest one."""
    after: Row | None
    """The row that it belongs to, and that it would stand below; `None`: at the section's end."""
    confidence: Confidence
    """Whether it, or a listed one, says that it belongs here."""
    because: str
    """Why it belongs, without a full stop."""
    names: tuple[Ref, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """A row that is about a listed pull request."""

    workstream: Workstream
    row: Row
    at: Ref
    login: str
    """Of its author; empty when not known."""
    words: frozenset[str]
    """Of its title, the row, and the names of its workstream."""


def missing_rows(
    snapshot: Snapshot, around: Around, relations: Relations, said: tuple[Said, ...], rules: Rules
) -> tuple[Missing, ...]:
    """What is missing, in the order of the index, each pull request once."""
    search = _Search(snapshot.index, around, relations, said)
    found = [
        missing
        for at, pull in around.others.items()
        if _may_be_suggested(pull, snapshot, rules) and (missing := search.find(at, pull))
    ]
    return tuple(sorted(found, key=_order))


def _order(missing: Missing) -> tuple[int, int, bool, Ref]:
    after = missing.after.line if missing.after else missing.workstream.line
    stated = missing.confidence is Confidence.STATED
    return missing.workstream.line, after, not stated, missing.pull.ref


def _may_be_suggested(pull: NearbyPull, snapshot: Snapshot, rules: Rules) -> bool:
    is_work = pull.state in (PullState.OPEN, PullState.MERGED)
    is_revert = pull.title.startswith('Revert "')
    if not is_work or is_revert or is_bot(pull.author, rules):
        return False
    return pull.is_private is False or _is_read_by_the_same(pull, snapshot)


def _is_read_by_the_same(pull: NearbyPull, snapshot: Snapshot) -> bool:
    """The tracker is private, and names this repository already."""
    if snapshot.issue.is_private is UNKNOWN or not snapshot.issue.is_private:
        return False
    home = snapshot.issue.ref.repository
    return pull.ref.repository in {home, *(ref.repository for ref in snapshot.index.refs())}


class _Search:
    """Looks up why a pull request belongs to the index, and where."""

    def __init__(
        self, index: Index, around: Around, relations: Relations, said: tuple[Said, ...]
    ) -> None:
        self._around = around
        self._places: dict[Ref, _Place] = {}
        self._by_login: dict[str, list[_Place]] = {}
        for place in _places(index, around):
            self._places.setdefault(place.at, place)
            theirs = self._by_login.setdefault(place.login, [])
            if place.login and len(theirs) < _MOST_ROWS_COMPARED:
                theirs.append(place)
        self._first = next((w for w in index.walk() if w.rows), None)
        self._replaced = {
            relation.ref: (old, relation)
            for old, every in reversed(list(relations.items()))
            for relation in reversed(every)
            if relation.kind is not RelationKind.REVERTED_BY
        }
        self._reverts = {
            relation.ref
            for every in relations.values()
            for relation in every
            if relation.kind is RelationKind.REVERTED_BY
        }
        self._named: dict[Ref, list[Ref]] = {}
        for of, others in around.named_by.items():
            for other in others:
                self._named.setdefault(other, []).append(of)
        self._said: dict[Ref, list[Said]] = {}
        for one in said:
            self._said.setdefault(one.at, []).append(one)

    def find(self, at: Ref, pull: NearbyPull) -> Missing | None:
        """Why it belongs, the surest reason first; `None`: nothing says so."""
        if at in self._reverts:
            return None
        replaces, says = self._replaces(at, pull), self._says(at, pull)
        for way in (replaces, says):
            if way is not None and way.confidence is Confidence.STATED:
                return way
        return replaces or says or self._names_a_listed_one(at, pull) or self._is_like(at, pull)

    def _replaces(self, at: Ref, pull: NearbyPull) -> Missing | None:
        """It took the place of a listed one, or perhaps did."""
        old, relation = self._replaced.get(at, (None, None))
        place = None if old is None else self._places.get(old)
        if place is None or relation is None:
            return None
        own = f"{relation.ref} says "
        because = relation.because
        if because.startswith(own):
            because = f"it says {because.removeprefix(own)}"
        if not relation.is_stated:
            because = f"it perhaps replaces {place.at}: {because}"
        return _missing(pull, place, relation.confidence, because, relation.names)

    def _says(self, at: Ref, pull: NearbyPull) -> Missing | None:
        """It says that it is part of the tracker or of a listed one, or builds on one."""
        best: Missing | None = None
        for one in self._said.get(at, ()):
            if one.statement.says not in (Says.BELONGS_TO, Says.BUILDS_ON) or not one.own:
                continue
            of = self._around.same.of(one.statement.ref)
            place = self._near(at, pull) if of == self._around.tracker else self._places.get(of)
            belongs = one.statement.says is Says.BELONGS_TO and one.statement.certain
            confidence = Confidence.STATED if belongs else Confidence.PERHAPS
            because = f"it says “{one.statement.quote}”"
            made: Missing | None = None
            if place is not None:
                made = _missing(pull, place, confidence, because, (at,))
                made = made if of == place.at else _at_end(made)
            elif of == self._around.tracker and self._first is not None:
                because += "; where it belongs, nothing tells"
                made = Missing(
                    pull=pull,
                    workstream=self._first,
                    after=None,
                    confidence=confidence,
                    because=because,
                    names=(at,),
                )
            if made is not None and (best is None or confidence is Confidence.STATED):
                best = made
        return best

    def _names_a_listed_one(self, at: Ref, pull: NearbyPull) -> Missing | None:
        """It names the tracker, or a listed one of the same author."""
        if self._around.tracker in self._named.get(at, ()):
            place, because = self._near(at, pull), f"it names {self._around.tracker}"
            if place is not None:
                made = _missing(pull, place, Confidence.PERHAPS, because, (at,))
                return _at_end(made)
        for of in self._named.get(at, ()):
            place = self._places.get(of)
            if place is not None and place.login and place.login == _login(pull):
                because = f"it names {place.at}, by the same author"
                return _missing(pull, place, Confidence.PERHAPS, because, (at,))
        return None

    def _is_like(self, at: Ref, pull: NearbyPull) -> Missing | None:
        """Its author wrote a listed one whose title, row or workstream has the same words."""
        place = self._near(at, pull)
        if place is None:
            return None
        shared = ", ".join(sorted(place.words & title_words(pull.title)))
        because = f"same author as {place.at}, and the same words: {shared}"
        return _at_end(_missing(pull, place, Confidence.PERHAPS, because, (at,)))

    def _near(self, at: Ref, pull: NearbyPull) -> _Place | None:
        """The row of the same author and repository that shares most words with it."""
        words = title_words(pull.title)
        best: tuple[int, _Place] | None = None
        for place in self._by_login.get(_login(pull), ()):
            shared = len(place.words & words)
            is_near = place.at.repository == at.repository and shared >= _LEAST_SHARED_WORDS
            if is_near and (best is None or shared > best[0]):
                best = shared, place
        return None if best is None else best[1]


def _places(index: Index, around: Around) -> Iterator[_Place]:
    names: dict[int, frozenset[str]] = {}
    for workstream, row in index.rows():
        if row.primary is None:
            continue
        at = around.same.of(row.primary)
        pull = around.listed.get(at)
        if pull is None:
            continue
        if id(workstream) not in names:
            path = fold_name(" ".join(workstream.path[-1:]))
            names[id(workstream)] = title_words(path)
        words = title_words(pull.title) | names[id(workstream)]
        yield _Place(workstream=workstream, row=row, at=at, login=_login(pull), words=words)


def _login(pull: Pull | NearbyPull) -> str:
    author = pull.author
    return "" if author is UNKNOWN or author is None else fold_login(account_name(author))


def _missing(
    pull: NearbyPull, place: _Place, confidence: Confidence, because: str, names: tuple[Ref, ...]
) -> Missing:
    return Missing(
        pull=pull,
        workstream=place.workstream,
        after=place.row,
        confidence=confidence,
        because=because,
        names=tuple(dict.fromkeys((*names, place.at, pull.ref))),
    )


def _at_end(missing: Missing) -> Missing:
    """The same below the section's last row."""
    return replace(missing, after=None)
