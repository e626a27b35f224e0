"""`digest --post` and `remind --post`, between a fake GitHub and a fake Slack."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from freezegun import freeze_time

from bot.demo.slack import Channel, Clock, User
from tests.fakes.github_in_thread import fake_github_in_thread
from tests.fakes.slack.threaded import ServedSlack, threaded_slack
from tests.manifest import our_manifest
from tests.store.migrated import a_migrated_file
from tests.terminal import TOKEN, Ended, InProcess, Terminal

Program = Callable[..., Ended]

TUESDAY = datetime(2026, 8, 25, 10, 30, tzinfo=UTC)
BODY = """\
## Refit
Owner: Ana Souza
- [ ] #7
- [ ] #8

## Ports
Owner: Bo Chen
- [ ] #9
"""


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    """A terminal that asks a GitHub with one tracker."""
    terminal = Terminal(tmp_path)
    terminal.here.mkdir()
    with fake_github_in_thread() as gh:
        gh.add_issue("acme/widgets", 1, body=BODY, title="Widget rewrite")
        for number in (7, 8, 9):
            gh.add_pull("acme/widgets", number, title=f"feat: number {number}", at="2026-06-01")
        gh.merge("acme/widgets", 8, at="2026-08-19")
        terminal.variables = {
            "GITHUB_TOKEN": TOKEN,
            "GITHUB_API_URL": gh.url,
            "DATABASE_URL": a_migrated_file(tmp_path / "x.db"),
        }
        yield terminal


@dataclass(frozen=True, kw_only=True)
class Workspace:
    served: ServedSlack
    room: Channel
    elsewhere: Channel
    ana: User
    bo: User

    def texts(self, channel: Channel) -> list[str]:
        return self.served.do(lambda slack: [m.text for m in slack.messages(channel)])

    def written_to(self, user: User) -> list[str]:
        return self.served.do(lambda slack: [m.text for m in slack.messages(slack.dm(user))])


@pytest.fixture
def workspace(terminal: Terminal) -> Iterator[Workspace]:
    """A Slack with a channel that gets the digest, and two owners."""
    with threaded_slack(manifest=our_manifest(), clock=Clock(TUESDAY)) as served:
        workspace = Workspace(
            served=served,
            room=served.do(lambda slack: slack.add_channel("room")),
            elsewhere=served.do(lambda slack: slack.add_channel("elsewhere", bot=False)),
            ana=served.do(lambda slack: slack.add_user("ana", tz="Europe/London")),
            bo=served.do(lambda slack: slack.add_user("bo", tz="America/Los_Angeles")),
        )
        terminal.variables |= {
            "SLACK_BOT_TOKEN": served.bot_token,
            "SLACK_API_URL": served.api_url,
        }
        (terminal.here / "nemorl-status.toml").write_text(
            '[[tracker]]\nname = "widgets"\nissue = "acme/widgets#1"\n'
            f'[[digest]]\nchannel = "{workspace.room.id}"\nzone = "Europe/London"\n'
            f'[[digest]]\nchannel = "{workspace.elsewhere.id}"\nzone = "Europe/London"\n'
            f'[people]\n"Ana Souza" = {{ slack = "{workspace.ana.id}" }}\n'
            f'"Bo Chen" = {{ slack = "{workspace.bo.id}" }}\n'
        )
        yield workspace


@pytest.fixture
def program(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Program:
    def run(*words: str, **variables: str) -> Ended:
        with freeze_time(TUESDAY, real_asyncio=True, tick=True):
            return InProcess(terminal, monkeypatch, capsys)(*words, **variables)

    return run


def test_digest_post__once(program: Program, workspace: Workspace) -> None:
    room = workspace.room

    first = program("digest", "--channel", room.id, "--post")
    again = program("digest", "--channel", room.id, "--slot", "2026-08-24", "--post")

    assert (first.status, first.err) == (0, "")
    assert first.out == f"Posted: the digest of 2026-08-24 in {room.id}.\n"
    assert (again.status, again.err) == (0, "")
    assert again.out.startswith("Nothing was posted: ")
    texts = workspace.texts(room)
    assert sum("digest of Monday 24 August" in text for text in texts) == 1


def test_digest_post__the_bot_is_not_in_the_channel(program: Program, workspace: Workspace) -> None:
    ended = program("digest", "--channel", workspace.elsewhere.id, "--post")

    assert (ended.status, ended.out) == (3, "")
    assert "Not posted" in ended.err
    assert "invite" in ended.err.casefold()
    workspace.served.do(lambda slack: slack.forgive())


def test_post__what_cannot_be(program: Program, workspace: Workspace) -> None:
    wrong = {
        ("digest",): "There are several",
        ("digest", "--channel", "C1"): "No digest goes to",
        ("remind", "--slot", "2026-08-17"): "that of 2026-08-24",
        ("remind", "--slot", "2026-08-31"): "that of 2026-08-24",
    }

    for words, says in wrong.items():
        ended = program(*words, "--post")
        assert (ended.status, ended.out) == (2, "")
        assert says in ended.err
    tokenless = program("remind", "--post", SLACK_BOT_TOKEN="")

    assert (tokenless.status, tokenless.out) == (2, "")
    assert "SLACK_BOT_TOKEN is missing" in tokenless.err
    assert workspace.texts(workspace.room) == []


def test_remind_post__whose_time_has_come_once(program: Program, workspace: Workspace) -> None:
    first = program("remind", "--post")
    again = program("remind", "--post", "--person", "Ana Souza")

    assert (first.status, first.err) == (0, "")
    assert first.out.splitlines() == [
        "Ana Souza: written to.",
        "Bo Chen: not now: it is not their time yet, or they are away.",
    ]
    assert again.out == "Ana Souza: done with this week already.\n"
    (text,) = workspace.written_to(workspace.ana)
    assert "1 pull request" in text
    assert workspace.written_to(workspace.bo) == []
