"""`doctor` as somebody runs it, between real servers."""

import json
import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.demo.slack import FakeSlack
from tests.doctor.conftest import Examine
from tests.doctor.surroundings import PLANTED, Installation, an_installation
from tests.terminal import InProcess, Terminal

HOUR = 3600
REPAIR = "\n[repair]\nenabled = true\n"


def lines(out: str, verdict: str) -> list[str]:
    """Lines of this verdict, each with its advice."""
    found: list[str] = []
    for line in out.splitlines():
        if line[2:9].strip() in {"right", "warning", "wrong"}:
            found.append(line)
        elif found and line.startswith("      "):
            found[-1] += f" {line.strip()}"
    return [line for line in found if line[2:9].strip() == verdict]


def test_doctor__everything_is_right(examine: Examine) -> None:
    ended = examine()

    assert ended.status == 0, ended.out
    assert lines(ended.out, "wrong") == []
    assert lines(ended.out, "warning") == []
    assert ended.err == ""


def test_doctor__http_mode__what_nobody_can_tell_is_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with an_installation(tmp_path, transport="http") as installation:
        installation.write()
        program = InProcess(Terminal(tmp_path), monkeypatch, capsys)

        ended = program("doctor", **installation.variables())

    assert ended.status == 0, ended.out
    [line] = lines(ended.out, "warning")
    assert "SLACK_SIGNING_SECRET" in line
    assert "press Retry" in line


@dataclass(frozen=True, kw_only=True)
class Broken:
    """One thing that does not work."""

    does: Callable[[Installation], object] = lambda _: None
    variables: Mapping[str, str] = field(default_factory=dict)
    more: str = ""
    says: tuple[str, ...]
    """What stands in the one line that is wrong."""
    also: int = 0
    """Warnings that follow from it."""


def _in_slack(does: Callable[[FakeSlack], object]) -> Callable[[Installation], object]:
    return lambda it: it.slack.do(does)


def _clock_off(it: Installation) -> None:
    it.slack.do(lambda slack: slack.clock.advance(HOUR))
    it.github.clock_ahead_seconds = HOUR


def _without_the_bot(it: Installation) -> None:
    it.slack.do(lambda slack: it.room.members.discard(slack.bot.id))


def _archived(it: Installation) -> None:
    it.room.is_archived = True


def _wrong_zone(it: Installation) -> None:
    it.settings = it.settings.replace("Europe/London", "Europe/Lodnon")


def _read_only_writer(it: Installation) -> None:
    it.github.add_token("ghp_write", login="bo", may_write=False)


def _another_maintainer(it: Installation) -> None:
    bot = it.slack.do(lambda slack: slack.bot.id)
    it.settings = it.settings.replace(it.ada.id, bot)


BROKEN = {
    "wrong GitHub token": Broken(
        variables={"GITHUB_TOKEN": "ghp_other"},
        says=("GitHub does not accept the token", "GITHUB_TOKEN"),
        also=2,
    ),
    "wrong bot token": Broken(
        variables={"SLACK_BOT_TOKEN": f"xoxb-{PLANTED}-other"},
        says=("Slack refuses SLACK_BOT_TOKEN (invalid_auth)", "OAuth & Permissions"),
        also=4,
    ),
    "wrong app token": Broken(
        variables={"SLACK_APP_TOKEN": f"xapp-{PLANTED}-other"},
        says=("Slack refuses SLACK_APP_TOKEN (invalid_auth)", "connections:write"),
    ),
    "missing required scope": Broken(
        does=_in_slack(lambda slack: slack.app.scopes.discard("im:history")),
        says=("im:history is missing: direct messages", "install the app again"),
    ),
    "bot not in the channel": Broken(
        does=_without_the_bot,
        says=("The bot is not in #room", "/invite @nemorl-status"),
    ),
    "archived channel": Broken(does=_archived, says=("#room", "is archived", "Unarchive")),
    "unreadable tracker": Broken(
        does=lambda it: it.github.delete("acme/widgets", 1),
        says=("acme/widgets#1 was deleted",),
        also=1,
    ),
    "unwritable tracker with repair on": Broken(
        does=_read_only_writer,
        variables={"GITHUB_WRITE_TOKEN": "ghp_write"},
        more=REPAIR,
        says=("Repair widgets", "may not edit acme/widgets#1", "Issues: read and write"),
    ),
    "repair on and nothing to write with": Broken(
        more=REPAIR, says=("GITHUB_WRITE_TOKEN is missing", "or write enabled = false"), also=1
    ),
    "wrong zone": Broken(
        does=_wrong_zone,
        says=("line 7", "is no time zone. Did you mean Europe/London or"),
        also=1,
    ),
    "unreachable database": Broken(
        variables={"DATABASE_URL": "postgresql+psycopg://bot@127.0.0.1:1/bot"},
        says=("The server of the database", "cannot be reached", "DATABASE_URL"),
        also=1,
    ),
    "a database of no known kind": Broken(
        variables={"DATABASE_URL": f"mysql://bot:{PLANTED}@127.0.0.1:1/bot"},
        says=("Settings", "DATABASE_URL names an unknown kind of database"),
        also=2,
    ),
    "GitHub that nobody reaches, with repair on": Broken(
        variables={"GITHUB_API_URL": "http://127.0.0.1:9", "GITHUB_WRITE_TOKEN": "ghp_write"},
        more=REPAIR,
        says=("GitHub could not be reached at 127.0.0.1:9", "check GITHUB_API_URL"),
        also=3,
    ),
    "clock off by an hour": Broken(
        does=_clock_off,
        says=("60 minutes behind", "timedatectl"),
    ),
    "a maintainer who is a bot": Broken(
        does=_another_maintainer, says=("is a bot", "[slack] maintainers")
    ),
}


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN.keys())
def test_doctor__one_thing_does_not_work(
    installation: Installation, examine: Examine, broken: Broken
) -> None:
    broken.does(installation)

    ended = examine(more=broken.more, **broken.variables)

    assert ended.status == 1, ended.out
    [line] = lines(ended.out, "wrong")
    for words in broken.says:
        assert words in line
    assert len(lines(ended.out, "warning")) == broken.also, ended.out


