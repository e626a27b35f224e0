"""`demo`: the bot to play with, as a page in a browser, or with `--text` printed."""

import asyncio
import logging
import os
from collections.abc import Coroutine, Mapping
from ipaddress import ip_address

from bot.demo.bundled import DEMO_TRACKERS
from bot.demo.playground.browser import has_browser, show_in_browser
from bot.demo.playground.stage import open_stage
from bot.demo.playground.told import slack_told
from bot.demo.playground.told_terminal import questions_told, ways_on_told
from bot.errors import Fault, UserError
from bot.logs import configure_logs
from bot.serving.stopping import Stop
from bot.terminal.options import ExitStatus, Options
from bot.terminal.streams import Streams

_HOST = "127.0.0.1"
_PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY")
_MOST_PORT = 65_535
_ADVICE = "HOST is an address of this machine, PORT a number up to 65535; without them any free \
port of 127.0.0.1 is taken."
_WHAT = f"""The bot in a Slack and a GitHub made up on this machine, on the bundled reading of \
{DEMO_TRACKERS["nemo-rl"]}."""


def demo_status(options: Options, streams: Streams) -> ExitStatus:
    """Serve the page until a signal ends it, or print what it would show.

    Raises `UserError` when HOST or PORT is wrong or taken, and `Fault` when this machine has no
    place for the demo, or the bot does not answer.
    """
    if options.text:
        questions_told(options, streams)
        _run(slack_told(streams))
        ways_on_told(streams)
    else:
        configure_logs(debug=options.debug, usual=logging.WARNING)
        environment = dict(streams.environment)
        host, port = _address(environment)
        _run(_until_stopped(_page(streams, environment, host=host, port=port)))
    return ExitStatus.ANSWERED


def _run(demo: Coroutine[object, object, None]) -> None:
    # Slack's SDK asks even this machine itself through a proxy, and knows no NO_PROXY.
    for name in [name for name in os.environ if name.upper() in _PROXIES]:
        del os.environ[name]
    try:
        asyncio.run(demo)
    except TimeoutError as error:
        raise Fault(
            "The demo's bot did not connect to the demo's Slack.",
            advice="Is this machine very busy? Try again; --debug tells what is done.",
        ) from error
    except OSError as error:
        raise Fault(
            f"The demo cannot be set up on this machine: {error.strerror or 'no more is known'}.",
            advice="It needs a folder for temporary files (TMPDIR), and 127.0.0.1.",
        ) from error


async def _until_stopped(demo: Coroutine[object, object, None]) -> None:
    """A signal ends it, while it is being set up as well."""
    stop = Stop()
    stop.listen()
    await stop.ends(demo)


async def _page(streams: Streams, environment: Mapping[str, str], *, host: str, port: int) -> None:
    from bot.demo.playground.server import served  # noqa: PLC0415 -- not for --text

    async with open_stage() as stage, served(stage, host=host, port=port) as url:
        if not _is_loopback(host):
            streams.warn(
                f"With HOST={host} everybody on the network who knows the address can use it.",
                "Leave HOST out, and only this machine can.",
            )
        streams.warn(_WHAT, "Open the address in a browser; Ctrl-C ends it.")
        streams.show(f"{url}\n")
        if has_browser(environment, is_terminal=streams.out.isatty()):
            show_in_browser(url, environment)
        await asyncio.Event().wait()


def _address(environment: Mapping[str, str]) -> tuple[str, int]:
    """Where to listen; empty variables are not set, and port 0 is any that is free."""
    host = environment.get("HOST", "").strip() or _HOST
    port = environment.get("PORT", "").strip() or "0"
    is_number = port.isascii() and port.isdecimal() and len(port) <= len(str(_MOST_PORT))
    if not is_number or int(port) > _MOST_PORT:
        raise UserError(f"PORT is “{port}”, and that is no port.", advice=_ADVICE)
    try:
        host.encode("idna")
    except UnicodeError as error:
        raise UserError(f"HOST is “{host}”, and that is no address.", advice=_ADVICE) from error
    return host, int(port)


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.casefold() == "localhost"
