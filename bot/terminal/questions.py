"""One question, from the words to the exit status."""

from bot.answers import from_store
from bot.answers.answer import Answer, DriftFacts, HelpFacts, Moment
from bot.answers.audience import Audience
from bot.answers.help import help_answer
from bot.commands import COMMANDS, Asked, Question, Scene, parse
from bot.commands.drift import DRIFT, DriftQuestion
from bot.commands.help import help_question
from bot.commands.mine import MineQuestion
from bot.commands.phrase import PhraseQuestion
from bot.errors import UserError
from bot.github_status.judge import judge_snapshot
from bot.github_status.reader import Latest
from bot.people.people import PersonName
from bot.render.days import moment_text
from bot.render.formats import Format, renderer
from bot.settings.trackers import Tracker
from bot.terminal.desk import Desk, demo_desk
from bot.terminal.options import TERMINAL_COMMANDS, ExitStatus, Options, moment
from bot.terminal.streams import Streams


def question_status(options: Options, streams: Streams) -> ExitStatus:
    """Answer the question on stdout. Raises `UserError`, or `Fault` when there is no answer."""
    if options.words and options.words[0].casefold() == "help":
        return _helped(options, streams)
    _refuse_half_a_name(options)
    desk = demo_desk() if options.demo else _live_desk(options, streams)
    asked = parse(options.words, trackers=[n for t in desk.trackers for n in t.all_names])
    if options.exit_code and not _is_drift(asked.question):
        raise UserError("--exit-code goes with “drift” only.", advice="Leave it out.")
    return answered(asked, desk, options, streams)


def answered(asked: Asked, desk: Desk, options: Options, streams: Streams) -> ExitStatus:
    """Answer the question from this desk."""
    now = desk.now if options.now is None else moment(options.now)
    tracker = _tracker(options, asked, desk)
    latest = desk.latest(tracker)
    asker = _asker(options, asked, desk)
    people = desk.people(tracker)

    scene = Scene(
        tracker=judge_snapshot(
            latest.snapshot, rules=desk.rules, people=people.for_judge(), now=now
        ),
        name=tracker.name,
        aliases=tracker.workstream_aliases,
        people=people,
        asker=asker,
        audience=renderer(_format(options)).audience,
    )
    answer = asked.answer(scene)

    _show(_with_warning(answer, latest, scene.audience), options, streams)
    _warn(latest, options, streams)
    return _status(answer, latest, options)


def _helped(options: Options, streams: Streams) -> ExitStatus:
    """`help` needs neither a tracker nor settings that are right."""
    question = help_question(options.words[1:], (*COMMANDS, *TERMINAL_COMMANDS))
    _show(help_answer(question.usages), options, streams)
    return ExitStatus.ANSWERED


def _refuse_half_a_name(options: Options) -> None:
    """`mine --as Zhiyu Li` leaves “Li” to the question, where it has no place."""
    first, *rest = options.words or ("",)
    if options.asker is not None and first.casefold() == "mine" and rest and rest[0] != "in":
        name = " ".join((options.asker, *rest))
        raise UserError(
            "A name of several words is one argument of --as.",
            advice=f'Put it in quotation marks: --as "{name}"',
        )


def _is_drift(question: Question) -> bool:
    if isinstance(question, PhraseQuestion):
        return question.command is DRIFT
    return isinstance(question, DriftQuestion)


def _live_desk(options: Options, streams: Streams) -> Desk:
    # Clients, database and settings take half a second that the bundled readings do not need.
    from bot.terminal.live import live_desk  # noqa: PLC0415

    return live_desk(options, streams)


def _tracker(options: Options, asked: Asked, desk: Desk) -> Tracker:
    """The one that the question or `--tracker` names, else the first one."""
    by_option = desk.named(options.tracker) if options.tracker is not None else None
    by_words = desk.named(asked.tracker_name) if asked.tracker_name is not None else None
    if by_option and by_words and by_option.ref != by_words.ref:
        raise UserError(
            f"--tracker names {by_option.name}, and the question {by_words.name}.",
            advice="Name one of them.",
        )
    tracker = by_option or by_words or next(iter(desk.trackers), None)
    if tracker is None:
        raise UserError(
            "Which tracker? None is set.",
            advice="Name an issue with --tracker OWNER/REPO#N, or write it into"
            " nemorl-status.toml as [[tracker]]. To try the program: nemorl-status --demo",
        )
    return tracker


def _asker(options: Options, asked: Asked, desk: Desk) -> PersonName | None:
    """Who asks, where the question is about that."""
    if options.asker is not None:
        return PersonName(options.asker.strip().removeprefix("@"))
    if not isinstance(asked.question, MineQuestion):
        return None
    login = desk.viewer()
    return None if login is None else PersonName(login)


def _format(options: Options) -> Format:
    if options.json:
        return Format.JSON
    return Format.MARKDOWN if options.markdown else Format.TEXT


def _show(answer: Answer, options: Options, streams: Streams) -> None:
    form = _format(options)
    text = renderer(form).draw(answer, streams.screen)
    if form is Format.JSON:
        streams.show_data(text)
    else:
        streams.show(text)


def _with_warning(answer: Answer, latest: Latest, audience: Audience) -> Answer:
    """The answer, headed by why it is not a new one, unless that may name a private tracker."""
    if latest.fault is None:
        return answer
    may_tell = audience.sees_private or latest.snapshot.issue.is_private is False
    why = f"{latest.fault} {latest.fault.advice}".rstrip() if may_tell else ""
    return from_store(answer, latest.snapshot.as_of, why)


def _warn(latest: Latest, options: Options, streams: Streams) -> None:
    """The same on stderr, but where the answer stands right above it in one place."""
    seen = _format(options) is Format.TEXT and streams.are_one
    if latest.fault is not None and not seen:
        at = moment_text(Moment(latest.snapshot.as_of))
        streams.warn(f"{latest.fault} This is the last reading, of {at}.", latest.fault.advice)


def _status(answer: Answer, latest: Latest, options: Options) -> ExitStatus:
    drifted = isinstance(answer.facts, DriftFacts) and bool(answer.facts.findings)
    if options.exit_code and drifted:
        return ExitStatus.DRIFTED
    is_complete = isinstance(answer.facts, HelpFacts) or answer.facts.coverage.is_complete
    if latest.fault is not None or not is_complete:
        return ExitStatus.PARTLY
    return ExitStatus.ANSWERED
