"""The room itself: what importing it costs, and what it offers."""

import subprocess
import sys

from bot.demo.bundled import DEMO_NOW, DEMO_TRACKERS

HEAVY = ["bot.github_status.github", "bot.github_status.index", "bot.people", "httpx", "pydantic"]


def test_import__reads_and_loads_nothing() -> None:
    program = f"import sys, bot.demo.bundled; print([n for n in {HEAVY} if n in sys.modules])"

    told = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)

    assert told.stdout.decode().strip() == "[]"


def test_demo_trackers__in_the_order_in_which_they_are_offered() -> None:
    assert [(name, str(issue)) for name, issue in DEMO_TRACKERS.items()] == [
        ("nemo-rl", "NVIDIA-NeMo/RL#2905"),
        ("sc-cleanup", "NVIDIA-NeMo/RL#2625"),
        ("example", "acme/widgets#1"),
    ]


def test_demo_now__is_the_evening_of_the_facts() -> None:
    assert DEMO_NOW.isoformat() == "2026-08-22T23:00:00+00:00"
