"""Which of many findings is to be left as it is: picked from a list, where an answer has too many
for a menu at each."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from bot.answers.drift_words import drift_words
from bot.answers.links import ref_label
from bot.answers.scope import path_words
from bot.errors import UserError
from bot.github_status.judge.left import finding_id
from bot.github_status.judge.verdicts import DriftKind, Finding, JudgedTracker
from bot.listeners.access import Sight
from bot.listeners.filled import Filled
from bot.listeners.leaving import TITLE, view_to_leave
from bot.listeners.office import Counter, Office, nothing_read
from bot.listeners.settling import Settled, shows
from bot.render.slack.form_ids import FieldId
from bot.render.slack.forms import OPTIONS, Pick
from bot.render.slack.forms_leave import pick_view

PICKS_AT_MOST: Final = 300
"""Findings in one list: nobody reads more, and a view has an end."""


async def open_pick(office: Office, counter: Counter, name: str) -> None:
    """Show every finding of this tracker that the person may see."""
    await counter.begin()
    tracker = office.tracker_called(name)
    caller = counter.caller
    audience = await office.access.audience(caller.user, caller.channel, Sight.ASKER)
    judged = await office.desk.judged(tracker.ref, audience)
    if judged is None:
        raise nothing_read(tracker.name)
    groups, more = picks_of(judged)
    if not groups:
        raise UserError(
            "There is nothing to leave as it is.", advice="Ask “drift” to see how it stands."
        )
    metadata = f"{tracker.name} {caller.channel}"
    await counter.show(pick_view(groups, title=TITLE, metadata=metadata, more=more))


async def save_pick(office: Office, filled: Filled) -> Settled:
    """Show what was picked, and ask why."""
    name, _, channel = filled.metadata.rpartition(" ")
    value = f"{name} {filled.value(FieldId.FINDING)}"
    return shows(await view_to_leave(office, value, user=filled.user, channel=channel))


def picks_of(tracker: JudgedTracker) -> tuple[Sequence[tuple[str, Sequence[Pick]]], int]:
    """The findings by kind, each in one line, and how many have no room; what is hidden is not
    among them."""
    words = {finding: row.row.text for row in tracker.rows() for finding in row.findings}
    findings = [finding for finding in tracker.findings() if finding.subject]

    def pick(finding: Finding) -> Pick:
        ref = finding.ref
        what = path_words(finding.path) if ref is None else ref_label(ref, tracker)
        texts = (f"{what}, line {finding.line}", words.get(finding, ""))
        return Pick(finding_id(finding), " · ".join(filter(None, texts)))

    by_kind = [found for kind in DriftKind for found in findings if found.kind is kind]
    groups: list[tuple[str, Sequence[Pick]]] = []
    for kind, of_kind in groupby(by_kind[:PICKS_AT_MOST], key=lambda finding: finding.kind):
        picks = [pick(finding) for finding in of_kind]
        parts = [picks[start : start + OPTIONS] for start in range(0, len(picks), OPTIONS)]
        groups += [(drift_words(kind), part) for part in parts]
    return groups, max(0, len(by_kind) - PICKS_AT_MOST)
