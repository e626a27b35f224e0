"""How long to wait before Slack is asked again."""

import random

FIRST_SECONDS = 1.0
LONGEST_SECONDS = 60.0


def pause_seconds(failures: int) -> float:
    """Twice as long after every failure in a row, up to a minute; never quite the same.

    Many bots that lost Slack together should not all come back in one second.
    """
    longest = min(LONGEST_SECONDS, FIRST_SECONDS * (1 << min(failures - 1, 10)))
    return longest * random.uniform(0.75, 1.0)  # noqa: S311 -- no secret
