"""What the image is, as far as that can be said where no image can be built."""

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from fnmatch import fnmatch
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest

from bot.settings.environment import SECRETS
from tests.packaging.dockerfile import ROOT, read_dockerfile

BASE, BUILDER, FINAL = read_dockerfile()
USER = "10001"


def test_base__an_exact_version_and_the_same_in_both_stages() -> None:
    assert re.fullmatch(r"python:3\.13\.\d+-slim-bookworm(@sha256:[0-9a-f]{64})?", BASE)
    assert BUILDER.only("FROM").text == "${PYTHON_IMAGE} AS builder"
    assert FINAL.only("FROM").text == "${PYTHON_IMAGE}"


def test_base__a_python_that_the_project_is_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    minor = ".".join(BASE.removeprefix("python:").split(".")[:2])

    assert f"Programming Language :: Python :: {minor}" in project["classifiers"]


def test_install__every_package_from_an_index_has_its_hash() -> None:
    runs = " && ".join(step.text for step in BUILDER.all("RUN")).split(" && ")
    installs = [run for run in runs if re.search(r"pip\b.*\binstall\b", run)]

    assert len(installs) == 3
    for run in installs:
        hashed = "--require-hashes" in run and re.search(r"-r requirements-\w+\.lock", run)
        assert hashed or "--no-index" in run, run
        assert "--no-deps" in run, run


def test_lock__every_extra_is_in_the_image() -> None:
    """IMAGE_EXTRAS in the Makefile, and `make lock`."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lock = (ROOT / "requirements-image.lock").read_text(encoding="utf-8")
    pinned = set(re.findall(r"^([a-z0-9-]+)==", lock, flags=re.MULTILINE))

    for extra, needs in project["optional-dependencies"].items():
        for need in needs:
            name = re.split(r"[\[<>=!~; ]", need)[0].lower()
            assert name in pinned, f"the extra {extra} is not in requirements-image.lock"


def test_lock__what_everybody_gets_is_the_same_in_the_image() -> None:
    def pins(name: str) -> set[str]:
        text = (ROOT / name).read_text(encoding="utf-8")
        return set(re.findall(r"^[a-z0-9-]+==\S+", text, flags=re.MULTILINE))

    assert pins("requirements.lock") <= pins("requirements-image.lock")


@pytest.mark.parametrize("lock", sorted(path.name for path in ROOT.glob("requirements*.lock")))
def test_lock__names_no_index(lock: str) -> None:
    text = (ROOT / lock).read_text(encoding="utf-8")

    assert not re.search(r"://|^-", text, flags=re.MULTILINE)
    assert "--hash=sha256:" in text


def test_context__lets_through_what_is_copied_and_nothing_else() -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    rules = [line for line in lines if line and not line.startswith("#")]
    let_through = {rule.removeprefix("!") for rule in rules if rule.startswith("!")}

    assert rules[0] == "*"
    assert let_through == {source for source, _ in BUILDER.copied}
    assert not any(fnmatch(".env", name) for name in let_through)
    assert FINAL.copied == [], "what runs has only what was built"
    assert FINAL.only("COPY").text.startswith("--from=builder ")


def test_final__nobody_special_and_what_it_owns_is_the_data() -> None:
    assert FINAL.only("USER").text == f"{USER}:{USER}"
    assert f"install -d -o {USER} -g {USER} -m 0700 /data" in FINAL.only("RUN").text
    assert FINAL.only("VOLUME").text == FINAL.only("WORKDIR").text == "/data"
    assert FINAL.environment["XDG_DATA_HOME"] == FINAL.environment["XDG_STATE_HOME"] == "/data"


def test_final__no_secret_and_none_that_would_stand_in_the_way_of_a_file() -> None:
    """A variable beside its `…_FILE` is a mistake of the settings."""
    names = {name.upper() for name in SECRETS}
    given = {step.text for stage in (BUILDER, FINAL) for step in stage.all("ARG")}

    assert not names & {*BUILDER.environment, *FINAL.environment}
    assert not given


def test_final__how_it_is_started_and_stopped() -> None:
    assert FINAL.only("ENTRYPOINT").listed == ["nemorl-status"]
    assert FINAL.only("CMD").listed == ["run"]
    assert FINAL.only("STOPSIGNAL").text == "SIGTERM"
    assert FINAL.only("EXPOSE").text == FINAL.environment["PORT"]
    assert FINAL.environment["HOST"] == "0.0.0.0"  # noqa: S104 -- of its own network


# --- the health check -------------------------------------------------------------------------


@contextmanager
def answering(status: int) -> Iterator[tuple[int, list[str]]]:
    """A server that answers with this status: its port, and what it was asked."""
    asked: list[str] = []

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(status)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Answers) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server.server_port, asked
        finally:
            server.shutdown()
            thread.join()


def checked(port: int) -> int:
    """The status of the image's own check, where a proxy is set that is not there."""
    command = FINAL.only("HEALTHCHECK").text.split("CMD ", 1)[1]
    [python, *words] = json.loads(command)
    assert python == "python"
    variables = {"PORT": str(port), "http_proxy": "http://127.0.0.1:9"}
    return subprocess.run(
        [sys.executable, *words], env=variables, capture_output=True, timeout=20, check=False
    ).returncode


@pytest.mark.parametrize(("status", "healthy"), [(200, True), (503, False), (404, False)])
def test_healthcheck__asks_whether_it_is_alive(status: int, healthy: bool) -> None:
    with answering(status) as (port, asked):
        assert (checked(port) == 0) is healthy

    assert asked == ["/healthz"]


def test_healthcheck__nobody_there() -> None:
    with answering(200) as (port, _):
        pass

    assert checked(port) == 1
