"""What is said to a question, from what is known: judged, answered, and drawn for Slack.

No waiting here: this is what the desk does in threads.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Protocol

from bot.answers import Answer, Audience, redacted
from bot.answers.answer import Note, Plain
from bot.commands import Asked, Scene, parse, split
from bot.commands.mine import MineQuestion
from bot.errors import NemorlStatusError, NoMatch, UserError
from bot.github_status.current import Outcome, State
from bot.github_status.facts.refs import Ref
from bot.github_status.judge import Rules
from bot.github_status.judge.verdicts import JudgedTracker
from bot.listeners import framing
from bot.listeners.asks import Ask, HomeAsk, TrackedAsk
from bot.listeners.framing import Frame, Spoken
from bot.listeners.home_answers import HomeTracker, home_answers
from bot.listeners.judged import Bench
from bot.listeners.tracked import Place, Traced, tracked_answer
from bot.people.people import People, PersonName
from bot.render.slack import SlackMessage, home_view
from bot.render.slack.views import ViewJson

LONGEST_QUESTION = 500
"""Characters. The longest name of a workstream that we saw has 120."""


class AskableTracker(Protocol):
    """A tracker as the settings have it."""

    @property
    def name(self) -> str: ...  # noqa: D102 -- the settings say it
    @property
    def ref(self) -> Ref: ...  # noqa: D102
    @property
    def workstream_aliases(self) -> tuple[tuple[str, str], ...]: ...  # noqa: D102
    @property
    def all_names(self) -> tuple[str, ...]: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class Known:
    """A tracker, and what can be said from."""

    tracker: AskableTracker
    outcome: Outcome

    @property
    def key(self) -> Hashable:
        """What an answer about it depends on, but for the question."""
        snapshot = self.outcome.snapshot
        at = None if snapshot is None else snapshot.as_of
        return self.tracker.name, at, framing.age_note(self.outcome)


class Speaker:
    """Answers, when everything is there to answer from."""

    def __init__(
        self, trackers: Sequence[AskableTracker], rules: Rules, people: People, *, command: str
    ) -> None:
        """Speak of these trackers; `command` is how somebody asks for more."""
        self._trackers = tuple(trackers)
        self._people = people
        self._command = command
        self._bench = Bench(rules, people)

    def asked(self, ask: Ask) -> Asked:
        """The question. Raises `UserError` for words that are none."""
        if len(ask.text) > LONGEST_QUESTION:
            raise UserError(
                "That is too long for a question.",
                advice="Type a name, a number, or “help” for what can be asked.",
            )
        return parse(split(ask.text), trackers=[n for t in self._trackers for n in t.all_names])

    def tracker(self, asked: Asked, ask: Ask) -> AskableTracker:
        """The one that the question names, else the channel's, else the first one.

        Raises `UserError` when there is none.
        """
        for name in filter(None, (asked.tracker_name, ask.tracker)):
            for tracker in self._trackers:
                if name in tracker.all_names:
                    return tracker
        if not self._trackers:
            raise UserError(
                "No tracker is set.",
                advice="Whoever runs this bot can write one into nemorl-status.toml"
                " as [[tracker]].",
            )
        return self._trackers[0]

    def frame(self, asked: Asked, tracker: AskableTracker, ask: Ask) -> Frame:
        """What the buttons around the answer carry."""
        return Frame(
            question=self._question(asked, ask),
            suffix=self._suffix(tracker),
            can_share=ask.can_share,
        )

    def _suffix(self, tracker: AskableTracker) -> str:
        return f" in {tracker.name}" if len(self._trackers) > 1 else ""

    def _question(self, asked: Asked, ask: Ask) -> str:
        """What asks for the same, whoever presses the button: `mine` is the asker's."""
        if isinstance(asked.question, MineQuestion) and ask.asker is not None:
            return self._person_words(ask.asker)
        return " ".join(asked.words)

    def _person_words(self, name: PersonName) -> str:
        link = self._people.named(name)
        return f"gh:{link.github}" if link and link.github else f"@{name}"

    def spoken(self, asked: Asked, ask: Ask, known: Known, frame: Frame, now: datetime) -> Spoken:
        """The answer, as good as what is known allows."""
        outcome = self._veiled(known, ask.audience)
        if outcome.snapshot is None:
            if outcome.state is State.NOTHING:
                return framing.nothing_yet(known.tracker.name)
            return framing.failed(outcome, frame)
        judged = self._bench.judged(outcome.snapshot, now)
        spoken = self._answered(asked, known.tracker, judged, ask)
        return framing.framed(spoken, outcome, frame) if isinstance(spoken, Answer) else spoken

    def _answered(
        self, asked: Asked, tracker: AskableTracker, judged: JudgedTracker, ask: Ask | HomeAsk
    ) -> Spoken:
        scene = Scene(
            tracker=judged,
            name=tracker.name,
            aliases=tracker.workstream_aliases,
            people=self._people,
            asker=ask.asker,
            audience=ask.audience,
        )
        try:
            answer = asked.answer(scene)
        except UserError as error:
            return error
        if framing.not_shown(answer) and not ask.audience.sees_private:
            typed = " ".join(asked.words)
            return NoMatch(
                f"“{typed}” is not listed in {tracker.name}.",
                asked=typed,
                advice="Ask without any words to see what it lists.",
            )
        return answer

    def _veiled(self, known: Known, audience: Audience) -> Outcome:
        """The outcome, without the name of a tracker that may be private."""
        outcome, ref = known.outcome, known.tracker.ref
        is_public = outcome.snapshot is not None and outcome.snapshot.issue.is_private is False
        if outcome.error is None or audience.sees_private or is_public:
            return outcome
        error = framing.without_names(
            outcome.error, ref=str(ref), repository=str(ref.repository), name=known.tracker.name
        )
        return replace(outcome, error=error)

    def tracked(self, ask: TrackedAsk, known: Sequence[Known], now: datetime) -> SlackMessage:
        """Where these pull requests are tracked."""
        traced = [
            Traced(ref=ref, places=tuple(self._place(ask, ref, one, now) for one in known))
            for ref in ask.refs
        ]
        notes = [self._age_note(one, ask.audience) for one in known if one.outcome.snapshot]
        answer = tracked_answer(
            traced, self._people, notes=[note for note in notes if note], more=ask.more
        )
        return framing.as_message(answer, Frame(question=""))

    def _age_note(self, known: Known, audience: Audience) -> Note | None:
        note = framing.age_note(self._veiled(known, audience))
        name = Plain(f"{known.tracker.name}: ")
        return None if note is None else replace(note, spans=(name, *note.spans))

    def _place(self, ask: TrackedAsk, ref: str, known: Known, now: datetime) -> Place:
        frame = Frame(question=ref, suffix=self._suffix(known.tracker))
        outcome = self._veiled(known, ask.audience)
        if outcome.snapshot is None:
            spoken: Spoken = _unknown(outcome)
        else:
            judged = self._bench.judged(outcome.snapshot, now)
            one = Ask(text=ref, audience=ask.audience)
            spoken = self._answered(parse((ref,)), known.tracker, judged, one)
        return Place(tracker=known.tracker.name, spoken=spoken, frame=frame)

    def home(self, ask: HomeAsk, known: Sequence[Known], now: datetime) -> ViewJson:
        """The App Home of one person."""
        link = None if ask.asker is None else self._people.named(ask.asker)
        shown = [self._home_tracker(ask, one, now) for one in known]
        answers = home_answers(shown, link=link, slack=ask.slack)
        return home_view(answers, command=self._command)

    def _home_tracker(self, ask: HomeAsk, known: Known, now: datetime) -> HomeTracker:
        frame = Frame(question="mine", suffix=self._suffix(known.tracker))
        outcome = self._veiled(known, ask.audience)
        judged = None
        mine: Spoken | None = None
        if outcome.snapshot is not None:
            judged = self._bench.judged(outcome.snapshot, now)
            if ask.asker is not None:
                mine = self._answered(parse(("mine",)), known.tracker, judged, ask)
        return HomeTracker(
            name=known.tracker.name,
            frame=frame,
            tracker=None if judged is None else redacted(judged, ask.audience),
            mine=framing.framed(mine, _fresh(outcome), frame) if isinstance(mine, Answer) else mine,
            note=framing.age_note(outcome),
        )


def _unknown(outcome: Outcome) -> UserError:
    if outcome.state is State.NOTHING:
        return UserError("GitHub is being read; the answer follows.")
    error: NemorlStatusError = outcome.error or UserError("It could not be read.")
    return UserError(f"not known. {error}", advice=error.advice)


def _fresh(outcome: Outcome) -> Outcome:
    """The same without a note of its age, which stands elsewhere."""
    return replace(outcome, state=State.FRESH)
