"""Runs single benchmarks, each in a process of its own, and writes down what came of them."""

import os
import platform
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import import_module
from multiprocessing import get_context

import structlog

from benchmarks.figures import Figure, table

PARTS = (
    ("parsing", "Parsing"),
    ("reading", "Reading GitHub"),
    ("slack_ack", "Acknowledging and answering"),
    ("webhooks", "Webhooks"),
    ("digest", "A digest and messages for 1,000 owners"),
    ("startup", "Start-up"),
    ("memory", "Memory"),
)
"""Modules of this folder, each with `HOW` and `figures()`, and their headings."""


@dataclass(frozen=True, slots=True)
class Part:
    """What came of one benchmark."""

    title: str
    how: str
    figures: list[Figure]
    took: float
    load: tuple[float, float]
    """Of the machine, before and after: processes that wanted to run, over a minute."""

    def text(self) -> str:
        """Its part of the report."""
        before, after = self.load
        ran = f"It took {self.took:.0f} s; the load was {before:.1f} before and {after:.1f} after."
        return f"## {self.title}\n\n{self.how}\n\n{table(self.figures)}\n\n{ran}\n"


def measured(name: str) -> list[Figure]:
    """Run one benchmark in this process."""
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory(), processors=[_drop])
    found: list[Figure] = import_module(f"benchmarks.{name}").figures()
    return found


def _drop(*_: object) -> str:
    raise structlog.DropEvent


def part(name: str, title: str) -> Part:
    """Run one benchmark in a new process."""
    load, begun = os.getloadavg()[0], time.monotonic()
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        figures = pool.submit(measured, name).result()
    how: str = import_module(f"benchmarks.{name}").HOW
    return Part(title, how, figures, time.monotonic() - begun, (load, os.getloadavg()[0]))


def report(parts: Sequence[Part]) -> str:
    """The whole page."""
    machine = f"{os.cpu_count()} cores ({platform.machine()}), Python {platform.python_version()}"
    head = f"""\
# Benchmarks

`make bench` measures the real program against what it stands on, and writes this page. Every line
is a ratio within one run on one machine, so that a slow or a busy machine changes both sides of it.

Measured on {datetime.now(UTC):%d %B %Y} with {machine}, {platform.system()}. "Load" is how many
processes wanted to run over the last minute, those of the benchmark included.
"""
    return "\n".join([head, *(one.text() for one in parts)])
