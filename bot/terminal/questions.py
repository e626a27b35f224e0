"""One question, from the words to the exit status."""

from datetime import datetime

from bot.answers.audience import Audience
from bot.answers.help import help_answer
from bot.answers.others import with_others
from bot.commands import COMMANDS, Asked, Question, Scene, parse
from bot.commands.drift import DRIFT, DriftQuestion
from bot.commands.help import Topic, help_question
from bot.commands.mine import MineQuestion
from bot.commands.phrase import PhraseQuestion
from bot.commands.pull import PullQuestion
from bot.commands.registry import ERRANDS
from bot.errors import UserError
from bot.github_status.facts.snapshot import Snapshot
from bot.github_status.facts.unlisted import Unlisted
from bot.people.people import PersonName
from bot.settings.trackers import Tracker
from bot.terminal.desk import Desk, demo_desk
from bot.terminal.options import TERMINAL_COMMANDS, ExitStatus, Options, moment
from bot.terminal.others import other_trackers
from bot.terminal.streams import Streams
from bot.terminal.telling import audience_of, show, told


def question_status(options: Options, streams: Streams) -> ExitStatus:
    """Answer the question on stdout. Raises `UserError`, or `Fault` when there is no answer."""
    if options.words and options.words[0].casefold() == "help":
        return _helped(options, streams)
    _refuse_half_a_name(options)
    desk = desk_of(options, streams)
    asked = parse(options.words, trackers=[n for t in desk.trackers for n in t.all_names])
    if options.exit_code and not _is_drift(asked.question):
        raise UserError("--exit-code goes with “drift” only.", advice="Leave it out.")
    return answered(asked, desk, options, streams)


def answered(asked: Asked, desk: Desk, options: Options, streams: Streams) -> ExitStatus:
    """Answer the question from this desk."""
    now = asked_now(options, desk)
    tracker = asked_tracker(options, asked.tracker_name, desk)
    latest = desk.latest(tracker)
    asker = _asker(options, asked, desk)
    audience = audience_of(options)
    is_pull = isinstance(asked.question, PullQuestion)

    scene = Scene(
        tracker=desk.judged(tracker, latest.snapshot, now=now),
        name=tracker.name,
        aliases=tracker.workstream_aliases,
        people=desk.people(tracker),
        asker=asker,
        audience=audience,
        unlisted=_unlisted(asked.question, latest.snapshot, audience, desk),
        elsewhere=desk.elsewhere(tracker) if is_pull else (),
    )
    answer = asked.answer(scene)
    if asked.lists_all and options.tracker is None and desk.lists_others:
        others = other_trackers(desk, tracker, audience=audience, now=now)
        answer = with_others(answer, others, audience=audience)
    return told(answer, latest, options, streams)


def _unlisted(
    question: Question, snapshot: Snapshot, audience: Audience, desk: Desk
) -> Unlisted | None:
    """What has to be read for a question about what the tracker does not list."""
    if not isinstance(question, PullQuestion):
        return None
    ref = question.unlisted(snapshot, audience)
    return None if ref is None else desk.unlisted(ref)


def _helped(options: Options, streams: Streams) -> ExitStatus:
    """`help` needs neither a tracker nor settings that are right."""
    own = {topic.name for topic in TERMINAL_COMMANDS}
    # What only Slack can do is told to whoever asks for it.
    left_out = () if options.words[1:] else ERRANDS
    others = (c for c in COMMANDS if c.name not in own and c not in left_out)
    topics: tuple[Topic, ...] = (*others, *TERMINAL_COMMANDS)
    question = help_question(options.words[1:], topics)
    show(help_answer(question.usages), options, streams)
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


def desk_of(options: Options, streams: Streams) -> Desk:
    """The desk that the options ask for; raises `SettingsError` with every mistake."""
    if options.demo:
        return demo_desk()
    # Clients, database and settings take half a second that the bundled readings do not need.
    from bot.terminal.live import live_desk  # noqa: PLC0415

    return live_desk(options, streams)


def asked_now(options: Options, desk: Desk) -> datetime:
    """The moment that is asked about."""
    return desk.now if options.now is None else moment(options.now)


def asked_tracker(options: Options, name: str | None, desk: Desk) -> Tracker:
    """The one that `name` (of the words) or `--tracker` names, else the first one."""
    by_option = desk.named(options.tracker) if options.tracker is not None else None
    by_words = desk.named(name) if name is not None else None
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
