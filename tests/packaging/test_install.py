"""The program where nobody has its repository: by the Dockerfile's own steps, and by pip.

Everything is downloaded from the package index, so that `make test` leaves it out.
"""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.packaging.built import build
from tests.packaging.dockerfile import ROOT, read_dockerfile

pytestmark = [pytest.mark.install, pytest.mark.timeout(900)]

BASE, BUILDER, FINAL = read_dockerfile()
PYTHONS = ("3.11", "3.12", "3.13")

USED = """
import sqlite3, sys
from pathlib import Path
import sqlalchemy
import bot
from bot.manifest import manifest_text
from bot.store.migrating import migrate

assert Path(sys.prefix) in Path(bot.__file__).parents, bot.__file__
assert "request_url" in manifest_text(http_url="https://bot.example.com")
database = sqlalchemy.create_engine(f"sqlite:///{sys.argv[1]}")
with database.begin() as connection:
    migrate(connection, place="here")
print(sorted(sqlalchemy.inspect(database).get_table_names()))
"""


@dataclass(frozen=True, slots=True)
class Installed:
    """An environment that the program is installed in."""

    prefix: Path
    home: Path

    def run(self, command: str, *words: str) -> str:
        """What a command of it prints, for somebody with an empty home."""
        self.home.mkdir(exist_ok=True)
        variables = {"PATH": f"{self.prefix}/bin", "HOME": str(self.home), "COLUMNS": "100"}
        done = subprocess.run(
            [self.prefix / "bin" / command, *words],
            cwd=self.home,
            env=variables,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def files(self) -> set[Path]:
        """Every file of it."""
        return {path for path in self.prefix.rglob("*") if path.is_file()}


def python_of(version: str) -> str | None:
    """A Python of this version; `None`: there is none here (a shim may be, and lead to none)."""
    for found in filter(None, (shutil.which(f"python{version}"), sys.executable)):
        asked = [found, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
        said = subprocess.run(asked, capture_output=True, text=True, check=False)
        if said.returncode == 0 and said.stdout.strip() == version:
            return found
    return None


def it_works(installed: Installed) -> None:
    """The command answers, from data that came along; tables can be made; the manifest is there."""
    from bot import __version__

    assert installed.run("nemorl-status", "--version").split()[-1] == __version__
    assert "Refit" in installed.run("nemorl-status", "--demo", "refit")
    tables = installed.run("python", "-Ic", USED, str(installed.home / "new.db"))
    assert "alembic_version" in tables
    assert "snapshots" in tables


# --- the image --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """What the Dockerfile's builder makes, in folders of ours instead of /build and /opt."""
    room = tmp_path_factory.mktemp("image")
    build_folder, prefix = room / "build", room / "nemorl-status"
    build_folder.mkdir()
    version = ".".join(BASE.removeprefix("python:").split(".")[:2])
    python = python_of(version) or sys.executable
    for step in BUILDER.steps:
        if step.word == "COPY":
            *sources, target = step.words
            for source in sources:
                copy_in(ROOT / source, build_folder, target)
        elif step.word == "RUN":
            text = step.text.replace("/build/", f"{build_folder}/")
            text = text.replace("/opt/nemorl-status", str(prefix))
            run_step(f'python() {{ "{python}" "$@"; }}; {text}', build_folder)
    return Installed(prefix=prefix, home=room / "home")


def copy_in(source: Path, folder: Path, target: str) -> None:
    """As `COPY` does: the content of a folder, and a file by its name or into a folder."""
    if source.is_dir():
        ignored = shutil.ignore_patterns("__pycache__", "*.py[cod]", ".env*")
        shutil.copytree(source, folder / target, ignore=ignored)
    else:
        shutil.copy(source, folder / target)


def run_step(script: str, folder: Path) -> None:
    """As `RUN` does. The environment is ours: it says how the package index is reached."""
    env = {**os.environ, **BUILDER.environment}
    done = subprocess.run(
        ["sh", "-c", script], cwd=folder, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{script}\n{done.stdout}\n{done.stderr}"


def test_image__works(image: Installed) -> None:
    it_works(image)


def test_image__has_a_driver_for_postgresql(image: Installed) -> None:
    image.run("python", "-Ic", "import psycopg; psycopg.pq.version()")


def test_image__has_no_tools_in_it(image: Installed) -> None:
    """Neither pip nor what builds nor what tests."""
    [packages] = (image.prefix / "lib").glob("python3*/site-packages")
    there = {path.name for path in packages.iterdir()}

    assert not there & {"pip", "setuptools", "hatchling", "pytest", "uv"}


def test_image__writes_nothing_where_it_stands(image: Installed) -> None:
    before = image.files()
    image.run("nemorl-status", "--demo", "refit")

    assert image.files() == before


# --- pip --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("sdist"), target="sdist")


@pytest.mark.parametrize("version", PYTHONS)
def test_pip__from_the_sources_with_every_python(version: str, sdist: Path, tmp_path: Path) -> None:
    """As `pip install .` would, without any lock: what the index gives today fits."""
    python = python_of(version)
    if python is None:
        pytest.skip(f"there is no Python {version} here")
    prefix = tmp_path / "venv"
    run_step(f'"{python}" -m venv "{prefix}"', tmp_path)

    run_step(f'"{prefix}/bin/pip" install -q "{sdist}"', tmp_path)

    it_works(Installed(prefix=prefix, home=tmp_path / "home"))
