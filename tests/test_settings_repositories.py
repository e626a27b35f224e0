"""`[[repository]]`: house rules, in the file and as the judge gets them."""

from pathlib import Path

import pytest

from bot.demo.bundled.houses import DEMO_HOUSES
from bot.errors import SettingsError
from bot.github_status.facts.refs import Repository
from bot.github_status.judge.houses import NO_HOUSE_RULES, house_of
from bot.settings.loading import load_settings
from bot.wiring import rules_of
from tests.test_settings import Write, empty_environment, write

__all__ = ["empty_environment", "write"]

EXAMPLE = Path(__file__).parent.parent / "nemorl-status.example.toml"


def test_example__is_right_and_what_the_bundled_readings_are_judged_by() -> None:
    settings = load_settings(EXAMPLE)

    assert rules_of(settings).houses == DEMO_HOUSES
    assert [tracker.name for tracker in settings.tracker] == ["nemo-rl", "sc-cleanup"]


def test_repository__the_first_that_fits_counts(write: Write) -> None:
    path = write(
        """
[[repository]]
name = "acme/Widgets"
code_owner_teams = ["@acme/core"]
[[repository]]
name = "acme/*"
trigger = "/test"
merge_queue = true
"""
    )

    houses = rules_of(load_settings(path)).houses

    own, gears, foreign = (
        house_of(Repository(owner, name), houses)
        for owner, name in (("ACME", "widgets"), ("acme", "gears"), ("other", "widgets"))
    )
    assert (own.code_owner_teams, own.trigger, own.merge_queue) == (("acme/core",), None, False)
    assert (gears.trigger, gears.merge_queue) == ("/test", True)
    assert foreign is NO_HOUSE_RULES


def test_repository__every_mistake_at_once(write: Write) -> None:
    path = write(
        """
[[repository]]
trigger = "/test {head}"
[[repository]]
name = "widgets"
stale_close_days = 0
code_owner_teams = ["core", "acme/a b"]
[[repository]]
name = "acme/gears"
stale_label = "Stale"
merge_queue = 1
[[repository]]
name = "Acme/Gears"
trigger_by = "vetters"
labels = []
"""
    )

    with pytest.raises(SettingsError) as caught:
        load_settings(path)

    told = [mistake.partition(": ")[2] for mistake in caught.value.mistakes]
    team = "“repository.code_owner_teams” must be ORGANISATION/TEAM, as CODEOWNERS names it."
    assert told == [
        "“repository.name” is missing.",
        "“repository.trigger” must be one line; {sha} stands for the head, and no other brackets.",
        "“repository.name” must be OWNER/NAME; * stands for any text, as in “NVIDIA-NeMo/*”.",
        "“repository.stale_close_days” must be at least 1.",
        "“repository.stale_close_days” needs “stale_label” beside it.",
        team,
        team,
        "“repository.stale_label” needs “stale_close_days” beside it.",
        "“repository.merge_queue” must be true or false.",
        "two [[repository]] have the name “Acme/Gears”.",
        "“repository.trigger_by” needs “trigger” beside it.",
        told[-1],
    ]
    assert told[-1].startswith("“repository.labels” is not a setting; ")


def test_repository__one_pair_of_brackets_is_too_few(write: Write) -> None:
    with pytest.raises(SettingsError) as caught:
        load_settings(write('[repository]\nname = "acme/widgets"\n'))

    assert "write [[repository]], with two brackets" in str(caught.value)
