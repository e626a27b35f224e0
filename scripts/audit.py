"""Asks PyPI whether anything that is locked has a known vulnerability; `make lint` runs it.

Exit status 1 when there is one. Where PyPI cannot be asked (no network, a mirror that knows nothing
of vulnerabilities) it says so and ends with 0: nobody can mend that by changing the project.
"""

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LONGEST_SECONDS = 30.0
"""For all of it; one package is one request, and asked again after a day at the earliest."""

TOOL = (sys.executable, "-m", "pip_audit")

_HOW = ("--disable-pip", "--require-hashes", "--format", "json", "--progress-spinner", "off")


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What came of asking."""

    found: tuple[str, ...] = ()
    """A line for each vulnerability."""
    asked: int = 0
    """Packages that PyPI told about."""
    unknown: int = 0
    """Packages that it told nothing about."""
    because: str = ""
    """Why nothing could be asked; empty: it could."""


def verdict(report: str) -> Verdict:
    """What pip-audit's JSON says."""
    try:
        return _read(json.loads(report)["dependencies"])
    except (ValueError, LookupError, TypeError):
        return Verdict(because="PyPI could not be reached")


def _read(listed: Sequence[Mapping[str, Any]]) -> Verdict:
    told = {(one["name"], one["version"]): one for one in listed if "skip_reason" not in one}
    unknown = {one["name"] for one in listed if "skip_reason" in one}
    found = [_line(one, vuln) for one in told.values() for vuln in one["vulns"]]
    because = "" if told else "what answers for PyPI knows nothing of vulnerabilities"
    return Verdict(found=tuple(found), asked=len(told), unknown=len(unknown), because=because)


def asked(locks: Sequence[Path], *, tool: Sequence[str] = TOOL, seconds: float) -> Verdict:
    """The verdict on these locks, within so many seconds."""
    files = [part for lock in locks for part in ("-r", str(lock))]
    try:
        done = subprocess.run(  # noqa: S603 -- our own words, no shell
            [*tool, *files, *_HOW], capture_output=True, text=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        return Verdict(because=f"PyPI did not answer within {seconds:.0f} seconds")
    return verdict(done.stdout)


def said(found: Verdict) -> str:
    """The verdict, in lines for a terminal."""
    if found.because:
        return f"Warning: dependencies were not audited: {found.because}."
    lines = [*found.found]
    if found.found:
        lines.append("Take a version without it: make lock LOCKFLAGS='--upgrade-package NAME'")
    more = f", {found.unknown} are not known there" if found.unknown else ""
    return "\n".join([*lines, f"Audited {found.asked} dependencies{more}."])


def main() -> int:
    """Ask about every lock of this folder, and say it."""
    found = asked(sorted(Path().glob("requirements*.lock")), seconds=LONGEST_SECONDS)
    print(said(found), file=sys.stderr if found.found or found.because else sys.stdout)
    return 1 if found.found else 0


def _line(package: Mapping[str, Any], vulnerability: Mapping[str, Any]) -> str:
    fixed = ", ".join(vulnerability["fix_versions"]) or "no version yet"
    name = f"{package['name']} {package['version']}"
    return f"{name} has the known vulnerability {vulnerability['id']} (fixed in {fixed})"


if __name__ == "__main__":
    sys.exit(main())
