"""One pull request or issue that no row is about, judged by itself."""

from collections.abc import Mapping

from bot.github_status.facts.index import Box, Role, Row, RowRef, Workstream, WorkstreamKind
from bot.github_status.facts.snapshot import Reading
from bot.github_status.judge.as_it_was import reading_then
from bot.github_status.judge.rows import Bench, judged_row
from bot.github_status.judge.rules import LinkedPerson
from bot.github_status.judge.verdicts import JudgedRow, JudgedTracker

NO_LINE = 0
"""Of a row that stands nowhere."""


def judged_apart(
    reading: Reading, tracker: JudgedTracker, people: Mapping[str, LinkedPerson]
) -> JudgedRow:
    """A row about it that stands nowhere, judged by the tracker's rules at the tracker's moment.

    `people` as for `judge_snapshot`. Nobody answers for such a row.
    """
    # It is read after the question was asked: that alone makes no earlier moment of `now`.
    if tracker.as_it_was:
        reading = reading_then(reading, tracker.now)
    nowhere = Workstream(path=(), kind=WorkstreamKind.HEADING, line=NO_LINE, owners=())
    ref = RowRef(ref=reading.ref, role=Role.PRIMARY, written=str(reading.ref))
    row = Row(line=NO_LINE, text="", box=Box.NONE, box_at=None, refs=(ref,))
    bench = Bench(
        readings={reading.ref: reading}, rules=tracker.rules, people=people, now=tracker.now
    )
    return judged_row(row, nowhere, (), bench)
