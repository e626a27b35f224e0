"""`.env`: what it says, and that it goes where it should and nowhere else."""

import os
from pathlib import Path

import pytest

from bot.errors import SettingsError
from bot.settings.env_file import LARGEST_BYTES, read_env_file
from bot.settings.environment import ADDRESSES, SECRETS
from bot.settings.loading import found_settings, load_settings

NAMES = ("NEMORL_STATUS_CONFIG", "DATABASE_URL", "PORT", "HOST", *ADDRESSES)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to stand in, and an environment without our variables."""
    for name in (*NAMES, *(name.upper() for name in SECRETS), "GITHUB_APP_ID"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "none"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(folder: Path, text: str, *, mode: int = 0o600) -> Path:
    path = folder / ".env"
    path.write_text(text, encoding="utf-8")
    path.chmod(mode)
    return path


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("A=b", "b"),
        ("export A=b", "b"),
        ("  A = b  ", "b"),
        ("A='b c'", "b c"),
        ('A="b # c"', "b # c"),
        ('A="b" # c', "b"),
        ("A=b # c", "b"),
        ("A=b#c", "b#c"),
        ("A=#c", ""),
        ("A=", ""),
        ("A=b=c", "b=c"),
        ("A=$HOME", "$HOME"),
    ],
)
def test_env_file__a_line(here: Path, line: str, value: str) -> None:
    found = read_env_file(write(here, f"# a comment\n\n{line}\n"))

    assert found is not None
    assert found.mistakes == ()
    assert dict(found.values) == {"A": value}


@pytest.mark.parametrize("line", ["A", "A 'b'", "A='b", "1A=b", "A='b'c"])
def test_env_file__a_line_that_is_none_is_named_and_not_repeated(here: Path, line: str) -> None:
    found = read_env_file(write(here, f"B=c\n{line}\n"))

    assert found is not None
    assert found.mistakes == (".env, line 2: write NAME=value, with quotes in pairs.",)


def test_env_file__a_mark_that_windows_editors_write(here: Path) -> None:
    found = read_env_file(write(here, "\ufeffA=b\r\n"))

    assert found is not None
    assert dict(found.values) == {"A": "b"}


def test_env_file__what_cannot_be_read(here: Path) -> None:
    assert read_env_file(here / ".env") is None
    assert read_env_file(here / "no folder" / ".env") is None
    (here / ".env").mkdir()
    folder = read_env_file(here / ".env")
    assert folder is not None
    assert "cannot be read" in folder.mistakes[0]


@pytest.mark.parametrize("content", [b"A=\xff", b"A" * (LARGEST_BYTES + 1)])
def test_env_file__what_is_none(here: Path, content: bytes) -> None:
    (here / ".env").write_bytes(content)

    found = read_env_file(here / ".env")

    assert found is not None
    assert len(found.mistakes) == 1


@pytest.mark.parametrize(("mode", "is_open"), [(0o600, False), (0o640, True), (0o604, True)])
def test_env_file__others_may_read_it(here: Path, mode: int, is_open: bool) -> None:
    found = read_env_file(write(here, "A=b", mode=mode))

    assert found is not None
    assert found.is_open is is_open


def test_settings__the_environment_goes_before_the_file(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(here, "GITHUB_TOKEN=one\nPORT=4001\nDATABASE_URL=sqlite+aiosqlite:///x.db\n")
    monkeypatch.setenv("PORT", "4000")
    monkeypatch.setenv("DATABASE_URL", "")

    settings = load_settings()

    assert settings.port == 4000
    assert settings.github_token is not None
    assert settings.github_token.get_secret_value() == "one"
    assert settings.database_url.get_secret_value() == "sqlite+aiosqlite:///x.db"


def test_settings__the_file_leaves_no_trace(here: Path) -> None:
    path = write(here, "GITHUB_TOKEN=one\n")
    load_settings()
    path.unlink()

    assert load_settings().github_token is None
    assert "GITHUB_TOKEN" not in os.environ


def test_settings__it_stands_beside_the_settings_file(here: Path) -> None:
    write(here, "PORT=4001\n")
    elsewhere = here / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "mine.toml").write_text("")
    write(elsewhere, "PORT=4002\n")

    assert load_settings().port == 4001
    assert load_settings(elsewhere / "mine.toml").port == 4002


def test_settings__a_secret_in_a_file_that_it_names(here: Path) -> None:
    (here / "token").write_text("one\n")
    write(here, f"GITHUB_TOKEN_FILE={here / 'token'}\n")

    settings = load_settings()

    assert settings.github_token is not None
    assert settings.github_token.get_secret_value() == "one"


@pytest.mark.parametrize(
    ("address", "secret"),
    [
        ("GITHUB_API_URL", "GITHUB_TOKEN"),
        ("GITHUB_GRAPHQL_URL", "GITHUB_WRITE_TOKEN_FILE"),
        ("SLACK_API_URL", "SLACK_BOT_TOKEN"),
    ],
)
def test_settings__no_folder_says_where_somebodys_own_credential_goes(
    here: Path, monkeypatch: pytest.MonkeyPatch, address: str, secret: str
) -> None:
    (here / "token").write_text("x")
    write(here, f"{address}=https://evil.example.com/api\n")
    monkeypatch.setenv(secret, str(here / "token") if secret.endswith("FILE") else "xoxb-hunter2")

    with pytest.raises(SettingsError) as error:
        load_settings()

    assert f"{address} stands in .env" in str(error.value)
    assert "hunter2" not in str(error.value)


def test_settings__both_in_one_file_are_fine(here: Path) -> None:
    write(here, "GITHUB_API_URL=https://github.example.com/api/v3\nGITHUB_TOKEN=one\n")

    assert load_settings().github_api_url == "https://github.example.com/api/v3"


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("[stale]\nreview = 0\nauthor = 7\n", "stale"),
        ('[[tracker]]\nname = "a/b"\nissue = "a/b#1"\n[[tracker]]\nname = "c"\nissue = "a/c#1"\n',
         "tracker"),
        ("[slack]\ncommand = 1\nmaintainers = ['U012']\n", "slack"),
        ("[digest]\n[stale]\nauthor = 7\n", "stale"),
    ],
    ids=["a key", "an entry", "another key", "a table of the wrong kind"],
)  # fmt: skip
def test_found__what_is_right_is_kept_beside_what_is_wrong(
    here: Path, text: str, kept: str
) -> None:
    (here / "nemorl-status.toml").write_text(text)

    found = found_settings()

    assert len(found.mistakes) == 1
    assert found.settings is not None
    assert {
        "stale": found.settings.stale.author == 7,
        "tracker": [each.name for each in found.settings.tracker] == ["c"],
        "slack": found.settings.slack.maintainers == ("U012",),
    }[kept]


def test_found__a_wrong_variable_does_not_count(here: Path) -> None:
    write(here, "PORT=http\nSLACK_BOT_TOKEN=xoxp-1\nHOST=::1\n")

    found = found_settings()

    assert len(found.mistakes) == 2
    assert found.settings is not None
    assert found.settings.address == ("::1", 3000)
    assert found.settings.slack_bot_token is None
