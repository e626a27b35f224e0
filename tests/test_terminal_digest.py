"""`digest` and `remind`, through the real command line."""

import asyncio
import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot.demo.github import FakeGitHub
from bot.store.digests import DigestRecord, Digests, DigestState
from bot.store.engine import Database, database_url
from bot.store.links import Links, StoredLink
from bot.store.messages import Messages, RemindedRow
from bot.store.subscriptions import Subscription, Subscriptions
from bot.store.wishes import RowWish, RowWishKind, Wishes
from tests.fakes.github_in_thread import fake_github_in_thread
from tests.store.migrated import a_migrated_file
from tests.terminal import TOKEN, InProcess, Terminal

BODY = """\
## Refit
Owner: Ana Souza
- [ ] #7
- [ ] #8
"""
TOML = """\
[[tracker]]
name = "widgets"
issue = "acme/widgets#1"
[[tracker]]
name = "gadgets"
issue = "acme/widgets#2"
[people]
"Ana Souza" = { github = "ana", slack = "U012ANA" }
"""
DIGEST = '[[digest]]\nchannel = "C012ABCDEF"\nzone = "Europe/London"\nat = "mon 10:00"\n'
KEY = "acme/widgets#1"


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    terminal = Terminal(tmp_path)
    terminal.here.mkdir()
    return terminal


