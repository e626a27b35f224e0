import os
from collections.abc import Callable
from datetime import time
from pathlib import Path

import pytest

from bot.errors import SettingsError
from bot.settings.loading import load_settings
from bot.settings.trackers import Tracker
from tests.builders import a_ref

Write = Callable[[str], Path]

TRACKERS = """\
[[tracker]]
name = "widgets"
issue = "acme/widgets#1"
aliases = ["w"]
[[tracker]]
name = "gadgets"
issue = "acme/widgets#2"
"""
DIGEST = '[[digest]]\nchannel = "C012ABCDEF"\nzone = "America/Los_Angeles"\n'


@pytest.fixture(autouse=True)
def empty_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in list(os.environ):
        if name.startswith(("DATABASE", "GITHUB", "NEMORL", "SLACK")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "none"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(text: str) -> Path:
        path = tmp_path / "digests.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def _mistakes(config: Path) -> str:
    with pytest.raises(SettingsError) as caught:
        load_settings(config)
    return "\n".join(caught.value.mistakes)


def test_load_settings__no_digest() -> None:
    settings = load_settings()

    assert settings.digests == ()
    assert settings.remind.enabled
    assert settings.remind.at == time(10)
    assert ":palm_tree:" in settings.remind.statuses


def test_load_settings__digests(write: Write) -> None:
    settings = load_settings(
        write(
            f"{TRACKERS}{DIGEST}\n"
            '[[digest]]\nchannel = "C012ABCDEF"\ntracker = "ACME/widgets#2"\n'
            'at = "Friday 16:30"\nzone = "europe/london"\nquiet = true\n'
            '[remind]\nenabled = false\nat = "9:30"\nstatuses = [":boat:"]\n'
        )
    )

    first, second = settings.digests
    assert first.tracker == Tracker(name="widgets", ref=a_ref(1), names=("w",))
    assert (first.channel, first.at, first.quiet) == ("C012ABCDEF", "mon 09:00", False)
    assert second.tracker == Tracker(name="gadgets", ref=a_ref(2))
    assert (second.at, second.zone, second.quiet) == ("fri 16:30", "Europe/London", True)
    assert str(second.schedule) == "fri 16:30"
    assert not settings.remind.enabled
    assert settings.remind.at == time(9, 30)
    assert settings.remind.statuses == (":boat:",)


@pytest.mark.parametrize("name", ["W", "gadgets", "https://github.com/acme/widgets/issues/2"])
def test_load_settings__a_digests_tracker_by_its_names(write: Write, name: str) -> None:
    (digest,) = load_settings(write(f'{TRACKERS}{DIGEST}tracker = "{name}"\n')).digests

    assert digest.tracker.name == ("widgets" if name == "W" else "gadgets")


def test_load_settings__a_time_as_toml_writes_it(write: Write) -> None:
    assert load_settings(write("remind.at = 08:30:00")).remind.at == time(8, 30)


def test_load_settings__every_mistake_of_digests_at_once(write: Write) -> None:
    said = _mistakes(
        write(
            f"{TRACKERS}"
            """\
[[digest]]
channel = "#general"
tracker = "gizmos"
at = "1 09:00"
zone = "PST"
quiet = "no"
[[digest]]
chanel = "C012ABCDEF"
[[digest]]
channel = "C012ABCDEF"
zone = "UTC"
[[digest]]
channel = "C012ABCDEF"
tracker = "w"
zone = "UTC"
[remind]
enabled = 1
at = "25:00"
statuses = "away"
"""
        )
    )

    name = "digests.toml"
    assert f"{name}, line 9: “digest.channel” must be a Slack channel's id, as C012" in said
    assert f"{name}, line 10: “digest.tracker” names no [[tracker]]; there are “widgets”" in said
    assert f"{name}, line 11: “digest.at” is no moment of a week; write it as mon 09:00." in said
    assert f"{name}, line 12: “digest.zone” is no time zone. Write the name of a place" in said
    assert f"{name}, line 13: “digest.quiet” must be true or false." in said
    assert f"{name}, line 14: “digest.channel” is missing." in said
    assert f"{name}, line 14: “digest.zone” is missing." in said
    assert f"{name}, line 15: “digest.chanel” is not a setting; did you mean “channel”?" in said
    twice = "this channel has a digest of this tracker already, in line 16: remove one, or name"
    assert f"{name}, line 19: {twice} another tracker." in said
    assert f"{name}, line 24: “remind.enabled” must be true or false." in said
    assert f"{name}, line 25: “remind.at” must be a time of 24 hours" in said
    assert f"{name}, line 26: “remind.statuses” must be a list." in said
    assert len(said.splitlines()) == 12


@pytest.mark.parametrize(
    ("text", "says"),
    [
        pytest.param(DIGEST, "line 1: [[digest]] needs a [[tracker]]", id="of nothing"),
        pytest.param('[digest]\nchannel = "C012ABCDEF"', "write [[digest]]", id="one bracket"),
        pytest.param("digest = 3", "write [[digest]]", id="a number"),
        pytest.param("digest = [3]", "“digest” must be a table", id="a list of numbers"),
        pytest.param(f"{TRACKERS}{DIGEST}tracker = 1", "must be text", id="a number as tracker"),
        pytest.param(f"{TRACKERS}{DIGEST}tracker = ''", "must not be empty", id="no name"),
        pytest.param('[remind]\nat = "10"', "a time of 24 hours", id="no minutes"),
    ],
)
def test_load_settings__a_wrong_digest(write: Write, text: str, says: str) -> None:
    assert says in _mistakes(write(text))
