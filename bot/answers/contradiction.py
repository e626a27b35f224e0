"""What contradicts the words of a heading ("blocks the delta refit work"), in a few words."""

from datetime import datetime

from bot.answers.answer import Plain
from bot.answers.parts import Part, day, said, unstopped
from bot.github_status.judge.verdicts import DriftKind, JudgedTracker, JudgedWorkstream


def contradiction_part(judged: JudgedWorkstream, tracker: JudgedTracker) -> Part:
    """ " · but both landed, 19 Jul and 21 Jul", to stand behind a heading; else nothing."""
    findings = (f for f in judged.findings if f.kind is DriftKind.TEXT_CONTRADICTS)
    finding = next(findings, None)
    if finding is None:
        return ()
    if not finding.landed_at:
        return (Plain(" · "), *said(unstopped(finding.evidence)))
    return (Plain(" · "), *_landed(finding.landed_at, now=tracker.now))


def _landed(days: tuple[datetime, ...], *, now: datetime) -> Part:
    first, last = day(days[0], now=now), day(days[-1], now=now)
    if len(days) == 1:
        return said("but that landed, ", first)
    if len(days) == 2:
        return said("but both landed, ", first, " and ", last)
    return said(f"but all {len(days)} landed, ", first, " to ", last)
