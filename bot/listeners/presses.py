"""A pressed button, read: where it stands, what it asks, and where the answer goes.

https://docs.slack.dev/reference/interaction-payloads/block_actions-payload
"""

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Final

from bot.answers.answer import ActionId
from bot.listeners.access import Sight
from bot.listeners.payloads import Body, claim_key, first_action, flag_at, text_at
from bot.listeners.places import Aside, Place, Pressed, Shared
from bot.listeners.reception import Reception, Visit
from bot.listeners.view_places import Home, Modal
from bot.render.slack import PAGE, PageValue, action_word, page_asked

REFRESH_OLDEST: Final = timedelta(minutes=1)
"""*Refresh* asks GitHub again, but not for each press of many."""

ANY_AGE: Final = timedelta.max
"""Sharing and turning pages go on with what is known: they are about what somebody just saw."""

_OF_ONES_OWN: Final = (ActionId.ONLY_STALE, ActionId.ASK, PAGE)
"""Buttons that lead on to something else; the others are about the message itself."""


class Surface(StrEnum):
    """Where does the button stand?"""

    MESSAGE = "message"
    HOME = "home"
    MODAL = "modal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """One press of one button."""

    word: str
    """Which button: an `ActionId`'s value, or `PAGE`."""
    value: str
    key: str
    user: str
    surface: Surface
    channel: str = ""
    ts: str = ""
    thread_ts: str = ""
    is_ephemeral: bool = False
    url: str = ""
    trigger_id: str = ""
    view_id: str = ""
    view_hash: str = ""

    @property
    def sight(self) -> Sight:
        """Who sees what stands there."""
        if self.surface is not Surface.MESSAGE or self.is_ephemeral:
            return Sight.ASKER
        return Sight.DIRECT if self.channel.startswith("D") else Sight.CHANNEL

    @property
    def asked(self) -> PageValue:
        """The question, and which page of its answer."""
        return page_asked(self.value) if self.word == PAGE else PageValue(self.value, 1)

    @property
    def oldest(self) -> timedelta | None:
        """How old the reading may be."""
        if self.word == ActionId.REFRESH:
            return REFRESH_OLDEST
        return ANY_AGE if self.word in (PAGE, ActionId.SHARE) else None


def press_of(body: Body) -> Press:
    """The press that this body tells of."""
    action = first_action(body)
    kind = text_at(body, "view", "type")
    return Press(
        word=action_word(text_at(action, "action_id")),
        value=text_at(action, "value"),
        key=claim_key(body),
        user=text_at(body, "user", "id"),
        surface=Surface(kind) if kind in ("home", "modal") else Surface.MESSAGE,
        channel=text_at(body, "channel", "id") or text_at(body, "container", "channel_id"),
        ts=text_at(body, "container", "message_ts"),
        thread_ts=text_at(body, "container", "thread_ts"),
        is_ephemeral=flag_at(body, "container", "is_ephemeral"),
        url=text_at(body, "response_url"),
        trigger_id=text_at(body, "trigger_id"),
        view_id=text_at(body, "view", "id"),
        view_hash=text_at(body, "view", "hash"),
    )


def receive(press: Press, reception: Reception) -> None:
    """Have the press served where it belongs."""
    match press.surface:
        case Surface.MESSAGE:
            reception.receive(visit_of(press), _place(press, reception))
        case Surface.HOME if press.word == ActionId.REFRESH:
            home = Home(reception.client, user=press.user, view_hash=press.view_hash)
            reception.receive_home(visit_of(press), home)
        case Surface.HOME | Surface.MODAL:
            reception.receive_view(visit_of(press), _modal(press, reception))


def visit_of(press: Press) -> Visit:
    """What the button asks, for those who will see the answer."""
    is_shared = press.word == ActionId.SHARE
    sight = press.sight
    if is_shared:
        sight = Sight.CHANNEL
    elif _is_aside(press):
        sight = Sight.ASKER
    is_alone = press.surface is Surface.MESSAGE and sight is Sight.ASKER
    return Visit(
        key=press.key,
        user=press.user,
        channel=press.channel,
        text=press.asked.question,
        page=press.asked.page,
        sight=sight,
        oldest=press.oldest,
        can_share=is_alone,
        is_shared=is_shared,
        once=f"share:{press.channel}:{press.ts}" if is_shared and press.ts else "",
        trigger_id=press.trigger_id,
        view_id=press.view_id if press.surface is Surface.MODAL else "",
    )


def _is_aside(press: Press) -> bool:
    """A question of one's own at a message that others see: it stays as it is for them."""
    return press.word in _OF_ONES_OWN and press.sight is Sight.CHANNEL


def _place(press: Press, reception: Reception) -> Place:
    spot = reception.spot(
        user=press.user, channel=press.channel, url=press.url, thread_ts=press.thread_ts
    )
    if press.word == ActionId.SHARE:
        return Shared(spot)
    if _is_aside(press):
        return Aside(spot)
    return Pressed(spot, ts=press.ts, is_ephemeral=press.is_ephemeral)


def _modal(press: Press, reception: Reception) -> Modal:
    return Modal(
        reception.client,
        user=press.user,
        trigger_id=press.trigger_id,
        view_id=press.view_id if press.surface is Surface.MODAL else "",
    )
