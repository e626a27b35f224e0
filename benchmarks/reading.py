"""How long it takes to read many pull requests, beside other ways to read them.

    python -m benchmarks reading

Every answer of the stand-in for GitHub comes 80 ms after the question, whoever asks.
"""

import asyncio
import gc
import json
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from statistics import median

import httpx

from benchmarks.figures import Figure, seconds
from benchmarks.standing_in import FIRST, requests_of, standing_in
from bot.github_status.facts.refs import Ref
from bot.github_status.github import Credentials, GitHub, endpoints
from bot.github_status.github.queries import Look, batch_query
from bot.github_status.index import parse_index
from tests.builders import a_ref

LATENCY_SECONDS = 0.08
RUNS = 5
COUNTS = (30, 300, 3_000)
LIMITED = 300
"""For so many pull requests there are limits."""

MOST_OF_PYGITHUB = 0.01
MOST_OF_GITHUBKIT = 0.2
MOST_OF_ONE_REQUEST = 3.0
MOST_GROWTH = 1.0

PYGITHUB_COUNT = 30
"""It takes a quarter of a second for each; more of them are as much more."""
GITHUBKIT_RUNS = 3
OTHERS_PYTHON = Path(".venv/bench/bin/python")
LONGEST_SECONDS = 900

HOW = f"""\
The bot asks for the tracker, for everything it shows of each pull request (state, reviews, checks,
requests, threads, labels, the last forty events, mentions) and for pull requests beside them, and
decodes all of it. PyGithub (one by one, without its pause between requests) and githubkit (fifty at
once, without its cache) get state, reviews and checks alone, with three requests for each. One
GraphQL request for everything the bot asks of the pull requests, with its JSON read and nothing
decoded, is what no reading can be quicker than; GitHub would not answer it for 300.

A stand-in for GitHub in a process of its own answers each request after
{LATENCY_SECONDS * 1000:.0f} ms; answers are not packed. Warm: connections are open, what libraries
load when first used is loaded, and the bot has read the same pull requests before: it decodes those
alone of which GitHub says something new. "None of them read before" is the other end: new
connections, and everything is decoded.

Ours and the single request are the median of {RUNS} runs in turns, githubkit of {GITHUBKIT_RUNS}
({COUNTS[-1]:,} pull requests: one run). PyGithub was measured for {PYGITHUB_COUNT} pull requests
alone, median of 3; for more of them its time is multiplied, since it reads one after the other."""


@dataclass(frozen=True, slots=True)
class Took:
    """The median seconds, and the requests of one run."""

    seconds: float
    requests: int


def figures() -> list[Figure]:
    """Measure."""
    if not OTHERS_PYTHON.exists():
        raise SystemExit(
            f"{OTHERS_PYTHON} is not there: `make bench` installs what it compares with."
        )
    return asyncio.run(_measured())


async def _measured() -> list[Figure]:
    async with standing_in(LATENCY_SECONDS) as url:
        ours, single = {}, {}
        for count in COUNTS:
            ours[count], single[count] = await _ours_and_single(url, count)
        new = await _new(url, LIMITED)
        slow = (await _others("pygithub", url, 3, PYGITHUB_COUNT))[PYGITHUB_COUNT]
        quick = await _others("githubkit", url, GITHUBKIT_RUNS, *COUNTS[:-1])
        quick |= await _others("githubkit", url, 1, COUNTS[-1])
    found = []
    for count in COUNTS:
        times = count // PYGITHUB_COUNT
        scaled = Took(slow.seconds * times, slow.requests * times)
        found += [
            _figure(count, ours, scaled, "PyGithub", MOST_OF_PYGITHUB),
            _figure(count, ours, quick[count], "githubkit", MOST_OF_GITHUBKIT),
            _figure(count, ours, single[count], "one request for all", MOST_OF_ONE_REQUEST),
        ]
    found.append(_figure(LIMITED, {LIMITED: new}, single[LIMITED], "one request for all", None))
    found[-1] = replace(found[-1], what=f"{LIMITED} pull requests, none of them read before")
    return [*found, *(_growth(ours, *pair) for pair in pairwise(COUNTS))]


