"""One workstream (or several of one name), row by row."""

from collections.abc import Iterator

from bot.answers.answer import Answer, Block, Buttons, TreeFacts
from bot.answers.audience import Audience
from bot.answers.counting import state_words
from bot.answers.coverage import buttons, coverage_blocks
from bot.answers.parts import shortened
from bot.answers.private import redacted
from bot.answers.repair_offers import repair_buttons
from bot.answers.rows import telling_of
from bot.answers.scope import chosen_workstreams, part_read, scope_question, workstream_title
from bot.answers.sections import workstream_blocks
from bot.github_status.judge.verdicts import JudgedTracker, JudgedWorkstream, findings_by_line
from bot.people.people import People


def workstream_answer(
    tracker: JudgedTracker,
    *,
    workstreams: tuple[JudgedWorkstream, ...],
    audience: Audience,
    people: People,
    can_repair: bool = False,
) -> Answer:
    """Those workstreams of the tracker and everything under them, row by row; at least one.

    `can_repair`: a button may offer to tick boxes.
    """
    whole, tracker = tracker, redacted(tracker, audience)
    shown = chosen_workstreams(tracker, workstreams)
    part = part_read(tracker, workstreams)
    telling = telling_of(tracker, people)

    def section(judged: JudgedWorkstream) -> Iterator[Block]:
        repair = _repair(whole, judged, audience) if can_repair else ()
        return workstream_blocks(judged, telling, presses=repair)

    blocks: tuple[Block, ...] = (
        *(block for judged in shown for block in section(judged)),
        *coverage_blocks(tracker, part),
        buttons(
            question=scope_question("show", shown),
            only_stale=scope_question("stale", shown),
            drift=scope_question("drift", shown) if findings_by_line(shown) else None,
        ),
    )
    return Answer(
        blocks=blocks,
        facts=TreeFacts(tracker=tracker, workstreams=shown, coverage=part.coverage),
        title=shortened("; ".join(_title(workstream) for workstream in shown)),
    )


def _repair(
    tracker: JudgedTracker, judged: JudgedWorkstream, audience: Audience
) -> Iterator[Buttons]:
    own = (judged,)
    return repair_buttons(
        tracker,
        audience=audience,
        workstreams=chosen_workstreams(tracker, own),
        question=scope_question("drift", own),
    )


def _title(judged: JudgedWorkstream) -> str:
    return f"{workstream_title(judged)}: {state_words(judged.counts, judged.all_rows())}"
