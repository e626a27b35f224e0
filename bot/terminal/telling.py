"""How an answer is told: in which form, with what beside it on stderr, and with which status."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from bot.answers.answer import Answer, DriftFacts, HelpFacts, Moment
from bot.answers.audience import Audience
from bot.answers.from_store import from_store
from bot.github_status.reader import Latest
from bot.render.days import moment_text
from bot.render.formats import Format, renderer
from bot.render.json_text import json_lines
from bot.terminal.options import ExitStatus, Options
from bot.terminal.streams import Streams


def told(
    answer: Answer,
    latest: Latest | Sequence[Latest],
    options: Options,
    streams: Streams,
    *,
    more: Mapping[str, Any] | None = None,
) -> ExitStatus:
    """Show the answer on stdout, and say on stderr why it is not from a new reading.

    `latest`: what it was made from; of several trackers several. `more`: what JSON has beside the
    answer's own facts.
    """
    every = (latest,) if isinstance(latest, Latest) else latest
    for one in every:
        answer = _with_warning(answer, one, audience_of(options))
    show(answer, options, streams, more=more)
    for one in every:
        _warn(one, options, streams)
    return _status(answer, every, options)


def audience_of(options: Options) -> Audience:
    """For whom an answer of this form is made."""
    return renderer(format_of(options)).audience


def format_of(options: Options) -> Format:
    """The form that the options ask for."""
    if options.json:
        return Format.JSON
    return Format.MARKDOWN if options.markdown else Format.TEXT


def show(
    answer: Answer,
    options: Options,
    streams: Streams,
    *,
    more: Mapping[str, Any] | None = None,
) -> None:
    """Print the answer on stdout; `more` as for `told`."""
    form = format_of(options)
    text = renderer(form).draw(answer, streams.screen)
    if form is not Format.JSON:
        streams.show(text)
    elif more:
        streams.show_data(json_lines({**json.loads(text), **more}))
    else:
        streams.show_data(text)


def _with_warning(answer: Answer, latest: Latest, audience: Audience) -> Answer:
    """The answer, headed by why it is not a new one, unless that may name a private tracker."""
    if latest.fault is None:
        return answer
    may_tell = audience.sees_private or latest.snapshot.issue.is_private is False
    why = f"{latest.fault} {latest.fault.advice}".rstrip() if may_tell else ""
    return from_store(answer, latest.snapshot.as_of, why)


def _warn(latest: Latest, options: Options, streams: Streams) -> None:
    """The same on stderr, but where the answer stands right above it in one place."""
    seen = format_of(options) is Format.TEXT and streams.are_one
    if latest.fault is not None and not seen:
        at = moment_text(Moment(latest.snapshot.as_of))
        streams.warn(f"{latest.fault} This is the last reading, of {at}.", latest.fault.advice)


def _status(answer: Answer, latest: Sequence[Latest], options: Options) -> ExitStatus:
    drifted = isinstance(answer.facts, DriftFacts) and bool(answer.facts.findings)
    if options.exit_code and drifted:
        return ExitStatus.DRIFTED
    is_complete = isinstance(answer.facts, HelpFacts) or answer.facts.coverage.is_complete
    if len(latest) > 1:
        is_complete = all(one.snapshot.coverage.is_complete for one in latest)
    if any(one.fault is not None for one in latest) or not is_complete:
        return ExitStatus.PARTLY
    return ExitStatus.ANSWERED
