"""`drift --fix` and `drift --undo`: boxes of the index, shown, confirmed and changed on GitHub."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

from bot import PROGRAM
from bot.commands import Scene, parse
from bot.commands.drift import DRIFT, DriftQuestion
from bot.commands.grammar import Asked
from bot.commands.phrase import PhraseQuestion
from bot.errors import UserError
from bot.github_status.repair import (
    Offer,
    Proposal,
    diff_of,
    offers_of,
    proposal_of,
    undo_diff,
)
from bot.github_status.repair_outcomes import (
    BodyChanged,
    NothingToDo,
    Refused,
    Repaired,
    RepairOutcome,
)
from bot.github_status.repair_records import KeptRepair, last_repair
from bot.github_status.repairing import Repairing
from bot.logs import hold_back
from bot.settings.fields import Settings
from bot.settings.loading import load_settings
from bot.settings.secrets import secrets_of
from bot.settings.trackers import Tracker
from bot.store.audit import Audit
from bot.terminal.changes_shown import show_diff, show_offer, tell_left, tell_outcome
from bot.terminal.desk import Desk
from bot.terminal.options import ExitStatus, Options
from bot.terminal.questions import asked_now, asked_tracker, desk_of
from bot.terminal.streams import Streams
from bot.terminal.telling import audience_of
from bot.wiring import open_live, open_repairing, utc_now, write_credentials_of

MOST_ROUNDS = 3
"""How often the same is asked anew because somebody edits meanwhile."""

Verb: TypeAlias = Callable[[Repairing], Awaitable[RepairOutcome]]


def fix_status(options: Options, streams: Streams) -> ExitStatus:
    """Show what would be changed, ask, and change it. Raises `UserError`, or a `Fault`."""
    settings = None if options.demo else load_settings(options.config)
    if settings is not None:
        hold_back(secrets_of(settings))
    if settings is not None and not options.dry_run:
        _check_may_write(settings, options, streams)
    fixing = _Fixing(options, streams, settings)
    return fixing.undo() if options.undo else fixing.fix()


def _check_may_write(settings: Settings, options: Options, streams: Streams) -> None:
    write_credentials_of(settings)
    if not options.yes and not streams.can_ask:
        what = "takes the last repair back" if options.undo else "ticks merged pull requests"
        raise UserError(
            "There is no terminal to ask in, so nothing is changed.",
            advice=f"--yes {what} without asking; --dry-run shows what would be changed.",
        )


class _Fixing:
    """One command line that changes boxes."""

    def __init__(self, options: Options, streams: Streams, settings: Settings | None) -> None:
        self._options = options
        self._streams = streams
        self._settings = settings

    def fix(self) -> ExitStatus:
        """Tick what was confirmed; asked anew where somebody edits meanwhile."""
        for _ in range(MOST_ROUNDS):
            outcome, tracker = self._fix_once()
            if outcome is None:
                return ExitStatus.ANSWERED
            tell_outcome(self._streams, outcome)
            if isinstance(outcome, Repaired):
                self._streams.show(
                    f"To take it back: {PROGRAM} drift --undo --tracker {tracker.name}\n"
                )
            if not isinstance(outcome, BodyChanged):
                return _status(outcome)
        return ExitStatus.PARTLY

    def undo(self) -> ExitStatus:
        """Take the last repair of the tracker back."""
        desk, asked = self._asked()
        tracker = asked_tracker(self._options, asked.tracker_name, desk)
        if _question(asked).workstream is not None:
            raise UserError(
                "--undo takes the whole of the last repair back.",
                advice=f"Ask with {PROGRAM} drift --undo",
            )
        kept = asyncio.run(self._last_repair(tracker))
        if kept is None:
            raise UserError(
                f"There is no repair of {tracker.name} to take back.",
                advice="Only what this database remembers can be taken back.",
            )
        self._streams.show(f"The repair of {kept.at:%Y-%m-%d %H:%M} UTC, by {kept.by}:\n")
        show_diff(self._streams, undo_diff(kept.record))
        if self._options.dry_run or not self._confirmed("Take it back?"):
            return self._nothing()
        outcome = self._carried_out(lambda r: r.undo(kept.id, tracker=tracker.ref))
        tell_outcome(self._streams, outcome)
        if isinstance(outcome, BodyChanged) and outcome.proposal is not None:
            return self._undo_anew(outcome.proposal)
        return _status(outcome)

    def _undo_anew(self, proposal: Proposal) -> ExitStatus:
        """The text is another one now: what is left to take back is confirmed by a person."""
        if not proposal.boxes:
            self._streams.show("None of its lines stands there as the repair left it.\n")
            return ExitStatus.PARTLY
        self._streams.show("What can still be taken back:\n")
        show_diff(self._streams, diff_of(proposal))
        if not self._streams.can_ask:
            self._streams.warn("Nothing was changed.", "Ask in a terminal to confirm these lines.")
            return ExitStatus.PARTLY
        if not self._is_yes("Take these back?"):
            return self._nothing()
        outcome = self._carried_out(lambda repairing: repairing.repair(proposal))
        tell_outcome(self._streams, outcome)
        return _status(outcome)

    def _fix_once(self) -> tuple[RepairOutcome | None, Tracker]:
        desk, asked = self._asked()
        tracker = asked_tracker(self._options, asked.tracker_name, desk)
        scene = self._scene(desk, tracker)
        offers = offers_of(scene.tracker, _question(asked).workstreams(scene))
        sure = [offer for offer in offers if offer.is_sure]
        others = [offer for offer in offers if not offer.is_sure]
        if not offers or (self._options.yes and not sure and not self._options.dry_run):
            for_sure = " for sure" if others else ""
            self._streams.show(f"No box is out of date{for_sure}: nothing to repair.\n")
            tell_left(self._streams, others)
            return None, tracker
        chosen = self._chosen(scene, sure, others)
        if not chosen:
            self._nothing()
            return None, tracker
        proposal = proposal_of(scene.tracker, chosen)
        return self._carried_out(lambda repairing: repairing.repair(proposal)), tracker

    def _chosen(self, scene: Scene, sure: Sequence[Offer], others: Sequence[Offer]) -> list[Offer]:
        """What is confirmed; nothing with `--dry-run`, which shows everything."""
        if sure:
            boxes = (
                "box of a merged pull request is"
                if len(sure) == 1
                else ("boxes of merged pull requests are")
            )
            self._streams.show(f"{len(sure)} {boxes} empty in {scene.name}:\n")
            show_diff(self._streams, diff_of(proposal_of(scene.tracker, sure)))
        if self._options.dry_run:
            for offer in others:
                show_offer(self._streams, scene.tracker, offer)
            return []
        if self._options.yes:
            tell_left(self._streams, others)
            return list(sure)
        answer = self._choice(sure) if sure else "no"
        if answer is None:
            return []
        chosen = list(sure) if answer == "all" else []
        to_pick = others if answer != "each" else sorted([*sure, *others], key=_place)
        for offer in to_pick:
            show_offer(self._streams, scene.tracker, offer)
            if self._is_yes("Tick it?"):
                chosen.append(offer)
        return chosen

    def _choice(self, sure: Sequence[Offer]) -> str | None:
        """`all`, `no` or `each`; `None`: whoever was asked has gone."""
        while True:
            question = "Tick them?" if len(sure) > 1 else "Tick it?"
            answer = self._streams.ask(f"{question} [y]es, [n]o, [e]ach by itself:")
            if answer is None:
                return None
            words = {"y": "all", "yes": "all", "n": "no", "no": "no", "e": "each", "each": "each"}
            if answer in words:
                return words[answer]

    def _is_yes(self, question: str) -> bool:
        return self._streams.ask(f"{question} [y/N]:") in {"y", "yes"}

    def _confirmed(self, question: str) -> bool:
        return self._options.yes or self._is_yes(question)

    def _asked(self) -> tuple[Desk, Asked]:
        desk = desk_of(self._options, self._streams)
        return desk, parse(
            self._options.words, trackers=[n for t in desk.trackers for n in t.all_names]
        )

    def _scene(self, desk: Desk, tracker: Tracker) -> Scene:
        """From a new reading: a box is never ticked for what was so some time ago."""
        latest = desk.latest(tracker)
        if latest.fault is not None:
            raise latest.fault
        people = desk.people(tracker)
        judged = desk.judged(tracker, latest.snapshot, now=asked_now(self._options, desk))
        return Scene(
            tracker=judged,
            name=tracker.name,
            aliases=tracker.workstream_aliases,
            people=people,
            asker=None,
            audience=audience_of(self._options),
        )

    def _carried_out(self, verb: Verb) -> RepairOutcome:
        return asyncio.run(self._with(verb))

    async def _last_repair(self, tracker: Tracker) -> KeptRepair | None:
        """Sought where the issue was when it was read last: it may have been transferred."""
        async with open_live(self._written_by()) as live:
            snapshot = await live.reader.latest(tracker.ref, now=utc_now())
            place = tracker.ref if snapshot is None else snapshot.issue.ref
            return await last_repair(Audit(live.database), place)

    async def _with(self, verb: Verb) -> RepairOutcome:
        async with open_repairing(self._written_by()) as repairing:
            return await verb(repairing)

    def _written_by(self) -> Settings:
        if self._settings is None:
            raise UserError("The bundled readings cannot be changed.", advice="Leave --demo out.")
        return self._settings

    def _nothing(self) -> ExitStatus:
        self._streams.show("Nothing was changed.\n")
        return ExitStatus.ANSWERED


def _question(asked: Asked) -> DriftQuestion:
    """What is asked about. Raises `UserError` where that is not drift."""
    question = asked.question
    if isinstance(question, PhraseQuestion) and question.command is DRIFT:
        question = DRIFT.parse(question.words)
    if not isinstance(question, DriftQuestion):
        raise UserError("--fix and --undo go with “drift” only.", advice="Leave it out.")
    return question


def _place(offer: Offer) -> int:
    return offer.box.at


def _status(outcome: RepairOutcome) -> ExitStatus:
    if isinstance(outcome, Refused) and isinstance(outcome.error, UserError):
        return ExitStatus.WRONG
    is_so = isinstance(outcome, Repaired | NothingToDo)
    return ExitStatus.ANSWERED if is_so else ExitStatus.PARTLY