@pytest.fixture
def program(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> InProcess:
    return InProcess(terminal, monkeypatch, capsys)


@pytest.fixture
def gh(terminal: Terminal) -> Iterator[FakeGitHub]:
    """A GitHub with two trackers, and a terminal that asks it with a good token."""
    with fake_github_in_thread() as gh:
        gh.add_issue("acme/widgets", 1, body=BODY, title="Widget rewrite")
        gh.add_issue("acme/widgets", 2, body="## Ports\n- [ ] #9\n", title="Gadgets")
        for number in (7, 8, 9):
            gh.add_pull("acme/widgets", number, title=f"feat: number {number}", at="2026-06-01")
        gh.merge("acme/widgets", 8, at="2026-08-19")
        terminal.variables = {"GITHUB_TOKEN": TOKEN, "GITHUB_API_URL": gh.url}
        yield gh


def settings(terminal: Terminal, text: str) -> None:
    (terminal.here / "nemorl-status.toml").write_text(text)


def database(terminal: Terminal) -> Database:
    terminal.variables |= {"DATABASE_URL": a_migrated_file(terminal.home / "x.db")}
    return Database(database_url(terminal.variables["DATABASE_URL"]))


def moment(text: str) -> datetime:
    return datetime.fromisoformat(f"{text}+00:00")


# --- the bundled reading ---


def test_digest__what_was_merged_stands_under_its_owners(program: InProcess) -> None:
    ended = program("--demo", "digest", "--slot", "2026-07-20", "--dry-run")

    assert (ended.status, ended.err) == (0, "")
    songlin, akash = ended.out.split("── Songlin Jiang · ")[1].split("── Akash Mehra, Yuki Huang")
    assert "✔ #2444 " in songlin
    assert "✔ #2700 " in akash
    assert "preview" not in ended.out
    assert program("--demo", "digest", "--slot", "2026-07-20") == ended


def test_digest__the_week_after(program: InProcess) -> None:
    ended = program("--demo", "digest", "--slot", "2026-07-27", "--dry-run")

    merged, parts = (line for line in ended.out.splitlines() if line.startswith("✔"))
    assert merged.startswith("✔ #2608 ")
    assert parts.startswith("✔ 4 of 4 parts of #2819 merged ")


def test_digest__a_quiet_week_has_what_is_still_stale_by_owner(program: InProcess) -> None:
    ended = program("--demo", "digest", "--slot", "2026-08-17", "--dry-run")

    assert "Nothing new since Monday 10 August" in ended.out
    lines = ended.out.split("── Still stale")[1].split("\n\n")[0].splitlines()[1:]
    owners = [line.split(":")[0].strip() for line in lines]
    assert owners == [
        *("Zhiyu Li", "Pranav Prashant Thombre", "Songlin Jiang"),
        "Akash Mehra, Yuki Huang",
    ]
    assert "✔" not in ended.out


def test_digest__without_a_slot_the_next_one_as_a_preview(program: InProcess) -> None:
    coming = program("--demo", "digest")
    named = program("--demo", "digest", "--slot", "2026-08-24")
    earlier = program("--demo", "digest", "--now", "2026-07-18")
    past = program("--demo", "digest", "--slot", "2026-07-20", "--now", "2026-07-18")

    assert coming == named
    assert coming.out.startswith(
        "A preview, as things stand now: the digest is due on Monday 24 August 09:00"
    )
    assert earlier == past
    assert "#2444" not in earlier.out.split("── Still stale")[1]


def test_digest__in_other_forms(program: InProcess) -> None:
    as_json = program("--demo", "digest", "--slot", "2026-07-20", "--json")
    markdown = program("--demo", "digest", "--slot", "2026-07-20", "--markdown")
    other = program("--demo", "digest", "in", "sc-cleanup", "--json")

    digest = json.loads(as_json.out)["digest"]
    assert [row["ref"] for row in digest["merged"]] == [
        "NVIDIA-NeMo/RL#2444",
        "NVIDIA-NeMo/RL#2700",
    ]
    assert digest["slot"] == "2026-07-20T16:00:00Z"
    assert digest["start"] == "2026-07-13T16:00:00Z"
    assert markdown.out.startswith("## Status on Monday 20 July")
    assert json.loads(other.out)["tracker"]["ref"] == "NVIDIA-NeMo/RL#2625"


def test_remind__the_first_messages(program: InProcess) -> None:
    ended = program("--demo", "remind", "--slot", "2026-08-24", "--dry-run")

    assert (ended.status, ended.err) == (0, "")
    by_person = {
        part.split(" · ")[0]: part for part in ended.out.split("\n── ")[1:] if " · Tuesday" in part
    }
    assert list(by_person) == [
        *("Zhiyu Li", "Pranav Prashant Thombre", "Songlin Jiang", "Akash Mehra", "Yuki Huang"),
    ]
    assert by_person["Pranav Prashant Thombre"].count("\n● ") == 2
    songlin = by_person["Songlin Jiang"]
    (row,) = (line for line in songlin.splitlines() if line.startswith("●"))
    assert row.startswith("● #2467 ")
    assert "It is not known whose turn it is: reviews, checks," in songlin
    assert "only counted: 2 drafts." in songlin
    assert "Tuesday 25 August 10:00 in their zone" in songlin
    assert program("--demo", "remind", "--slot", "2026-08-24") == ended


def test_remind__one_person(program: InProcess) -> None:
    by_name = program("--demo", "remind", "--person", "songlin")
    by_login = program("--demo", "remind", "--person", "@Songlin")
    nothing = program("--demo", "remind", "--person", "Hemil Desai")

    assert by_name.out.count(" in their zone\n") == 1
    assert by_login.out == by_name.out
    assert (nothing.status, nothing.err) == (0, "")
    assert "no message to Hemil Desai" in nothing.out


def test_remind__as_json(program: InProcess) -> None:
    ended = program("--demo", "remind", "--slot", "2026-08-24", "--json")

    answer = json.loads(ended.out)
    message = next(m for m in answer["messages"] if m["person"] == "Songlin Jiang")
    assert message["rows"] == [
        {
            "ref": "NVIDIA-NeMo/RL#2467",
            "line": 35,
            "kind": "waiting",
            "because": "owner",
            "count": 1,
        }
    ]
    assert (message["due"], message["drafts"]) == ("2026-08-25T10:00", 2)
    assert answer["unreachable"] == []
    document = (Path(__file__).parents[1] / "docs" / "json.md").read_text("utf-8")
    assert [k for k in (*message, *message["rows"][0]) if f"`{k}`" not in document] == []
    assert {group["title"] for group in answer["groups"]} == {
        m["person"] for m in answer["messages"]
    }


def test_remind__narrow(program: InProcess) -> None:
    for words in (["remind", "--slot", "2026-08-24"], ["digest", "--slot", "2026-07-20"]):
        ended = program("--demo", *words, COLUMNS="60")

        assert max(map(len, ended.out.splitlines())) <= 60


# --- live ---


def test_digest__of_the_settings(program: InProcess, terminal: Terminal, gh: FakeGitHub) -> None:
    settings(terminal, TOML + DIGEST + DIGEST.replace("C012", "C034") + 'tracker = "gadgets"\n')

    ended = program("digest", "--slot", "2026-08-24", "--json")
    other = program("digest", "--channel", "C034ABCDEF", "--slot", "2026-08-24", "--json")
    by_word = program("digest", "in", "gadgets", "--slot", "2026-08-24", "--json")
    nowhere = program("digest", "--channel", "#general")
    neither = program("digest", "--channel", "C012ABCDEF", "--tracker", "gadgets")

    assert (ended.status, ended.err) == (0, "")
    digest = json.loads(ended.out)["digest"]
    assert [row["ref"] for row in digest["merged"]] == ["acme/widgets#8"]
    assert digest["slot"] == "2026-08-24T09:00:00Z"
    assert json.loads(other.out)["tracker"]["ref"] == "acme/widgets#2"
    assert json.loads(other.out)["digest"] == json.loads(by_word.out)["digest"]
    assert (nowhere.status, neither.status) == (2, 2)
    assert "C012ABCDEF (widgets), C034ABCDEF (gadgets)" in nowhere.err
    assert "C012ABCDEF gets no digest of gadgets" in neither.err


def test_digest__nobody_set_one_up(program: InProcess, terminal: Terminal, gh: FakeGitHub) -> None:
    settings(terminal, TOML)

    ended = program("digest", "--slot", "2026-08-24")

    assert ended.status == 0
    assert "feat: number 8" in ended.out
    assert (
        "No digest of widgets is set up, so this is what one on Mondays at 09:00 (UTC) would say."
    ) in ended.err
    assert "[[digest]]" in ended.err


def test_digest__goes_on_from_the_last_one(
    program: InProcess, terminal: Terminal, gh: FakeGitHub
) -> None:
    settings(terminal, TOML)
    slot, before = moment("2026-08-24T09:00"), moment("2026-08-03T09:00")

    async def remember() -> None:
        db = database(terminal)
        await Subscriptions(db).put(
            Subscription(
                channel="C077ABCDEF",
                tracker_key=KEY,
                at="mon 10:00",
                zone="Europe/London",
                since=before,
                by="U012ANA",
                says_nothing_new=False,
            )
        )
        records = Digests(db)
        record = await records.opened("C077ABCDEF", KEY, before)
        decided = DigestRecord(
            channel=record.channel,
            tracker_key=KEY,
            slot=before,
            as_of=before,
            start=before - timedelta(days=7),
        )
        await records.end(await records.decide(decided), DigestState.SENT)
        await db.close()

    asyncio.run(remember())
    ended = program("digest", "--channel", "C077ABCDEF", "--slot", "2026-08-24", "--json")
    same = program("digest", "--slot", "2026-08-03", "--json")
    quiet = program("digest", "--slot", "2026-07-27")

    digest = json.loads(ended.out)["digest"]
    assert (digest["slot"], digest["start"]) == ("2026-08-24T09:00:00Z", "2026-08-03T09:00:00Z")
    assert slot.hour == 9
    assert json.loads(same.out)["digest"]["start"] == "2026-07-27T09:00:00Z"
    assert "this digest is not posted" in quiet.err


def test_digest__a_closed_tracker(program: InProcess, terminal: Terminal, gh: FakeGitHub) -> None:
    settings(terminal, TOML + DIGEST)
    gh.close("acme/widgets", 1, at="2026-08-20")

    ended = program("digest")
    past = program("digest", "--slot", "2026-08-10")

    assert (ended.status, past.status) == (0, 0)
    assert "closed" in ended.out.splitlines()[0] + ended.out.splitlines()[1]
    assert "digest of Monday 10 August" in past.out


def test_digest__github_is_down(program: InProcess, terminal: Terminal, gh: FakeGitHub) -> None:
    settings(terminal, TOML + DIGEST)
    database(terminal)
    first = program("digest", GITHUB_API_URL="http://127.0.0.1:9")
    program("digest")

    ended = program("digest", "--slot", "2026-08-24", GITHUB_API_URL="http://127.0.0.1:9")

    assert (first.status, first.out) == (3, "")
    assert ended.status == 4
    assert "could not be reached" in ended.err
    assert ended.out.startswith("! GitHub could not be reached")


def test_remind__live(program: InProcess, terminal: Terminal, gh: FakeGitHub) -> None:
    settings(terminal, TOML + DIGEST + DIGEST.replace("C012", "C034") + 'tracker = "gadgets"\n')
    day = ("--slot", "2026-08-24", "--now", "2026-08-25")

    async def told() -> None:
        db = database(terminal)
        messages = Messages(db)
        at = moment("2026-08-18T09:00")
        key = "remind:2026-W34:U012ANA"
        await messages.begin(key, channel="U012ANA", holder="x", now=at, lease=timedelta(minutes=3))
        row = RemindedRow(
            tracker_key=KEY,
            ref="acme/widgets#7",
            count=1,
            last_at=at,
            progress_at=None,
            message_key=key,
        )
        await messages.sent(key, channel="D1", ts="1.0", now=at, person="U012ANA", rows=[row])
        await db.close()

    first = program("remind", *day)
    several = program("remind", *day, "--json")
    asyncio.run(told())
    second = program("remind", *day, "--tracker", "widgets", "--json")

    assert (first.status, first.err) == (0, "")
    assert "── Ana Souza · Tuesday 25 August 10:00 in their zone" in first.out
    assert "● #7 feat: number 7" in first.out
    assert (several.status, several.out) == (2, "")
    assert "--tracker widgets" in several.err
    (message,) = json.loads(second.out)["messages"]
    assert [row["count"] for row in message["rows"]] == [2]


def test_remind__nobody_is_written_to(
    program: InProcess, terminal: Terminal, gh: FakeGitHub
) -> None:
    settings(terminal, f"{TOML}{DIGEST}[remind]\nenabled = false\n")

    shown = program("remind", "--slot", "2026-08-24", "--now", "2026-08-25")
    posted = program("remind", "--post", SLACK_BOT_TOKEN="xoxb-1")

    assert shown.status == 0
    assert "Ana Souza" in shown.out
    assert "[remind] enabled is false" in shown.err
    assert (posted.status, posted.out) == (2, "")
    assert "not written to" in posted.err


def test_remind__who_was_linked_and_what_was_parked_in_slack(
    program: InProcess, terminal: Terminal, gh: FakeGitHub
) -> None:
    settings(terminal, TOML.split("[people]", maxsplit=1)[0] + DIGEST)
    day = ("--slot", "2026-08-24", "--now", "2026-08-25")
    at = moment("2026-08-01T09:00")

    async def linked() -> None:
        db = database(terminal)
        link = StoredLink(
            name="Ana Souza", github="ana", slack="U012ANA", by="U012ANA", by_maintainer=True, at=at
        )
        await Links(db).put(link)
        await db.close()

    async def parked() -> None:
        db = database(terminal)
        park = RowWish(
            kind=RowWishKind.PARK,
            person="U012ANA",
            tracker_key=KEY,
            ref="acme/widgets#7",
            at=at,
            until=moment("2036-08-01T09:00"),
        )
        await Wishes(db).put_row(park)
        await db.close()

    asyncio.run(linked())
    told = program("remind", *day)
    asyncio.run(parked())
    silent = program("remind", *day)
    stale = program("stale", "--now", "2026-08-25", "--json")
    digest = program("digest", "--slot", "2026-08-24", "--json")

    assert "── Ana Souza · Tuesday 25 August" in told.out
    assert "no message" in silent.out
    assert json.loads(stale.out)["groups"] == []
    assert json.loads(digest.out)["digest"]["still_stale"] == []


def test_remind__an_owner_who_is_not_linked(
    program: InProcess, terminal: Terminal, gh: FakeGitHub
) -> None:
    settings(terminal, TOML.split("[people]", maxsplit=1)[0] + DIGEST)

    ended = program("remind", "--slot", "2026-08-24", "--now", "2026-08-25")
    as_json = program("remind", "--slot", "2026-08-24", "--now", "2026-08-25", "--json")

    assert "Ana Souza · 1 row · nobody in Slack is linked to them" in ended.out
    assert json.loads(as_json.out)["unreachable"] == [
        {"name": "Ana Souza", "rows": 1, "team": False}
    ]
