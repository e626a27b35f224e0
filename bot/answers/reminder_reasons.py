"""Why a person is written to about a row."""

from collections.abc import Iterator
from typing import assert_never

from bot.answers.names import author_is_owner, author_login, shown_name
from bot.answers.parts import Part, said
from bot.answers.reminder_scene import SaidRow
from bot.answers.scope import home_words
from bot.github_status.judge.names import fold_login
from bot.github_status.judge.verdicts import TurnRule
from bot.people.people import Link
from bot.reminders import Because


def why_parts(each: SaidRow, link: Link) -> Iterator[Part]:
    """Why this person, and who wrote it where that is neither they nor another owner."""
    wrote = _wrote(each, link)
    yield said(_why(each, wrote=wrote))
    if not wrote:
        yield _author_part(each)


def _why(each: SaidRow, *, wrote: bool) -> str:
    """Why you: "You own Refit". `wrote`: the owner is the author too."""
    match each.row.because:
        case Because.OWNER:
            return _owned(each, wrote=wrote)
        case Because.AUTHOR:
            return "You wrote it"
        case Because.REVIEWER:
            return _asked_words(each.row.row.turn.rule)
        case _:
            assert_never(each.row.because)


def _owned(each: SaidRow, *, wrote: bool) -> str:
    if each.row.row.row.owners:
        return f"The index names you as its owner{', and you wrote it' if wrote else ''}"
    what = home_words(each.shown) if each.shown.workstream.path else "it"
    return f"You own {what}{' and wrote it' if wrote else ''}"


def _asked_words(rule: TurnRule) -> str:
    if rule is TurnRule.CHANGES_ANSWERED:
        return "You asked for changes"
    return "You approved it" if rule is TurnRule.APPROVED_AND_GREEN else "Your review is asked for"


def _wrote(each: SaidRow, link: Link) -> bool:
    author = author_login(each.shown)
    is_same = author is not None and link.github is not None
    return is_same and fold_login(str(author)) == fold_login(str(link.github))


def _author_part(each: SaidRow) -> Part:
    author = author_login(each.shown)
    is_known = author_is_owner(each.shown, each.telling.people)
    return (
        () if author is None or is_known else said(f"by {shown_name(author, each.telling.people)}")
    )
