"""This machine: its files, its database, its port, its clock."""

import asyncio
import errno
import os
import socket
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final, Protocol

from bot.doctor.check import Check, failed, not_checked, right, warning, wrong
from bot.errors import NemorlStatusError
from bot.settings.env_file import EnvFile
from bot.settings.loading import Found

CLOCK_WARNS: Final = timedelta(seconds=30)
"""More than an answer takes on its way."""
CLOCK_IS_WRONG: Final = timedelta(minutes=2)
"""Replicas whose clocks differ by more may send a message twice (docs/exactly-once.md); from five
minutes on, Slack's requests count as forged."""

_LEASE: Final = timedelta(minutes=1)
_KEY: Final = "doctor"


class ClaimsIt(Protocol):
    """What is written to see whether anything can be."""

    async def take(self, key: str, *, holder: str, now: datetime, lease: timedelta) -> bool: ...  # noqa: D102 -- as in the store
    async def give_back(self, key: str, *, holder: str) -> None: ...  # noqa: D102


def settings_checks(found: Found) -> tuple[Check, ...]:
    """The settings file and `.env`: every mistake is a line."""
    name, path = "Settings", found.path
    lines = [wrong(name, mistake, _advice(mistake, found)) for mistake in found.mistakes]
    if not lines:
        lines.append(right(name, f"{path or 'The environment'} is read."))
    return (*lines, *_env_checks(found.env_file))


def _advice(mistake: str, found: Found) -> str:
    if found.path is None or not found.path.exists():
        return "nemorl-status init writes a settings file, and a .env for the tokens."
    if " is missing: " in mistake:
        return "Write it into .env, beside the settings file, or set it in the environment."
    return "Mend it; docs/settings.md lists every setting."


def _env_checks(env_file: EnvFile | None) -> tuple[Check, ...]:
    if env_file is None:
        return ()
    if env_file.is_open:
        what = f"Others on this machine may read {env_file.path}, and your tokens in it."
        return (warning("Secrets", what, f"chmod 600 {env_file.path}"),)
    return (right("Secrets", f"{env_file.path} is read, and nobody else may."),)


async def database_check(claims: ClaimsIt, place: str, now: datetime) -> Check:
    """Whether the database can be opened, has the newest tables, and takes what is written."""
    name = "Database"
    holder = f"doctor {os.getpid()}"
    try:
        await claims.take(_KEY, holder=holder, now=now, lease=_LEASE)
        await claims.give_back(_KEY, holder=holder)
    except NemorlStatusError as error:
        return failed(name, error, "Check DATABASE_URL.")
    return right(name, f"{place} can be read and written, and has the newest tables.")


async def port_check(host: str, port: int) -> Check:
    """Whether the bot could listen."""
    name = "Port"
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
        family, kind, protocol, _, address = found[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            what = f"Somebody listens on {host}:{port} already; a running bot, perhaps."
            return warning(name, what, "Else choose another one: [server] port, or PORT.")
        what = f"Nobody can listen on {host}:{port}: {(error.strerror or 'it fails').lower()}."
        return wrong(name, what, "Choose another address: [server] host and port.")
    return right(name, f"{host}:{port} is free.")


def clock_check(off: Mapping[str, timedelta]) -> Check:
    """Our clock against others'; `off`: so far it is ahead of each that said what time it is."""
    name = "Clock"
    if not off:
        return not_checked(name, "neither GitHub nor Slack said what time it is")
    who, most = max(off.items(), key=lambda each: abs(each[1]))
    if abs(most) < CLOCK_WARNS:
        return right(name, f"It agrees with {' and '.join(off)}.")
    direction = "ahead of" if most > timedelta() else "behind"
    what = f"The clock of this machine is {_spoken(abs(most))} {direction} {who}'s."
    advice = "Let the system set it (timedatectl set-ntp true), in a container that of its host."
    if abs(most) < CLOCK_IS_WRONG:
        return warning(name, what, advice)
    return wrong(name, what, advice)


def _spoken(off: timedelta) -> str:
    minutes = round(off.total_seconds() / 60)
    return f"{round(off.total_seconds())} seconds" if minutes < 2 else f"{minutes:,} minutes"
