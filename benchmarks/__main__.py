"""Runs the benchmarks, and says what is too slow.

    python -m benchmarks [--write FILE] [NAME ...]

Without names all of them run; `--write` writes the report. Exit status 1: a limit is not met.
"""

import argparse
import sys
from pathlib import Path

from benchmarks.report import PARTS, part, report


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", choices=[[], *(name for name, _ in PARTS)])
    parser.add_argument("--write", type=Path, metavar="FILE")
    words = parser.parse_args()
    parts = []
    for name, title in PARTS:
        if not words.names or name in words.names:
            parts.append(part(name, title))
            sys.stdout.write(f"{parts[-1].text()}\n")
            sys.stdout.flush()
    if words.write:
        words.write.write_text(report(parts), encoding="utf-8")
    missed = [figure.what for one in parts for figure in one.figures if not figure.is_met]
    for what in missed:
        sys.stderr.write(f"A limit is not met: {what}\n")
    raise SystemExit(bool(missed))


if __name__ == "__main__":
    main()
