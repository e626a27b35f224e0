"""The browser of whoever sits before the screen, where there is one."""

import platform
import subprocess
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress

_BRINGS_ITS_SCREEN = ("Darwin", "Windows")


def has_browser(
    environment: Mapping[str, str], *, is_terminal: bool, system: str | None = None
) -> bool:
    """Whether somebody sees a browser that opens. `system`: `None` for this machine's."""
    if not is_terminal or environment.get("CI") or environment.get("BROWSER") == "none":
        return False
    if (system or platform.system()) in _BRINGS_ITS_SCREEN:
        return True
    return any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def show_in_browser(url: str, environment: Mapping[str, str]) -> None:
    """Open the page there. Waits for nothing, prints nothing; nothing is said when it fails."""
    threading.Thread(target=_show, args=(url, environment), daemon=True).start()


def _show(url: str, environment: Mapping[str, str]) -> None:
    # In a process of its own: some browsers write to the terminal, or stay in the foreground.
    with suppress(OSError):
        subprocess.run(  # noqa: S603 -- the address is ours
            [sys.executable, "-m", "webbrowser", url],
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            check=False,
        )
