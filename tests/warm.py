"""Real processes of the program that need not load it first, which is most of what a start costs.

A process loads the program once and then forks; every child is the program, with a process id,
signals, streams, a folder and an environment of its own. What a start loads, and what Python reads
of the environment before (`PYTHON…`), only a cold start shows.
"""

import asyncio
import atexit
import importlib
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

_ROOT = str(Path(__file__).parent.parent)
_MOST_BYTES = 65_536
_STREAMS = 3
_ONE_AT_A_TIME = threading.Lock()


class Started:
    """A process that was forked; what the tests use of an `asyncio.subprocess.Process`."""

    def __init__(self, told: socket.socket) -> None:
        """Of the end of a socket on which its id comes first, and how it ended last."""
        self._told = told
        self._status: int | None = None
        self.pid = int(_line(told))

    @property
    def returncode(self) -> int | None:
        """How it ended: the exit status, below 0 for the signal; `None`: it runs."""
        if self._status is None and select.select([self._told], [], [], 0)[0]:
            self.join()
        return self._status

    async def wait(self) -> int:
        """Wait for its end; gives how it ended."""
        loop = asyncio.get_running_loop()
        while self.returncode is None:
            tells = asyncio.Event()
            loop.add_reader(self._told, tells.set)
            try:
                await tells.wait()
            finally:
                loop.remove_reader(self._told)
        return self.join()

    def join(self, seconds: float | None = None) -> int:
        """The same, for a test without a loop; raises `TimeoutError`."""
        if self._status is None:
            self._told.settimeout(seconds)
            self._status = int(_line(self._told))
            self._told.close()
        return self._status

    def send_signal(self, number: int) -> None:
        """Send it a signal; nothing happens when it has ended."""
        if self.returncode is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)


def start(
    words: Sequence[str], *, streams: Sequence[int], here: Path, environment: Mapping[str, str]
) -> Started:
    """Start `nemorl-status` with these words; the three streams stay open here."""
    request = json.dumps({"words": list(words), "here": str(here), "env": dict(environment)})
    with _ONE_AT_A_TIME:
        ours, theirs = socket.socketpair()
        with theirs:
            socket.send_fds(_nursery(), [f"{request}\n".encode()], [*streams, theirs.fileno()])
        return Started(ours)


@cache
def _nursery() -> socket.socket:
    """The process that forks, started by who needs it first; it ends with this one."""
    ours, theirs = socket.socketpair()
    with theirs:
        # What memory is checked for is C, of which the program has none.
        environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "PYTHONPATH": _ROOT}
        environment |= {"PYTHONMALLOC": "pymalloc", "HOME": "/nonexistent"}
        nursery = subprocess.Popen(
            [sys.executable, "-X", "dev", "-W", "error", "-m", "tests.warm", str(theirs.fileno())],
            stdin=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()],
            env=environment,
            cwd=_ROOT,
        )
    atexit.register(nursery.wait)
    atexit.register(ours.close)  # which ends it; what was registered last comes first
    return ours


def _line(told: socket.socket) -> bytes:
    line = b""
    while not line.endswith(b"\n"):
        part = told.recv(1)
        if not part:
            raise RuntimeError("the process that starts the others has ended")
        line += part
    return line


# --- in the process that forks ---


def _next_child(asked: socket.socket) -> dict[str, Any]:
    """Fork whenever it is asked, and in each child give what the child is to be."""
    while True:
        request, received, _, _ = socket.recv_fds(asked, _MOST_BYTES, _STREAMS + 1)
        _reap()
        if not request:
            asked.close()
            while _reap(0):
                pass
            raise SystemExit
        while not request.endswith(b"\n"):
            request += asked.recv(_MOST_BYTES)
        *streams, told = received
        if os.fork() == 0 and _is_child(told):
            asked.close()
            for number, stream in enumerate(streams):
                os.dup2(stream, number)
                os.close(stream)
            child: dict[str, Any] = json.loads(request)
            return child
        for descriptor in received:
            os.close(descriptor)


def _reap(options: int = os.WNOHANG) -> bool:
    try:
        return os.waitpid(-1, options)[0] != 0
    except ChildProcessError:
        return False


def _is_child(told: int) -> bool:
    """Fork once more: who is between tells the child's id, and how it ended."""
    pid = os.fork()
    if pid == 0:
        os.close(told)
        return True
    os.closerange(0, told)
    os.closerange(told + 1, told + 64)
    with socket.socket(fileno=told) as to:
        to.sendall(f"{pid}\n".encode())
        _, status = os.waitpid(pid, 0)
        to.sendall(f"{os.waitstatus_to_exitcode(status)}\n".encode())
    os._exit(0)


def _become(child: Mapping[str, Any]) -> None:
    os.environ.clear()
    os.environ.update(child["env"])
    os.chdir(child["here"])
    sys.argv = ["nemorl-status", *child["words"]]
    for number, (name, mode) in enumerate([("stdin", "r"), ("stdout", "w"), ("stderr", "w")]):
        old = getattr(sys, name)
        stream = open(  # noqa: SIM115 -- a descriptor, for as long as the process lasts
            number,
            mode,
            encoding=old.encoding,
            errors=old.errors,
            closefd=False,
            buffering=1 if name == "stderr" else -1,
        )
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def _main() -> None:
    for loaded in ("bot.serving.run", "bot.terminal.run"):
        importlib.import_module(loaded)
    with socket.socket(fileno=int(sys.argv[1])) as asked:
        child = _next_child(asked)
    _become(child)
    runpy.run_module("bot", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    _main()
