"""Who may repair an index from Slack, and which rows of it."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.answers.repair_offers import Offered
from bot.errors import NotAllowed, UserError
from bot.listeners.office import Office
from bot.people.people import Link, LinkSource, People
from bot.reminders.whose import owner_link


@dataclass(frozen=True, slots=True, kw_only=True)
class Right:
    """What somebody may repair."""

    people: People
    link: Link | None
    """Whose rows; `None`: a maintainer, who may repair every row."""

    def of(self, offered: Iterable[Offered]) -> tuple[Offered, ...]:
        """Those that they may tick."""
        return tuple(one for one in offered if self._covers(one))

    def _covers(self, offered: Offered) -> bool:
        """Owners of a workstream are those of what is under it, too, unless that names others."""
        if self.link is None:
            return True
        owners = offered.judged.workstream.owners
        return any(owner_link(owner, self.people) == self.link for owner in owners)


def repair_right(office: Office, user: str) -> Right:
    """What they may repair now. Raises `NotAllowed` for whoever may repair nothing."""
    people = office.changing.book.current
    if office.is_maintainer(user):
        return Right(people=people, link=None)
    link = people.with_slack(user)
    if office.rules.owners_repair and link is not None and _is_confirmed(link):
        return Right(people=people, link=link)
    raise _refusal(office, link)


def need_undo_right(office: Office, user: str, *, made_by: str) -> None:
    """Raises `NotAllowed` for anybody but a maintainer, and who made the repair and still may."""
    if user == made_by:
        repair_right(office, user)
    elif not office.is_maintainer(user):
        raise NotAllowed(
            "Only who made a repair, or a maintainer of this bot, can take it back.",
            advice=office.whom_to_ask(),
            whom=office.maintainers,
        )


def nothing_of_theirs() -> UserError:
    """An owner, and none of the boxes is in a workstream of theirs."""
    return UserError(
        "None of the boxes that are out of date here is in a workstream that you own.",
        advice="Maintainers of this bot can repair the others.",
    )


def _is_confirmed(link: Link) -> bool:
    """Nothing of it is only what somebody says of themself."""
    return link.gives_rights and link.source is not LinkSource.SELF


def _refusal(office: Office, link: Link | None) -> NotAllowed:
    if not office.rules.owners_repair:
        what = "Only a maintainer of this bot can repair the index."
    elif link is None:
        what = (
            "Only maintainers of this bot can repair the index, and owners whose link a maintainer"
            " confirmed. You are not linked to anybody in it."
        )
    else:
        what = (
            f"You linked yourself to {link.name}. That brings you messages; to repair the index, a"
            " maintainer of this bot has to confirm it with “link”."
        )
    return NotAllowed(what, advice=office.whom_to_ask(), whom=office.maintainers)
