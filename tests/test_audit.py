"""The audit of dependencies: what is found fails, and what cannot be asked is said."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from scripts.audit import Verdict, asked, main, said, verdict

FINE = {"name": "httpx", "version": "0.28.1", "vulns": []}
BAD = {
    "name": "aiohttp",
    "version": "3.9.0",
    "vulns": [{"id": "PYSEC-2024-24", "fix_versions": ["3.9.2"], "description": "words"}],
}
NOT_THERE = {"name": "yarl", "skip_reason": "Dependency not found on PyPI"}


def _report(*dependencies: dict[str, Any]) -> str:
    return json.dumps({"dependencies": list(dependencies), "fixes": []})


@pytest.mark.parametrize(
    ("report", "found"),
    [
        (_report(FINE), Verdict(asked=1)),
        (_report(FINE, FINE, NOT_THERE), Verdict(asked=1, unknown=1)),
        (
            _report(FINE, BAD),
            Verdict(
                found=("aiohttp 3.9.0 has the known vulnerability PYSEC-2024-24 (fixed in 3.9.2)",),
                asked=2,
            ),
        ),
        (
            _report({**FINE, "version": "0.27.0"}, FINE, {**FINE, "name": "h11"}),
            Verdict(asked=3),
        ),
        (
            _report(NOT_THERE),
            Verdict(unknown=1, because="what answers for PyPI knows nothing of vulnerabilities"),
        ),
        ("", Verdict(because="PyPI could not be reached")),
        ("[]", Verdict(because="PyPI could not be reached")),
    ],
    ids=[
        "fine",
        "one is not on PyPI",
        "found",
        "two versions",
        "a mirror",
        "no network",
        "another form",
    ],
)
def test_verdict(report: str, found: Verdict) -> None:
    assert verdict(report) == found


def test_said__never_fine_where_nobody_was_asked() -> None:
    assert said(Verdict(asked=70, unknown=1)) == "Audited 70 dependencies, 1 are not known there."
    assert "not audited: PyPI could not be reached" in said(verdict(""))
    assert "make lock" in said(verdict(_report(BAD)))


def _tool(code: str) -> tuple[str, ...]:
    return (sys.executable, "-c", code)


@pytest.mark.parametrize(
    ("code", "seconds", "because"),
    [
        ("raise SystemExit('no route to host')", 30.0, "PyPI could not be reached"),
        ("import time; time.sleep(60)", 0.2, "PyPI did not answer within 0 seconds"),
    ],
    ids=["fails", "hangs"],
)
def test_asked__what_fails_or_hangs(code: str, seconds: float, because: str) -> None:
    assert asked([], tool=_tool(code), seconds=seconds).because == because


def test_asked__the_locks_with_their_hashes() -> None:
    """A stand-in that names what it was asked as a package."""
    code = (
        "import json, sys;"
        " one = {'name': ' '.join(sys.argv[1:]), 'version': '1',"
        " 'vulns': [{'id': 'X', 'fix_versions': []}]};"
        " print(json.dumps({'dependencies': [one]}))"
    )

    found = asked([Path("a.lock"), Path("b.lock")], tool=_tool(code), seconds=30.0)

    [line] = found.found
    assert line.startswith("-r a.lock -r b.lock --disable-pip --require-hashes ")
    assert "no version yet" in line


def test_main__every_lock_fails_on_what_is_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("requirements.lock", "requirements-dev.lock", "other.lock"):
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path)
    seen: list[str] = []

    def found(locks: Sequence[Path], *, seconds: float) -> Verdict:
        seen.extend(lock.name for lock in locks)
        return verdict(_report(BAD))

    monkeypatch.setattr("scripts.audit.asked", found)

    assert main() == 1
    assert seen == ["requirements-dev.lock", "requirements.lock"]
    assert "PYSEC-2024-24" in capsys.readouterr().err
