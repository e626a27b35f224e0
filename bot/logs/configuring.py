"""What a log line is made of: ours and those of libraries, in one form, through one net."""

import logging
import sys
import traceback
from collections.abc import Iterator, MutableMapping
from contextlib import suppress
from types import TracebackType
from typing import Any, Final, Literal, TypeAlias

import structlog
from structlog.types import Processor

from bot.logs.net import plain_without_secrets

LogForm: TypeAlias = Literal["text", "json"]

_MOST_CAUSES: Final = 5
"""Exceptions of one chain that a line tells of."""

_FIRST: Final = ["timestamp", "level", "event"]


def configure_logs(*, debug: bool, usual: int = logging.ERROR, form: LogForm = "text") -> None:
    """Logs go to stderr: everything with `debug`, else from the `usual` level on.

    In a terminal that is only what no answer or error block tells. Of libraries only errors are
    told, and with `debug` what is worth a line.
    """
    level = logging.DEBUG if debug else usual
    before: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _kind_and_place,
    ]
    after: list[Processor] = [_fields_without_secrets, _drawing(form)]
    structlog.configure(
        processors=[*before, *after],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    _configure_libraries(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*before, structlog.stdlib.add_logger_name],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *after],
        ),
        level=logging.INFO if debug else logging.ERROR,
    )


class _ToStderr(logging.Handler):
    """Writes the lines of libraries where ours go."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write one line."""
        try:
            line = self.format(record)
        except Exception:  # noqa: BLE001 -- `logging` would print the arguments of a broken line
            line = self.format(_unreadable(record))
        with suppress(OSError, ValueError):  # there is nobody left to tell it to
            print(line, file=sys.stderr)  # noqa: T201 -- as structlog does


def _unreadable(record: logging.LogRecord) -> logging.LogRecord:
    """In place of a line that cannot be drawn."""
    said = "A line of a library cannot be read"
    return logging.LogRecord(record.name, record.levelno, "", 0, said, None, None)


def _configure_libraries(formatter: logging.Formatter, *, level: int) -> None:
    root = logging.getLogger()
    for handler in [each for each in root.handlers if isinstance(each, _ToStderr)]:
        root.removeHandler(handler)
    handler = _ToStderr()
    handler.setFormatter(formatter)
    root.addHandler(handler)
    root.setLevel(level)
    # It names tasks together with what they gave, which may be what somebody wrote; what failed in
    # one is told by the running bot.
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)


def _drawing(form: LogForm) -> Processor:
    if form == "json":
        return structlog.processors.JSONRenderer()
    return structlog.processors.KeyValueRenderer(key_order=_FIRST)


def _kind_and_place(
    _logger: object, _method: str, fields: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """What an exception was and where it happened; its message may hold what somebody wrote."""
    error = _error_of(fields.pop("exc_info", None))
    if error is not None:
        chain = list(_chain(error))
        fields["kind"] = " from ".join(type(each).__name__ for each in chain)
        fields["where"] = "".join(_place(each.__traceback__) for each in reversed(chain))
    return fields


def _error_of(given: object) -> BaseException | None:
    match given:
        case BaseException():
            return given
        case (_, BaseException() as error, _):
            return error
        case None | False:
            return None
        case _:
            return sys.exc_info()[1]


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The error, and what it came from: those of a group, and its cause."""
    coming = [error]
    for _ in range(_MOST_CAUSES):
        if not coming:
            return
        each = coming.pop(0)
        yield each
        coming += each.exceptions if isinstance(each, BaseExceptionGroup) else ()
        cause = each.__cause__ or (None if each.__suppress_context__ else each.__context__)
        coming += [cause] if cause is not None else []


def _place(trace: TracebackType | None) -> str:
    return "".join(traceback.format_tb(trace))


def _fields_without_secrets(
    _logger: object, _method: str, fields: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """The fields as plain values, through the net."""
    drawn = plain_without_secrets(fields)
    return drawn if isinstance(drawn, dict) else {}
