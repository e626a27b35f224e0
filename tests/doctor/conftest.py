from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.doctor.surroundings import PLANTED, Installation, an_installation
from tests.terminal import TOKEN, Ended, InProcess, Terminal

Examine = Callable[..., Ended]


@pytest.fixture
def installation(tmp_path: Path) -> Iterator[Installation]:
    with an_installation(tmp_path) as installation:
        yield installation


@pytest.fixture
def examine(
    installation: Installation, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Examine:
    """Runs `doctor` on the installation as it stands; an empty variable is unset."""
    program = InProcess(Terminal(installation.home), monkeypatch, capsys)

    def examined(*words: str, more: str = "", **changed: str) -> Ended:
        installation.write(more=more)
        variables = {k: v for k, v in {**installation.variables(), **changed}.items() if v}
        ended = program("doctor", *words, **variables)
        said = ended.out + ended.err
        assert PLANTED not in said
        assert TOKEN not in said
        return ended

    return examined
