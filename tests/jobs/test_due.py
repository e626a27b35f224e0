from datetime import timedelta

import pytest

from bot.jobs.due import TICK, pause_after

EVERY = timedelta(minutes=10)


@pytest.mark.parametrize(
    ("failures", "pause"),
    [(0, EVERY), (1, TICK), (2, 2 * TICK), (3, 4 * TICK), (4, 8 * TICK), (5, EVERY), (999, EVERY)],
)
def test_pause_after__doubles_up_to_the_usual_pause(failures: int, pause: timedelta) -> None:
    assert pause_after(failures, every=EVERY) == pause
