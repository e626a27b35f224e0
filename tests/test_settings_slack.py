import os
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.errors import SettingsError
from bot.people.people import SlackId
from bot.serving.wired import slack_rules_of
from bot.settings.fields import Settings
from bot.settings.loading import load_serving_settings, load_settings
from bot.settings.slack import SLACK_API

Write = Callable[[str], Path]

TRACKER = '[[tracker]]\nname = "widgets"\nissue = "acme/widgets#1"\n'
NEEDED = {
    "GITHUB_TOKEN": "ghp_hunter2",
    "SLACK_APP_TOKEN": "xapp-hunter2",
    "SLACK_BOT_TOKEN": "xoxb-hunter2",
}


@pytest.fixture(autouse=True)
def empty_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in list(os.environ):
        if name in {"HOST", "PORT"} or name.startswith(("DATABASE", "GITHUB", "NEMORL", "SLACK")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "none"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(text: str) -> Path:
        path = tmp_path / "slack.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def _mistakes(load: Callable[[Path | None], Settings], config: Path | None = None) -> list[str]:
    with pytest.raises(SettingsError) as caught:
        load(config)
    assert "hunter2" not in str(caught.value)
    return list(caught.value.mistakes)


def test_load_settings__slack_by_default() -> None:
    settings = load_settings()

    assert settings.slack.command == "/nemorl-status"
    assert settings.address == ("127.0.0.1", 3000)
    assert settings.slack_api_url == SLACK_API
    assert settings.slack_bot_token is None


def test_load_settings__slack_of_the_file(write: Write) -> None:
    config = write(
        '[slack]\ncommand = "/status"\nmaintainers = ["U012ABCDEF"]\nallow_guests = true\n'
        'private_channels = ["C012ABCDEF"]\nprivate_people = ["W012ABCDEF"]\n'
        '[server]\nhost = "0.0.0.0"\nport = 8080\n'
    )

    settings = load_settings(config)

    rules = slack_rules_of(settings)
    assert settings.address == ("0.0.0.0", 8080)  # noqa: S104 -- nobody listens
    assert rules.command == "/status"
    assert rules.allow_guests
    assert rules.maintainers == {SlackId("U012ABCDEF")}
    assert rules.private_channels == {"C012ABCDEF"}
    assert rules.private_people == {SlackId("W012ABCDEF")}


def test_load_settings__the_environment_goes_before_the_file(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOST", "::1")
    monkeypatch.setenv("PORT", " 8081 ")

    assert load_settings(write("[server]\nport = 8080\n")).address == ("::1", 8081)


@pytest.mark.parametrize("url", ["https://slack.test/api", "https://slack.test/api/", "  "])
def test_load_settings__slacks_address_ends_with_a_slash(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SLACK_API_URL", url)

    assert load_settings().slack_api_url in {"https://slack.test/api/", SLACK_API}


@pytest.mark.parametrize("name", ["SLACK_BOT_TOKEN", "SLACK_APP_TOKEN", "SLACK_SIGNING_SECRET"])
def test_load_settings__secrets_in_files(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = {"SLACK_SIGNING_SECRET": "hunter2"}.get(name) or NEEDED[name]
    (tmp_path / "secret").write_text(f"{secret}\n", encoding="utf-8")
    monkeypatch.setenv(f"{name}_FILE", str(tmp_path / "secret"))

    settings = load_settings()

    assert getattr(settings, name.lower()).get_secret_value() == secret
    assert "hunter2" not in repr(settings)
    monkeypatch.setenv(name, secret)
    assert _mistakes(load_settings) == [f"{name} and {name}_FILE are both set: keep one of them."]


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("SLACK_BOT_TOKEN", "hunter2", "is no bot token (xoxb-…)."),
        ("SLACK_BOT_TOKEN", "xoxp-hunter2", "but a user's token, which would speak in their name."),
        ("SLACK_BOT_TOKEN", "xapp-hunter2", "which belongs into SLACK_APP_TOKEN."),
        ("SLACK_BOT_TOKEN", "xoxb-hunter2 x", "has white space or unusual characters in it."),
        ("SLACK_APP_TOKEN", "xoxb-hunter2", "which belongs into SLACK_BOT_TOKEN."),
        ("SLACK_APP_TOKEN", "hunter2", "is no app-level token (xapp-…)."),
        ("SLACK_SIGNING_SECRET", "hunter2 x", "has white space or unusual characters in it."),
        ("SLACK_API_URL", "slack.com/hunter2", "is no address such as https://slack.com/api/"),
        ("SLACK_API_URL", "https://a:hunter2@slack.com", "without a user name"),
        ("SLACK_API_URL", "https://slack.com/?hunter2", "or a query."),
        ("SLACK_API_URL", "https://slack.com:port/", "is no address"),
        ("PORT", "0", "must be at least 1."),
        ("PORT", "65536", "must be at most 65535."),
        ("PORT", "hunter2", "must be a whole number."),
    ],
)
def test_load_settings__what_is_wrong_in_the_environment(
    name: str, value: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)

    [mistake] = _mistakes(load_settings)

    assert mistake.startswith(f"{name} ")
    assert said in mistake


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('command = "status"', "“slack.command” must be a slash and a name"),
        ('command = "/two words"', "“slack.command” must be a slash and a name"),
        (f'command = "/{"a" * 32}"', "“slack.command” must be a slash and a name"),
        ('maintainers = ["ana"]', "“slack.maintainers” must have Slack member ids"),
        ('maintainers = "U012ABCDEF"', "“slack.maintainers” must be a list"),
        ('private_people = ["C012ABCDEF"]', "“slack.private_people” must have Slack member ids"),
        (
            'private_channels = ["#room"]',
            "“slack.private_channels” must be the id of a Slack channel",
        ),
        ('allow_guests = "yes"', "“slack.allow_guests” must be true or false"),
        ("channel = 1", "“slack.channel” is not a setting"),
        ('bot_token = "xoxb-hunter2"', "“bot_token” may not stand here"),
        ("\n[server]\nport = '80'", "“server.port” must be a whole number"),
        ("\n[server]\nport = 0", "“server.port” must be at least 1"),
        ("\n[server]\nhost = ''", "“server.host” must not be empty"),
    ],
)
def test_load_settings__what_is_wrong_in_the_file(line: str, said: str, write: Write) -> None:
    [mistake] = _mistakes(load_settings, write(f"[slack]\n{line}\n"))

    assert mistake.startswith("slack.toml, line ")
    assert said in mistake


