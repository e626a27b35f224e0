"""An installation that works, between a fake Slack and a fake GitHub, for a program that is run."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.demo.github import FakeGitHub
from bot.demo.slack import Channel, User
from bot.demo.slack.app import Transport
from tests.fakes.github_in_thread import fake_github_in_thread
from tests.fakes.slack.threaded import ServedSlack, threaded_slack
from tests.manifest import HTTP_URL, our_manifest
from tests.terminal import TOKEN

PLANTED = "hunter2"
"""Stands in every secret; in no output."""

BODY = """\
## Refit
Owner: Ana Souza, Bo Chen

- [ ] #7 WeightSynchronizer ABC
- [ ] acme/tools#8 wire synchronizer
"""
SETTINGS = """\
[[tracker]]
name = "widgets"
issue = "acme/widgets#1"

[[digest]]
channel = "{channel}"
zone = "Europe/London"

[slack]
maintainers = ["{ada}"]

[people."Ana Souza"]
slack = "U012ANA"

[people."Bo Chen"]
slack = "U012BO"
"""


@dataclass
class Installation:
    """Everything that there is, as it should be."""

    slack: ServedSlack
    github: FakeGitHub
    home: Path
    ada: User
    room: Channel
    settings: str
    transport: Transport = "socket"

    def variables(self) -> dict[str, str]:
        """The environment."""
        app = self.slack.slack.app
        way = (
            {"SLACK_APP_TOKEN": app.app_token}
            if self.transport == "socket"
            else {"SLACK_SIGNING_SECRET": self.slack.slack.signing_secret}
        )
        return {
            "GITHUB_API_URL": self.github.url,
            "GITHUB_TOKEN": TOKEN,
            "SLACK_API_URL": self.slack.api_url,
            "SLACK_BOT_TOKEN": app.bot_token,
            "DATABASE_URL": f"sqlite+aiosqlite:///{self.home / 'bot.db'}",
            **way,
        }

    def write(self, *, more: str = "") -> None:
        """The settings file, where the program is started."""
        path = self.home / "here" / "nemorl-status.toml"
        path.write_text(self.settings + more, encoding="utf-8")


@contextmanager
def an_installation(home: Path, *, transport: Transport = "socket") -> Iterator[Installation]:
    """It, for as long as the block lasts."""
    manifest = our_manifest(http_url=HTTP_URL if transport == "http" else None)
    with (
        threaded_slack(manifest=manifest, transport=transport) as slack,
        fake_github_in_thread() as github,
    ):
        app = slack.slack.app
        app.bot_token, app.app_token = f"xoxb-{PLANTED}-bot", f"xapp-{PLANTED}-app"
        ada = slack.do(lambda it: it.add_user("ada"))
        room = slack.do(lambda it: it.add_channel("room", members=[ada, it.bot]))
        github.add_issue("acme/widgets", 1, body=BODY, title="Tracker")
        github.add_pull("acme/widgets", 7, title="WeightSynchronizer ABC")
        github.add_pull("acme/tools", 8, title="wire synchronizer")
        (home / "here").mkdir(exist_ok=True)
        settings = SETTINGS.format(channel=room.id, ada=ada.id)
        yield Installation(
            slack=slack,
            github=github,
            home=home,
            ada=ada,
            room=room,
            settings=settings,
            transport=transport,
        )
