"""`--post`: a digest, or the messages that follow it, sent now."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from bot import PROGRAM
from bot.delivery import Delivered, DeliveryOutcome
from bot.errors import Fault, UserError
from bot.jobs.slots import SlotEnd, SlotResult
from bot.logs import hold_back
from bot.people.people import Link
from bot.settings.channels import ChannelDigest
from bot.settings.fields import Settings
from bot.settings.loading import load_settings
from bot.settings.secrets import secrets_of
from bot.terminal.desk import Desk
from bot.terminal.options import ExitStatus, Options
from bot.terminal.questions import desk_of
from bot.terminal.remind import planned_round
from bot.terminal.slots import AskedSlot, asked_digests, asked_slot
from bot.terminal.streams import Streams

PostDigest: TypeAlias = Callable[[Settings, ChannelDigest, datetime], Awaitable[SlotResult | None]]
PostReminders: TypeAlias = Callable[
    [Settings, Sequence[ChannelDigest], datetime, frozenset[str]],
    Awaitable[tuple[Mapping[str, Delivered], frozenset[str]]],
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Poster:
    """What sends; `bot.serving` has it."""

    digest: PostDigest
    reminders: PostReminders


def post_status(options: Options, streams: Streams, poster: Poster) -> ExitStatus:
    """Send, and say what came of it. Raises `UserError`, or a `Fault` when nothing was sent."""
    settings = load_settings(options.config)
    hold_back(secrets_of(settings))
    if settings.slack_bot_token is None:
        raise UserError(
            "SLACK_BOT_TOKEN is missing: nothing can be posted without it.",
            advice=f"Set it as for `{PROGRAM} run` (docs/slack-setup.md), or leave --post out.",
        )
    desk = desk_of(options, streams)
    asked = _newest_slot(options, desk, streams)
    if options.command == "digest":
        return _post_digest(settings, asked, streams, poster)
    return _post_reminders(settings, asked, desk, options, streams, poster)


def _newest_slot(options: Options, desk: Desk, streams: Streams) -> AskedSlot:
    """The slot that came last: an earlier one was posted, or merged into a later one."""
    found = asked_digests(options, desk)
    if not found:
        raise UserError(
            "No channel gets this digest.",
            advice="Write [[digest]] into nemorl-status.toml, or subscribe a channel in Slack.",
        )
    if options.command == "digest" and len(found) > 1:
        known = ", ".join(f"{each.channel} ({each.tracker.name})" for each in found)
        raise UserError(
            f"Which digest? There are several: {known}.",
            advice="Name one with --channel, and --tracker where the channel gets more than one.",
        )
    schedule = found[0].schedule
    newest = schedule.last_until(desk.now)
    asked = asked_slot(options, desk, desk.now, streams)
    if options.slot is not None and asked.slot != newest:
        day = schedule.local_date(newest)
        raise UserError(
            f"Only the newest digest can be posted: that of {day}.",
            advice=f"--slot {day}, or leave --post out to look at another one.",
        )
    return AskedSlot(digest=found[0], schedule=schedule, slot=newest, is_coming=False)


def _post_digest(
    settings: Settings, asked: AskedSlot, streams: Streams, poster: Poster
) -> ExitStatus:
    async def post() -> SlotResult | None:
        return await poster.digest(settings, asked.digest, asked.slot)

    result = asyncio.run(post())
    what = f"the digest of {asked.day} in {asked.digest.channel}"
    if result is None:
        streams.show(f"Nothing was posted: {what} is over already.\n")
        return ExitStatus.ANSWERED
    match result.end:
        case SlotEnd.SENT if result.delivered is None:
            streams.show(f"Nothing was posted: the week was quiet ({what}).\n")
        case SlotEnd.SENT:
            streams.show(f"Posted: {what}.\n")
        case SlotEnd.CLOSED:
            streams.show(f"Posted that the tracker is closed; no more digests ({what}).\n")
        case SlotEnd.WAITS | SlotEnd.GIVEN_UP | SlotEnd.REFUSED:
            raise Fault(f"Not posted, or not all of it: {what}.", advice=_advice(result))
    return ExitStatus.ANSWERED


def _advice(result: SlotResult) -> str:
    error = result.error
    said = f"{error} {error.advice}".strip() if error is not None else ""
    delivered = result.delivered.advice if result.delivered is not None else ""
    return " ".join(filter(None, (said, delivered))) or "Ask again in some minutes."


def _post_reminders(
    settings: Settings,
    asked: AskedSlot,
    desk: Desk,
    options: Options,
    streams: Streams,
    poster: Poster,
) -> ExitStatus:
    if not desk.reminds:
        raise UserError(
            "The settings say that owners are not written to.",
            advice="Set enabled = true in [remind], or leave --post out.",
        )
    found = planned_round(asked, desk, options, at=desk.now)
    plan = found.planned.plan
    links: dict[str, Link] = {r.link.slack: r.link for r in plan.reminders if r.link.slack}
    digests = asked_digests(options, desk)

    async def post() -> tuple[Mapping[str, Delivered], frozenset[str]]:
        return await poster.reminders(settings, digests, asked.slot, frozenset(links))

    sent, over = asyncio.run(post())
    meant = {found.person.name} if found.person is not None else None
    for link in found.people.links:  # who was told this week already is in no plan of it
        if link.slack in over and (meant is None or link.name in meant):
            links.setdefault(link.slack, link)
    lines = list(_outcomes(links, sent, over)) or ["Nobody is to be written to."]
    streams.show("".join(f"{line}\n" for line in lines))
    is_whole = all(one.outcome in _STANDS for one in sent.values())
    return ExitStatus.ANSWERED if is_whole else ExitStatus.PARTLY


_STANDS = {DeliveryOutcome.SENT, DeliveryOutcome.SENT_BEFORE}


def _outcomes(
    links: Mapping[str, Link], sent: Mapping[str, Delivered], over: frozenset[str]
) -> Iterator[str]:
    for slack, link in links.items():
        delivered = sent.get(slack)
        if delivered is None and slack in over:
            yield f"{link.name}: done with this week already."
        elif delivered is None:
            yield f"{link.name}: not now: it is not their time yet, or they are away."
        elif delivered.outcome in _STANDS:
            yield f"{link.name}: written to."
        else:
            yield f"{link.name}: not written to. {delivered.advice}".rstrip()
