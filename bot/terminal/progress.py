"""What is seen on stderr while GitHub is read: a progress bar, and waiting for a limit."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from bot.github_status.github.quota import OnWait
from bot.github_status.reader import OnProgress
from bot.terminal.streams import Streams


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """Whom the reading tells how it goes."""

    on_progress: OnProgress
    on_wait: OnWait


@contextmanager
def progress_on(streams: Streams, what: str) -> Iterator[Seen]:
    """A bar that goes away at the end; where stderr is no terminal, one line for each wait."""
    if not streams.err.isatty() or streams.environment.get("TERM") == "dumb":
        yield Seen(on_progress=lambda _done, _total: None, on_wait=_told_once(streams))
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(file=streams.err), transient=True) as bar:
        task = bar.add_task(what, total=None)

        def on_progress(done: int, total: int) -> None:
            bar.update(task, description=what, completed=done, total=total)

        yield Seen(
            on_progress=on_progress,
            on_wait=lambda until: bar.update(task, description=_waiting(until)),
        )


def _told_once(streams: Streams) -> OnWait:
    """Requests that are sent side by side wait for the same limit."""
    told: set[str] = set()

    def on_wait(until: datetime) -> None:
        line = _waiting(until)
        if line not in told:
            told.add(line)
            streams.warn(f"{line}.")

    return on_wait


def _waiting(until: datetime) -> str:
    return f"Waiting for GitHub's limit until {until.astimezone(UTC):%H:%M:%S} UTC"
