"""Runs the real program as somebody would, in an empty home."""

import logging
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryFile

import pytest
import structlog

from bot.__main__ import app
from bot.logs import hold_back
from tests.warm import start

TOKEN = "test-token"
DATABASE = Path(".local/share/nemorl-status/nemorl-status.db")
"""Where the program keeps its database in a home on Linux."""


@dataclass(frozen=True, kw_only=True)
class Ended:
    """How it ended."""

    status: int
    out: str
    err: str


@dataclass
class Terminal:
    """A home, a folder to stand in, and an environment; nothing of the real ones is seen."""

    home: Path
    variables: dict[str, str] = field(default_factory=dict)

    @property
    def here(self) -> Path:
        """The folder in which the program is started."""
        return self.home / "here"

    def run(self, *words: str, **variables: str) -> Ended:
        """Run `nemorl-status` with these words."""
        return self.fed(b"", *words, **variables)

    def fed(self, stdin: bytes, *words: str, **variables: str) -> Ended:
        """Run it with something on standard input."""
        with TemporaryFile() as fed, TemporaryFile() as out, TemporaryFile() as err:
            fed.write(stdin)
            fed.seek(0)
            status = start(
                words,
                streams=(fed.fileno(), out.fileno(), err.fileno()),
                here=self.here,
                environment=self.environment(**variables),
            ).join(60)
            for written in (out, err):
                written.seek(0)
            return Ended(
                status=status,
                out=out.read().decode("utf-8", "replace"),
                err=err.read().decode("utf-8", "replace"),
            )

    def cold(self, *words: str, **variables: str) -> Ended:
        """Run it in an interpreter of its own, which loads it and reads its own variables."""
        done = subprocess.run(
            [sys.executable, "-W", "error", "-m", "bot", *words],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            cwd=self.here,
            env=self.environment(**variables),
            timeout=60,
            check=False,
        )
        return Ended(
            status=done.returncode,
            out=done.stdout.decode("utf-8", "replace"),
            err=done.stderr.decode("utf-8", "replace"),
        )

    def environment(self, **variables: str) -> dict[str, str]:
        """The whole environment of the program."""
        kept = {k: v for k, v in os.environ.items() if k.startswith(("COV", "PATH", "VIRTUAL"))}
        clean = {"HOME": str(self.home), "LANG": "C.UTF-8", "PYTHONPATH": _ROOT, "TERM": "dumb"}
        return kept | clean | self.variables | variables


@dataclass(frozen=True)
class InProcess:
    """The same in this process, which is quicker, for what is not about the process."""

    terminal: Terminal
    monkeypatch: pytest.MonkeyPatch
    capsys: pytest.CaptureFixture[str]

    def __call__(self, *words: str, **variables: str) -> Ended:
        """Run `nemorl-status` with these words."""
        root = logging.getLogger()
        with self.monkeypatch.context() as patch:
            patch.setattr(root, "handlers", root.handlers[:])
            patch.setattr(root, "level", root.level)
            patch.chdir(self.terminal.here)
            for name in list(os.environ):
                patch.delenv(name)
            for name, value in self.terminal.environment(**variables).items():
                patch.setenv(name, value)
            try:
                with pytest.raises(SystemExit) as end:
                    app(words, prog_name="nemorl-status")
            finally:
                structlog.reset_defaults()
                hold_back(())
        out, err = self.capsys.readouterr()
        return Ended(status=int(end.value.code or 0), out=out, err=err)


_ROOT = str(Path(__file__).parent.parent)
