"""The child process: a sheet on stdin → a picture on stdout."""

import os
import sys
import tempfile

from bot.charts.sheet import Sheet

LACKING = 3
"""Exit status: matplotlib is not installed."""


def main() -> int:
    """Draw one picture."""
    sheet = Sheet.from_json(sys.stdin.buffer.read().decode("utf-8"))
    # matplotlib keeps a list of fonts, and complains where it finds no place for it.
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("MPLCONFIGDIR", folder)
        try:
            from bot.charts.drawing import drawn  # noqa: PLC0415 -- only here is it needed
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] != "matplotlib":
                raise
            return LACKING
        sys.stdout.buffer.write(drawn(sheet))
    return 0


if __name__ == "__main__":
    sys.exit(main())
