"""The libraries that reading is compared with; runs where they are installed (`.venv/bench`).

    python -m benchmarks.others pygithub|githubkit URL RUNS COUNT [COUNT ...]

reads so many pull requests, and prints for each count how many seconds each run took, as JSON.
Each gets a pull request's state, its reviews and its checks, with as few requests as can be: three.
Imports nothing of this project.
"""

import asyncio
import json
import sys
import time
from collections.abc import Callable, Sequence

FIRST = 100_001
AT_ONCE = 50
WARM_UP = 5
OWNER, NAME = "acme", "widgets"

Measured = dict[str, list[float]]


def pygithub(url: str, runs: int, counts: Sequence[int]) -> Measured:
    """PyGithub, one by one, without the pause that it makes between requests."""
    import github  # noqa: PLC0415 -- only one of the two is loaded

    client = github.Github(
        auth=github.Auth.Token("test-token"),
        base_url=url,
        seconds_between_requests=0,
        lazy=True,
    )
    repository = client.get_repo(f"{OWNER}/{NAME}")

    def read(count: int) -> None:
        for number in range(FIRST, FIRST + count):
            pull = repository.get_pull(number)
            checks = repository.get_commit(pull.head.sha).get_check_runs()
            _seen(pull.state, len(list(pull.get_reviews())), len(list(checks)))

    read(WARM_UP)
    return {str(count): [_seconds(lambda: read(count)) for _ in range(runs)] for count in counts}  # noqa: B023


async def githubkit(url: str, runs: int, counts: Sequence[int]) -> Measured:
    """githubkit, fifty pull requests at once, without a cache."""
    import githubkit  # noqa: PLC0415

    client = githubkit.GitHub("test-token", base_url=url, http_cache=False)
    slots = asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> None:
        async with slots:
            found = await client.rest.pulls.async_get(OWNER, NAME, number)
            pull = found.parsed_data
            reviews = await client.rest.pulls.async_list_reviews(OWNER, NAME, number)
            checks = await client.rest.checks.async_list_for_ref(OWNER, NAME, pull.head.sha)
            _seen(pull.state, len(reviews.parsed_data), len(checks.parsed_data.check_runs))

    async def read(count: int) -> float:
        begun = time.perf_counter()
        await asyncio.gather(*(one(number) for number in range(FIRST, FIRST + count)))
        return time.perf_counter() - begun

    async with client:
        await read(WARM_UP)
        return {str(count): [await read(count) for _ in range(runs)] for count in counts}


def _seen(state: str, reviews: int, checks: int) -> None:
    """Raises `AssertionError` unless it is what the stand-in tells."""
    if (state, reviews, checks) != ("open", 4, 10):
        raise AssertionError((state, reviews, checks))


def _seconds(does: Callable[[], None]) -> float:
    begun = time.perf_counter()
    does()
    return time.perf_counter() - begun


def main() -> None:
    """Measure, and print."""
    kind, url, runs, *counts = sys.argv[1:]
    asked = url, int(runs), [int(count) for count in counts]
    measured = pygithub(*asked) if kind == "pygithub" else asyncio.run(githubkit(*asked))
    sys.stdout.write(json.dumps(measured))


if __name__ == "__main__":
    main()
