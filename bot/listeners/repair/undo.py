"""*Undo* of a repair: by who made it or a maintainer, once, and never over somebody's edit."""

from typing import Final, TypeGuard

from bot.answers.answer import Answer
from bot.answers.private import private_refs
from bot.answers.repair_done import repair_done_answer, told_answer
from bot.answers.repaired import RepairTold
from bot.errors import UserError
from bot.github_status.repair import Proposal, fingerprint
from bot.github_status.repair_outcomes import BodyChanged, RepairOutcome
from bot.github_status.repair_records import REPAIR, KeptRepair, kept_repair
from bot.listeners.office import Counter, Office, stored
from bot.listeners.repair.flow import Repairs
from bot.listeners.repair.ids import RepairIds
from bot.listeners.repair.rights import need_undo_right
from bot.listeners.repair.scene import Matter, audience_of, undo_form
from bot.listeners.undoing import change_id_of
from bot.render.slack.forms_repair import UNDO_TITLE, confirm_view, waiting_view

TAKING_BACK: Final = "Taking it back …"


async def undo(repairs: Repairs, counter: Counter, value: str) -> None:
    """Take the repair of this id back; where somebody edited since, show what is left to confirm.

    Raises `UserError` for whoever may not.
    """
    repairing = repairs.repairing
    kept = await _kept(repairs.office, counter, value)
    await counter.begin()
    await counter.show(waiting_view(TAKING_BACK, is_undo=True))
    matter = await _matter(repairs.office, counter, kept)
    outcome = await repairing.undo(kept.id, tracker=kept.record.tracker, by=counter.caller.user)
    await _undone(repairs, counter, matter, outcome)


async def undo_confirmed(repairs: Repairs, counter: Counter, ids: RepairIds) -> None:
    """Take back exactly what was shown: the text is read once more for that."""
    repairing, user = repairs.repairing, counter.caller.user
    kept = await _kept(repairs.office, counter, str(ids.undoes))
    matter = await _matter(repairs.office, counter, kept)
    outcome = await repairing.undo(kept.id, tracker=kept.record.tracker, by=user)
    proposal = outcome.proposal if isinstance(outcome, BodyChanged) else None
    if _is_as_shown(proposal, ids):
        outcome = await repairing.repair(proposal, by=user)
    await _undone(repairs, counter, matter, outcome)


async def _undone(
    repairs: Repairs, counter: Counter, matter: Matter, outcome: RepairOutcome
) -> None:
    proposal = outcome.proposal if isinstance(outcome, BodyChanged) else None
    if proposal is not None and proposal.boxes:
        note = f"{matter.name} was edited since. What can still be taken back:"
        await counter.show(confirm_view(undo_form(matter, proposal, note=note)))
        return
    await repairs.say(counter, _answer(outcome, proposal, matter), matter, title=UNDO_TITLE)
    await repairs.read_anew(matter.tracker.ref)


def _answer(outcome: RepairOutcome, proposal: Proposal | None, matter: Matter) -> Answer:
    if proposal is None:
        return repair_done_answer(matter.as_seen(outcome), url=matter.url)
    told = RepairTold(
        what="Nothing was taken back: it was edited since, and none of the lines stands there as"
        " the repair left it.",
        advice="Change the boxes on GitHub by hand.",
    )
    return told_answer(told, tracker=str(outcome.tracker), url=matter.url)


def _is_as_shown(proposal: Proposal | None, ids: RepairIds) -> TypeGuard[Proposal]:
    if proposal is None or not proposal.boxes:
        return False
    return fingerprint(proposal.body) == ids.fingerprint


async def _kept(office: Office, counter: Counter, value: str) -> KeptRepair:
    """The repair, for whoever may take it back."""
    change_id = change_id_of(value)
    audit = office.changing.stores.audit
    change = None if change_id is None else await stored(audit.get(change_id))
    if change is None or change.what != REPAIR:
        raise UserError("That repair is not known any more.", advice="Look at the issue on GitHub.")
    need_undo_right(office, counter.caller.user, made_by=change.by)
    return kept_repair(change)


async def _matter(office: Office, counter: Counter, kept: KeptRepair) -> Matter:
    """The tracker of a repair. Raises `UserError` for whom that is hidden from."""
    place, channel = kept.record.tracker, counter.caller.channel
    audience = await audience_of(office, counter.caller.user, channel)
    for tracker in office.trackers:
        judged = await office.everything_of(tracker)
        if judged is None or place not in (tracker.ref, judged.snapshot.issue.ref):
            continue
        if not audience.sees_private and private_refs(judged.snapshot) is None:
            raise UserError(
                "This tracker is private, and may not be shown to you here.",
                advice="Ask a maintainer of this bot who may see it.",
            )
        return Matter(
            tracker=tracker, judged=judged, audience=audience, question="drift", channel=channel
        )
    raise UserError(
        "The settings have the tracker of this repair no longer.",
        advice="Change its boxes on GitHub by hand.",
    )