def _unlinked(it: Installation) -> None:
    it.settings = it.settings.replace('slack = "U012BO"', 'github = "bo"')


def _without_optional(it: Installation) -> None:
    it.slack.do(lambda slack: slack.app.scopes.discard("dnd:read"))


def _hidden_repository(it: Installation) -> None:
    it.github.add_repository("acme/tools", private=True)
    it.github.add_token("test-token", sees=set())


def _spent(it: Installation) -> None:
    it.github.spend_quota(remaining=400)


WARNED = {
    "an unlinked owner": (_unlinked, "1 owner of 2 is not linked to Slack: Bo Chen."),
    "an optional scope": (_without_optional, "dnd:read was left out"),
    "a repository that is not visible": (_hidden_repository, "sees nothing of acme/tools"),
    "little left of the limit": (_spent, "of 5,000 points are left until"),
}


@pytest.mark.parametrize(("does", "says"), WARNED.values(), ids=WARNED.keys())
def test_doctor__a_warning_is_no_failure(
    installation: Installation,
    examine: Examine,
    does: Callable[[Installation], object],
    says: str,
) -> None:
    does(installation)

    ended = examine()

    assert ended.status == 0, ended.out
    [line] = lines(ended.out, "warning")
    assert says in line


def test_doctor__channels_that_cannot_be_read_are_found_out_by_sending(
    installation: Installation, examine: Examine
) -> None:
    installation.slack.do(lambda slack: slack.app.scopes.discard("channels:read"))

    ended = examine()

    assert ended.status == 0, ended.out
    assert any("cannot be checked without the scope" in w for w in lines(ended.out, "warning"))


def test_doctor__a_busy_port_may_be_a_bot_of_ours(examine: Examine) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()

        ended = examine(PORT=str(taken.getsockname()[1]))

    assert ended.status == 0, ended.out
    [line] = lines(ended.out, "warning")
    assert "a running bot, perhaps" in line


@pytest.mark.parametrize("words", [(), ("--config", "nowhere.toml")], ids=["no file", "another"])
def test_doctor__nothing_is_set_up(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
) -> None:
    terminal = Terminal(tmp_path)
    terminal.here.mkdir()

    ended = InProcess(terminal, monkeypatch, capsys)("doctor", *words)

    assert ended.status == 1
    assert "SLACK_BOT_TOKEN is missing" in ended.out
    assert "nemorl-status init writes a settings file" in ended.out
    assert "Not checked, because there is no bot token." in ended.out


def test_doctor__several_mistakes_are_told_at_once_and_the_rest_is_checked(
    installation: Installation, examine: Examine
) -> None:
    installation.settings += "\n[stale]\nreview = 0\n[remind]\nat = 'ten'\n"

    ended = examine(PORT="http")

    told = "\n".join(lines(ended.out, "wrong"))
    assert told.count("\n") == 2
    assert all(word in told for word in ("stale.review", "remind.at", "PORT"))
    assert any("The bot is in #room" in line for line in lines(ended.out, "right"))


def test_doctor__json(installation: Installation, examine: Examine) -> None:
    _unlinked(installation)

    ended = examine("--json", GITHUB_TOKEN="ghp_other")

    told = json.loads(ended.out)
    assert ended.status == 1
    assert told["schema_version"] == 1
    assert told["verdict"] == "wrong"
    assert told["counts"]["wrong"] == 1
    assert sum(told["counts"].values()) == len(told["checks"])
    [wrong] = [check for check in told["checks"] if check["verdict"] == "wrong"]
    assert set(wrong) == {"name", "verdict", "what", "advice"}


def test_doctor__open_secrets_are_a_warning(installation: Installation, examine: Examine) -> None:
    env = installation.home / "here" / ".env"
    env.write_text("HOST=127.0.0.1\n")
    env.chmod(0o644)

    ended = examine()

    [line] = lines(ended.out, "warning")
    assert "Others on this machine may read .env" in line
    assert "chmod 600 .env" in line


def test_doctor__changes_nothing_on_github_or_in_slack(
    installation: Installation, examine: Examine
) -> None:
    installation.github.add_token("ghp_write", login="bo")

    examine(more=REPAIR, GITHUB_WRITE_TOKEN="ghp_write")

    assert not any("mutation" in seen.query for seen in installation.github.requests)
    asked = {request.method for request in installation.slack.slack.requests}
    assert asked == {"auth.test", "apps.connections.open", "conversations.info", "users.info"}
