"""Names of our modals and of their fields: what they are drawn with, and what is listened to."""

from enum import StrEnum


class FormId(StrEnum):
    """Which modal was submitted? (its `callback_id`)"""

    SUBSCRIBE = "form_subscribe"
    SETTINGS = "form_settings"
    LINK = "form_link"
    LINK_SELF = "form_link_self"
    LEAVE = "form_leave"
    LEAVE_ONE = "form_leave_one"
    REPAIR_CHOOSE = "form_repair_choose"
    REPAIR_WRITE = "form_repair_write"


class FieldId(StrEnum):
    """Which field of a modal? Block and action have the same id.

    Those of one owner's row are followed by a dot and a key of the owner.
    """

    CHANNEL = "channel"
    TRACKER = "tracker"
    WEEKDAY = "weekday"
    TIME = "time"
    ZONE = "zone"
    QUIET = "quiet"
    DEFAULT_TRACKER = "default_tracker"
    MESSAGES = "messages"
    PAUSE = "pause"
    ACCOUNT = "account"
    LOGIN = "login"
    NAME = "name"
    WHY = "why"
    FINDING = "finding"
    BOXES = "boxes"
    """Followed by what tells its text and its group from others."""


class FormButton(StrEnum):
    """Which button in one of our modals?"""

    EDIT_DIGEST = "edit_digest"
    REMOVE_DIGEST = "remove_digest"
    FORGET = "forget_me"
    TURN = "turn_owners"


def field_of(field: FieldId, key: str) -> str:
    """The id of this field in the row of one owner."""
    return f"{field}.{key}"
