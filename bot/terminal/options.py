"""What the command line says, and which of it does not go together. Imports nothing heavy."""

from dataclasses import dataclass, fields
from datetime import UTC, date, datetime, time
from enum import Enum
from pathlib import Path

from bot.errors import UserError

PROGRAM = "nemorl-status"


class ExitStatus(int, Enum):
    """How did it end?"""

    ANSWERED = 0
    DRIFTED = 1
    """With `--exit-code`: the index and GitHub disagree."""
    WRONG = 2
    """The question or a setting."""
    NOTHING = 3
    """Nothing was read and nothing is stored."""
    PARTLY = 4
    """Answered, but something could not be asked."""
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
        name="parse",
        usage="parse FILE|- --repo OWNER/REPO",
        help="what the reader sees in the text of an issue",
    ),
    TerminalCommand(
        name="demo", usage="demo", help="a tour of the bundled readings, without any account"
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
    debug: bool = False

    @property
    def command(self) -> str:
        """The first word, where it is one that only a terminal knows; else empty."""
        word = self.words[0].casefold() if self.words else ""
        return word if word in _OPTIONS_OF else ""


_FLAGS = {"asker": "--as"}
_OPTIONS_OF = {"parse": {"repo", "json"}, "demo": set[str](), "run": {"config"}}
_NOT_IN_DEMO = {"config"}


def checked(options: Options) -> Options:
    """The options, where they fit the question; raises `UserError` with what to leave out."""
    given = {f.name for f in fields(Options) if getattr(options, f.name) != f.default} - {
        "words",
        "debug",
    }
    if options.command:
        _refuse(given - _OPTIONS_OF[options.command], f"does not go with “{options.command}”")
    else:
        _refuse(given & {"repo"}, "goes with “parse” only")
    if options.json and options.markdown:
        raise UserError("--json and --markdown do not go together.", advice="Choose one.")
    if options.command == "demo" and len(options.words) > 1:
        raise UserError(
            "“demo” takes no words.", advice=f"Ask with {PROGRAM} --demo {options.words[1]}"
        )
    if options.command == "run" and len(options.words) > 1:
        raise UserError(
            "“run” takes no words.",
            advice=f"A workstream of that name: {PROGRAM} show {' '.join(options.words)}",
        )
    if options.demo:
        _refuse(given & _NOT_IN_DEMO, "does not go with --demo, which reads nothing else")
    return options


def _refuse(misplaced: set[str], why: str) -> None:
    for name in sorted(misplaced):
        flag = _FLAGS.get(name, "--" + name.replace("_", "-"))
        raise UserError(f"{flag} {why}.", advice=f"Leave it out; {PROGRAM} --help has examples.")


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
