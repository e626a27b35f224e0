"""The Dockerfile, read: only as much of its grammar as ours uses."""

import json
import re
import shlex
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


@dataclass(frozen=True, slots=True)
class Step:
    """One instruction, as `RUN` and what follows it."""

    word: str
    text: str

    @property
    def words(self) -> list[str]:
        """What follows, as a shell would take it apart."""
        return shlex.split(self.text)

    @property
    def listed(self) -> list[str]:
        """What follows, in JSON."""
        found: list[str] = json.loads(self.text)
        return found


@dataclass(frozen=True, slots=True)
class Stage:
    """From one `FROM` to the next."""

    steps: tuple[Step, ...]

    def all(self, word: str) -> list[Step]:
        """Its instructions of this kind, in order."""
        return [step for step in self.steps if step.word == word]

    def only(self, word: str) -> Step:
        """Its one instruction of this kind."""
        [step] = self.all(word)
        return step

    @property
    def environment(self) -> dict[str, str]:
        """What its `ENV` sets."""
        pairs = [pair.partition("=") for step in self.all("ENV") for pair in step.words]
        return {name: value for name, _, value in pairs}

    @property
    def copied(self) -> list[tuple[str, str]]:
        """What it copies from the repository: from where, and to which folder or file."""
        steps = [step.words for step in self.all("COPY") if "--from" not in step.text]
        return [(source, words[-1]) for words in steps for source in words[:-1]]


def read_dockerfile(path: Path = ROOT / "Dockerfile") -> tuple[str, Stage, Stage]:
    """The image that it begins with, the stage that builds, and the one that runs."""
    lines = [
        line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")
    ]
    joined = re.sub(r"\\\n\s*", "", "\n".join(lines))
    steps = [Step(*line.split(" ", 1)) for line in joined.splitlines() if line]
    [builds, runs] = [at for at, step in enumerate(steps) if step.word == "FROM"]
    [base] = steps[:builds]
    assert base.word == "ARG"
    return (
        base.text.removeprefix("PYTHON_IMAGE="),
        Stage(tuple(steps[builds:runs])),
        Stage(tuple(steps[runs:])),
    )
