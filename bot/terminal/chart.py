"""`chart`: a burn-up picture of a tracker or a workstream, in a file."""

import asyncio
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from bot.answers.audience import TERMINAL
from bot.answers.burnup import BurnUp, burn_up, burn_up_words, week_ends
from bot.charts.picture import INSTALL, NOT_INSTALLED, can_draw, picture_of
from bot.charts.sheet import Form
from bot.commands import Asked, Scene, parse
from bot.commands.lookup import show_words, workstreams_called
from bot.commands.workstream import WorkstreamQuestion
from bot.errors import OutputFault, UserError
from bot.github_status.facts.snapshot import Snapshot
from bot.github_status.judge import judge_snapshot
from bot.github_status.judge.burnup import week_counts
from bot.github_status.judge.verdicts import JudgedWorkstream
from bot.schedule import zone_named
from bot.settings.trackers import Tracker
from bot.terminal.desk import Desk
from bot.terminal.options import ExitStatus, Options
from bot.terminal.questions import asked_now, asked_tracker, desk_of
from bot.terminal.streams import Streams

_FORMS: dict[str, Form] = {".png": "png", ".svg": "svg"}


def chart_status(options: Options, streams: Streams) -> ExitStatus:
    """Write the picture, and say on stdout what it shows. Raises `UserError` or a `Fault`."""
    path, form = _file(options.output)
    if not can_draw():
        raise UserError(NOT_INSTALLED, advice=f"{INSTALL}.")
    desk = desk_of(options, streams)
    asked = _asked(options, desk)
    tracker = asked_tracker(options, asked.tracker_name, desk)
    latest = desk.latest(tracker)
    burn = _burn_up(asked, tracker, latest.snapshot, desk, options)
    picture = asyncio.run(picture_of(burn, form))
    try:
        path.write_bytes(picture)
    except OSError as error:
        reason = (error.strerror or "it fails").lower()
        raise OutputFault(
            f"{path} could not be written: {reason}.", advice="Name another file: -o burn-up.png"
        ) from error
    streams.show(f"{burn_up_words(burn)}\nThe picture is in {path}.\n")
    if latest.fault is not None:
        streams.warn(f"{latest.fault} The picture ends with the last reading.", latest.fault.advice)
        return ExitStatus.PARTLY
    return ExitStatus.ANSWERED


def _file(output: Path | None) -> tuple[Path, Form]:
    if output is None:
        raise UserError("Where to? A picture is a file.", advice="Name one: -o burn-up.png")
    form = _FORMS.get(output.suffix.lower())
    if form is None:
        raise UserError(
            f"What kind of picture is {output.name}?",
            advice="Name a file that ends in .png or .svg.",
        )
    return output, form


def _asked(options: Options, desk: Desk) -> Asked:
    """The words behind `chart`: a workstream, "in" and a tracker, both or none."""
    words = options.words[1:]
    names_workstream = bool(words) and words[0].casefold() != "in"
    known = [name for tracker in desk.trackers for name in tracker.all_names]
    asked = parse(("show", *words) if names_workstream else words, trackers=known)
    is_no_tracker = not names_workstream and bool(asked.words)
    return parse(("show", *words), trackers=known) if is_no_tracker else asked


def _burn_up(
    asked: Asked, tracker: Tracker, newest: Snapshot, desk: Desk, options: Options
) -> BurnUp:
    people, now = desk.people(tracker), asked_now(options, desk)
    shown = judge_snapshot(newest, rules=desk.rules, people=people.for_judge(), now=now)
    chosen: Sequence[JudgedWorkstream] = ()
    if isinstance(asked.question, WorkstreamQuestion):
        scene = Scene(
            tracker=shown,
            name=tracker.name,
            aliases=tracker.workstream_aliases,
            people=people,
            asker=None,
            audience=TERMINAL,
        )
        chosen = workstreams_called(scene, asked.question.workstream, words_for=_chart_words)
    zone = zone_named(_zone_of(tracker, desk))
    ends = week_ends(now, zone)
    found = desk.weekly(tracker, ends, newest, partial(week_counts, rules=desk.rules))
    return burn_up(found, ends, shown, label=tracker.name, zone=zone, chosen=chosen)


def _zone_of(tracker: Tracker, desk: Desk) -> str:
    """That of the first channel that gets its digest."""
    found = (one.zone for one in desk.digests() if one.tracker.ref == tracker.ref)
    return next(found, desk.usual_zone)


def _chart_words(name: str) -> str:
    return show_words(name).replace("show", "chart", 1)
