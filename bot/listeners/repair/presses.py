"""Buttons and modals of a repair. What takes long happens after Slack was answered.

https://docs.slack.dev/reference/interaction-payloads/view-interactions-payload
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, TypeAlias

from slack_bolt.async_app import AsyncAck, AsyncApp

from bot.answers.answer import ActionId
from bot.errors import Fault, NemorlStatusError
from bot.listeners.buttons import named
from bot.listeners.filled import Filled, filled_of
from bot.listeners.forms import submitted
from bot.listeners.office import Caller, Counter
from bot.listeners.payloads import Body, text_at
from bot.listeners.places import Aside, posted
from bot.listeners.presses import Press, Surface, press_of, visit_of
from bot.listeners.reception import Reception, Visit
from bot.listeners.repair.flow import Repairs
from bot.listeners.repair.ids import kept_channel, repair_ids
from bot.listeners.repair.undo import undo, undo_confirmed
from bot.listeners.settling import Settled, refuses, shows
from bot.render.slack import SlackMessage
from bot.render.slack.form_ids import FieldId, FormId, field_of
from bot.render.slack.forms_done import fault_view
from bot.render.slack.forms_repair import TITLE, message_view, waiting_view
from bot.render.slack.views import ViewJson

WRITING = "Writing to GitHub …"
NOTHING_CHOSEN = "Choose at least one box."

Work: TypeAlias = Callable[[Counter], Awaitable[None]]


_SLOW = Fault(
    "This takes longer than Slack waits. Nothing was written.", advice="Open the repair once more."
)


class _Answered(Counter):
    """A modal whose submission was just answered with a view."""

    _landed_at = 0.0

    def lands_in(self, seconds: float) -> None:
        """Show nothing before that: it would be overwritten by what Slack was answered."""
        self._landed_at = asyncio.get_running_loop().time() + seconds

    async def show(self, view: ViewJson) -> bool:
        """This in the modal, once the answer stands there; whether it is still open."""
        await asyncio.sleep(self._landed_at - asyncio.get_running_loop().time())
        return await super().show(view)


def listen(app: AsyncApp, reception: Reception, repairs: Repairs) -> None:
    """Listen to what opens a repair, leads through it, and takes it back."""

    @app.action(named(ActionId.REPAIR))
    async def on_repair(ack: AsyncAck, body: dict[str, Any]) -> None:
        await ack()
        press = _press(body)
        receive(press, reception, lambda counter: repairs.open(counter, press.value))

    @app.action(named(ActionId.UNDO_REPAIR))
    async def on_undo(ack: AsyncAck, body: dict[str, Any]) -> None:
        await ack()
        press = _press(body)
        receive(press, reception, lambda counter: undo(repairs, counter, press.value))

    @app.view(FormId.REPAIR_CHOOSE.value)
    async def on_chosen(ack: AsyncAck, body: dict[str, Any]) -> None:
        await ack(**await submitted(repairs.office, body, TITLE, _choose, slow=_SLOW))

    @app.view(FormId.REPAIR_WRITE.value)
    async def on_confirmed(ack: AsyncAck, body: dict[str, Any]) -> None:
        await ack(**shows(waiting_view(WRITING)))
        metadata = filled_of(body).metadata
        receive_confirmed(body, reception, repairs, lambda c: _write(repairs, c, metadata))

    async def _choose(filled: Filled) -> Settled:
        fields, boxes = boxes_in(filled)
        if fields and not boxes:
            return refuses({fields[0]: NOTHING_CHOSEN})
        ids = replace(repair_ids(filled.metadata), boxes=boxes)
        caller = Caller(user=filled.user, channel=ids.channel, is_view=True)
        return shows(await repairs.choose(caller, ids))


def boxes_in(filled: Filled) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The fields of the choice, and what is ticked in them."""
    fields = tuple(field_of(FieldId.BOXES, key) for key in filled.keys_of(FieldId.BOXES))
    values = (value for field in fields for value in filled.values_of(field))
    return fields, tuple(sorted(int(value) for value in values if value.isdecimal()))


def receive(press: Press, reception: Reception, work: Work) -> None:
    """Have a button served in its own modal, or in a new one."""
    spot = reception.spot(
        user=press.user, channel=press.channel, url=press.url, thread_ts=press.thread_ts
    )
    aside = Aside(spot)
    is_modal = press.surface is Surface.MODAL
    caller = Caller(
        user=press.user,
        channel=press.channel,
        trigger_id=press.trigger_id,
        view_id=press.view_id if is_modal else "",
        is_view=is_modal,
    )
    counter = Counter(reception.client, caller, aside.tell)
    reception.receive_errand(visit_of(press), aside.tell, lambda: _shown(counter, work))


def receive_confirmed(body: Body, reception: Reception, repairs: Repairs, work: Work) -> None:
    """Have what was confirmed done, and said in that modal."""
    user = text_at(body, "user", "id")
    caller = Caller(
        user=user,
        channel=kept_channel(filled_of(body).metadata),
        view_id=text_at(body, "view", "id"),
        is_view=True,
    )

    async def tell(message: SlackMessage) -> None:
        """In the modal, where somebody waits; else in the conversation with the bot."""
        if not await counter.show(message_view(message)):
            await posted(reception.client, user, message)

    counter = _Answered(reception.client, caller, tell)
    counter.lands_in(repairs.office.settling.landing_seconds)
    reception.receive_errand(Visit(key="", user=user), tell, lambda: _shown(counter, work))


def _press(body: Body) -> Press:
    """The press; in a modal of ours, of where that was opened."""
    press = press_of(body)
    return replace(press, channel=press.channel or kept_channel(filled_of(body).metadata))


async def _shown(counter: Counter, work: Work) -> None:
    """The work; where it cannot be done, the modal says why, once there is one."""
    try:
        await work(counter)
    except NemorlStatusError as error:
        if not counter.is_open and not counter.caller.is_view:
            raise
        if not await counter.show(fault_view(TITLE, error)):
            raise


async def _write(repairs: Repairs, counter: Counter, metadata: str) -> None:
    ids = repair_ids(metadata)
    if ids.undoes is not None:
        await undo_confirmed(repairs, counter, ids)
    else:
        await repairs.write(counter, ids)
