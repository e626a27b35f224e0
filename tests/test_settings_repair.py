"""`[repair]` and the credential for writing."""

from pathlib import Path

import pytest

from bot.errors import NoCredentials, SettingsError, UserError
from bot.settings.fields import Settings
from bot.settings.loading import load_settings
from bot.wiring import credentials_of, write_credentials_of
from tests.test_settings import Write, empty_environment, write

__all__ = ["empty_environment", "write"]

ENABLED = "[repair]\nenabled = true\n"
KEY = "-----BEGIN KEY-----\\nabc\\n-----END KEY-----"


def test_repair__nothing_is_written_unless_it_is_allowed() -> None:
    settings = load_settings()

    assert (settings.repair.enabled, settings.repair.owners) == (False, False)
    with pytest.raises(UserError) as caught:
        write_credentials_of(settings)
    assert "[repair]" in caught.value.advice


def test_repair__what_reads_never_writes(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_TOKEN", "reads")
    settings = load_settings(write(ENABLED))

    with pytest.raises(NoCredentials) as caught:
        write_credentials_of(settings)
    assert "GITHUB_WRITE_TOKEN" in caught.value.advice


def test_repair__a_token_of_its_own(
    write: Write, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "secret").write_text("writes\n", encoding="utf-8")
    monkeypatch.setenv("GITHUB_TOKEN", "reads")
    monkeypatch.setenv("GITHUB_WRITE_TOKEN_FILE", str(tmp_path / "secret"))
    monkeypatch.setenv("GITHUB_APP_ID", "7")
    monkeypatch.setenv("GITHUB_APP_PRIVATE_KEY", KEY)

    settings = load_settings(write(ENABLED + "owners = true\n"))

    assert settings.repair.owners
    chosen, reads = write_credentials_of(settings), credentials_of(settings)
    assert (chosen.token, chosen.app) == ("writes", None)
    assert reads is not None
    assert reads.token == "reads"
    assert "writes" not in repr(settings)


def test_repair__an_app_without_a_token(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_TOKEN", "reads")
    monkeypatch.setenv("GITHUB_APP_ID", "7")
    monkeypatch.setenv("GITHUB_APP_PRIVATE_KEY", KEY)

    chosen = write_credentials_of(load_settings(write(ENABLED)))

    assert chosen.token is None
    assert chosen.app is not None


@pytest.mark.parametrize(
    ("text", "variables", "words"),
    [
        ("[repair]\nenabled = 1\n", {}, "“repair.enabled” must be true or false"),
        ("[repair]\nenable = true\n", {}, "did you mean “enabled”?"),
        ("[repair]\ntoken = 'x'\n", {}, "may not stand here"),
        (
            "",
            {"GITHUB_TOKEN": "one-s3cret", "GITHUB_WRITE_TOKEN": " one-s3cret "},
            "same as GITHUB_TOKEN",
        ),
        ("", {"GITHUB_WRITE_TOKEN": "two s3cret"}, "GITHUB_WRITE_TOKEN has white space"),
    ],
)
def test_repair__mistakes(
    write: Write,
    monkeypatch: pytest.MonkeyPatch,
    text: str,
    variables: dict[str, str],
    words: str,
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)

    with pytest.raises(SettingsError) as caught:
        load_settings(write(text))

    assert words in str(caught.value)
    assert "s3cret" not in str(caught.value)


def test_repair__is_off_by_default_in_the_code() -> None:
    assert not Settings.model_fields["repair"].default.enabled
