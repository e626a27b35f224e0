"""The edge of the process: whatever happens ends in an exit status and a sentence."""

import secrets
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

import platformdirs

from bot import PROGRAM
from bot.errors import Fault, OutputFault, UserError
from bot.logs import configure_logs, without_secrets
from bot.terminal.options import ExitStatus, Options, checked
from bot.terminal.streams import Streams, these_streams

Does: TypeAlias = Callable[[Options, Streams], ExitStatus]
"""Does what one command says."""


def _does(command: str) -> Does:
    """What a command does, imported when it is asked for: one needs GitHub, the database or the
    calendars of the world, and another one nothing of it."""
    match command:
        case "parse":
            from bot.terminal.outline import outline_status as does  # noqa: PLC0415
        case "chart":
            from bot.terminal.chart import chart_status as does  # noqa: PLC0415
        case "digest":
            from bot.terminal.digest import digest_status as does  # noqa: PLC0415
        case "remind":
            from bot.terminal.remind import remind_status as does  # noqa: PLC0415
        case _:
            from bot.terminal.questions import question_status as does  # noqa: PLC0415
    return does


def exit_status(options: Options, *, more: Mapping[str, Does] | None = None) -> ExitStatus:
    """Do what the command line says; errors are told on stderr. `more`: commands of other rooms."""
    streams = these_streams()
    configure_logs(debug=options.debug)
    try:
        command = "fix" if options.changes_boxes else options.command
        does = (more or {}).get(command) or _does(command)
        return does(checked(options), streams)
    except UserError as error:
        streams.complain(error)
        return ExitStatus.WRONG
    except OutputFault as fault:
        streams.complain(fault)
        return ExitStatus.UNWRITTEN
    except Fault as fault:
        streams.complain(fault)
        return ExitStatus.NOTHING
    except Exception as error:  # noqa: BLE001 -- a process edge: nobody above would tell it
        _apologise(error, options, streams)
        return ExitStatus.BUG


def _apologise(error: Exception, options: Options, streams: Streams) -> None:
    """A mistake of ours: its place goes to the log, not into somebody's face."""
    told = "".join(traceback.format_exception(error))
    if options.debug:
        streams.warn(f"This is a mistake in {PROGRAM}.\n{told}")
        return
    reference = secrets.token_hex(4)
    log = _logged(f"{reference}\n{told}\n")
    where = f"what happened is in {log}" if log else "ask again with --debug to see what happened"
    streams.warn(
        f"Sorry, this is a mistake in {PROGRAM} (reference {reference}).",
        f"Please report it: {where}.",
    )


def _logged(text: str) -> Path | None:
    """Where the text was added; `None` when it could not be."""
    try:
        path = platformdirs.user_log_path(PROGRAM, appauthor=False) / "errors.log"
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(mode=0o600)  # for nobody else: a traceback may name what is private
        with path.open("a", encoding="utf-8", errors="replace") as log:
            log.write(without_secrets(text))
    except OSError:
        return None
    return path
