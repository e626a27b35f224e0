"""Reads the edit history of an issue: what others did while we wrote. Pure.

GitHub has no conditional write (`UpdateIssueInput` has no version), so whoever saves last wins. The
history alone tells of a text that was saved and gone within the same second. What it calls `diff`
is, undocumented, the whole text that the edit left; where it is anything else, our own edit is told
by its editor.
"""

from bot.github_status.facts.edits import Between, Edit, IssueText
from bot.github_status.facts.pulls import ActorKind


def between(before: IssueText, after: IssueText, *, written: str, is_sure: bool) -> Between:
    """What others did between these two readings, `written` being ours.

    `is_sure`: GitHub said that it was written; else only the text itself proves it.
    """
    if before.edits is None or after.edits is None:
        return Between(is_ours_seen=False)
    known = {edit.id for edit in before.edits}
    new = [edit for edit in reversed(after.edits) if edit.id not in known]
    if not before.edits and new and _is_opening(new[0], before):
        new = new[1:]
    ours = _ours(new, after, written=written, is_sure=is_sure)
    if ours is None:
        return Between(is_ours_seen=False, later=tuple(new))
    return Between(
        is_ours_seen=True,
        overwritten=tuple(edit for edit in new[:ours] if edit.text != before.body),
        later=tuple(new[ours + 1 :]),
    )


def _is_opening(edit: Edit, before: IssueText) -> bool:
    """The text that the issue was opened with: it enters the history with the first edit."""
    return edit.text == before.body or edit.at == before.created_at


def _ours(new: list[Edit], after: IssueText, *, written: str, is_sure: bool) -> int | None:
    by_text = [place for place, edit in enumerate(new) if edit.text == written]
    if by_text:
        return by_text[0]
    by_editor = [place for place, edit in enumerate(new) if _is_by_us(edit, after)]
    return by_editor[0] if by_editor and is_sure else None


def _is_by_us(edit: Edit, after: IssueText) -> bool:
    if edit.by is None:
        return False
    if after.viewer is None:
        return edit.by.kind is ActorKind.BOT
    return edit.by.login.casefold() == after.viewer.casefold()
