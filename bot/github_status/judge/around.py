"""What stands around the index: pull requests that it does not list, and what names what.

Everything is looked up by ref, since an index may list thousands.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from bot.github_status.facts.known import UNKNOWN, Known
from bot.github_status.facts.nearby import Mention, NearbyPull
from bot.github_status.facts.pulls import Pull
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Snapshot
from bot.github_status.judge.identity import Identities
from bot.github_status.judge.states import item_of

MOST_OTHERS = 2_000
"""Pull requests beside the index that are looked at: every one is compared, at every question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """The pull requests of a snapshot, listed and not."""

    tracker: Ref
    listed: Mapping[Ref, Pull]
    """Those that the index names in any role, by where they are now."""
    others: Mapping[Ref, NearbyPull]
    """Those that it does not name."""
    named_by: Mapping[Ref, tuple[Ref, ...]]
    """By ref (a listed one, or the tracker), the others that name it."""
    same: Identities

    def every(self) -> Iterator[tuple[Ref, Pull | NearbyPull]]:
        """Each with the ref that stands for it, the listed ones first."""
        yield from self.listed.items()
        yield from self.others.items()

    def pull(self, ref: Ref) -> Pull | NearbyPull | None:
        """What is known of it."""
        return self.listed.get(self.same.of(ref)) or self.others.get(self.same.of(ref))


def around(snapshot: Snapshot) -> Around:
    """What stands around this snapshot's index."""
    same = Identities(snapshot.readings)
    named = {same.of(ref) for ref in snapshot.index.refs()}
    tracker = snapshot.issue.ref
    others: dict[Ref, NearbyPull] = {}
    named_by: dict[Ref, list[Ref]] = {}
    for pull in snapshot.nearby:
        if same.of(pull.ref) not in named:
            others.setdefault(same.of(pull.ref), pull)
    for of, mention in _mentions(snapshot, same):
        at = same.of(mention.pull.ref)
        if at not in named and (at in others or len(others) < MOST_OTHERS):
            others.setdefault(at, mention.pull)
            named_by.setdefault(of, []).append(at)
    items = (item_of(reading) for reading in snapshot.readings)
    return Around(
        tracker=tracker,
        listed={same.of(item.ref): item for item in items if isinstance(item, Pull)},
        others=others,
        named_by={ref: tuple(dict.fromkeys(by)) for ref, by in named_by.items()},
        same=same,
    )


def _mentions(snapshot: Snapshot, same: Identities) -> Iterator[tuple[Ref, Mention]]:
    """Every mention with what it names."""
    for mention in _known(snapshot.issue.mentions):
        yield snapshot.issue.ref, mention
    for reading in snapshot.readings:
        for mention in _known(reading.mentions):
            yield same.of(reading.ref), mention


def _known(mentions: Known[tuple[Mention, ...]]) -> tuple[Mention, ...]:
    return () if mentions is UNKNOWN else mentions


def every_nearby(snapshot: Snapshot) -> Iterator[NearbyPull]:
    """Every pull request in it that no reading of its own was made of."""
    yield from snapshot.nearby
    for mentions in (snapshot.issue.mentions, *(r.mentions for r in snapshot.readings)):
        yield from (mention.pull for mention in _known(mentions))


def without_nearby(snapshot: Snapshot, hidden: Iterable[Ref]) -> Snapshot:
    """The snapshot without these, wherever they stand."""
    gone = frozenset(hidden)

    def kept(mentions: Known[tuple[Mention, ...]]) -> Known[tuple[Mention, ...]]:
        if mentions is UNKNOWN:
            return UNKNOWN
        return tuple(mention for mention in mentions if mention.pull.ref not in gone)

    return replace(
        snapshot,
        issue=replace(snapshot.issue, mentions=kept(snapshot.issue.mentions)),
        readings=tuple(replace(r, mentions=kept(r.mentions)) for r in snapshot.readings),
        nearby=tuple(pull for pull in snapshot.nearby if pull.ref not in gone),
    )
