"""What is said to a question, from what is known: judged, answered, and drawn for Slack.

No waiting here: this is what the desk does in threads.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Protocol

from bot.answers.answer import Answer, Note, OtherTracker, Plain
from bot.answers.audience import Audience
from bot.answers.home import HomeTracker, home_answers
from bot.answers.others import other_buttons, other_tracker, unknown_tracker, with_others
from bot.answers.private import redacted
from bot.answers.spoken import (
    Frame,
    Spoken,
    failed,
    framed,
    not_shown,
    nothing_yet,
    without_names,
)
from bot.answers.tracked import InTracker, Traced, being_read, not_read, tracked_answer
from bot.commands import Asked, Scene, parse, split
from bot.commands.mine import MineQuestion
from bot.errors import NoMatch, UserError
from bot.github_status.current import Outcome, State
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Snapshot
from bot.github_status.judge import Rules
from bot.github_status.judge.verdicts import JudgedTracker
from bot.listeners import framing
from bot.listeners.asks import Ask, HomeAsk, TrackedAsk
from bot.listeners.beside import NOTHING_BESIDE, Beside, KnownOther
from bot.listeners.judged import Bench
from bot.listeners.parks import KnowsParks
from bot.people.book import KnowsPeople
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
class TrackerOutcome:
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
        self,
        trackers: Sequence[AskableTracker],
        rules: Rules,
        people: KnowsPeople,
        parks: KnowsParks,
        *,
        command: str,
        can_repair: bool = False,
    ) -> None:
        """Speak of these trackers; `command` is how somebody asks for more, `can_repair`: whether
        boxes can be ticked from Slack."""
        self._trackers = tuple(trackers)
        self._known_people = people
        self._parks = parks
        self._command = command
        self._can_repair = can_repair
        self._bench = Bench(rules, people, parks)

    @property
    def terms(self) -> Hashable:
        """What everything that is said depends on, beside what is known of trackers."""
        return self._people, self._parks.version

    @property
    def _people(self) -> People:
        return self._known_people.current

    def judged(self, snapshot: Snapshot, now: datetime, audience: Audience) -> JudgedTracker:
        """What the snapshot means now, as this audience may see it."""
        return redacted(self._bench.judged(snapshot, now), audience)

    def asked(self, ask: Ask) -> Asked:
        """The question. Raises `UserError` for words that are none."""
        if len(ask.text) > LONGEST_QUESTION:
            raise UserError(
                "That is too long for a question.",
                advice="Type a name, a number, or “help” for what can be asked.",
            )
        asked = parse(split(ask.text), trackers=[n for t in self._trackers for n in t.all_names])
        if isinstance(asked.question, MineQuestion) and ask.is_overheard:
            return replace(asked, question=replace(asked.question, to_asker=False))
        return asked

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
        for_others = self._question_for_others(asked, ask)
        return Frame(
            question=for_others if ask.is_overheard else " ".join(asked.words),
            suffix=self._suffix(tracker),
            shared=for_others if ask.can_share else None,
            is_of_all=asked.lists_all and len(self._trackers) > 1,
        )

    def _suffix(self, tracker: AskableTracker) -> str:
        return f" in {tracker.name}" if len(self._trackers) > 1 else ""

    def _question_for_others(self, asked: Asked, ask: Ask) -> str:
        """What asks for the same, whoever presses the button: `mine` is the asker's."""
        if isinstance(asked.question, MineQuestion) and ask.asker is not None:
            return self._person_words(ask.asker)
        return " ".join(asked.words)

    def _person_words(self, name: PersonName) -> str:
        link = self._people.named(name)
        return f"gh:{link.github}" if link and link.github else f"@{name}"

    def spoken(
        self,
        asked: Asked,
        ask: Ask,
        known: TrackerOutcome,
        frame: Frame,
        now: datetime,
        beside: Beside,
    ) -> Spoken:
        """The answer, as good as what is known allows."""
        outcome = self._veiled(known, ask.audience)
        if outcome.snapshot is None:
            if outcome.state is State.NOTHING:
                return nothing_yet(known.tracker.name)
            return failed(framing.fault_text(outcome), frame)
        judged = self._bench.judged(outcome.snapshot, now)
        spoken = self._answered(asked, known.tracker, judged, ask, beside)
        if not isinstance(spoken, Answer):
            return spoken
        answer = framed(spoken, frame, note=framing.age_note(outcome))
        if not asked.lists_all:
            return answer
        return self._with_others(answer, beside.others, ask.audience, now)

    def _with_others(
        self, answer: Answer, others: Sequence[KnownOther], audience: Audience, now: datetime
    ) -> Answer:
        """The overview with the other trackers below it."""
        each = [self._other(one, audience, now) for one in others]
        answer = with_others(answer, each, audience=audience)
        return replace(answer, blocks=(*answer.blocks, *other_buttons(each)))

    def _other(self, known: KnownOther, audience: Audience, now: datetime) -> OtherTracker:
        if known.snapshot is None:
            return unknown_tracker(known.name, audience=audience, trouble="not known yet")
        judged = self._bench.judged(known.snapshot, now)
        return other_tracker(known.name, judged, audience=audience)

    def _answered(
        self,
        asked: Asked,
        tracker: AskableTracker,
        judged: JudgedTracker,
        ask: Ask | HomeAsk,
        beside: Beside = NOTHING_BESIDE,
    ) -> Spoken:
        scene = Scene(
            tracker=judged,
            name=tracker.name,
            aliases=tracker.workstream_aliases,
            people=self._people,
            asker=ask.asker,
            audience=ask.audience,
            can_repair=self._can_repair,
            unlisted=beside.unlisted,
            elsewhere=beside.elsewhere,
        )
        try:
            answer = asked.answer(scene)
        except UserError as error:
            return error
        if not_shown(answer) and not ask.audience.sees_private:
            typed = " ".join(asked.words)
            return NoMatch(
                f"“{typed}” is not listed in {tracker.name}.",
                asked=typed,
                advice="Ask “overview” to see what it lists.",
            )
        return answer

    def _veiled(self, known: TrackerOutcome, audience: Audience) -> Outcome:
        """The outcome, without the name of a tracker that may be private."""
        outcome, ref = known.outcome, known.tracker.ref
        is_public = outcome.snapshot is not None and outcome.snapshot.issue.is_private is False
        if outcome.error is None or audience.sees_private or is_public:
            return outcome
        error = without_names(
            outcome.error, ref=str(ref), repository=str(ref.repository), name=known.tracker.name
        )
        return replace(outcome, error=error)

    def tracked(
        self, ask: TrackedAsk, known: Sequence[TrackerOutcome], now: datetime
    ) -> SlackMessage:
        """Where these pull requests are tracked."""
        traced = [
            Traced(ref=ref, trackers=tuple(self._in_tracker(ask, ref, one, now) for one in known))
            for ref in ask.refs
        ]
        notes = [self._age_note(one, ask.audience) for one in known if one.outcome.snapshot]
        answer = tracked_answer(
            traced, self._people, notes=[note for note in notes if note], more=ask.more
        )
        return framing.as_message(answer, Frame(question=""))

    def _age_note(self, known: TrackerOutcome, audience: Audience) -> Note | None:
        note = framing.age_note(self._veiled(known, audience))
        name = Plain(f"{known.tracker.name}: ")
        return None if note is None else replace(note, spans=(name, *note.spans))

    def _in_tracker(
        self, ask: TrackedAsk, ref: str, known: TrackerOutcome, now: datetime
    ) -> InTracker:
        frame = Frame(question=ref, suffix=self._suffix(known.tracker))
        outcome = self._veiled(known, ask.audience)
        if outcome.snapshot is None:
            is_under_way = outcome.state is State.NOTHING
            spoken: Spoken = being_read() if is_under_way else not_read(outcome.error)
        else:
            judged = self._bench.judged(outcome.snapshot, now)
            one = Ask(text=ref, audience=ask.audience)
            spoken = self._answered(parse((ref,)), known.tracker, judged, one)
        return InTracker(tracker=known.tracker.name, spoken=spoken, frame=frame)

    def home(self, ask: HomeAsk, known: Sequence[TrackerOutcome], now: datetime) -> ViewJson:
        """The App Home of one person."""
        link = None if ask.asker is None else self._people.named(ask.asker)
        shown = [self._home_tracker(ask, one, now) for one in known]
        answers = home_answers(shown, link=link, slack=ask.slack, own=ask.own)
        return home_view(answers, command=self._command)

    def _home_tracker(self, ask: HomeAsk, known: TrackerOutcome, now: datetime) -> HomeTracker:
        frame = Frame(question="mine", suffix=self._suffix(known.tracker))
        outcome = self._veiled(known, ask.audience)
        judged = mine = None
        if outcome.snapshot is not None:
            judged = self._bench.judged(outcome.snapshot, now)
            if ask.asker is not None:
                asked = Asked(question=MineQuestion(only_unfinished=True), words=("mine",))
                mine = self._answered(asked, known.tracker, judged, ask)
        return HomeTracker(
            name=known.tracker.name,
            frame=frame,
            tracker=None if judged is None else redacted(judged, ask.audience),
            mine=mine if isinstance(mine, Answer) else None,
            note=framing.age_note(outcome),
        )
