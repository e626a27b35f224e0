""" "Is this you?": whom somebody may be, told only to themself and only after they asked."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.errors import UserError
from bot.github_status.judge.names import fold_login, fold_name
from bot.listeners.filled import Filled
from bot.listeners.linking import judged_trackers
from bot.listeners.office import Caller, Counter, Office, stored
from bot.listeners.settling import Settled, refuses, shows
from bot.people.link_candidates import LinkCandidate, link_candidates
from bot.people.owners import owner_key
from bot.people.people import People
from bot.render.slack.form_ids import FieldId
from bot.render.slack.forms import Pick
from bot.render.slack.forms_done import done_view
from bot.render.slack.forms_link import NOBODY, SelfLinkForm, self_link_view
from bot.store.links import StoredLink

TITLE: Final = "Is this you?"


@dataclass(frozen=True, slots=True)
class _Offered:
    """What somebody may choose from: by the value of the choice."""

    names: Mapping[str, LinkCandidate]
    logins: Mapping[str, LinkCandidate]


async def open_self_link(office: Office, counter: Counter) -> None:
    """Show the candidates. Raises `UserError` for who is linked already, or is like nobody."""
    caller = counter.caller
    link = (await stored(office.changing.book.refresh())).with_slack(caller.user)
    if link is not None:
        login = f", {link.github} on GitHub" if link.github else ""
        raise UserError(
            f"You are linked as {link.name}{login}.",
            advice="If that is not you, tell a maintainer; “settings” can also forget you.",
        )
    if not counter.can_open:
        await counter.offer("The bot does not know who you are:", TITLE, "link me")
        return
    await counter.begin()
    offered = await _offered(office, caller)
    if not offered.names and not offered.logins:
        raise UserError(
            "Nobody in the index or among its authors is spelled like you.",
            advice=f"Send a maintainer your GitHub login and this id: {caller.user}",
        )
    form = SelfLinkForm(names=_picks(offered.names), logins=_picks(offered.logins))
    await counter.show(self_link_view(form))


async def save_self_link(office: Office, filled: Filled) -> Settled:
    """Link who submitted it to what they chose, for messages only."""
    offered = await _offered(office, Caller(user=filled.user))
    chosen_name = _chosen(filled, FieldId.NAME)
    chosen_login = _chosen(filled, FieldId.LOGIN)
    if not chosen_name and not chosen_login:
        field = FieldId.NAME if filled.has(FieldId.NAME) else FieldId.LOGIN
        return refuses({field: "Choose what is yours, or close this."})
    gone = "This is somebody's already: ask a maintainer."
    if chosen_name and chosen_name not in offered.names:
        return refuses({FieldId.NAME: gone})
    if chosen_login and chosen_login not in offered.logins:
        return refuses({FieldId.LOGIN: gone})
    login = chosen_login or None
    name = offered.names[chosen_name].somebody.name if chosen_name else chosen_login
    if login and _is_another_s(login, name, office.changing.book.current):
        return refuses({FieldId.LOGIN: "This login is linked to another name of the index."})
    change_id = await office.changing.link(
        [
            StoredLink(
                name=name.removeprefix("@"),
                github=login,
                slack=filled.user,
                by=filled.user,
                by_maintainer=False,
                at=office.changing.now(),
            )
        ],
        by=filled.user,
    )
    if change_id is None:
        return refuses({FieldId.NAME if chosen_name else FieldId.LOGIN: gone})
    lines = (
        f"You are linked as {name}{f', {login} on GitHub' if login else ''}.",
        "You get messages when rows of yours need somebody. To park rows too, ask a"
        " maintainer to confirm it.",
    )
    return shows(done_view(TITLE, lines, change_id=change_id))


async def _offered(office: Office, caller: Caller) -> _Offered:
    """The same when it is shown and when it is submitted, unless somebody was linked meanwhile."""
    trackers = await judged_trackers(office, caller)
    profile = (await office.profiles.of(caller.user)).profile
    people = await stored(office.changing.book.refresh())
    found = await asyncio.to_thread(link_candidates, profile, trackers, people)
    return _Offered(
        names={owner_key(c.somebody.name): c for c in found if c.somebody.names},
        logins={login: c for c in found for login in c.somebody.logins},
    )


def _picks(offered: Mapping[str, LinkCandidate]) -> tuple[Pick, ...]:
    return tuple(
        Pick(value, _label(value, candidate), _evidence(candidate.evidence))
        for value, candidate in offered.items()
    )


def _label(value: str, candidate: LinkCandidate) -> str:
    """A login is its own value; a name's value is a key."""
    is_login = value in candidate.somebody.logins
    return value if is_login else candidate.somebody.name


def _evidence(sentences: Sequence[str]) -> str:
    return " ".join(sentences)


def _chosen(filled: Filled, field: FieldId) -> str:
    value = filled.value(field)
    return "" if value == NOBODY else value


def _is_another_s(login: str, name: str, people: People) -> bool:
    link = people.with_login(login)
    return link is not None and fold_name(link.name) not in (fold_name(name), fold_login(name))
