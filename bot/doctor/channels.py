"""Channels that get a digest: there, not archived, and the bot is in them."""

import asyncio
from collections.abc import Sequence
from typing import Any, Final, Protocol

from bot.doctor.check import Check, counted, not_checked, right, warning, wrong
from bot.doctor.slack_asking import Told

NAME: Final = "Channel"

MOST_CHANNELS: Final = 40
"""Slack answers some fifty such questions a minute."""


class AsksChannel(Protocol):
    """Slack, as far as channels go."""

    async def channel(self, channel: str) -> Told:
        """What the bot may know of this channel."""
        ...


async def channel_checks(
    slack: AsksChannel, channels: Sequence[str], *, bot_name: str
) -> tuple[Check, ...]:
    """A line for each of these ids."""
    if not channels:
        advice = "In a channel: /invite the bot, and `subscribe`; or write [[digest]]."
        return (warning(NAME, "No channel gets a digest.", advice),)
    looked_at = channels[:MOST_CHANNELS]
    answers = await asyncio.gather(*map(slack.channel, looked_at))
    found = [_check(each, told, bot_name) for each, told in zip(looked_at, answers, strict=True)]
    if more := len(channels) - len(looked_at):
        found.append(not_checked(NAME, f"Slack would ask to wait: {counted(more, 'more channel')}"))
    return tuple(found)


def _check(channel: str, told: Told, bot_name: str) -> Check:
    invite = f"Write /invite @{bot_name} in that channel."
    if told.no_answer:
        return not_checked(NAME, f"{told.no_answer} ({channel})")
    if told.refusal == "missing_scope":
        return warning(
            NAME,
            f"{channel} cannot be checked without the scope channels:read, or groups:read where it"
            " is private; a digest shows it.",
        )
    if told.refusal == "channel_not_found":
        return wrong(
            NAME,
            f"There is no channel {channel}, or it is private and the bot is not in it.",
            f"Check the id (channel details, at the end). {invite}",
        )
    if told.refusal:
        return wrong(NAME, f"Slack refuses to tell of {channel} ({told.refusal}).", invite)
    return _seen(channel, told.data.get("channel"), invite)


def _seen(channel: str, said: Any, invite: str) -> Check:
    found = said if isinstance(said, dict) else {}
    name = f"#{str(found.get('name') or channel)[:80]}"
    if found.get("is_archived") is True:
        advice = "Unarchive it, or name another one in [[digest]] (`unsubscribe`)."
        return wrong(NAME, f"{name} ({channel}) is archived.", advice)
    if found.get("is_member") is False:
        return wrong(NAME, f"The bot is not in {name} ({channel}).", invite)
    if found.get("is_member") is not True:
        return not_checked(NAME, f"Slack does not say whether the bot is in {name} ({channel})")
    return right(NAME, f"The bot is in {name} ({channel}).")
