"""What the command line says, and which of it does not go together. Imports nothing heavy."""

from dataclasses import dataclass, fields
from datetime import UTC, date, datetime, time
from enum import Enum
from pathlib import Path

from bot import PROGRAM
from bot.errors import UserError


class ExitStatus(int, Enum):
    """How did it end?"""

    ANSWERED = 0
    DRIFTED = 1
    """With `--exit-code`: the index and GitHub disagree."""
    UNWELL = 1
    """`doctor` found something that does not work."""
    WRONG = 2
    """The question or a setting."""
    NOTHING = 3
    """Nothing was read and nothing is stored."""
    PARTLY = 4
    """Answered, but something could not be asked, or a repair did not come about."""
    BUG = 70
    """A mistake in this program (EX_SOFTWARE of sysexits.h)."""
    UNWRITTEN = 74
    """The answer could not be written (EX_IOERR of sysexits.h)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TerminalCommand:
    """What only a terminal can be asked, told as the subcommands are."""

    name: str
    usage: str
    help: str


TERMINAL_COMMANDS = (
    TerminalCommand(
        name="drift",
        usage="drift [WORKSTREAM] [--fix [--dry-run] | --undo] [--exit-code]",
        help="where the index and GitHub disagree; --fix ticks boxes, once you confirm the lines",
    ),
    TerminalCommand(
        name="init",
        usage="init [--tracker OWNER/REPO#N] [--channel ID] [--zone ZONE] [--command /NAME]",
        help="the first settings file, a .env for the tokens, and the manifest to paste in Slack",
    ),
    TerminalCommand(
        name="doctor",
        usage="doctor [--live] [--json]",
        help="what of the set-up works, what does not, and what to do; --live tries it in Slack",
    ),
    TerminalCommand(
        name="digest",
        usage="digest [--channel ID] [--slot DATE] [--post]",
        help="the next weekly digest, or that of a day; --post sends the newest that is due",
    ),
    TerminalCommand(
        name="chart",
        usage="chart [WORKSTREAM] -o FILE",
        help="a burn-up picture, merged, open and scope by week, as .png or .svg",
    ),
    TerminalCommand(
        name="remind",
        usage="remind [--person NAME] [--slot DATE] [--post]",
        help="the messages to owners that follow a digest; --post sends those whose time has come",
    ),
    TerminalCommand(
        name="parse",
        usage="parse FILE|- --repo OWNER/REPO",
        help="what the reader sees in the text of an issue",
    ),
    TerminalCommand(
        name="demo",
        usage="demo [--text]",
        help="the whole bot to play with, in a browser, without any account; --text prints it",
    ),
    TerminalCommand(
        name="run",
        usage="run",
        help="the bot in Slack, until it is told to stop (docs/slack-setup.md)",
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """One command line, as typed."""

    words: tuple[str, ...] = ()
    tracker: str | None = None
    config: Path | None = None
    json: bool = False
    markdown: bool = False
    no_refresh: bool = False
    now: str | None = None
    asker: str | None = None
    demo: bool = False
    exit_code: bool = False
    repo: str | None = None
    channel: str | None = None
    person: str | None = None
    slot: str | None = None
    dry_run: bool = False
    post: bool = False
    fix: bool = False
    yes: bool = False
    undo: bool = False
    zone: str | None = None
    slash_command: str | None = None
    directory: Path | None = None
    url: str | None = None
    force: bool = False
    live: bool = False
    output: Path | None = None
    text: bool = False
    debug: bool = False

    @property
    def changes_boxes(self) -> bool:
        """`drift --fix` or `drift --undo`."""
        return self.fix or self.undo

    @property
    def command(self) -> str:
        """The first word, where it is one that only a terminal knows; else empty."""
        word = self.words[0].casefold() if self.words else ""
        return word if word in _OPTIONS_OF else ""

    @property
    def tracker_word(self) -> str | None:
        """The tracker that the words after `digest` or `remind` name ("in nemo-rl")."""
        return " ".join(self.words[2:]) or None


_FLAGS = {"asker": "--as", "slash_command": "--command"}
_ASKED = {
    "tracker",
    "config",
    "json",
    "markdown",
    "no_refresh",
    "now",
    "demo",
    "slot",
    "dry_run",
    "post",
}
_OPTIONS_OF = {
    "chart": {"tracker", "config", "no_refresh", "now", "demo", "output"},
    "init": {"tracker", "channel", "zone", "slash_command", "directory", "url", "force"},
    "doctor": {"config", "live", "json"},
    "parse": {"repo", "json"},
    "demo": {"text"},
    "run": {"config"},
    "digest": _ASKED | {"channel"},
    "remind": _ASKED | {"person"},
}
_ONLY_WITH = {
    "repo": "“parse”",
    "channel": "“digest” and “init”",
    "person": "“remind”",
    "slot": "“digest” and “remind”",
    "dry_run": "“digest”, “remind” and “drift --fix”",
    "post": "“digest” and “remind”",
    "yes": "“drift --fix” and “drift --undo”",
    "zone": "“init”",
    "slash_command": "“init”",
    "directory": "“init”",
    "url": "“init”",
    "force": "“init”",
    "live": "“doctor”",
    "output": "“chart”",
    "text": "“demo”",
}
_NOT_WITH_POST = {"dry_run", "json", "markdown", "no_refresh", "now"}
_NOT_IN_DEMO = {"config", "channel", "post"}
_TO_A_CHANNEL = {"channel", "post"}
_NOWHERE = "does not go with --demo: the bundled readings go to no channel"
_WITH_FIX = {"fix", "undo", "yes", "dry_run", "tracker", "config", "demo"}


def checked(options: Options) -> Options:
    """The options, where they fit the question; raises `UserError` with what to leave out."""
    given = {f.name for f in fields(Options) if getattr(options, f.name) != f.default} - {
        "words",
        "debug",
    }
    if options.command:
        _refuse(given - _OPTIONS_OF[options.command], f"does not go with “{options.command}”")
    if options.changes_boxes:
        _refuse_beside_fix(options, given)
    elif not options.command:
        for name in sorted(given & set(_ONLY_WITH)):
            _refuse({name}, f"goes with {_ONLY_WITH[name]} only")
    if options.json and options.markdown:
        raise UserError("--json and --markdown do not go together.", advice="Choose one.")
    _refuse_words(options)
    if options.post:
        _refuse(given & _NOT_WITH_POST, "does not go with --post", "Leave one of them out")
    if options.demo:
        _refuse(given & _TO_A_CHANNEL, _NOWHERE)
        _refuse(given & _NOT_IN_DEMO, "does not go with --demo, which reads nothing else")
    return options


def _refuse_beside_fix(options: Options, given: set[str]) -> None:
    flag = "--undo" if options.undo else "--fix"
    if not options.words or options.words[0].split()[:1] != ["drift"]:
        raise UserError(
            f"{flag} goes with “drift” only.", advice=f"Ask with {PROGRAM} drift {flag}"
        )
    _refuse(given - _WITH_FIX, f"does not go with {flag}")
    if options.fix and options.undo:
        raise UserError("--fix and --undo do not go together.", advice="Choose one.")
    if options.demo and not (options.fix and options.dry_run):
        raise UserError(
            "The bundled readings cannot be changed.",
            advice="Add --dry-run to --fix, or leave --demo out.",
        )


def _refuse_words(options: Options) -> None:
    """Words after a command that takes none; `parse` reads its own."""
    command, (_, *more) = options.command, options.words or ("",)
    if not more or command in {"", "chart", "parse"}:
        return
    if command == "demo":
        raise UserError("“demo” takes no words.", advice=f"Ask with {PROGRAM} --demo {more[0]}")
    if command in {"digest", "remind"}:
        if more[0].casefold() == "in" and len(more) > 1:
            return
        raise UserError(
            f"“{command}” takes no words but “in” and a tracker's name.",
            advice=f"{_usage(command)}; {_meant(options.words)}",
        )
    raise UserError(
        f"“{command}” takes no words.",
        advice=f"A workstream of that name: {PROGRAM} show {' '.join(options.words)}",
    )


def _meant(words: tuple[str, ...]) -> str:
    """What to ask instead: a day stands behind an option."""
    command, *more = words
    try:
        day = date.fromisoformat(" ".join(more))
    except ValueError:
        return f"a workstream of that name: {PROGRAM} show {' '.join(words)}"
    return f"for the {command} of a day: {PROGRAM} {command} --slot {day}"


def _usage(command: str) -> str:
    return next(f"Usage: {PROGRAM} {c.usage}" for c in TERMINAL_COMMANDS if c.name == command)


def _refuse(misplaced: set[str], why: str, advice: str = "Leave it out") -> None:
    for name in sorted(misplaced):
        flag = _FLAGS.get(name, "--" + name.replace("_", "-"))
        raise UserError(f"{flag} {why}.", advice=f"{advice}; {PROGRAM} --help has examples.")


SLOT_YEARS = range(1970, 9000)
"""In which a digest can be: calendars of computers have ends, and are odd near them."""


def slot_day(text: str) -> date:
    """The day of `--slot`; raises `UserError` for what is none."""
    try:
        day = date.fromisoformat(text.strip())
    except ValueError:
        day = date.min
    if day.year not in SLOT_YEARS:
        raise UserError(
            f"--slot cannot read “{text}”.", advice="Write the day of a digest: --slot 2026-07-20"
        )
    return day


def moment(text: str) -> datetime:
    """The moment of `--now`: a day is its end in UTC, a moment without a zone is in UTC.

    Raises `UserError` for what is neither.
    """
    try:
        try:
            return datetime.combine(date.fromisoformat(text), time.max, tzinfo=UTC)
        except ValueError:
            at = datetime.fromisoformat(text)
        return at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise UserError(
            f"--now cannot read “{text}”.",
            advice="Write a day (2026-08-22, meaning its end) or a moment (2026-08-22T23:00Z).",
        ) from error
