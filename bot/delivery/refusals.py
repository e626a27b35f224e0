"""What Slack's refusals mean: for the message, and for maintainers, as a table.

https://docs.slack.dev/reference/methods/chat.postMessage#errors and its neighbours.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from bot.delivery.replies import Refused


class Consequence(StrEnum):
    """What becomes of the message?

    `REFUSED`: it is never sent. `POSTPONED`: it can be once that is mended. `TOKEN_LOST`: the same,
    and nothing else can be sent either. `PLAIN`: it is sent once more, without its blocks.
    """

    REFUSED = "refused"
    POSTPONED = "postponed"
    TOKEN_LOST = "token_lost"  # noqa: S105  # a word, no token
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class Refusal:
    """One refusal. `{place}`, `{channel}`, `{code}` and `{needed}` are filled in."""

    consequence: Consequence
    incident: str
    """The incident's key: what makes it the same one again."""
    what: str
    advice: str

    @property
    def said(self) -> str:
        """What happened, and what to do."""
        return f"{self.what} {self.advice}"


_AT_PLACE = "refused:{channel}"
_OF_PERSON = "unreachable:{channel}"
_BUG = "bug:{code}"
_REPORT = "It is a mistake of this program: report it, with the line of the log."
_INVITE = "Invite the bot there, or name another channel in the settings."
_LINK = "Correct or remove the person's link."
_ADMIN = "Ask an administrator of the workspace to allow the app."


def _refused(incident: str, what: str, advice: str) -> Refusal:
    return Refusal(Consequence.REFUSED, incident, what, advice)


def _token(what: str) -> Refusal:
    advice = "Install the app again and set SLACK_BOT_TOKEN; until then nothing can be sent."
    return Refusal(Consequence.TOKEN_LOST, "token", what, advice)


def _form(what: str) -> Refusal:
    return Refusal(Consequence.PLAIN, _BUG, f"{what}; it was tried again as plain text.", _REPORT)


def _bug(what: str) -> Refusal:
    return _refused(_BUG, what, _REPORT)


_FORBIDDEN = _refused(
    _AT_PLACE,
    "A setting of Slack forbids the bot to post in {place} ({code}).",
    "Let the app post there, in the channel's posting permissions, or name another channel.",
)
_NOT_ALLOWED = _refused(
    "workspace", "Slack does not allow the app to write to {place} ({code}).", _ADMIN
)
_GONE = _refused(_OF_PERSON, "{place} is deactivated in Slack.", _LINK)
_MOVING = Refusal(
    Consequence.POSTPONED,
    "workspace",
    "The workspace moves to an organisation ({code}).",
    "It is tried again; if it lasts longer than a day, ask an administrator of Slack.",
)
_NO_FORM = _form("Slack did not take the form of a message to {place} ({code})")
_TOO_LONG = _form("A message to {place} was too long for Slack ({code})")
_NO_MARK = _bug("Slack did not take the mark of a message ({code}).")
_LOST = "Slack does not accept the bot's token any more ({code})."

