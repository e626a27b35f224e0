"""`nemorl-status`: the command line.

Only what `--help` needs is imported here; the rest waits for a question.
"""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer
from typer.core import TyperCommand

from bot import PROGRAM, __version__
from bot.errors import OutputFault
from bot.terminal.options import TERMINAL_COMMANDS, ExitStatus, Options
from bot.terminal.writing import open_closed_streams, write

if TYPE_CHECKING:
    from bot.terminal.streams import Streams

_ABOUT = """Answers questions about a GitHub tracking issue: what its pull requests are doing, \
what is stale, and where the issue is out of date."""

_MORE = f"""
Examples:
  {PROGRAM} --demo refit
  {PROGRAM} --tracker NVIDIA-NeMo/RL#2905
  {PROGRAM} stale in nemo-rl --json
  {PROGRAM} --demo digest --slot 2026-07-20
  {PROGRAM} --demo drift --fix --dry-run
  {PROGRAM} init --tracker NVIDIA-NeMo/RL#2905

Exit status: 0 answered; 1 drift --exit-code or doctor found something; 2 the question or a
setting is wrong; 3 nothing was read and nothing is stored; 4 answered, but something that the
answer rests on could not be asked, or a repair did not come about; 70 a mistake in this program;
74 the answer could not be written.
"""

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


def _version(value: bool) -> None:
    if value:
        _tell(f"{PROGRAM} {__version__}\n")


def _help(context: typer.Context, value: bool) -> None:
    if value:
        _tell(f"{context.get_help()}\n\n{_questions()}{_MORE}")


# Typer has a click of its own, and does not hand out this class by its name.
_UsageError: Any = typer.BadParameter.__base__


class _Command(TyperCommand):
    """Tells a wrong option as every other mistake is told."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the options."""
        try:
            return super().parse_args(ctx, args)
        except _UsageError as error:
            typer.echo(f"{PROGRAM}: {error.format_message()}\n{_option_advice(error)}", err=True)
            raise typer.Exit(int(ExitStatus.WRONG)) from error


def _option_advice(error: Any) -> str:
    if getattr(error, "option_name", "").removeprefix("-").isdecimal():
        return "A time is written without a sign: 14d (days) or 2w (weeks)."
    return f"{PROGRAM} --help has every option and examples."


def _tell(text: str) -> NoReturn:
    """Print it, and be done."""
    try:
        write(sys.stdout, text)
    except OutputFault as fault:
        typer.echo(f"{PROGRAM}: {fault}", err=True)
        raise typer.Exit(int(ExitStatus.UNWRITTEN)) from fault
    raise typer.Exit


def _questions() -> str:
    """What can be asked, from the commands themselves."""
    from bot.commands.registry import COMMANDS, ERRANDS  # noqa: PLC0415 -- only for --help

    own = {command.name for command in TERMINAL_COMMANDS}
    asked, more = (
        "".join(f"  {command.usage}\n      {command.help}\n" for command in commands)
        for commands in (
            (c for c in COMMANDS if c not in ERRANDS and c.name not in own),
            TERMINAL_COMMANDS,
        )
    )
    return f"Questions:\n{asked}\nAnd in a terminal:\n{more}"


def _option(*names: str, help: str, **more: Any) -> Any:
    return typer.Option(*names, help=help, show_default=False, **more)


