"""Links that are written together as one change: in which order, and which of them stand apart."""

from collections.abc import Sequence

from bot.github_status.judge.names import fold_name
from bot.store.links import Links, StoredLink, goes_before


async def put_links(
    links: Links,
    made: Sequence[StoredLink],
    *,
    unlinked: Sequence[str],
    before: Sequence[StoredLink],
) -> None:
    """Write those that were made and take those of the unlinked names out; `before`: all there
    were."""
    gone = {fold_name(name) for name in unlinked}
    for link in before:
        if fold_name(link.name) in gone:
            await links.remove(link.name)
    for link in made:
        same = {old.name for old in before if fold_name(old.name) == fold_name(link.name)}
        stronger = [old for old in before if old.name in same and goes_before(old, link)]
        if stronger and not link.by_maintainer:
            continue
        for name in same - {link.name}:
            await links.remove(name)
        await links.put(link)


async def put_back(links: Links, before: Sequence[StoredLink], after: Sequence[StoredLink]) -> bool:
    """Those of before in the place of those of after; false where others stand there by now."""
    standing = await links.all()
    if not set(after) <= set(standing):
        return set(before) <= set(standing)
    others = without(standing, (*before, *after))
    if any(_are_rivals(one, other) for one in before for other in others):
        return False
    for link in after:
        await links.remove(link.name)
    for link in before:
        await links.put(link)
    return True


def _are_rivals(one: StoredLink, other: StoredLink) -> bool:
    """Only one of them can stand."""
    return fold_name(one.name) == fold_name(other.name) or one.slack == other.slack


def without(links: Sequence[StoredLink], others: Sequence[StoredLink]) -> tuple[StoredLink, ...]:
    """The links but for the others."""
    return tuple(link for link in links if link not in others)
