"""What `docs/security.md` promises: its tests exist, its tables are whole, its numbers are ours."""

import re
from pathlib import Path

import pytest

from bot.github_status.github import transport
from bot.jobs import housekeeping
from bot.store import snapshots
from bot.store.tables import METADATA, SCHEMA_VERSION
from bot.web import github_guard, guard, server, slack_route

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "docs/security.md").read_text(encoding="utf-8")
_TEST = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")


def _rows(heading: str) -> list[list[str]]:
    """The cells of the table below this heading."""
    section = TEXT.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    lines = [line for line in section.splitlines() if line.startswith("| ")][2:]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


THREATS = {row[0].strip(): row for row in _rows("Threats")}


@pytest.mark.parametrize("threat", THREATS)
def test_threat__has_tests_that_exist(threat: str) -> None:
    _, _, tests = THREATS[threat]
    named = _TEST.findall(tests)

    assert named
    assert _TEST.sub("", tests).strip(" ,") == "", "nothing but tests stands there"
    for path, name in named:
        assert f"def {name}(" in (ROOT / path).read_text(encoding="utf-8"), f"{path}::{name}"


def test_kept__every_table_has_its_line() -> None:
    named = [name for row in _rows("What is kept, and for how long") for name in row[0].split(", ")]

    assert sorted(named) == sorted(f"`{name}`" for name in (*METADATA.tables, SCHEMA_VERSION.name))


@pytest.mark.parametrize(
    ("heading", "line", "says"),
    [
        ("kept, and", "`messages`", f"{housekeeping.KEEP_MESSAGES.days} days"),
        ("kept, and", "`reminded_rows`", f"{housekeeping.KEEP_MESSAGES.days} days"),
        ("kept, and", "`incidents`", f"at most {housekeeping.KEEP_INCIDENTS.days} days"),
        ("kept, and", "`claims`", f"{housekeeping.KEEP_CLAIMS.days} days"),
        ("kept, and", "`deliveries`", f"{housekeeping.KEEP_DELIVERIES.days} days"),
        ("kept, and", "`snapshots`", f"{snapshots.KEEP_ALL.total_seconds() / 3600:.0f} hours"),
        ("kept, and", "`snapshots`", f"{snapshots.KEEP_DAYS} days"),
        ("kept, and", "`snapshots`", f"{snapshots.KEEP_WEEKS} weeks"),
        ("may cost", "connections at once", f"{server.MOST_CONNECTIONS};"),
        ("may cost", "first line", f"{server.MOST_LINE_BYTES:,} bytes"),
        ("may cost", "first line", f"{server.MOST_HEADERS} headers"),
        ("may cost", "headers, or silence", f"{server.IDLE_SECONDS:.0f} seconds"),
        ("may cost", "body", f"{guard.MOST_BYTES >> 20} MB for Slack"),
        ("may cost", "body", f"{github_guard.MOST_BYTES >> 20} MB for webhooks"),
        ("may cost", "body", f"{slack_route.SLOWEST_BODY_SECONDS:.0f} seconds"),
        ("may cost", "the rest", f"{server.LINGERING_SECONDS:.0f} second"),
        ("may cost", "shape", f"{guard.MOST_DEPTH} levels"),
        ("Threats", "an answer that unpacks", f"{transport.MOST_BYTES >> 20} MB"),
    ],
)
def test_numbers__are_those_of_the_code(heading: str, line: str, says: str) -> None:
    [full] = [h for h in re.findall(r"^## (.*)$", TEXT, flags=re.MULTILINE) if heading in h]
    [row] = [row for row in _rows(full) if row[0].startswith(line)]

    assert says in " ".join(row)


def test_links__lead_somewhere() -> None:
    for path in re.findall(r"\]\((\w[\w.-]*\.md)", TEXT):
        assert (ROOT / "docs" / path).is_file(), path
