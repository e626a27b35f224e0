"""`--live`: tries in Slack and on GitHub what cannot be told otherwise, and edits nothing.

Every form of message is shown to Slack's own validation; one message is posted to a maintainer and
deleted; every row of every tracker is read.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, Protocol

from bot.delivery.replies import Refused
from bot.doctor.check import Check, counted, not_checked, right, warning, within_time, wrong
from bot.doctor.examination import Ground
from bot.doctor.github import whole_reading_check
from bot.doctor.slack_asking import Told
from bot.errors import NemorlStatusError

FORMS_NAME: Final = "Forms"
POST_NAME: Final = "Message"

READING_SECONDS: Final = 600.0
"""For all of a tracker: thousands of rows take minutes, and more where a limit is waited for."""
_BETWEEN_SECONDS: Final = 1.2
"""Slack answers some fifty such questions a minute."""

_TEXT: Final = (
    "nemorl-status doctor: this message shows that the bot can write to you. It is deleted."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A message or a view as the bot would send it."""

    name: str
    kind: Literal["message", "view"]
    content: Any


class Tries(Protocol):
    """Slack, as far as things are tried there."""

    async def valid(self, kind: str, form: object) -> Told: ...  # noqa: D102 -- as in `SlackAsker`
    async def post(self, user: str, *, text: str, blocks: object) -> Told: ...  # noqa: D102
    async def delete(self, channel: str, ts: str) -> Told: ...  # noqa: D102


async def tried_live(
    ground: Ground,
    forms: Sequence[Form],
    *,
    to: str | None,
    pause_seconds: float = _BETWEEN_SECONDS,
) -> tuple[Check, ...]:
    """What came of it. `to`: the maintainer who gets the message; `None`: there is none."""
    checks: list[Check] = []
    if ground.slack is None:
        checks += [not_checked(n, "there is no bot token") for n in (FORMS_NAME, POST_NAME)]
    else:
        checks += await form_checks(ground.slack, forms, pause_seconds=pause_seconds)
        looked = await within_time(POST_NAME, post_check(ground.slack, to), otherwise=None)
        checks += [*([looked.found] if looked.found else []), *looked.checks]
    return (*checks, *await _readings(ground))


async def form_checks(slack: Tries, forms: Sequence[Form], *, pause_seconds: float) -> list[Check]:
    """One line for all that Slack takes, and one for each that it does not."""
    taken = 0
    found: list[Check] = []
    for number, form in enumerate(forms):
        if number:
            await asyncio.sleep(pause_seconds)
        told = await slack.valid(form.kind, form.content)
        if told.no_answer:
            left = counted(len(forms) - number, "form")
            return [*found, not_checked(FORMS_NAME, f"{told.no_answer}: {left} are left")]
        if told.refusal in {"unknown_method", "method_not_supported"}:
            return [not_checked(FORMS_NAME, "this Slack does not have blocks.validate")]
        if isinstance(told.reply, Refused):
            found.append(_refused(form, told.reply))
        else:
            taken += 1
    accepted = right(FORMS_NAME, f"Slack takes {taken} of {counted(len(forms), 'form')}.")
    return [accepted, *found] if taken else found


def _refused(form: Form, reply: Refused) -> Check:
    where = f" at {', '.join(reply.pointers[:3])}" if reply.pointers else ""
    return wrong(
        FORMS_NAME,
        f"Slack would refuse “{form.name}” ({reply.code}{where}).",
        "It is a mistake of this program: please report it.",
    )


async def post_check(slack: Tries, to: str | None) -> Check:
    """Whether a message can be posted, and taken back."""
    if to is None:
        return not_checked(POST_NAME, "[slack] maintainers names nobody")
    trying = asyncio.ensure_future(_posted_and_deleted(slack, to))
    try:
        return await asyncio.shield(trying)
    except asyncio.CancelledError:
        await trying  # whoever breaks off leaves no message behind
        raise


async def _posted_and_deleted(slack: Tries, to: str) -> Check:
    blocks = [{"type": "section", "text": {"type": "plain_text", "text": _TEXT}}]
    posted = await slack.post(to, text=_TEXT, blocks=blocks)
    if posted.no_answer:
        what = f"{posted.no_answer}, so that a message may stand in the conversation with {to}."
        return warning(POST_NAME, what, "Look there; ask again.")
    if posted.refusal:
        advice = "The scope chat:write, and the Messages tab in App Home, are needed."
        return wrong(POST_NAME, f"Slack refuses a message to {to} ({posted.refusal}).", advice)
    channel, ts = str(posted.data.get("channel", "")), str(posted.data.get("ts", ""))
    gone = await slack.delete(channel, ts)
    if gone.no_answer or gone.refusal:
        why = gone.no_answer or gone.refusal
        what = f"A message to {to} was posted, and could not be deleted ({why})."
        return warning(POST_NAME, what, "Delete it by hand.")
    return right(POST_NAME, f"A message to {to} was posted and deleted.")


async def _readings(ground: Ground) -> tuple[Check, ...]:
    github = ground.github
    if isinstance(github, NemorlStatusError):
        return (not_checked("Reading", "GitHub cannot be asked"),)
    found: list[Check] = []
    for each in ground.settings.tracker:
        name = f"Reading {each.name}"
        looking = whole_reading_check(github, each.issue, each.name)
        looked = await within_time(name, looking, otherwise=None, seconds=READING_SECONDS)
        found += [*([looked.found] if looked.found else []), *looked.checks]
    return tuple(found)
