"""`docs/pipeline.md`: its workflow does what it says, with the real program in the real shell."""

import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot import __version__
from bot.terminal.options import ExitStatus
from tests.fakes.github_in_thread import fake_github_in_thread
from tests.terminal import TOKEN, Terminal

DOCS = (Path(__file__).parent.parent / "docs" / "pipeline.md").read_text(encoding="utf-8")
(_SOURCE,) = re.findall(r"```yaml\n(.*?)```", DOCS, flags=re.DOTALL)
WORKFLOW: dict[Any, Any] = yaml.safe_load(_SOURCE)
JOB = WORKFLOW["jobs"]["drift"]
ON = WORKFLOW[True]
"""YAML 1.1 takes `on` for a truth; GitHub does not."""

RUNNERS_BASH = ("bash", "--noprofile", "--norc", "-eo", "pipefail")
"""What `shell: bash` stands for."""


@dataclass(frozen=True, kw_only=True)
class Ran:
    """How the step ended."""

    status: int
    log: str
    summary: str


@dataclass
class Runner:
    """A machine of GitHub's, as far as the step sees it, with a program of this name."""

    home: Path

    def run(self, program: str, **variables: str) -> Ran:
        """Run the step that compares; `program`: what the shell does in place of ours."""
        (step,) = (step for step in JOB["steps"] if "nemorl-status drift" in step.get("run", ""))
        assert step["shell"] == "bash"
        shim, summary = self.home / "bin" / "nemorl-status", self.home / "summary.md"
        shim.parent.mkdir()
        shim.write_text(f"#!/bin/sh\n{program}\n", encoding="utf-8")
        shim.chmod(0o755)
        summary.touch()
        environment = Terminal(self.home).environment(
            CI="true",
            GITHUB_ACTIONS="true",
            GITHUB_STEP_SUMMARY=str(summary),
            TRACKER=step["env"]["TRACKER"],
        )
        environment["PATH"] = f"{shim.parent}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run(
            [*RUNNERS_BASH, "-c", step["run"]],
            env=environment | variables,
            cwd=self.home,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        return Ran(
            status=done.returncode,
            log=done.stdout + done.stderr,
            summary=summary.read_text(encoding="utf-8"),
        )


@pytest.fixture
def runner(tmp_path: Path) -> Runner:
    return Runner(tmp_path)


def ours(*options: str) -> str:
    """The real program, with these options more."""
    return f'exec {shlex.join([sys.executable, "-m", "bot", *options])} "$@"'


def test_step__drift_in_the_bundled_reading(runner: Runner) -> None:
    """Whatever the machine says of a screen, there is none."""
    ran = runner.run(ours("--demo"), COLUMNS="20", FORCE_COLOR="1", TERM="xterm")

    assert ran.status == ExitStatus.DRIFTED
    assert ran.log == (
        "::warning title=Tracking issue::The index and GitHub disagree; the summary says where.\n"
    )
    assert re.match(r"## [0-9]+ disagreements of index and GitHub\n", ran.summary)
    assert "\x1b" not in ran.summary
    assert not re.search(r"(?<![`\w])@\w", ran.summary)
    assert max(map(len, ran.summary.splitlines())) > 100, "nothing is wrapped"


@pytest.mark.parametrize(
    ("status", "ended", "warned"),
    [
        (ExitStatus.ANSWERED, 0, ""),
        (ExitStatus.DRIFTED, 1, "::warning title=Tracking issue::The index and GitHub disagree;"),
        (ExitStatus.WRONG, 2, ""),
        (ExitStatus.NOTHING, 3, ""),
        (ExitStatus.PARTLY, 0, "::warning title=Tracking issue::Not everything could be asked;"),
        (ExitStatus.BUG, 70, ""),
        (ExitStatus.UNWRITTEN, 74, ""),
    ],
)
def test_step__every_exit_status(
    status: ExitStatus, ended: int, warned: str, runner: Runner
) -> None:
    ran = runner.run(f"echo '## Said'; exit {status.value}")

    assert ran.status == ended
    assert ran.summary == "## Said\n"
    assert ran.log.startswith(warned)
    assert bool(ran.log) == bool(warned)
    told = [line for line in DOCS.splitlines() if line.startswith("| ")]
    assert any(re.search(rf"\b{status.value}\b", line.split("|")[1]) for line in told)


def test_step__a_first_run_without_settings_or_a_store(runner: Runner) -> None:
    """Titles notify nobody, private rows are not named, and GitHub is found where runners say."""
    body = "## Refit\nOwner: Ana Souza\n- [ ] #7\n- [ ] #8\n- [ ] acme/secret#9\n"
    with fake_github_in_thread() as gh:
        gh.add_issue("acme/widgets", 1, body=body, title="Tracking")
        gh.add_pull("acme/widgets", 7, title="fix @octocat #12 <b>")
        gh.add_pull("acme/widgets", 8, title="still open")
        gh.add_repository("acme/secret", private=True)
        gh.add_pull("acme/secret", 9, title="hunter2")
        gh.merge("acme/widgets", 7, at="2026-08-19")
        gh.merge("acme/secret", 9, at="2026-08-19")
        ran = runner.run(
            ours(),
            TRACKER="acme/widgets#1",
            GITHUB_TOKEN=TOKEN,
            GITHUB_API_URL=gh.url,
            GITHUB_GRAPHQL_URL=f"{gh.url}/graphql",
        )

    assert ran.status == ExitStatus.DRIFTED, ran.log
    assert ran.log.startswith("::warning ")
    assert "fix @\u200boctocat \\#\u200b12 &lt;b&gt;" in ran.summary
    assert "hunter2" not in ran.summary
    assert TOKEN not in ran.summary + ran.log


def test_workflow__may_read_and_nothing_else() -> None:
    assert WORKFLOW["permissions"] == {
        "contents": "read",
        "issues": "read",
        "pull-requests": "read",
    }
    assert "permissions" not in JOB


def test_workflow__runs_weekly_and_when_somebody_asks() -> None:
    ((schedule,), asked) = ON["schedule"], ON["workflow_dispatch"]

    assert re.fullmatch(r"\d+ \d+ \* \* [0-6]", schedule["cron"])
    assert asked is None


def test_workflow__nothing_is_pasted_into_a_shell() -> None:
    for step in JOB["steps"]:
        assert "${{" not in step.get("run", "")


def test_workflow__installs_this_version() -> None:
    (install,) = (step["run"] for step in JOB["steps"] if "pip install" in step.get("run", ""))

    assert re.search(r"@v(\S+)\"$", install)[1] == __version__  # type: ignore[index] # or it fails
