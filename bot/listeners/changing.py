"""Changes of what people and channels want: each written, kept in the audit, and undone once."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from bot.errors import UserError
from bot.github_status.judge.names import fold_name
from bot.listeners.forgetting import forget_person
from bot.listeners.link_changes import put_back, put_links, without
from bot.listeners.parks import Parks
from bot.listeners.recorded import (
    is_for_maintainers,
    links_of,
    recorded,
    recorded_links,
    row_wish_of,
    stored_left_of,
    subscription_of,
    wishes_of,
)
from bot.listeners.subjects import (
    DEFAULT_TRACKER,
    LEFT,
    LINK,
    ROW_WISH,
    SUBSCRIPTION,
    WISHES,
    of_channel,
    of_finding,
    of_row,
)
from bot.people.book import PeopleBook
from bot.store.audit import Audit, Change
from bot.store.engine import Database
from bot.store.incidents import Incidents
from bot.store.left import LeftFindings, StoredLeft
from bot.store.links import Links, StoredLink
from bot.store.messages import Messages
from bot.store.subscriptions import Subscription, Subscriptions
from bot.store.wishes import PersonWishes, RowWish, RowWishKind, Wishes

State = Mapping[str, object] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Stores:
    """The subjects of the store that people change in Slack."""

    subscriptions: Subscriptions
    wishes: Wishes
    links: Links
    audit: Audit
    incidents: Incidents
    left: LeftFindings
    messages: Messages


def stores_of(database: Database) -> Stores:
    """Those of one database."""
    return Stores(
        subscriptions=Subscriptions(database),
        wishes=Wishes(database),
        links=Links(database),
        audit=Audit(database),
        incidents=Incidents(database),
        left=LeftFindings(database),
        messages=Messages(database),
    )


class Changing:
    """Writes changes. Each verb gives the id by which it is undone; `None`: it changed nothing."""

    def __init__(
        self, stores: Stores, book: PeopleBook, parks: Parks, *, now: Callable[[], datetime]
    ) -> None:
        """Write into these stores; the book is told of new links, and parks of the rest."""
        self.stores = stores
        self.book = book
        self._parks = parks
        self.now = now

    async def subscribe(self, subscription: Subscription) -> int | None:
        """The channel gets the digest of this tracker, or gets it otherwise than before."""
        subject = of_channel(subscription.channel, subscription.tracker_key)
        write = self.stores.subscriptions.put(subscription)
        return await self._written(SUBSCRIPTION, subject, write, by=subscription.by)

    async def unsubscribe(self, channel: str, tracker_key: str, *, by: str) -> int | None:
        """It gets it no longer."""
        write = self.stores.subscriptions.remove(channel, tracker_key)
        return await self._written(SUBSCRIPTION, of_channel(channel, tracker_key), write, by=by)

    async def ask_by_default(self, channel: str, tracker_key: str | None, *, by: str) -> int | None:
        """The tracker that is meant in this channel; `None`: as everywhere else."""
        write = self.stores.subscriptions.set_default_tracker(channel, tracker_key)
        return await self._written(DEFAULT_TRACKER, channel, write, by=by)

    async def wish(self, wishes: PersonWishes) -> int | None:
        """How somebody wants to be written to."""
        write = self.stores.wishes.put(wishes)
        return await self._written(WISHES, wishes.person, write, by=wishes.person)

    async def wish_of_row(self, wish: RowWish) -> int | None:
        """What somebody answered about a row; the same again changes nothing."""
        subject = of_row(wish.kind, wish.person, wish.tracker_key, wish.ref)
        known = await self._state(ROW_WISH, subject)
        if known is not None and row_wish_of(known) == replace(wish, at=row_wish_of(known).at):
            return None
        write = self.stores.wishes.put_row(wish)
        change_id = await self._written(ROW_WISH, subject, write, by=wish.person)
        await self._parks.refresh()
        return change_id

    async def no_more_wish(
        self, kind: RowWishKind, *, person: str, tracker_key: str, ref: str
    ) -> int | None:
        """They take it back."""
        subject = of_row(kind, person, tracker_key, ref)
        write = self.stores.wishes.take_back(kind, person=person, tracker_key=tracker_key, ref=ref)
        change_id = await self._written(ROW_WISH, subject, write, by=person)
        await self._parks.refresh()
        return change_id

    async def leave(self, left: StoredLeft) -> int | None:
        """A finding stays as it is; where it does on the same evidence already, by whomever,
        nothing changes."""
        before = await self.stores.left.put(left)
        change_id = None
        if before is None or before.evidence != left.evidence:
            about = of_finding(left.tracker_key, left.kind, left.subject)
            known = None if before is None else recorded(before)
            change_id = await self._noted(LEFT, about, known, recorded(left), by=left.by)
        await self._parks.refresh()
        return change_id

    async def count_again(
        self, tracker_key: str, kind: str, subject: str, *, by: str
    ) -> int | None:
        """A finding that was left as it is counts again."""
        before = await self.stores.left.take_back(tracker_key, kind, subject)
        change_id = None
        if before is not None:
            about = of_finding(tracker_key, kind, subject)
            change_id = await self._noted(LEFT, about, recorded(before), None, by=by)
        await self._parks.refresh()
        return change_id

    async def link(
        self, made: Sequence[StoredLink], *, unlinked: Sequence[str] = (), by: str
    ) -> int | None:
        """Make these links and take those of these names out, as one change.

        A link that somebody made for themself never goes over a maintainer's: then it is left out.
        """
        before = await self.stores.links.all()
        await put_links(self.stores.links, made, unlinked=unlinked, before=before)
        after = await self.stores.links.all()
        await self.book.refresh()
        names = {fold_name(name) for name in (*unlinked, *(one.name for one in made))}
        accounts = {one.slack for one in made}

        def concerned(link: StoredLink) -> bool:
            """Not somebody else's change of the same moment."""
            return fold_name(link.name) in names or link.slack in accounts

        gone = tuple(filter(concerned, without(before, after)))
        new = tuple(filter(concerned, without(after, before)))
        if not gone and not new:
            return None
        return await self._noted(LINK, by, recorded_links(gone), recorded_links(new), by=by)

    async def forget(self, person: str) -> bool:
        """Forget them for good; whether the settings link them all the same."""
        is_known = self.book.settings.with_slack(person) is not None
        await forget_person(self.stores, person, is_in_settings=is_known)
        await self.book.refresh()
        await self._parks.refresh()
        await self._noted(WISHES, person, None, None, by=person)
        return is_known

    async def undo(self, change_id: int, *, by: str, is_maintainer: bool) -> Change:
        """Put back what was before, once; gives the change that was undone.

        Raises `UserError` when that is somebody else's, was done before, or is overtaken.
        """
        change = await self.stores.audit.get(change_id)
        if change is None:
            raise UserError("That change is not known any more.", advice=_LOOK)
        if change.by != by and not is_maintainer:
            raise UserError(
                "Only who made a change, or a maintainer, can undo it.",
                advice="Ask one of them.",
            )
        if is_for_maintainers(change) and not is_maintainer:
            raise UserError(
                "This is for maintainers, and you are none any more.", advice="Ask one of them."
            )
        if change.undone_by is not None:
            raise UserError("That was undone before.", advice=_LOOK)
        await self._restore(change)
        undoing = await self._noted(change.what, change.subject, change.after, change.before, by=by)
        if not await self.stores.audit.mark_undone(change_id, by=undoing):
            raise UserError("That was undone a moment ago.", advice=_LOOK)
        return change

    async def _written(
        self, what: str, subject: str, write: Awaitable[object], *, by: str
    ) -> int | None:
        before = await self._state(what, subject)
        await write
        after = await self._state(what, subject)
        return None if before == after else await self._noted(what, subject, before, after, by=by)

    async def _noted(self, what: str, subject: str, before: State, after: State, *, by: str) -> int:
        return await self.stores.audit.add(
            Change(at=self.now(), by=by, what=what, subject=subject, before=before, after=after)
        )

    async def _state(self, what: str, subject: str) -> State:
        """What stands now; for links, of which several are one change, see `_restore_links`."""
        if what == WISHES:
            return recorded(await self.stores.wishes.of_person(subject))
        if what == DEFAULT_TRACKER:
            key = await self.stores.subscriptions.default_tracker(subject)
            return None if key is None else {"tracker_key": key}
        if what == SUBSCRIPTION:
            channel, _, tracker_key = subject.partition(" ")
            listed = await self.stores.subscriptions.of_channel(channel)
            return next((recorded(s) for s in listed if s.tracker_key == tracker_key), None)
        if what == LEFT:
            key, kind, about = subject.split(" ")
            standing = await self.stores.left.of_tracker(key)
            own = (recorded(one) for one in standing if (one.kind, one.subject) == (kind, about))
            return next(own, None)
        answers = await self.stores.wishes.row_wishes(now=self.now())
        same = (w for w in answers if of_row(w.kind, w.person, w.tracker_key, w.ref) == subject)
        return next(map(recorded, same), None)

    async def _restore(self, change: Change) -> None:
        """Twice the same: the state of before."""
        if change.what == LINK:
            await self._restore_links(change)
            return
        now = await self._state(change.what, change.subject)
        if now == change.before:
            return
        if now != change.after:
            raise _overtaken()
        if change.what == SUBSCRIPTION:
            await self._restore_subscription(change)
        elif change.what == DEFAULT_TRACKER:
            key = None if change.before is None else str(change.before["tracker_key"])
            await self.stores.subscriptions.set_default_tracker(change.subject, key)
        elif change.what == WISHES and change.before is not None:
            await self.stores.wishes.put(wishes_of(change.before))
        elif change.what == ROW_WISH:
            await self._restore_row(change)
        elif change.what == LEFT:
            await self._restore_left(change)

    async def _restore_subscription(self, change: Change) -> None:
        if change.before is not None:
            await self.stores.subscriptions.restore(subscription_of(change.before))
            return
        channel, _, tracker_key = change.subject.partition(" ")
        await self.stores.subscriptions.remove(channel, tracker_key)

    async def _restore_row(self, change: Change) -> None:
        if change.before is not None:
            await self.stores.wishes.put_row(row_wish_of(change.before))
        else:
            kind, tracker_key, ref, person = change.subject.split(" ")
            await self.stores.wishes.take_back(
                RowWishKind(kind), person=person, tracker_key=tracker_key, ref=ref
            )
        await self._parks.refresh()

    async def _restore_left(self, change: Change) -> None:
        if change.before is not None:
            await self.stores.left.put(stored_left_of(change.before))
        else:
            await self.stores.left.take_back(*change.subject.split(" "))
        await self._parks.refresh()

    async def _restore_links(self, change: Change) -> None:
        before, after = links_of(change.before), links_of(change.after)
        if not await put_back(self.stores.links, before, after):
            raise _overtaken()
        await self.book.refresh()


_LOOK = "Ask “settings” to see how it stands."


def _overtaken() -> UserError:
    return UserError("It was changed again since, so nothing was undone.", advice=_LOOK)
