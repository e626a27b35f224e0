"""From nothing to an answer in Slack, by the steps of README.md alone."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.serving.process import Street, a_street
from tests.terminal import InProcess, Terminal

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
STEPS = README.split("## The bot in a channel\n")[1].split("\nFor more digests")[0]
TOKENS = re.findall(r"`([A-Z_]+)=` in `\.env`", STEPS)


@pytest.fixture(params=["socket", "http"])
async def street(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Street]:
    async with a_street(tmp_path, transport=request.param) as street:
        (tmp_path / "here").mkdir()
        yield street


@pytest.fixture
def program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> InProcess:
    """In an empty folder, with nothing in its environment."""
    return InProcess(Terminal(tmp_path), monkeypatch, capsys)


def test_steps__are_ten_at_most_and_their_commands_are_these() -> None:
    assert len(re.findall(r"^\d+\. ", STEPS, flags=re.MULTILINE)) <= 10
    commands = re.findall(r"`\.venv/bin/nemorl-status (\w+)`", STEPS)
    assert commands == ["init", "doctor", "run"]
    assert TOKENS == ["SLACK_APP_TOKEN", "SLACK_BOT_TOKEN", "GITHUB_TOKEN"]


async def test_steps__lead_to_an_answer(street: Street, program: InProcess) -> None:
    slack, here, street.is_cold = street.slack, street.home / "here", True
    ada = slack.add_user("ada")
    room = slack.add_channel("room", members=[ada], bot=False)
    url = () if slack.transport == "socket" else ("--url", "https://bot.example.com")

    asked = ("--tracker", "acme/widgets#1", "--channel", room.id, "--zone", "Europe/London")
    begun = await asyncio.to_thread(program, "init", *asked, *url)
    assert begun.status == 0, begun.err
    assert ("socket_mode_enabled: true" in begun.out) is (slack.transport == "socket")

    fill_in(here / ".env", street)
    await slack.joins(slack.bot, room)
    settings = here / "nemorl-status.toml"
    maintained = settings.read_text().replace("maintainers = []", f'maintainers = ["{ada.id}"]')
    settings.write_text(maintained)
    examined = await asyncio.to_thread(program, "doctor")
    assert examined.status == 0, examined.out
    assert "✖" not in examined.out
    assert "1 owner of 1 is not linked" in examined.out

    async with street.serves(**dict.fromkeys(street.variables(), "")) as process:
        assert (await slack.types(ada, room, "/nemorl-status refit")).acked
        answers = await street.answers(ada, room)
        assert await process.stops() == 0
    assert [message.text.startswith("Refit: ") for message in answers] == [True]


def fill_in(path: Path, street: Street) -> None:
    """The tokens, and where the stand-ins are; in HTTP mode the signing secret."""
    given = {k: v for k, v in street.variables().items() if k != "NEMORL_STATUS_CONFIG"}
    text = path.read_text()
    wanted = [name for name in TOKENS if name in given]
    for name in (*wanted, *(n for n in given if n == "SLACK_SIGNING_SECRET")):
        assert f"\n{name}=\n" in text
        text = text.replace(f"\n{name}=\n", f"\n{name}={given.pop(name)}\n")
    path.write_text(text + "".join(f"{name}={value}\n" for name, value in given.items()))
