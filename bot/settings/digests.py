"""The settings of what the bot says unasked: digests of channels, and messages to owners."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import time
from typing import Annotated, Any, Final

from pydantic import AfterValidator, PlainValidator, Strict

from bot.errors import UserError
from bot.github_status.facts.refs import Ref
from bot.schedule import REMIND_AT, parse_moment, parse_weekly, zone_named
from bot.settings.channels import DEFAULT_AT, ChannelDigest
from bot.settings.file import KeyPath, shown
from bot.settings.parts import Table, Text, Texts, listed
from bot.settings.slack import channel_id
from bot.settings.trackers import Tracker, issue_ref

DEFAULT_STATUSES: Final = (
    # Of the statuses that Slack itself suggests, those of somebody who is not at work.
    ":palm_tree:",
    ":face_with_thermometer:",
    "vacation",
    "sick",
    "out of office",
    "ooo",
    "on leave",
    "parental leave",
)

_TIME = re.compile(r"([0-9]{1,2}):([0-9]{2})", re.ASCII)


def _moment(value: str) -> str:
    try:
        parse_moment(value)
    except UserError as error:
        raise ValueError("is no moment of a week; write it as mon 09:00") from error
    return value


def _zone(value: str) -> str:
    try:
        return zone_named(value).key
    except UserError as error:
        raise ValueError(f"is no time zone. {error.advice}") from error


def _time_of_day(value: object) -> time:
    if isinstance(value, time):
        return value
    found = _TIME.fullmatch(value.strip()) if isinstance(value, str) else None
    try:
        if found is not None:
            return time(int(found[1]), int(found[2]))
    except ValueError:
        pass
    raise ValueError('must be a time of 24 hours, in quotes, as "10:00"')


def _one_channel(value: str) -> str:
    try:
        return channel_id(value)
    except ValueError as error:
        raise ValueError(
            "must be a Slack channel's id, as C012ABCDEF (channel details, at the end)"
        ) from error


class DigestSettings(Table):
    """`[[digest]]`: the weekly digest of a tracker in a channel."""

    channel: Annotated[Text, AfterValidator(_one_channel)]
    """Id of the channel. Example: `C012ABCDEF`."""
    tracker: Text | None = None
    """Name or ref of a `[[tracker]]`. Default: the first one."""
    at: Annotated[Text, AfterValidator(_moment)] = DEFAULT_AT
    """Weekday and time, on the clocks of `zone`."""
    zone: Annotated[Text, AfterValidator(_zone)]
    """IANA time zone. Example: `America/Los_Angeles`."""
    quiet: Annotated[bool, Strict()] = False
    """True: a week with nothing new is passed over in silence."""


class RemindSettings(Table):
    """`[remind]`: messages to owners, the working day after the digest."""

    enabled: Annotated[bool, Strict()] = True
    """Whether owners are written to at all."""
    at: Annotated[time, PlainValidator(_time_of_day)] = REMIND_AT
    """Time of day, in each person's own zone."""
    statuses: Texts = DEFAULT_STATUSES
    """Slack statuses that postpone a message: an emoji as `:palm_tree:`, or words that stand in the
    status's text."""


def channel_digests(
    digests: Sequence[DigestSettings], trackers: Sequence[Tracker]
) -> tuple[ChannelDigest, ...]:
    """The digests with their trackers; of settings without mistakes."""
    found = ((digest, _tracker_of(digest.tracker, trackers)) for digest in digests)
    return tuple(
        ChannelDigest(
            channel=digest.channel,
            tracker=tracker,
            at=str(parse_weekly(digest.at, digest.zone)),
            zone=digest.zone,
            quiet=digest.quiet,
        )
        for digest, tracker in found
        if tracker is not None
    )


def digest_mistakes(
    tables: Mapping[str, Any], lines: Mapping[KeyPath, int]
) -> Iterator[tuple[KeyPath, str]]:
    """Digests of no tracker, and those that stand twice; wrong types are passed over.

    `lines`: where in the file keys stand.
    """
    trackers = _trackers_in(tables)
    wanted = bool(tables.get("tracker"))
    seen: dict[tuple[str, Ref], int] = {}
    for number, digest in enumerate(listed(tables.get("digest"))):
        asked, channel = digest.get("tracker"), digest.get("channel")
        if not wanted:
            yield ("digest", number), "[[digest]] needs a [[tracker]] to tell of, and there is none"
            continue
        if asked is not None and not isinstance(asked, str):
            continue
        tracker = _tracker_of(asked and asked.strip(), trackers)
        if tracker is None:
            if asked is not None:
                known = ", ".join(f"“{shown(each.name)}”" for each in trackers)
                yield (
                    ("digest", number, "tracker"),
                    f"“digest.tracker” names no [[tracker]]; there are {known}",
                )
            continue
        told = (str(channel).strip(), tracker.ref)
        if told in seen:
            line = lines.get(("digest", seen[told]))
            where = "" if line is None else f", in line {line}"
            yield (
                ("digest", number),
                f"this channel has a digest of this tracker already{where}: remove one, or name"
                " another tracker",
            )
        seen.setdefault(told, number)


def _tracker_of(asked: str | None, trackers: Sequence[Tracker]) -> Tracker | None:
    """The one that has this name or ref, else the first; `None` when there is none."""
    if asked is None:
        return next(iter(trackers), None)
    for tracker in trackers:
        if asked.casefold() in {name.casefold() for name in tracker.all_names}:
            return tracker
    try:
        ref = issue_ref(asked)
    except ValueError:
        return None
    return next((tracker for tracker in trackers if tracker.ref == ref), None)


def _trackers_in(tables: Mapping[str, Any]) -> tuple[Tracker, ...]:
    """What is right of the file's trackers."""
    found = []
    for tracker in listed(tables.get("tracker")):
        name, aliases = tracker.get("name"), tracker.get("aliases")
        try:
            ref = issue_ref(tracker.get("issue"))
        except ValueError:
            continue
        names = aliases if isinstance(aliases, list) else ()
        if isinstance(name, str):
            known = tuple(other for other in names if isinstance(other, str))
            found.append(Tracker(name=name.strip(), ref=ref, names=known))
    return tuple(found)
