"""`drift` in a terminal, where findings were left as they are in Slack."""

import asyncio
import json
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from bot.demo.github import FakeGitHub
from bot.github_status.judge.left import fingerprint
from bot.store.engine import Database, database_url
from bot.store.left import LeftFindings, StoredLeft
from tests.fakes.github_in_thread import fake_github_in_thread
from tests.store.migrated import a_migrated_file
from tests.terminal import TOKEN, InProcess, Terminal

BODY = "## Refit\nOwner: Ana Souza\n- [ ] #7\n- [ ] #8\n"
SETTINGS = """\
[[tracker]]
name = "widgets"
issue = "acme/widgets#1"
"""


@pytest.fixture
def terminal(terminal: Terminal) -> Terminal:
    (terminal.here / "nemorl-status.toml").write_text(SETTINGS, encoding="utf-8")
    return terminal


@pytest.fixture
def gh(terminal: Terminal) -> Iterator[FakeGitHub]:
    """#8 is merged, and its box is empty."""
    with fake_github_in_thread() as gh:
        gh.add_issue("acme/widgets", 1, body=BODY)
        for number in (7, 8):
            gh.add_pull("acme/widgets", number, at="2026-06-01")
        gh.merge("acme/widgets", 8, at="2026-08-19")
        terminal.variables = {
            "GITHUB_TOKEN": TOKEN,
            "GITHUB_API_URL": gh.url,
            "DATABASE_URL": a_migrated_file(terminal.home / "x.db"),
        }
        yield gh


def leaves(terminal: Terminal, evidence: str) -> None:
    """Somebody left #8 as it is, when that was its evidence."""

    async def written() -> None:
        database = Database(database_url(terminal.variables["DATABASE_URL"]))
        await LeftFindings(database).put(
            StoredLeft(
                tracker_key="acme/widgets#1",
                kind="merged_unticked",
                subject="acme/widgets#8",
                evidence=fingerprint(evidence),
                by="gh:ana",
                at=datetime(2026, 8, 20, 9, tzinfo=UTC),
                why="the docs wait",
            )
        )
        await database.close()

    asyncio.run(written())


def test_drift__what_was_left_does_not_count(
    program: InProcess, terminal: Terminal, gh: FakeGitHub
) -> None:
    before = program("drift", "--json", "--exit-code")
    [finding] = json.loads(before.out)["drift"]
    leaves(terminal, finding["evidence"])

    data = program("drift", "--json", "--exit-code")
    words = program("drift", "refit", "--exit-code")

    assert (before.status, data.status, words.status) == (1, 0, 0)
    form = json.loads(data.out)
    assert form["drift"] == []
    said = {"by": "ana", "at": "2026-08-20T09:00:00Z", "why": "the docs wait"}
    assert form["left"] == [finding | said]
    assert words.out.startswith("Index and GitHub agree in Refit but for what was left as it is.")
    assert "#8 · Merged, box empty · left by ana, 20 Aug" in words.out
    assert json.loads(program("overview", "--json").out)["counts"]["drift"] == 0
    assert "nothing to repair" in program("drift", "--fix", "--dry-run").out


def test_drift__other_evidence_counts(
    program: InProcess, terminal: Terminal, gh: FakeGitHub
) -> None:
    leaves(terminal, "The box is empty; GitHub says merged on 1 Aug 2026.")

    ended = program("drift", "--exit-code")

    assert ended.status == 1
    assert ended.out.startswith("1 disagreement of index and GitHub")
    assert "left as" not in ended.out
