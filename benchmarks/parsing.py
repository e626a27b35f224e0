"""How long it takes to read a tracker's text, beside a bare parse of the same text.

    python -m benchmarks.parsing

The bare parse is markdown-it-py's, which makes tokens and finds nothing in them.
"""

import gc
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from markdown_it import MarkdownIt

from benchmarks.figures import Figure, seconds
from bot.github_status.facts.refs import Repository
from bot.github_status.index import parse_index

MOST_RATIO = 3.0
TURNS = 21
REPOSITORY = Repository("acme", "widgets")

TESTS = Path(__file__).parent.parent / "tests"
TRACKER = TESTS / "github_status" / "judge" / "data" / "tracker-2905.md"
CORPUS = TESTS / "fixtures" / "corpus" / "bodies"
LARGE_ROWS = 300

HOW = """\
Reading a tracker's text into workstreams, rows, refs and owners, beside a bare parse of the same
text with markdown-it-py and GitHub's tables, which only makes tokens. Median of 21, in turns."""


def texts() -> dict[str, str]:
    """What is parsed, by name."""
    corpus = [path.read_text(encoding="utf-8") for path in sorted(CORPUS.glob("*.md"))]
    return {
        "NVIDIA-NeMo/RL#2905": TRACKER.read_text(encoding="utf-8"),
        f"a tracker of {LARGE_ROWS} rows": large(),
        f"{len(corpus)} real trackers, one by one": "\0".join(corpus),
    }


def large() -> str:
    """Ten workstreams of thirty rows, as they are written."""
    return "\n".join(
        f"## Workstream {stream}\nOwner: Ana Souza\n\n"
        + "\n".join(
            f"- [{'x' if row % 3 else ' '}] #{1000 + 30 * stream + row} **what** it `does`"
            for row in range(30)
        )
        + "\n"
        for stream in range(10)
    )


def figures() -> list[Figure]:
    """One for each text."""
    bare = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    return [_figure(name, text.split("\0"), bare) for name, text in texts().items()]


def _figure(name: str, bodies: list[str], bare: MarkdownIt) -> Figure:
    def ours() -> None:
        for body in bodies:
            parse_index(body, repository=REPOSITORY)

    def other() -> None:
        for body in bodies:
            bare.parse(body)

    timed = _in_turns(ours, other)
    return Figure(
        what=f"Reading {name}",
        ours=seconds(timed[0]),
        other=f"{seconds(timed[1])} for the bare parse",
        ratio=timed[0] / timed[1],
        most=MOST_RATIO,
    )


def _in_turns(*does: Callable[[], None]) -> list[float]:
    """The median seconds of each; the first turn only warms up."""
    took: list[list[float]] = [[] for _ in does]
    gc.collect()
    for turn in range(TURNS + 1):
        for place, do in enumerate(does):
            begun = time.perf_counter()
            do()
            if turn:
                took[place].append(time.perf_counter() - begun)
    return [median(each) for each in took]
