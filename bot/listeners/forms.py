"""Our modals: what was submitted, and the buttons in them.

https://docs.slack.dev/reference/interaction-payloads/view-interactions-payload
"""

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from slack_bolt.async_app import AsyncAck, AsyncApp

from bot.errors import Fault, NemorlStatusError, UserError
from bot.listeners import (
    channel_settings,
    leave_picking,
    leaving,
    linking,
    self_linking,
    subscribing,
)
from bot.listeners.buttons import named
from bot.listeners.filled import Filled, filled_of
from bot.listeners.office import Caller, Counter, Office, stored
from bot.listeners.payloads import Body
from bot.listeners.places import posted
from bot.listeners.presses import Press, press_of, visit_of
from bot.listeners.reception import Reception
from bot.listeners.settling import Settled
from bot.render.slack import SlackMessage
from bot.render.slack.form_ids import FormButton, FormId
from bot.render.slack.forms_done import done_view, fault_view

Save: TypeAlias = Callable[[Filled], Awaitable[Settled]]
Work: TypeAlias = Callable[[Counter], Awaitable[None]]

FORGOTTEN = "What you set, what you were told and your link are deleted."

STILL_IN_SETTINGS = (
    "The settings file of the bot still says who you are; whoever runs the bot can take that out."
    " Until then one thing about you is kept: that the bot does not write to you."
)


def listen(app: AsyncApp, reception: Reception, office: Office) -> None:
    """Listen to every modal that we draw."""

    @app.view(FormId.SUBSCRIBE.value)
    async def on_subscribe(ack: AsyncAck, body: dict[str, Any]) -> None:
        await ack(**await submitted(office, body, subscribing.TITLE, _subscribe))

    @app.view(FormId.SETTINGS.value)
    async def on_settings(ack: AsyncAck, body: dict[str, Any]) -> None:
        await ack(**await submitted(office, body, channel_settings.TITLE, _settings))

    @app.view(FormId.LINK.value)
    async def on_link(ack: AsyncAck, body: dict[str, Any]) -> None:
        await ack(**await submitted(office, body, linking.TITLE, _link))

    @app.view(FormId.LINK_SELF.value)
    async def on_self_link(ack: AsyncAck, body: dict[str, Any]) -> None:
        await ack(**await submitted(office, body, self_linking.TITLE, _self_link))

    @app.view(FormId.LEAVE.value)
    async def on_leave(ack: AsyncAck, body: dict[str, Any]) -> None:
        await ack(**await submitted(office, body, leaving.TITLE, _leave))

    @app.view(FormId.LEAVE_ONE.value)
    async def on_pick(ack: AsyncAck, body: dict[str, Any]) -> None:
        await ack(**await submitted(office, body, leaving.TITLE, _pick))

    @app.action(named(*FormButton))
    async def on_button(ack: AsyncAck, body: dict[str, Any]) -> None:
        await ack()
        receive(press_of(body), reception, office)

    async def _subscribe(filled: Filled) -> Settled:
        return await subscribing.save_subscription(office, filled)

    async def _settings(filled: Filled) -> Settled:
        return await channel_settings.save_settings(office, filled)

    async def _link(filled: Filled) -> Settled:
        return await linking.save_links(office, filled)

    async def _leave(filled: Filled) -> Settled:
        return await leaving.save_leave(office, filled)

    async def _pick(filled: Filled) -> Settled:
        return await leave_picking.save_pick(office, filled)

    async def _self_link(filled: Filled) -> Settled:
        return await self_linking.save_self_link(office, filled)


async def submitted(
    office: Office, body: Body, title: str, save: Save, *, slow: Fault | None = None
) -> Settled:
    """What Slack is answered. Whoever may no longer ask is told so in the modal."""
    filled = filled_of(body)

    async def work() -> Settled:
        refusal = await office.access.refusal(filled.user)
        if refusal is not None:
            raise UserError(refusal.what, advice=refusal.advice)
        return await save(filled)

    return await office.settling.settled(work(), title=title, slow=slow)


def receive(press: Press, reception: Reception, office: Office) -> None:
    """Have a button of a modal served in that modal."""

    async def tell(message: SlackMessage) -> None:
        await posted(office.client, press.user, message)

    counter = Counter(office.client, caller_of(press), tell)

    async def work() -> None:
        await in_modal(counter, lambda shown: _work(press, office, shown))

    reception.receive_errand(visit_of(press), tell, work)


def caller_of(press: Press) -> Caller:
    """Who pressed, in which modal."""
    return Caller(
        user=press.user,
        channel=press.channel,
        trigger_id=press.trigger_id,
        view_id=press.view_id,
        is_view=True,
    )


async def in_modal(counter: Counter, work: Work) -> None:
    """The work; where it cannot be done the modal says why."""
    try:
        await work(counter)
    except NemorlStatusError as error:
        await counter.show(fault_view("Not done", error))


async def _work(press: Press, office: Office, counter: Counter) -> None:
    match press.word:
        case FormButton.EDIT_DIGEST:
            office.need_maintainer(press.user, what="change the digest of a channel")
            channel, _, key = press.value.partition(" ")
            await subscribing.show_subscribe(office, counter, channel=channel, key=key)
        case FormButton.REMOVE_DIGEST:
            channel, _, key = press.value.partition(" ")
            user = press.user
            view = await subscribing.remove_digest(office, user=user, channel=channel, key=key)
            await counter.show(view)
        case FormButton.FORGET:
            is_in_settings = await stored(office.changing.forget(press.user))
            lines = (FORGOTTEN, STILL_IN_SETTINGS) if is_in_settings else (FORGOTTEN,)
            await counter.show(done_view(channel_settings.TITLE, lines))
        case FormButton.TURN:
            page = int(press.value) if press.value.isdecimal() else 1
            await linking.open_link_owners(office, counter, page=page)
