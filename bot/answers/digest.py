"""The weekly digest: a summary, and a reply for each set of owners."""

from dataclasses import dataclass

from bot.answers.answer import ActionId, Answer, Button, Buttons
from bot.answers.audience import Audience
from bot.answers.digest_comment import digest_comment
from bot.answers.digest_replies import DigestReply, as_sections, digest_replies
from bot.answers.digest_sheet import Sheet
from bot.answers.digest_summary import Summary, summary_of
from bot.answers.digest_trouble import reading_failed_answer, tracker_closed_answer
from bot.answers.digest_words import name_to_ask, tracker_label
from bot.answers.private_changes import redacted_changes
from bot.answers.repair_offers import offered_boxes, repair_label
from bot.answers.rows import telling_of
from bot.github_status.judge.changes import Changes
from bot.people.people import People
from bot.schedule import DueSlot, Weekly

__all__ = [
    "DigestPlan",
    "DigestReply",
    "digest_plan",
    "digest_preview",
    "reading_failed_answer",
    "tracker_closed_answer",
    "tracker_label",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class DigestPlan:
    """A whole digest, before it is drawn."""

    parts: Summary
    replies: tuple[DigestReply, ...]
    is_quiet: bool
    """Nothing new: the headline and what is still stale."""
    sheet: Sheet
    """What it was made from."""

    @property
    def summary(self) -> Answer:
        """What stands in the channel; the replies are in its thread."""
        return self.parts.above_a_thread if self.replies else self.parts.answer

    def comment(self, *, audience: Audience, people: People) -> Answer:
        """The same as a maintainer would write it below the tracking issue. `audience` and
        `people`: those that the plan was made for."""
        return digest_comment(self.sheet, audience=audience, people=people)


def digest_plan(
    changes: Changes,
    *,
    audience: Audience,
    people: People,
    schedule: Weekly,
    due: DueSlot,
    name: str,
    can_repair: bool = False,
) -> DigestPlan:
    """The digest of this slot. `name`: the tracker's, for its titles and its buttons' questions.

    `can_repair`: a button may offer to tick boxes.
    """
    shown = redacted_changes(changes, audience)
    offered = offered_boxes(changes.tracker, audience=audience)
    sheet = Sheet(
        changes=shown,
        schedule=schedule,
        due=due,
        label=tracker_label(name, asked=changes.tracker, shown=shown.tracker),
        name=name_to_ask(name, asked=changes.tracker, shown=shown.tracker),
        repair=repair_label(offered) if can_repair else "",
    )
    return DigestPlan(
        parts=summary_of(sheet),
        replies=digest_replies(sheet, telling_of(shown.tracker, people)),
        is_quiet=shown.is_quiet,
        sheet=sheet,
    )


def digest_preview(plan: DigestPlan) -> Answer:
    """Summary and replies as one answer, for a terminal or for one asker."""
    parts = plan.parts
    notes = tuple(block for block in parts.closing if not isinstance(block, Buttons))
    return Answer(
        blocks=(*parts.opening, *as_sections(plan.replies), *notes, _preview_buttons()),
        facts=parts.facts,
        title=parts.title,
    )


def _preview_buttons() -> Buttons:
    """Questions without the tracker's name, as other answers have them: a frame adds it."""
    return Buttons(
        (
            Button(ActionId.REFRESH, "Refresh", "digest"),
            Button(ActionId.ASK, "Show drift", "drift"),
            Button(ActionId.ONLY_STALE, "Only stale", "stale"),
            Button(ActionId.OPEN_TRACKER, "Open tracker", "digest"),
        )
    )
