"""The plan of GitHub's limits counts what the program really asks, and judges it rightly."""

import re
from dataclasses import replace
from math import ceil
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from bot.demo.github import fake_github
from bot.github_status.facts.refs import Ref, Repository
from bot.github_status.github import Credentials, GitHub, endpoints
from bot.github_status.github.pool import MOST_ROWS
from bot.github_status.index import parse_index
from bot.settings.fields import RefreshSettings
from scripts.quota import MOST_MINUTES, Load, Plan, load_of, main, said, tracker_body
from scripts.quota_stand_in import PEOPLE, Asked

TRACKER = Ref(repository=Repository("acme", "widgets"), number=1)
ONE = Load(
    plan=Plan(trackers=1, rows=40),
    reading=(Asked(name="Tracker", points=1), Asked(name="Readings", points=4)),
)


@pytest.mark.parametrize(
    ("rows", "repositories"), [(1, 1), (MOST_ROWS, 1), (MOST_ROWS + 1, 1), (60, 3)]
)
async def test_load__is_what_a_stricter_github_counts(rows: int, repositories: int) -> None:
    """Requests and points of a reading, by the tests' GitHub with the formula over its schema."""
    load = await load_of(Plan(trackers=1, rows=rows, repositories=repositories))

    async with fake_github() as gh:
        body = tracker_body(rows=rows, repositories=repositories)
        gh.add_issue("acme/widgets", 1, body=body)
        for ref in parse_index(body, repository=TRACKER.repository).refs():
            gh.add_pull(str(ref.repository), ref.number, author=f"person{ref.number % PEOPLE}")
        async with GitHub(endpoints(gh.url), Credentials(token="test-token")) as github:
            issue = await github.tracker(TRACKER)
            refs = parse_index(issue.body, repository=TRACKER.repository).refs()
            batch = await github.readings(refs)
            await github.nearby(batch.readings)
        counted = gh.points

    assert len(refs) == rows
    assert len(load.reading) == 2 + ceil(rows / MOST_ROWS)
    assert sum(asked.points for asked in load.reading) == counted


@pytest.mark.parametrize(
    ("changed", "fits", "minutes"),
    [
        ({"trackers": 1}, True, 1),
        ({"trackers": 133}, True, 10),  # 3,990 of 4,000 planned points an hour
        ({"trackers": 134}, False, 11),
        ({"trackers": 134, "minutes": 11}, True, 11),
        ({"trackers": 134, "points_an_hour": 12_500}, True, 5),
        ({"trackers": 120, "seconds": 25.0}, False, 11),  # 500 s: one round is not yet over
        ({"trackers": 800, "minutes": 60, "seconds": 0.1}, True, 60),  # 1,600 in one minute
        ({"trackers": 801, "minutes": 600, "seconds": 0.1}, False, None),
        ({"trackers": 10_000_000, "seconds": 2.0}, False, None),
    ],
)
def test_load__fits_or_says_what_would(
    changed: dict[str, Any], fits: bool, minutes: int | None
) -> None:
    load = replace(ONE, plan=replace(ONE.plan, **changed))

    assert (load.fits, load.fitting_minutes) == (fits, minutes)
    if minutes is not None:
        assert replace(load, plan=replace(load.plan, minutes=minutes)).fits


def test_said__every_number_has_its_limit() -> None:
    text = said(replace(ONE, plan=replace(ONE.plan, trackers=200)))

    assert "400 requests, 1,000 points, about 67 s" in text
    assert "6,000 of 5,000 points (120%" in text
    assert "360 of 2,000 queries, 720 s of answering (GitHub bears 60 s of computing" in text
    assert text.endswith("This would: [refresh] minutes = 15")


def test_most_minutes__is_the_settings_own() -> None:
    assert RefreshSettings(minutes=MOST_MINUTES).minutes == MOST_MINUTES
    with pytest.raises(ValidationError):
        RefreshSettings(minutes=MOST_MINUTES + 1)


def test_main__says_it_and_ends_by_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--trackers", "2", "--rows", "30"]) == 0
    assert "✔ It fits" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["--trackers", "0"], ["--trackers", "2", "--seconds", "nan"]])
def test_main__refuses_what_is_no_number(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--rows", "30", *words])

    assert ended.value.code == 2
    assert "is no" in capsys.readouterr().err


async def test_planning__shows_what_is_printed() -> None:
    page = (Path(__file__).parent.parent / "docs/planning.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"```text\n(.*?)\n```", page, flags=re.DOTALL)

    assert said(await load_of(Plan(trackers=300, rows=40, minutes=10))) == shown
