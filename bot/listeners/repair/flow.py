"""A repair from Slack, step by step: which boxes, exactly what changes, written.

Rights are looked at when the modal is opened and again when it is confirmed, and what is written is
made anew from what was read last: the modal keeps only which text it showed and which boxes of it.
Taking back is told in `undo`.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, Protocol

import structlog

from bot.answers.answer import Answer
from bot.answers.repair_done import done_before_answer, repair_done_answer
from bot.answers.repair_offers import Offered
from bot.answers.spoken import notice_answer
from bot.errors import StoreFault, UserError
from bot.github_status.facts.refs import Ref
from bot.github_status.repair import Proposal, fingerprint, stands_in
from bot.github_status.repair_outcomes import BodyChanged, NothingToDo, RepairOutcome
from bot.github_status.repair_records import KeptRepair
from bot.listeners.office import Caller, Counter, Office, OfficeTracker, stored
from bot.listeners.places import posted
from bot.listeners.repair.ids import RepairIds
from bot.listeners.repair.rights import nothing_of_theirs, repair_right
from bot.listeners.repair.scene import (
    OLDEST,
    PATIENCE_SECONDS,
    Matter,
    ReadsNow,
    choice_form,
    confirm_form,
    matter_of,
    question_asked,
)
from bot.people.by import name_of
from bot.render.clean import clean
from bot.render.slack import modal, slack_pages
from bot.render.slack.forms_repair import TITLE, choice_view, confirm_view, waiting_view
from bot.render.slack.views import ViewJson

READING: Final = "Reading GitHub …"

MOST_MESSAGES: Final = 5
"""Messages that somebody is sent who closed the modal; what is longer is on GitHub."""

_NOT_HERE: Final = "What came of your repair cannot be shown here."

_READINGS: Final = 2
"""One may be under way that began before the write."""

_OTHERWISE: Final = (
    "What can be ticked has changed meanwhile, so nothing was written. Choose once more:"
)

_log = structlog.get_logger(__name__)


class CarriesOut(Protocol):
    """What of `Repairing` is used here; what cannot be done is an outcome."""

    async def repair(self, proposal: Proposal, *, by: str | None = None) -> RepairOutcome:
        """Write what was confirmed."""
        ...

    async def undo(self, change_id: int, *, tracker: Ref, by: str | None = None) -> RepairOutcome:
        """Take a repair back."""
        ...

    async def last_repair(self, tracker: Ref) -> KeptRepair | None:
        """The newest that can be undone; raises `StoreFault`."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Repairs:
    """Serves repairs. What cannot be done is raised as an error of ours."""

    office: Office
    current: ReadsNow
    carries_out: CarriesOut | None
    """`None`: the settings do not let the index be changed."""
    default_tracker: Callable[[str], Awaitable[str | None]]
    """What the tracker is called that is meant in a channel."""

    @property
    def repairing(self) -> CarriesOut:
        """What carries repairs out. Raises `UserError` where nothing may be changed."""
        if self.carries_out is None:
            raise UserError(
                "The settings do not let the index be changed.",
                advice="Whoever runs this bot can switch it on: enabled = true in [repair].",
            )
        return self.carries_out

    async def open(self, counter: Counter, words: str) -> None:
        """Show which boxes could be ticked. `words`: the question, "drift Refit in nemo-rl"."""
        _ = self.repairing
        user, channel = counter.caller.user, counter.caller.channel
        repair_right(self.office, user)
        await counter.begin()
        await counter.show(waiting_view(READING))
        words = clean(words).strip()
        asked, _ = question_asked(words, self.office)
        name = asked.tracker_name or (await self.default_tracker(channel) if channel else None)
        tracker = self.office.tracker_called(name)
        await self.current.within(
            tracker.ref,
            now=self.office.changing.now(),
            oldest=OLDEST,
            patience_seconds=PATIENCE_SECONDS,
        )
        if asked.tracker_name is None:  # from the modal, no channel would tell which one
            words = f"{words} in {tracker.name}"
        await counter.show(_choice(await self._matter(counter.caller, tracker, words)))

    async def choose(self, caller: Caller, ids: RepairIds) -> ViewJson:
        """Exactly what the chosen boxes change."""
        matter = await self._of(caller, ids)
        why_anew, chosen = _chosen(matter, ids)
        if why_anew:
            return _choice(matter, note=why_anew)
        return confirm_view(confirm_form(matter, chosen))

    async def write(self, counter: Counter, ids: RepairIds) -> None:
        """Write what was confirmed, once, and say what came of it."""
        matter = await self._of(counter.caller, ids)
        why_anew, chosen = _chosen(matter, ids)
        if why_anew:
            await self._say_why_not(counter, matter, ids, why_anew)
            return
        outcome = await self.repairing.repair(matter.proposal(chosen), by=counter.caller.user)
        if isinstance(outcome, BodyChanged | NothingToDo):
            await counter.show(waiting_view(f"{matter.name} was edited meanwhile. {READING}"))
            await self.read_anew(matter.tracker.ref)
            newer = await self._of(counter.caller, ids)
            await self._say_why_not(counter, newer, ids, _edited(matter))
            return
        await self.say(counter, repair_done_answer(matter.as_seen(outcome), url=matter.url), matter)
        await self.read_anew(matter.tracker.ref)

    async def say(
        self, counter: Counter, answer: Answer, matter: Matter, *, title: str = TITLE
    ) -> None:
        """What came of it: in the modal, or where that was closed, in the conversation with the
        bot. It is never lost."""
        view = await asyncio.to_thread(modal, title, answer)
        if await counter.show(view | {"private_metadata": str(matter.ids())}):
            return
        if not self.office.access.may_follow(counter.caller.user, counter.caller.channel):
            answer = notice_answer(_NOT_HERE, "Ask “drift” where you began it.")
        pages = await asyncio.to_thread(slack_pages, answer)
        for message in pages[:MOST_MESSAGES]:
            await posted(self.office.client, counter.caller.user, message)

    async def read_anew(self, tracker: Ref) -> None:
        """Have the tracker read, so that the next answer knows of what was written."""
        began_at = self.office.changing.now()
        for _ in range(_READINGS):
            reading = self.current.reading(tracker)
            await asyncio.wait({reading})
            read = None if reading.cancelled() else reading.result()
            if read is None or read.snapshot is None or read.snapshot.as_of >= began_at:
                return

    async def _of(self, caller: Caller, ids: RepairIds) -> Matter:
        """What a modal is about, as it is now."""
        _ = self.repairing
        tracker = self.office.tracker_of(ids.tracker_key)
        if tracker is None:
            raise UserError("The settings have this tracker no longer.", advice="Ask “drift”.")
        return await self._matter(caller, tracker, ids.question)

    async def _matter(self, caller: Caller, tracker: OfficeTracker, words: str) -> Matter:
        """Raises `UserError` for whoever may tick nothing of it."""
        right = repair_right(self.office, caller.user)
        matter, seen = await matter_of(self.office, tracker, words, caller=caller, right=right)
        if seen and not matter.offered:
            raise nothing_of_theirs()
        return matter

    async def _say_why_not(
        self, counter: Counter, matter: Matter, ids: RepairIds, why_anew: str
    ) -> None:
        """That somebody wrote the same just before, and who; else the boxes that can be ticked
        now."""
        kept = await self._made_before(matter, ids)
        if kept is None:
            await counter.show(_choice(matter, note=why_anew))
            return
        user = counter.caller.user
        may_undo = kept.by == user or self.office.is_maintainer(user)
        answer = done_before_answer(
            by="you" if kept.by == user else name_of(kept.by, self.office.changing.book.current),
            at=kept.at,
            change_id=kept.id if may_undo else None,
            tracker=str(kept.record.tracker),
            url=matter.url,
        )
        await self.say(counter, answer, matter)

    async def _made_before(self, matter: Matter, ids: RepairIds) -> KeptRepair | None:
        """The repair that ticked these boxes of this text, where one did and still stands."""
        try:
            kept = await stored(self.repairing.last_repair(matter.judged.snapshot.issue.ref))
        except StoreFault as fault:
            _log.warning("Who repaired is not known", because=str(fault))
            return None
        if kept is None or kept.record.before != ids.fingerprint:
            return None
        ticked = {box.at for box in kept.record.boxes}
        is_same = set(ids.boxes) <= ticked and stands_in(kept.record, matter.body)
        return kept if is_same else None


def _chosen(matter: Matter, ids: RepairIds) -> tuple[str, tuple[Offered, ...]]:
    """Why the choice has to be shown anew, else empty, and what was chosen."""
    if fingerprint(matter.body) != ids.fingerprint:
        return _edited(matter), ()
    chosen = matter.chosen(ids.boxes)
    return (_OTHERWISE, ()) if chosen is None else ("", chosen)


def _choice(matter: Matter, *, note: str = "") -> ViewJson:
    return choice_view(choice_form(matter, note=note))


def _edited(matter: Matter) -> str:
    return f"{matter.name} was edited meanwhile, so nothing was written. Choose once more:"
