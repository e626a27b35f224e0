"""Whether what is chosen in a field of Slack's is something that could be chosen there."""

import re
from collections.abc import Mapping
from datetime import date

from bot.demo.playground import sight
from bot.demo.playground.asked import NotTaken, text_of
from bot.demo.playground.stage import Stage
from bot.demo.slack import Misuse, User
from bot.demo.slack.forms import choice

_MOST_CHOSEN = 100
"""As many options as a menu has at most."""

_TIME = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]", re.ASCII)
_NUMBER = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,15})?", re.ASCII)
_FAR_OFF = 2**40
"""Seconds since 1970 that no date field can say any more."""

_NOT_THERE = "That cannot be chosen here."
_TEXTS = ("plain_text_input", "email_text_input", "url_text_input")


def chosen(stage: Stage, user: User, element: Mapping[str, object], value: object) -> object:
    """The value as the fake Slack takes it; raises `NotTaken` for what cannot be chosen there.

    A text, a list of texts where several can be chosen, a number for a moment, `None` for nothing.
    """
    kind = str(element["type"])
    if value is None and kind == "overflow":
        raise NotTaken(_NOT_THERE)
    if isinstance(value, list):
        if not _takes_several(kind):
            raise NotTaken(_NOT_THERE)
        if len(value) > _MOST_CHOSEN:
            raise NotTaken(f"At most {_MOST_CHOSEN} can be chosen.")
        known: object = [_one(stage, user, kind, one) for one in value]
    else:
        known = None if value is None else _one(stage, user, kind, value)
    try:
        choice(dict(element), known)
    except Misuse as misuse:
        raise NotTaken(_NOT_THERE) from misuse
    return known


def _takes_several(kind: str) -> bool:
    return kind == "checkboxes" or kind.startswith("multi_")


def _one(stage: Stage, user: User, kind: str, value: object) -> object:
    if kind == "datetimepicker":
        if type(value) is not int or not 0 <= value < _FAR_OFF:
            raise NotTaken("That is no moment.")
        return value
    text = text_of(value, "value")
    if kind not in _TEXTS and not _is_of(kind, stage, user, text):
        raise NotTaken(_NOT_THERE)
    return text


def _is_of(kind: str, stage: Stage, user: User, text: str) -> bool:
    if kind == "timepicker":
        return _TIME.fullmatch(text) is not None
    if kind == "datepicker":
        return _is_date(text)
    if kind == "number_input":
        return _NUMBER.fullmatch(text) is not None
    if kind.endswith("users_select"):
        return text in stage.slack.world.users
    if kind.endswith(("conversations_select", "channels_select")):
        return _can_name(stage, user, text)
    # Options are looked up by the fake itself; files are not sent by this page.
    return kind != "file_input"


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _can_name(stage: Stage, user: User, channel_id: str) -> bool:
    """Slack offers public channels to everybody but guests, and others to their members."""
    if sight.conversation(stage, user, channel_id) is not None:
        return True
    channel = stage.slack.world.channels.get(channel_id)
    is_guest = user.is_restricted or user.is_ultra_restricted
    return channel is not None and not (channel.is_im or channel.is_private or is_guest)
