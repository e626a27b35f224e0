"""Writing to a stream that may be full, or that nobody reads. Imports nothing heavy."""

import os
import sys
from typing import TextIO

from bot.errors import OutputFault


def open_closed_streams() -> None:
    """What is written to a stream that was closed (`>&-`) goes nowhere, as its giver wants.

    Python has no stream there at all, and the next file that is opened takes its number.
    """
    if sys.stdout is None:
        sys.stdout = _nowhere()
    if sys.stderr is None:
        sys.stderr = _nowhere()


def write(stream: TextIO, text: str) -> None:
    """Write all of it, `?` for what the encoding lacks; raises `OutputFault` when it cannot be."""
    encoding = stream.encoding or "utf-8"
    try:
        stream.write(text.encode(encoding, "replace").decode(encoding))
        stream.flush()
    except BrokenPipeError:
        # Whoever read has seen enough (`| head`). Nothing more is written, also not at exit:
        # https://docs.python.org/3/library/signal.html#note-on-sigpipe
        _point_to_nothing(stream)
    except OSError as error:
        _point_to_nothing(stream)
        raise OutputFault(f"The answer could not be written: {error.strerror}.") from error


def _nowhere() -> TextIO:
    return open(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8", closefd=False)


def _point_to_nothing(stream: TextIO) -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