def test_load_serving_settings__all_that_is_needed(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in NEEDED.items():
        monkeypatch.setenv(name, value)

    assert load_serving_settings(write(TRACKER)).slack_app_token is not None


def test_load_serving_settings__http_mode_and_a_github_app(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-hunter2")
    monkeypatch.setenv("SLACK_SIGNING_SECRET", "hunter2")
    monkeypatch.setenv("GITHUB_APP_ID", "12")
    monkeypatch.setenv("GITHUB_APP_PRIVATE_KEY", "-----BEGIN KEY-----\nhunter2")

    assert load_serving_settings(write(TRACKER)).slack_app_token is None


@pytest.mark.parametrize("name", NEEDED)
def test_load_serving_settings__each_that_is_missing(
    name: str, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    for other, value in NEEDED.items():
        if other != name:
            monkeypatch.setenv(other, value)

    [mistake] = _mistakes(load_serving_settings, write(TRACKER))

    assert mistake.startswith(f"{name} is missing: ")


def test_load_serving_settings__no_tracker(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in NEEDED.items():
        monkeypatch.setenv(name, value)

    assert _mistakes(load_serving_settings, write("")) == ["No [[tracker]] is named in slack.toml."]
    assert _mistakes(load_serving_settings) == [
        "No [[tracker]] is named in nemorl-status.toml (there is none)."
    ]


@pytest.mark.parametrize(
    ("variable", "is_missing"),
    [("", True), ("GITHUB_WRITE_TOKEN", False), ("GITHUB_APP_ID", False)],
)
def test_load_serving_settings__repair_needs_something_to_write_with(
    write: Write, monkeypatch: pytest.MonkeyPatch, variable: str, is_missing: bool
) -> None:
    for name, value in NEEDED.items():
        monkeypatch.setenv(name, value)
    if variable:
        monkeypatch.setenv(variable, "1")
    config = write(f"{TRACKER}[repair]\nenabled = true\nowners = true\n")

    try:
        settings = load_serving_settings(config)
    except SettingsError as error:
        said = any("GITHUB_WRITE_TOKEN is missing" in one for one in error.mistakes)
        assert said is is_missing
    else:
        assert not is_missing
        assert slack_rules_of(settings).owners_repair
