"""`init`: the first settings file, a `.env` for the secrets, and the manifest to paste in Slack."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, TypeVar

from bot import PROGRAM
from bot.errors import UserError
from bot.github_status.facts.refs import Ref
from bot.manifest import manifest_text
from bot.schedule import zone_named
from bot.settings.env_file import ENV_NAME
from bot.settings.first import DEFAULT_COMMAND, FirstAnswers, environment_text, settings_text
from bot.settings.loading import FILE_NAME
from bot.settings.slack import channel_id, slash_command
from bot.settings.trackers import host_of, issue_ref
from bot.terminal.options import ExitStatus, Options
from bot.terminal.streams import Streams

T = TypeVar("T")

_LOCALTIME: Final = Path("/etc/localtime")
_ZONES: Final = "zoneinfo/"
_SOCKET: Final = "App-Level Tokens: one with connections:write → SLACK_APP_TOKEN in .env"
_HTTP: Final = "Signing Secret → SLACK_SIGNING_SECRET in .env"
_NOBODY: Final = "nobody else on this machine may read it"
_FLAGS: Final = f"{PROGRAM} init --tracker OWNER/REPO#N --channel C012ABCDEF --zone Europe/London"


def init_status(options: Options, streams: Streams) -> ExitStatus:
    """Ask for what no option says, write both files, and say what comes next.

    Raises `UserError` for what cannot be, and where a settings file stands already.
    """
    folder = options.directory or Path()
    settings, environment = folder / FILE_NAME, folder / ENV_NAME
    if settings.exists() and not options.force:
        raise UserError(
            f"There is a settings file already: {settings}.",
            advice="Change it by hand, or write it anew with --force; .env is kept in any case.",
        )
    command = _checked(slash_command, options.slash_command or DEFAULT_COMMAND, "--command")
    manifest = manifest_text(command=command, http_url=options.url)
    said = _answers(options, streams, command=command)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        kept = _written_secretly(environment, environment_text())
        settings.write_text(settings_text(said), encoding="utf-8")
    except OSError as error:
        raise UserError(
            f"{folder.resolve()} cannot be written: {(error.strerror or 'it fails').lower()}.",
            advice="Name a folder that can be: --directory FOLDER",
        ) from error
    way = _SOCKET if options.url is None else _HTTP
    streams.show(_next_steps(said, settings, environment, way=way, kept=kept))
    streams.show(manifest)
    return ExitStatus.ANSWERED


def _answers(options: Options, streams: Streams, *, command: str) -> FirstAnswers:
    """What the options say, and where somebody can be asked what they answer."""
    if options.tracker is None and not streams.can_ask:
        raise UserError(
            "init has nobody to ask for the tracking issue.", advice=f"Say it: {_FLAGS}"
        )
    tracker, host = _said(
        options.tracker,
        _issue,
        streams,
        flag="--tracker",
        question="Tracking issue (OWNER/REPO#N, or its address):",
    )
    channel = _said(
        options.channel,
        _channel,
        streams,
        flag="--channel",
        usual="",
        question="Channel for a weekly digest (its id, as C012ABCDEF; empty: none for now):",
    )
    here = system_zone(streams.environment)
    zone = _said(
        options.zone,
        _zone,
        streams,
        flag="--zone",
        usual=here,
        question=f"Time zone of digests (empty: {here}):",
    )
    return FirstAnswers(tracker=tracker, host=host, channel=channel, zone=zone, command=command)


def _said(
    given: str | None,
    read: Callable[[str], T],
    streams: Streams,
    *,
    flag: str,
    question: str,
    usual: str | None = None,
) -> T:
    """What the option or somebody says; `usual`: what nothing means, `None`: it is asked again."""
    if given is not None:
        return _checked(read, given, flag)
    while streams.can_ask:
        typed = streams.ask_for(question)
        if typed is None:
            raise UserError("Nothing was written.", advice=f"Ask again, or say it all: {_FLAGS}")
        try:
            return read(typed or usual or "")
        except (ValueError, UserError) as error:
            streams.warn(f"That {_sentence(error)}", getattr(error, "advice", ""))
    return read(usual or "")


def _checked(read: Callable[[str], T], given: str, flag: str) -> T:
    try:
        return read(given)
    except (ValueError, UserError) as error:
        raise UserError(
            f"{flag} {_sentence(error)}", advice=getattr(error, "advice", "")
        ) from error


def _sentence(error: Exception) -> str:
    return f"{str(error).rstrip('.')}."


def _issue(text: str) -> tuple[Ref, str | None]:
    """With the host of its address, where that is not github.com."""
    host = host_of(text)
    return issue_ref(text), None if host == "github.com" else host


def _channel(text: str) -> str | None:
    """Its id, or what Slack copies as the link of a channel."""
    name = text.strip().rpartition("/archives/")[2]
    return channel_id(name) if name else None


def _zone(text: str) -> str:
    try:
        return zone_named(text).key
    except UserError as error:
        raise UserError("is no time zone.", advice=error.advice) from error


def system_zone(environment: Mapping[str, str]) -> str:
    """The IANA zone of this machine; UTC where it does not say one by name."""
    for name in (environment.get("TZ", "").removeprefix(":"), _localtime()):
        try:
            return zone_named(name).key if name else "UTC"
        except UserError:
            continue
    return "UTC"


def _localtime() -> str:
    """https://www.freedesktop.org/software/systemd/man/latest/localtime.html"""
    try:
        return str(_LOCALTIME.readlink()).rpartition(_ZONES)[2]
    except OSError:
        return ""


def _written_secretly(path: Path, text: str) -> str:
    """A new file that nobody else may read; one that is there is kept, and closed to others.

    In words, what became of it. Raises `UserError` where something else has its name.
    """
    try:
        number = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        return _kept_secretly(path)
    os.close(number)
    path.write_text(text, encoding="utf-8")
    return f"for your tokens; {_NOBODY}"


def _kept_secretly(path: Path) -> str:
    if not path.is_file():
        raise UserError(
            f"{path} is there, and is no file.",
            advice="Call it otherwise, or name another folder: --directory FOLDER",
        ) from None
    if path.is_symlink():
        return "leads to a file elsewhere, which is kept as it is"
    path.chmod(path.stat().st_mode & ~0o077)
    return f"was there already, and is kept; {_NOBODY}"


def _next_steps(
    said: FirstAnswers, settings: Path, environment: Path, *, way: str, kept: str
) -> str:
    invite = f"In the channel {said.channel}: /invite the bot." if said.channel else ""
    steps = (
        "https://api.slack.com/apps → Create New App → From a manifest: paste what stands below.",
        f"Basic Information → {way}",
        "Install App → Bot User OAuth Token → SLACK_BOT_TOKEN in .env",
        f"https://{said.host or 'github.com'}/settings/tokens → GITHUB_TOKEN in .env (public"
        " repositories need no permission)",
        f"GITHUB_API_URL=https://{said.host}/api/v3 in .env" if said.host else "",
        invite,
        f"Your member id (Slack profile, ⋮, Copy member ID) → maintainers in {settings.name}",
        f"{PROGRAM} doctor  says what is right, what is not, and what to do.",
        f"{PROGRAM} run  is the bot; then type {said.command} in Slack.",
    )
    numbered = "\n".join(f"  {n}. {step}" for n, step in enumerate(filter(None, steps), start=1))
    return f"""\
{settings}  says which tracking issue the bot tells of: {said.tracker}
{environment}  {kept}

Next:
{numbered}

The manifest:

"""
