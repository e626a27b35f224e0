"""What `demo --text` prints of Slack: one play on a stage, drawn for two terminals."""

import io

import pytest

from bot.demo.playground.stage import open_stage
from bot.demo.playground.told import WAIT_SECONDS, happening_text, happenings, slack_told
from bot.errors import Fault
from bot.render.formats import Screen
from bot.render.style import PLAIN
from bot.terminal.streams import Streams
from tests.demo.playground.contacts import LOOPBACK

WIDTHS = (60, 120)


@pytest.fixture(autouse=True)
def without_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slack's pace has tests of its own; and a picture is drawn by a process that is long to
    start."""
    monkeypatch.setattr("bot.jobs.members.PEOPLE_SECONDS", 0.0)
    monkeypatch.setattr("bot.jobs.members.QUIET_SECONDS", 0.0)
    monkeypatch.setattr("bot.demo.playground.settings.find_spec", lambda _: None)


async def test_happenings__what_arrives_from_this_machine_alone(contacted: set[str]) -> None:
    async with open_stage() as stage:
        told = [one async for one in happenings(stage, wait_seconds=WAIT_SECONDS)]
        narrow, wide = (
            "".join(
                happening_text(one, stage.slack.world, Screen(width=width, style=PLAIN))
                for one in told
            )
            for width in WIDTHS
        )
        assert stage.slack.violations == []
    assert contacted == {LOOPBACK}

    _check_lines(narrow, 60)
    _check_lines(wide, 120)
    assert narrow.split() == wide.split()
    answer, meanwhile, digest, message = wide.strip().split("\n\n\n")
    _check_answer(answer)
    assert meanwhile == "Meanwhile on GitHub, and in this demo only: #2692 is merged."
    _check_digest(digest)
    _check_message(message)


def _check_lines(text: str, width: int) -> None:
    lines = text.splitlines()
    assert max(map(len, lines)) <= width
    assert lines == [line.rstrip() for line in lines]


def _check_answer(text: str) -> None:
    """It is for the asker alone."""
    lines = text.splitlines()
    assert lines[:6] == [
        "In Slack, #nemo-rl-architecture, Sunday 23 August 00:00 (Europe/London): "
        "Mara Maintainer types /nemorl-status refit",
        "",
        "nemorl-status  APP  00:00  only visible to Mara Maintainer",
        "  Refit · 3 merged, 3 open, 1 closed",
        "  ▓▓▓▓▓░░░░░ 3 of 6",
        "  Owner Songlin Jiang · 3 stale · 2 boxes out of date",
    ]
    assert "  ✓ #2466 WeightSynchronizer ABC with IPC/HTTP/NCCL transports · merged 26 May" in lines
    assert lines[-1] == "  [Share here] [Refresh] [Only stale] [Show drift] [Open tracker]"


def _check_digest(text: str) -> None:
    """It tells of the merge, and has a thread."""
    lines = text.splitlines()
    assert lines[:4] == [
        "In Slack, #nemo-rl-architecture, Monday 24 August 09:00 (Europe/London): "
        "the weekly digest",
        "",
        "nemorl-status  APP  09:00  for everybody in the channel",
        "  nemo-rl: digest of Monday 24 August",
    ]
    assert "  Since Monday 17 August: 1 merged. Which ones: in the thread." in lines
    assert "  • Songlin Jiang: #2470 for 64 working days, #2475 for 64, #2467 for 55" in lines
    reply = lines.index("  nemorl-status  APP  09:00  in the thread, for everybody in the channel")
    assert lines[reply + 1] == "    Akash Mehra, Yuki Huang · 1 newly merged"
    assert lines[reply + 2].startswith("    ✓ #2692 DTensor v1/v2 split-API")


def _check_message(text: str) -> None:
    """It tells an owner of what does not move."""
    lines = text.splitlines()
    assert lines[:4] == [
        "In Slack, Tuesday 25 August 09:30 (Europe/London): a direct message to Songlin Jiang",
        "",
        "nemorl-status  APP  09:30  only visible to Songlin Jiang",
        "  nemo-rl: 1 pull request in your workstreams has not moved",
    ]
    menu = "  [Snooze a week | Snooze until something happens | Park for 30 days | Not mine]"
    assert lines[lines.index(menu) - 1].startswith("  ● #2467 wire synchronizer")
    assert "  [Only changes] [Stop]" in lines


async def test_slack_told__what_does_not_come_is_a_fault() -> None:
    out = io.StringIO()
    streams = Streams(out=out, err=io.StringIO(), environment={})

    with pytest.raises(Fault, match="bot did not send an answer within 0 seconds") as fault:
        await slack_told(streams, wait_seconds=0.001)

    assert "Try again" in fault.value.advice
    assert out.getvalue().endswith("Mara Maintainer types /nemorl-status refit\n")