def _figure(
    count: int, ours: dict[int, Took], other: Took, name: str, most: float | None
) -> Figure:
    return Figure(
        what=f"{count:,} pull requests",
        ours=_said(ours[count]),
        other=f"{name}: {_said(other)}",
        ratio=ours[count].seconds / other.seconds,
        most=most if count == LIMITED else None,
    )


def _growth(ours: dict[int, Took], fewer: int, more: int) -> Figure:
    """What one pull request costs among many, in terms of what it costs among few."""
    each = {count: ours[count].seconds / count for count in (fewer, more)}
    return Figure(
        what=f"Time for each of {more:,} pull requests",
        ours=seconds(each[more]),
        other=f"{seconds(each[fewer])} for each of {fewer:,}",
        ratio=each[more] / each[fewer],
        most=MOST_GROWTH,
    )


def _said(took: Took) -> str:
    plural = "" if took.requests == 1 else "s"
    return f"{seconds(took.seconds)}, {took.requests:,} request{plural}"


async def _ours_and_single(url: str, count: int) -> tuple[Took, Took]:
    query = batch_query([Look(place=a_ref(FIRST + number)) for number in range(count)])
    at = endpoints(url)
    async with (
        GitHub(at, Credentials(token="test-token")) as github,  # noqa: S106 -- the stand-in's
        httpx.AsyncClient(timeout=LONGEST_SECONDS) as http,
    ):

        async def ours() -> None:
            await _read(github, a_ref(count), count)

        async def single() -> None:
            answer = await http.post(at.graphql, json={"query": query})
            rows = json.loads(answer.content)["data"]["r0"]
            if len(rows) < count:
                raise AssertionError(f"{len(rows)} rows")

        await ours()
        await single()
        took: tuple[list[float], list[float]] = [], []
        for _ in range(RUNS):
            took[0].append(await _seconds(ours))
            took[1].append(await _seconds(single))
        before = await requests_of(url)
        await ours()
        requests = await requests_of(url) - before
    return Took(median(took[0]), requests), Took(median(took[1]), 1)


async def _new(url: str, count: int) -> Took:
    """The same by clients that know nothing: new connections, and everything is decoded."""
    took: list[float] = []
    before = await requests_of(url)
    for _ in range(RUNS):
        async with GitHub(endpoints(url), Credentials(token="test-token")) as github:  # noqa: S106
            took.append(await _seconds(lambda: _read(github, a_ref(count), count)))
    return Took(median(took), (await requests_of(url) - before) // RUNS)


async def _read(github: GitHub, tracker: Ref, count: int) -> None:
    """Everything that a reading asks GitHub, as `bot.github_status.reader` does."""
    issue = await github.tracker(tracker)
    refs = parse_index(issue.body, repository=issue.ref.repository).refs()
    batch = await github.readings(refs)
    nearby = await github.nearby(batch.readings)
    if sum(one.item is not None for one in batch.readings) != count or not nearby.pulls:
        raise AssertionError("not everything was read")


async def _seconds(does: Callable[[], Awaitable[None]]) -> float:
    gc.collect()
    begun = time.perf_counter()
    await does()
    return time.perf_counter() - begun


async def _others(kind: str, url: str, runs: int, *counts: int) -> dict[int, Took]:
    """What a library takes, in a process of its own."""
    before = await requests_of(url)
    process = await asyncio.create_subprocess_exec(
        *(str(OTHERS_PYTHON), "-m", "benchmarks.others", kind, url, str(runs)),
        *(str(count) for count in counts),
        stdout=asyncio.subprocess.PIPE,
    )
    out, _ = await asyncio.wait_for(process.communicate(), LONGEST_SECONDS)
    if process.returncode:
        raise AssertionError(f"{kind} ended with {process.returncode}")
    # All runs ask alike, and warming up asks for five pull requests.
    asked = await requests_of(url) - before
    each = asked / (5 + runs * sum(counts))
    return {
        int(count): Took(median(took), round(each * int(count)))
        for count, took in json.loads(out).items()
    }