REFUSALS: Final[Mapping[str, Refusal]] = MappingProxyType(
    {
        "channel_not_found": _refused(
            _AT_PLACE,
            "Slack knows no {place}, or it is private and the bot is not a member.",
            _INVITE,
        ),
        "not_in_channel": _refused(_AT_PLACE, "The bot is not a member of {place}.", _INVITE),
        "is_archived": _refused(
            _AT_PLACE,
            "{place} is archived.",
            "Unarchive it, or take its digest out of the settings.",
        ),
        "restricted_action": _FORBIDDEN,
        "thread_not_found": _refused(
            _AT_PLACE,
            "The message in {place} that this one answers to is gone.",
            "Nothing has to be done, unless nobody deleted it.",
        ),
        "messages_tab_disabled": _refused(
            "messages_tab",
            "The app takes no direct messages: its Messages tab is switched off.",
            "Switch it on at api.slack.com/apps → App Home → Messages Tab.",
        ),
        "cannot_dm_bot": _refused(
            _OF_PERSON, "{place} is a bot, and bots are not written to.", _LINK
        ),
        "user_not_found": _refused(_OF_PERSON, "Slack knows no {place}.", _LINK),
        "user_not_visible": _refused(_OF_PERSON, "The bot may not see {place}.", _LINK),
        "user_disabled": _GONE,
        "account_inactive": _token("The app was removed, or its bot user deactivated ({code})."),
        "token_revoked": _token(_LOST),
        "token_expired": _token(_LOST),
        "invalid_auth": _token(_LOST),
        "not_authed": _token("Slack got no token from the bot ({code})."),
        "not_allowed_token_type": _token("SLACK_BOT_TOKEN is a token of another kind ({code})."),
        "missing_scope": _refused(
            "scope:{needed}",
            "The app lacks a permission to write to {place}: {needed}.",
            "Install it again with the manifest.",
        ),
        "team_added_to_org": _MOVING,
        "org_login_required": _MOVING,
        "ekm_access_denied": _NOT_ALLOWED,
        "team_access_not_granted": _NOT_ALLOWED,
        "enterprise_is_restricted": _NOT_ALLOWED,
        "access_denied": _NOT_ALLOWED,
        "no_permission": _NOT_ALLOWED,
        "app_access_restricted": _NOT_ALLOWED,
        "message_limit_exceeded": _refused(
            "workspace",
            "The workspace may post no more messages in its Slack plan ({code}).",
            "Wait for the next period of the plan, or change the plan.",
        ),
        "invalid_blocks": _NO_FORM,
        "invalid_blocks_format": _NO_FORM,
        "invalid_attachments": _NO_FORM,
        "msg_blocks_too_long": _TOO_LONG,
        "msg_too_long": _TOO_LONG,
        "attachment_payload_limit_exceeded": _TOO_LONG,
        "no_text": _bug("A message to {place} was empty."),
        "invalid_metadata_format": _NO_MARK,
        "invalid_metadata_schema": _NO_MARK,
        "metadata_too_large": _NO_MARK,
    }
)

_TO_PEOPLE: Final[Mapping[str, Refusal]] = MappingProxyType(
    {
        "channel_not_found": _refused(
            _OF_PERSON, "Slack lets the bot write nothing to {place}.", _LINK
        ),
        "restricted_action": _refused(
            _OF_PERSON, "A setting of Slack forbids the bot to write to {place} ({code}).", _ADMIN
        ),
    }
)

_UNKNOWN = _refused(
    _AT_PLACE,
    "Slack refused a message to {place} ({code}).",
    "Look the code up at docs.slack.dev/reference/methods/chat.postMessage.",
)


def is_person(channel: str) -> bool:
    """Whether this is a person's id and no channel's."""
    return channel[:1] in ("U", "W")


def place_name(channel: str) -> str:
    """How maintainers are told which channel or person is meant."""
    return f"Slack user {channel}" if is_person(channel) else f"channel {channel}"


def refusal_of(reply: Refused, channel: str) -> Refusal:
    """What this refusal of a message to the channel or person means, in whole sentences."""
    is_restricted = reply.code.startswith("restricted_action_")
    code = "restricted_action" if is_restricted else reply.code
    found = REFUSALS.get(code, _UNKNOWN)
    if is_person(channel):
        found = _TO_PEOPLE.get(code, found)
    words = {
        "place": place_name(channel),
        "channel": channel,
        "code": reply.code,
        "needed": reply.needed or "Slack does not say which",
    }
    what = found.what.format_map(words)
    return replace(
        found,
        incident=found.incident.format_map(words),
        what=what[:1].upper() + what[1:],
        advice=found.advice.format_map(words),
    )


def is_for_later(refusal: Refusal) -> bool:
    """Whether the message can be sent once what it was refused for is mended."""
    return refusal.consequence in (Consequence.POSTPONED, Consequence.TOKEN_LOST)


def unsettled_said(reply: Refused, channel: str, begun_at: datetime) -> str:
    """What maintainers are told of a message that was begun then, and may stand there or not."""
    moment = f"{begun_at.astimezone(UTC):%d %b %Y, %H:%M} UTC"
    because = reply.needed or reply.code
    more = f" Add {reply.needed} to the app: then it can look itself." if reply.needed else ""
    return (
        f"Nobody can know whether a message to {place_name(channel)} of {moment} was posted:"
        f" the bot cannot read what stands there ({because})."
        f" Look for it; it is not posted again.{more}"
    )