@app.command(cls=_Command, help=_ABOUT, add_help_option=False)
def nemorl_status(
    words: Annotated[list[str] | None, typer.Argument(metavar="QUESTION", hidden=True)] = None,
    tracker: Annotated[
        str | None,
        _option("--tracker", metavar="NAME|OWNER/REPO#N", help="Which tracking issue; or its URL."),
    ] = None,
    config: Annotated[
        Path | None, _option("--config", metavar="FILE", help="Settings file to use.")
    ] = None,
    json: Annotated[bool, _option("--json", help="Answer as JSON (docs/json.md).")] = False,
    markdown: Annotated[
        bool, _option("--markdown", help="Answer as Markdown, without private rows.")
    ] = False,
    no_refresh: Annotated[
        bool, _option("--no-refresh", help="Answer from the newest stored reading.")
    ] = False,
    now: Annotated[
        str | None,
        _option("--now", metavar="MOMENT", help="As it was then: 2026-08-22 or 2026-08-22T23:00Z."),
    ] = None,
    asker: Annotated[
        str | None, _option("--as", metavar="NAME|LOGIN", help="Who “mine” is.")
    ] = None,
    demo: Annotated[
        bool, _option("--demo", help="Use the bundled readings: nemo-rl, sc-cleanup, example.")
    ] = False,
    exit_code: Annotated[
        bool, _option("--exit-code", help="With drift: exit 1 when there is some.")
    ] = False,
    repo: Annotated[
        str | None, _option("--repo", metavar="OWNER/REPO", help="With parse: where bare #12 are.")
    ] = None,
    channel: Annotated[
        str | None,
        _option("--channel", metavar="ID", help="With digest, init: of or for which channel."),
    ] = None,
    person: Annotated[
        str | None, _option("--person", metavar="NAME|LOGIN", help="With remind: to whom.")
    ] = None,
    slot: Annotated[
        str | None,
        _option("--slot", metavar="DATE", help="With digest, remind: the day of the digest."),
    ] = None,
    dry_run: Annotated[
        bool,
        _option(
            "--dry-run", help="With drift --fix: change nothing. digest, remind: send nothing."
        ),
    ] = False,
    post: Annotated[bool, _option("--post", help="With digest, remind: send it to Slack.")] = False,
    fix: Annotated[
        bool, _option("--fix", help="With drift: tick boxes that are out of date, once confirmed.")
    ] = False,
    yes: Annotated[
        bool,
        _option("--yes", help="With --fix: tick merged ones unasked; with --undo: do not ask."),
    ] = False,
    undo: Annotated[bool, _option("--undo", help="With drift: take the last repair back.")] = False,
    zone: Annotated[
        str | None, _option("--zone", metavar="ZONE", help="With init: the channel's time zone.")
    ] = None,
    command: Annotated[
        str | None, _option("--command", metavar="/NAME", help="With init: the slash command.")
    ] = None,
    directory: Annotated[
        Path | None, _option("--directory", metavar="FOLDER", help="With init: where to write.")
    ] = None,
    url: Annotated[
        str | None,
        _option("--url", metavar="URL", help="With init: HTTP mode, where Slack reaches the bot."),
    ] = None,
    force: Annotated[
        bool, _option("--force", help="With init: write the settings file anew.")
    ] = False,
    live: Annotated[
        bool,
        _option("--live", help="With doctor: try it in Slack, by one message that is deleted."),
    ] = False,
    output: Annotated[
        Path | None,
        _option("--output", "-o", metavar="FILE", help="With chart: the picture, .png or .svg."),
    ] = None,
    text: Annotated[
        bool, _option("--text", help="With demo: print it instead of showing it in a browser.")
    ] = False,
    debug: Annotated[bool, _option("--debug", help="Tell on stderr what is done.")] = False,
    version: Annotated[  # noqa: ARG001 -- its callback has answered
        bool, _option("--version", help="Print the version.", callback=_version, is_eager=True)
    ] = False,
    help_: Annotated[  # noqa: ARG001 -- its callback has answered
        bool, _option("--help", "-h", help="Print this.", callback=_help, is_eager=True)
    ] = False,
) -> None:
    """Answer one question."""
    options = Options(
        words=tuple(words or ()),
        tracker=tracker,
        config=config,
        json=json,
        markdown=markdown,
        no_refresh=no_refresh,
        now=now,
        asker=asker,
        demo=demo,
        exit_code=exit_code,
        repo=repo,
        channel=channel,
        person=person,
        slot=slot,
        dry_run=dry_run,
        post=post,
        fix=fix,
        yes=yes,
        undo=undo,
        zone=zone,
        slash_command=command,
        directory=directory,
        url=url,
        force=force,
        live=live,
        output=output,
        text=text,
        debug=debug,
    )
    from bot.terminal.run import exit_status  # noqa: PLC0415 -- heavy, and not for --help

    posting = {"digest": _post, "remind": _post} if post else {}
    raise typer.Exit(int(exit_status(options, more={**_MORE_COMMANDS, **posting})))


def _run(options: Options, streams: "Streams") -> ExitStatus:
    """Be the bot in Slack."""
    from bot.serving.run import run_bot  # noqa: PLC0415 -- heavy, and not for the others

    run_bot(options.config, lambda line: streams.show(f"{line}\n"), debug=options.debug)
    return ExitStatus.ANSWERED


def _fix(options: Options, streams: "Streams") -> ExitStatus:
    """Change boxes of the index."""
    from bot.terminal.fixing import fix_status  # noqa: PLC0415 -- as above

    return fix_status(options, streams)


def _init(options: Options, streams: "Streams") -> ExitStatus:
    """Set the bot up."""
    from bot.terminal.first_run import init_status  # noqa: PLC0415 -- as above

    return init_status(options, streams)


def _doctor(options: Options, streams: "Streams") -> ExitStatus:
    """Say what of the set-up works."""
    from bot.terminal.doctor import doctor_status  # noqa: PLC0415 -- as above

    return doctor_status(options, streams)


def _post(options: Options, streams: "Streams") -> ExitStatus:
    """Send what `digest` or `remind` show."""
    from bot.serving.posting import post_digest, post_reminders  # noqa: PLC0415 -- as above
    from bot.terminal.posting import Poster, post_status  # noqa: PLC0415

    poster = Poster(digest=post_digest, reminders=post_reminders)
    return post_status(options, streams, poster)


def _demo(options: Options, streams: "Streams") -> ExitStatus:
    """Let somebody play with the bot."""
    from bot.demo.playground.command import demo_status  # noqa: PLC0415 -- as above

    return demo_status(options, streams)


_MORE_COMMANDS = {"run": _run, "fix": _fix, "init": _init, "doctor": _doctor, "demo": _demo}


def main() -> None:
    """Run the command of this process."""
    open_closed_streams()
    app(prog_name=PROGRAM)


if __name__ == "__main__":
    main()
