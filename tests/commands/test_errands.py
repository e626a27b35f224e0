"""Errands in the grammar: their words, and what a terminal is told."""

from datetime import timedelta

import pytest

from bot.commands import parse, split
from bot.commands.digest import DigestErrand
from bot.commands.errand import Errand
from bot.commands.link import LinkErrand
from bot.commands.settings import SettingsErrand
from bot.commands.snooze import SnoozeErrand
from bot.commands.subscribe import SubscribeErrand
from bot.commands.unsubscribe import UnsubscribeErrand
from bot.errors import UserError, WrongUsage
from tests.commands.scenes import nemo_scene


@pytest.mark.parametrize(
    ("text", "errand"),
    [
        ("digest", DigestErrand()),
        ("Settings", SettingsErrand()),
        ("link", LinkErrand()),
        ("link me", LinkErrand(only_me=True)),
        ("subscribe in nemo-rl", SubscribeErrand()),
        ("unsubscribe", UnsubscribeErrand()),
        ("snooze", SnoozeErrand(pause=timedelta(days=7))),
        ("snooze 2w", SnoozeErrand(pause=timedelta(days=14))),
        ("snooze 3 days", SnoozeErrand(pause=timedelta(days=3))),
        ("snooze OFF", SnoozeErrand(pause=None)),
    ],
)
def test_parse(text: str, errand: Errand) -> None:
    assert parse(split(text), trackers=("nemo-rl",)).question == errand


@pytest.mark.parametrize(
    "text",
    ["digest now", "settings x", "link Zoe", "subscribe refit", "snooze refit", "snooze 400d"],
)
def test_parse__wrong_words_are_told_with_the_usage(text: str) -> None:
    with pytest.raises(WrongUsage) as wrong:
        parse(split(text))

    assert wrong.value.usage.startswith(text.split(maxsplit=1)[0])


def test_answer__a_terminal_is_sent_to_slack() -> None:
    with pytest.raises(UserError, match="is for Slack") as told:
        parse(("settings",)).answer(nemo_scene())

    assert "/nemorl-status" in told.value.advice
