"""Finding a workstream by what a row or a heading calls it, and what stands in it.

Everything is looked up and nothing searched: a body of GitHub's full length, written to stall the
bot, holds thousands of headings and thousands of rows that name them.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from bot.github_status.facts.index import Index, Workstream
from bot.github_status.facts.refs import Ref
from bot.github_status.judge.names import fold_name

# A name that fits more workstreams than this means none of them in particular.
_MOST_MEANT = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldedWorkstream:
    """A workstream with its name folded."""

    workstream: Workstream
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NameBook:
    """The workstreams of an index by their names, and the refs that stand in them."""

    by_name: Mapping[str, tuple[FoldedWorkstream, ...]]
    by_word: Mapping[str, tuple[FoldedWorkstream, ...]]
    primary_refs: Mapping[int, frozenset[Ref]]
    """By identity of the workstream: what its rows, and those under it, are about."""
    every_ref: Mapping[int, frozenset[Ref]]
    """By identity of the workstream: what they name in any role."""

    def refs_of(self, workstream: Workstream) -> frozenset[Ref]:
        """What the rows of it and of everything under it are about."""
        return self.primary_refs[id(workstream)]

    def lists(self, workstream: Workstream, ref: Ref) -> bool:
        """Some row of it, or under it, names this ref in any role."""
        return ref in self.every_ref[id(workstream)]

    def with_words(self, wanted: str) -> tuple[FoldedWorkstream, ...]:
        """Those with all these folded words in their name; none when too many have one of them."""
        words = set(wanted.split())
        each = [self.by_word.get(word, ()) for word in words]
        rarest = min(each, key=len, default=())
        if len(rarest) > _MOST_MEANT:
            return ()
        return tuple(named for named in rarest if words <= set(named.name.split()))


def name_book(index: Index) -> NameBook:
    """The book of this index; it holds for exactly these objects."""
    named = [FoldedWorkstream(workstream=w, name=fold_name(w.name)) for w in index.walk()]
    by_name: dict[str, list[FoldedWorkstream]] = {}
    by_word: dict[str, list[FoldedWorkstream]] = {}
    for each in named:
        for word in dict.fromkeys(each.name.split()):
            by_word.setdefault(word, []).append(each)
        if each.name:
            by_name.setdefault(each.name, []).append(each)
    return NameBook(
        by_name={name: tuple(found) for name, found in by_name.items()},
        by_word={word: tuple(found) for word, found in by_word.items()},
        primary_refs={id(w): frozenset(_primary_refs(w)) for w in index.walk()},
        every_ref={id(w): frozenset(_every_ref(w)) for w in index.walk()},
    )


def _primary_refs(workstream: Workstream) -> Iterator[Ref]:
    rows = (row for each in workstream.walk() for row in each.rows)
    return (row.primary for row in rows if row.primary is not None)


def _every_ref(workstream: Workstream) -> Iterator[Ref]:
    rows = (row for each in workstream.walk() for row in each.rows)
    return (named.ref for row in rows for named in row.refs)


def workstream_meant(book: NameBook, name: str) -> Workstream | None:
    """The one workstream that this name means: the same name, else a beginning, else all its words.

    `None` when nothing fits, or several do: a guess would make a false finding.
    """
    wanted = fold_name(name)
    with_words = book.with_words(wanted)
    tiers = (
        book.by_name.get(wanted, ()),
        tuple(named for named in with_words if named.name.startswith(f"{wanted} ")),
        with_words,
    )
    found = next((tier for tier in tiers if tier), ())
    return _outermost([named.workstream for named in found[: _MOST_MEANT + 1]])


def _outermost(found: list[Workstream]) -> Workstream | None:
    """The one that holds all the others; `None` when they stand apart, or there is none."""
    first = next(iter(found), None)
    if first is None:
        return None
    return first if all(is_within(other, first) for other in found[1:]) else None


def is_within(inner: Workstream, outer: Workstream) -> bool:
    """The one is the other, or stands under it. The list under no heading holds nothing else."""
    if inner is outer or not outer.path:
        return inner is outer
    return len(inner.path) > len(outer.path) and inner.path[: len(outer.path)] == outer.path


def named_by(names: Iterable[str], book: NameBook) -> tuple[Workstream, ...]:
    """The workstreams that these names mean, each once; names that mean none are left out."""
    meant = (workstream_meant(book, name) for name in names)
    return tuple({id(found): found for found in meant if found is not None}.values())
