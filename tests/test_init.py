"""`init`: from nothing to a settings file that loads, and secrets that nobody else may read."""

import io
import os
import stat
from collections.abc import Sequence
from pathlib import Path

import pytest
import yaml

from bot.errors import UserError
from bot.github_status.facts.refs import Ref, Repository
from bot.manifest import manifest_text
from bot.settings.env_file import read_env_file
from bot.settings.environment import SECRETS
from bot.settings.first import FirstAnswers, settings_text
from bot.settings.loading import load_settings
from bot.terminal.first_run import init_status, system_zone
from bot.terminal.options import Options
from bot.terminal.streams import Streams
from tests.terminal import InProcess, Terminal

TRACKER = "NVIDIA-NeMo/RL#2905"
ALL = ("--tracker", TRACKER, "--channel", "C012ABCDEF", "--zone", "europe/london")


class Screen(io.StringIO):
    """A terminal that somebody sits at."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in (*(name.upper() for name in SECRETS), "NEMORL_STATUS_CONFIG", "TZ"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> InProcess:
    terminal = Terminal(tmp_path)
    terminal.here.mkdir()
    return InProcess(terminal, monkeypatch, capsys)


def asked(typed: Sequence[str], **options: object) -> tuple[str, str]:
    """What is shown and what is warned of, to somebody who types this."""
    out, err = Screen(), Screen()
    keys = Screen("".join(f"{line}\n" for line in typed))
    streams = Streams(out=out, err=err, environment={"TZ": "Asia/Tokyo"}, keys=keys)
    init_status(Options(words=("init",), **options), streams)  # type: ignore[arg-type]
    return out.getvalue(), err.getvalue()


def test_init__by_options(program: InProcess) -> None:
    ended = program("init", *ALL)

    assert ended.status == 0
    assert ended.err == ""
    here = program.terminal.here
    settings = load_settings(here / "nemorl-status.toml")
    assert settings.tracker[0].name == "rl"
    assert str(settings.tracker[0].issue) == TRACKER
    [digest] = settings.digests
    assert (digest.channel, digest.zone, digest.at) == ("C012ABCDEF", "Europe/London", "mon 09:00")
    assert not settings.repair.enabled
    assert ended.out.endswith(manifest_text())
    assert "nemorl-status doctor" in ended.out


def test_init__secrets_are_for_nobody_else_and_nothing_is_in_them(program: InProcess) -> None:
    before = os.umask(0)
    try:
        program("init", *ALL)
    finally:
        os.umask(before)

    path = program.terminal.here / ".env"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    found = read_env_file(path)
    assert found is not None
    assert not any(found.values.values())
    assert {name.lower() for name in found.values} <= set(SECRETS)


def test_init__the_commands_name_stands_in_both(program: InProcess) -> None:
    ended = program("init", *ALL, "--command", "/status")

    settings = load_settings(program.terminal.here / "nemorl-status.toml")
    assert settings.slack.command == "/status"
    manifest = yaml.safe_load(ended.out[ended.out.index("_metadata:") :])
    assert manifest["features"]["slash_commands"][0]["command"] == "/status"
    assert "type /status in Slack" in ended.out


def test_init__nothing_is_overwritten_unasked(program: InProcess) -> None:
    program("init", *ALL)
    here = program.terminal.here
    (here / ".env").write_text("GITHUB_TOKEN=mine\n")
    (here / ".env").chmod(0o644)
    (here / "nemorl-status.toml").write_text("# mine\n")

    refused = program("init", *ALL)
    assert refused.status == 2
    assert "--force" in refused.err
    assert (here / "nemorl-status.toml").read_text() == "# mine\n"

    assert program("init", *ALL, "--force").status == 0
    assert load_settings(here / "nemorl-status.toml").tracker
    assert (here / ".env").read_text() == "GITHUB_TOKEN=mine\n"
    assert stat.S_IMODE((here / ".env").stat().st_mode) == 0o600


def test_init__another_folder(program: InProcess, tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "down"

    assert program("init", *ALL, "--directory", str(folder)).status == 0

    assert load_settings(folder / "nemorl-status.toml").digests
    assert (folder / ".env").exists()


def test_init__an_env_that_leads_elsewhere_is_left_alone(
    program: InProcess, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "tokens"
    elsewhere.write_text("GITHUB_TOKEN=mine\n")
    elsewhere.chmod(0o640)
    (program.terminal.here / ".env").symlink_to(elsewhere)

    ended = program("init", *ALL)

    assert "leads to a file elsewhere" in ended.out
    assert stat.S_IMODE(elsewhere.stat().st_mode) == 0o640


def test_init__a_folder_that_is_called_env(program: InProcess) -> None:
    (program.terminal.here / ".env").mkdir(mode=0o755)

    ended = program("init", *ALL)

    assert ended.status == 2
    assert ".env is there, and is no file" in ended.err
    assert stat.S_IMODE((program.terminal.here / ".env").stat().st_mode) == 0o755


def test_init__a_tracker_on_another_github(
    program: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = program("init", "--tracker", "https://git.acme.com/acme/widgets/issues/7")

    path = program.terminal.here / "nemorl-status.toml"
    assert "GITHUB_API_URL=https://git.acme.com/api/v3 in .env" in ended.out
    with pytest.raises(UserError, match="GITHUB_API_URL"):
        load_settings(path)
    monkeypatch.setenv("GITHUB_API_URL", "https://git.acme.com/api/v3")
    assert str(load_settings(path).tracker[0].issue) == "acme/widgets#7"


def test_init__what_slack_copies_of_a_channel(program: InProcess) -> None:
    link = "https://acme.slack.com/archives/C012ABCDEF"

    assert program("init", "--tracker", "acme/_#1", "--channel", link, "--zone", "UTC").status == 0

    settings = load_settings(program.terminal.here / "nemorl-status.toml")
    assert settings.digests[0].channel == "C012ABCDEF"
    assert settings.tracker[0].name == "tracker"


def test_init__a_folder_that_cannot_be(program: InProcess, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    ended = program("init", *ALL, "--directory", str(tmp_path / "file" / "x"))

    assert ended.status == 2
    assert "cannot be written" in ended.err


def test_init__nobody_to_ask(program: InProcess) -> None:
    ended = program("init")

    assert ended.status == 2
    assert "--tracker OWNER/REPO#N" in ended.err
    assert list(program.terminal.here.iterdir()) == []


def test_init__without_a_channel_there_is_no_digest_yet(program: InProcess) -> None:
    ended = program("init", "--tracker", TRACKER, TZ="Europe/Paris")

    path = program.terminal.here / "nemorl-status.toml"
    assert ended.status == 0
    assert load_settings(path).digests == ()
    assert '# zone = "Europe/Paris"' in path.read_text()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--tracker", "widgets"), "--tracker names no issue"),
        (
            ("--tracker", TRACKER, "--channel", "#general"),
            "--channel must be the id of a Slack channel",
        ),
        (("--tracker", TRACKER, "--zone", "Europe/Lodnon"), "Did you mean Europe/London"),
        (("--tracker", TRACKER, "--command", "status"), "--command must be a slash and a name"),
        (("--url", "http://bot.example.com"), "begins with https://"),
    ],
)
def test_init__what_cannot_be(program: InProcess, words: tuple[str, ...], says: str) -> None:
    ended = program("init", *words)

    assert ended.status == 2
    assert says in ended.err
    assert list(program.terminal.here.iterdir()) == []


@pytest.mark.parametrize("flag", ["--zone=UTC", "--command=/x", "--directory=x", "--force"])
def test_init__its_options_go_with_nothing_else(program: InProcess, flag: str) -> None:
    ended = program("--demo", "refit", flag)

    assert ended.status == 2
    assert "goes with “init” only" in ended.err


def test_init__asks_for_what_is_missing(here: Path) -> None:
    shown, warned = asked([f"https://github.com/{TRACKER.replace('#', '/issues/')}", "", ""])

    settings = load_settings(here / "nemorl-status.toml")
    assert str(settings.tracker[0].issue) == TRACKER
    assert "Time zone of digests (empty: Asia/Tokyo): " in shown
    assert '# zone = "Asia/Tokyo"' in (here / "nemorl-status.toml").read_text()
    assert warned == ""


def test_init__asks_again_for_what_cannot_be(here: Path) -> None:
    _, warned = asked(
        ["", "widgets", TRACKER, "general", "C012ABCDEF", "Lodnon", "London/Europe", "UTC"]
    )

    [digest] = load_settings(here / "nemorl-status.toml").digests
    assert (digest.channel, digest.zone) == ("C012ABCDEF", "UTC")
    assert "Europe/London" in warned
    assert "That names no issue" in warned
    assert warned.count("\n") >= 5


def test_init__somebody_who_stops_answering(here: Path) -> None:
    with pytest.raises(UserError, match="Nothing was written"):
        asked([TRACKER])

    assert list(here.iterdir()) == []


def test_settings_text__every_comment_that_can_be_set_is_right(here: Path) -> None:
    said = FirstAnswers(
        tracker=Ref(Repository("acme", "Wid.Gets"), 1), channel=None, zone="UTC", command="/état"
    )
    text = settings_text(said).replace("# alias", "alias")
    path = here / "all.toml"
    for line in text.splitlines():
        if line.startswith("# [") or (line.startswith("# ") and " = " in line):
            text = text.replace(line, line.removeprefix("# "), 1)
    path.write_text(text.replace("maintainers = []", 'maintainers = ["U012ABCDEF"]'))

    settings = load_settings(path)

    assert settings.repair.enabled
    assert settings.digests[0].zone == "UTC"
    assert settings.tracker[0].name == "wid.gets"
    assert settings.slack.command == "/état"


@pytest.mark.parametrize(
    ("tz", "zone"),
    [("Europe/Paris", "Europe/Paris"), (":Europe/Paris", "Europe/Paris"), ("UTC", "UTC")],
)
def test_system_zone__by_the_environment(tz: str, zone: str) -> None:
    assert system_zone({"TZ": tz}) == zone


def test_system_zone__is_always_one() -> None:
    assert system_zone({"TZ": "EST5EDT,M3.2.0"})
    assert system_zone({})
