"""One workstream (or several of one name), row by row."""

from itertools import chain

from bot.answers.answer import Answer, Block, TreeFacts
from bot.answers.audience import Audience
from bot.answers.counting import state_words
from bot.answers.coverage import buttons, coverage_blocks
from bot.answers.parts import shortened
from bot.answers.private import redacted
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
) -> Answer:
    """Those workstreams of the tracker and everything under them, row by row; at least one."""
    tracker = redacted(tracker, audience)
    shown = chosen_workstreams(tracker, workstreams)
    part = part_read(tracker, workstreams)
    telling = telling_of(tracker, people)
    blocks: tuple[Block, ...] = (
        *chain.from_iterable(workstream_blocks(workstream, telling) for workstream in shown),
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


def _title(judged: JudgedWorkstream) -> str:
    return f"{workstream_title(judged)}: {state_words(judged.counts, judged.all_rows())}"
