"""Where log lines go, and a net that holds back secrets."""

import logging
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog

from bot.settings.file import SECRET_VALUE


def configure_logs(*, debug: bool, usual: int = logging.ERROR) -> None:
    """Logs go to stderr: everything with `debug`, else from the `usual` level on.

    In a terminal that is only what no answer or error block tells.
    """
    level = logging.DEBUG if debug else usual
    logging.basicConfig(stream=sys.stderr, level=logging.INFO if debug else logging.ERROR)
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            _fields_without_secrets,
            structlog.processors.KeyValueRenderer(key_order=["timestamp", "level", "event"]),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


def without_secrets(text: str) -> str:
    """The text with what looks like a secret blotted out."""
    return SECRET_VALUE.sub("[secret]", text)


def _fields_without_secrets(
    _logger: object, _method: str, fields: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """A net below the rule that nobody logs a secret."""
    for name, value in fields.items():
        if isinstance(value, str):
            fields[name] = without_secrets(value)
    return fields
