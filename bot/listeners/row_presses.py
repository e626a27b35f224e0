"""Menus of rows and of findings, and buttons of messages to owners: each press is answered to who
pressed, alone.

They go on working for as long as Slack keeps the message.
"""

from typing import Any, Final

from slack_bolt.async_app import AsyncAck, AsyncApp

from bot.answers.answer import ActionId
from bot.errors import UserError
from bot.listeners import undoing, wishing
from bot.listeners.asks import Reply
from bot.listeners.buttons import named
from bot.listeners.forms import in_modal
from bot.listeners.leave_picking import open_pick
from bot.listeners.leaving import count_again, open_leave
from bot.listeners.office import Caller, Counter, Office
from bot.listeners.payloads import Body, first_action, text_at
from bot.listeners.places import Aside, Pressed
from bot.listeners.presses import Press, Surface, press_of, visit_of
from bot.listeners.reception import Reception, Visit
from bot.listeners.row_wishing import ROW_ACTIONS, answer_row
from bot.listeners.view_places import Home
from bot.render.slack.actions import MENU, choice_made
from bot.render.slack.done import done_message
from bot.render.slack.forms_done import done_view

_BUTTONS: Final = (ActionId.ONLY_CHANGES, ActionId.STOP, ActionId.START)

_CHOICES: Final = frozenset({*ROW_ACTIONS, ActionId.LEAVE, ActionId.COUNT_AGAIN})


def listen(app: AsyncApp, reception: Reception, office: Office) -> None:
    """Listen to menus, to what stands in messages to owners, and to every *Undo*."""

    @app.action(named(MENU))
    async def on_menu(ack: AsyncAck, body: dict[str, Any]) -> None:
        await ack()
        action, value = chosen(text_at(chosen_of(body), "value"))
        receive(press_of(body), reception, office, action=action, value=value)

    @app.action(named(*_BUTTONS, ActionId.UNPARK, ActionId.LEAVE_ONE))
    async def on_button(ack: AsyncAck, body: dict[str, Any]) -> None:
        await ack()
        press = press_of(body)
        receive(press, reception, office, action=press.word, value=press.value)

    @app.action(named(ActionId.UNDO))
    async def on_undo(ack: AsyncAck, body: dict[str, Any]) -> None:
        await ack()
        receive_undo(press_of(body), reception, office)


def chosen_of(body: Body) -> Body:
    """The option that was chosen of a menu."""
    option = first_action(body).get("selected_option")
    return option if isinstance(option, dict) else {}


def chosen(value: str) -> tuple[str, str]:
    """What an option of a menu stands for: the action, and the row or the finding; empty for none
    of ours."""
    choice = choice_made(value)
    return (choice.action, choice.value) if choice.action in _CHOICES else ("", "")


def receive(press: Press, reception: Reception, office: Office, *, action: str, value: str) -> None:
    """Have it done, and said beside the message, which stays."""
    aside = Aside(
        reception.spot(
            user=press.user, channel=press.channel, url=press.url, thread_ts=press.thread_ts
        )
    )
    counter = Counter(office.client, _caller(press), aside.tell)

    async def work() -> None:
        if counter.caller.is_view or action in (ActionId.LEAVE, ActionId.LEAVE_ONE):
            await in_modal(counter, lambda shown: _do(office, shown, action, value))
            _refresh_home(press, reception)
        else:
            await _do(office, counter, action, value)

    reception.receive_errand(visit_of(press), aside.tell, work)


def receive_undo(press: Press, reception: Reception, office: Office) -> None:
    """Have it taken back, and said in the place of what offered it."""
    spot = reception.spot(
        user=press.user, channel=press.channel, url=press.url, thread_ts=press.thread_ts
    )
    place = Pressed(spot, ts=press.ts, is_ephemeral=press.is_ephemeral)
    counter = Counter(office.client, _caller(press), place.tell)

    async def work() -> None:
        said = await undoing.undo(office, counter, press.value)
        await place.say(Reply(drawn=done_message((said,))))

    async def work_in_modal(shown: Counter) -> None:
        said = await undoing.undo(office, shown, press.value)
        await shown.show(done_view(undoing.TITLE, (said,)))

    is_view = counter.caller.is_view
    reception.receive_errand(
        visit_of(press), place.tell, (lambda: in_modal(counter, work_in_modal)) if is_view else work
    )


async def _do(office: Office, counter: Counter, action: str, value: str) -> None:
    match action:
        case ActionId.ONLY_CHANGES:
            await wishing.only_changes(office, counter)
        case ActionId.STOP:
            await wishing.stop(office, counter)
        case ActionId.START:
            await wishing.start(office, counter)
        case ActionId.LEAVE:
            await open_leave(office, counter, value)
        case ActionId.LEAVE_ONE:
            await open_pick(office, counter, value)
        case ActionId.COUNT_AGAIN:
            await count_again(office, counter, value)
        case "":
            raise UserError("This menu is of another version.", advice="Ask “mine” instead.")
        case _:
            await answer_row(office, counter, action, value)


def _caller(press: Press) -> Caller:
    return Caller(
        user=press.user,
        channel=press.channel,
        trigger_id=press.trigger_id,
        view_id=press.view_id if press.surface is Surface.MODAL else "",
        is_view=press.surface is not Surface.MESSAGE,
    )


def _refresh_home(press: Press, reception: Reception) -> None:
    """What stands in the Home is not true any more."""
    if press.surface is Surface.HOME:
        reception.receive_home(
            Visit(key="", user=press.user), Home(reception.client, user=press.user)
        )
