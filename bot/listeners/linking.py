"""*Link owners*, for maintainers: who is who, a page of owners at a time."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Final

from bot.errors import UserError
from bot.github_status.facts.pulls import Login
from bot.github_status.judge.names import fold_login, fold_name, written_login
from bot.github_status.judge.verdicts import JudgedTracker
from bot.listeners.access import Sight
from bot.listeners.filled import Filled
from bot.listeners.office import Caller, Counter, Office, stored
from bot.listeners.settling import Settled, refuses, shows
from bot.people.link_candidates import link_candidates
from bot.people.owners import owner_key, owners_of
from bot.people.people import Link, LinkSource, People, PersonName, SlackId, is_login
from bot.reminders.whose import owner_link
from bot.render.slack.form_ids import FieldId, field_of
from bot.render.slack.forms_done import done_view
from bot.render.slack.forms_link import OWNERS_ON_A_PAGE, LinkForm, OwnerRow, link_view
from bot.store.links import StoredLink

TITLE: Final = "Link owners"

_IN_SETTINGS: Final = "Linked in the settings file to"

_SUGGESTED = 3
"""Logins that are told as candidates."""
_MOST_NOTES = 4
_MARK_CHARACTERS = 8


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What was filled in for one owner."""

    owner: str
    key: str
    account: str
    login: str

    def at(self, field: FieldId) -> str:
        """The id of a field of theirs."""
        return field_of(field, self.key)


async def open_link_owners(office: Office, counter: Counter, *, page: int = 1) -> None:
    """Show a page of owners."""
    office.need_maintainer(counter.caller.user, what="link others")
    if not counter.can_open:
        await counter.offer("Who is who in the index:", "Link owners", "link")
        return
    await counter.begin()
    await counter.show(link_view(await _form(office, counter.caller, page)))


async def save_links(office: Office, filled: Filled) -> Settled:
    """Write this page's links, or say at which field it cannot be."""
    office.need_maintainer(filled.user, what="link others")
    caller = Caller(user=filled.user)
    number, *marks = filled.metadata.split(" ")
    page = int(number) if number.isdecimal() else 1
    owners = owners_of(await judged_trackers(office, caller))
    people = await office.changing.book.refresh()
    wanted = [_caught_up(one, people, marks) for one in _wanted(filled, owners)]
    changed = [one for one in wanted if _is_changed(one, people)]
    errors = (
        dict(_overtaken(changed, people, marks))
        or dict(_mistakes(changed, wanted, people))
        or await _unfit(office, changed)
    )
    if errors:
        return refuses(errors)
    change_id = await office.changing.link(
        [_made(one, office, by=filled.user) for one in changed if one.account],
        unlinked=[_bare(one.owner) for one in changed if not one.account],
        by=filled.user,
    )
    saved = _saved_words(changed if change_id is not None else [])
    if page * OWNERS_ON_A_PAGE >= len(owners):
        return shows(done_view(TITLE, (saved,), change_id=change_id))
    form = await _form(office, caller, page + 1, saved=saved, saved_change=change_id)
    return shows(link_view(form))


async def judged_trackers(office: Office, caller: Caller) -> tuple[JudgedTracker, ...]:
    """What is known of every tracker, as this person may see it."""
    audience = await office.access.audience(caller.user, caller.channel, Sight.ASKER)
    known = await asyncio.gather(*(office.desk.judged(t.ref, audience) for t in office.trackers))
    found = tuple(tracker for tracker in known if tracker is not None)
    if office.trackers and not found:
        raise UserError("Nothing has been read of the index yet.", advice="Ask again in a minute.")
    return found


async def _form(
    office: Office, caller: Caller, page: int, *, saved: str = "", saved_change: int | None = None
) -> LinkForm:
    trackers = await judged_trackers(office, caller)
    owners = owners_of(trackers)
    people = await stored(office.changing.book.refresh())
    pages = max(1, -(-len(owners) // OWNERS_ON_A_PAGE))
    page = min(max(1, page), pages)
    first = (page - 1) * OWNERS_ON_A_PAGE
    shown = owners[first : first + OWNERS_ON_A_PAGE]
    # Candidates compare every name with every other.
    rows = await asyncio.to_thread(
        lambda: tuple(owner_row(owner, trackers, people) for owner in shown)
    )
    problems = office.changing.book.problems
    more = (f"And {len(problems) - _MOST_NOTES} more.",) if len(problems) > _MOST_NOTES else ()
    return LinkForm(
        rows=rows,
        page=page,
        pages=pages,
        first=first + 1,
        owners=len(owners),
        metadata=" ".join([str(page), *(_mark(row.key, row.account, row.login) for row in rows)]),
        notes=(*problems[:_MOST_NOTES], *more),
        saved=saved,
        saved_change=saved_change,
    )


def owner_row(owner: str, trackers: Sequence[JudgedTracker], people: People) -> OwnerRow:
    """One owner, with what is known of them."""
    key, link = owner_key(owner), owner_link(owner, people)
    written = written_login(owner)
    if link is None:
        hint = _suggestion(owner, trackers, people) if written is None else ""
        return OwnerRow(key=key, name=owner, login=written or "", hint=hint)
    fixed = _fixed(owner, link)
    is_claim = link.slack is not None and not link.gives_rights
    login = link.github or written
    hint = "" if login else _suggestion(owner, trackers, people)
    in_settings = link.source is LinkSource.SETTINGS and link.github is not None
    return OwnerRow(
        key=key,
        name=owner,
        account="" if is_claim else link.slack or "",
        login=login or "",
        hint="The login stands in the settings file." if in_settings else hint,
        fixed=fixed,
        fixed_to=str(link.slack) if fixed == _IN_SETTINGS else "",
        claimed_by=str(link.slack) if is_claim else "",
    )


def _fixed(owner: str, link: Link) -> str:
    """Why nothing can be changed here; empty: it can."""
    if fold_name(link.name) != fold_name(owner):
        return f"The same person as {link.name}."
    is_settings = link.source is LinkSource.SETTINGS and link.slack_source is None
    if link.slack is not None and is_settings:
        return _IN_SETTINGS
    return ""


def _suggestion(owner: str, trackers: Sequence[JudgedTracker], people: People) -> str:
    found = link_candidates(owner, trackers, people)[:_SUGGESTED]
    said = [_perhaps(c.somebody.logins[0], c.evidence[0].rstrip(".")) for c in found]
    return f"Perhaps {'; '.join(said)}." if said else ""


def _perhaps(login: str, because: str) -> str:
    """ "bo, who wrote 2 of these rows", "bo (The login bo is made of “Bo”)"."""
    did = because.removeprefix(f"{login} ")
    return f"{login} ({because})" if did == because else f"{login}, who {did}"


def _wanted(filled: Filled, owners: Sequence[str]) -> list[_Wanted]:
    """Owners that the index names no longer are passed over."""
    by_key = {owner_key(owner): owner for owner in owners}
    return [
        _Wanted(
            owner=by_key[key],
            key=key,
            account=filled.value(field_of(FieldId.ACCOUNT, key)),
            login=filled.value(field_of(FieldId.LOGIN, key)).strip().removeprefix("@"),
        )
        for key in filled.keys_of(FieldId.ACCOUNT)
        if key in by_key
    ]


def _is_changed(one: _Wanted, people: People) -> bool:
    """Whether it says something else than what stands."""
    shown = owner_row(one.owner, (), people)
    if shown.fixed:
        return False
    return (one.account, fold_login(one.login)) != (shown.account, fold_login(shown.login))


def _mark(key: str, account: str, login: str) -> str:
    """What stood at an owner when the page was shown, in short."""
    stood = sha256(f"{account} {fold_login(login)}".encode()).hexdigest()
    return f"{key}:{stood[:_MARK_CHARACTERS]}"


def _caught_up(one: _Wanted, people: People, marks: Sequence[str]) -> _Wanted:
    """What was left as it was shown says nothing against what somebody else changed since."""
    if _mark(one.key, one.account, one.login) not in marks:
        return one
    now = owner_row(one.owner, (), people)
    return replace(one, account=now.account, login=now.login)


def _overtaken(
    changed: Sequence[_Wanted], people: People, marks: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Field → that somebody else has changed it since the page was shown."""
    for one in changed:
        now = owner_row(one.owner, (), people)
        is_shown = any(mark.startswith(f"{one.key}:") for mark in marks)
        if is_shown and _mark(now.key, now.account, now.login) not in marks:
            yield one.at(FieldId.ACCOUNT), "Somebody has changed this since: close and look again."


def _mistakes(
    changed: Sequence[_Wanted], wanted: Sequence[_Wanted], people: People
) -> Iterator[tuple[str, str]]:
    """Field → what is wrong there."""
    final = _final(wanted, people)
    for one in changed:
        if one.login and not is_login(one.login):
            yield one.at(FieldId.LOGIN), "This is not a GitHub login: write it as in its address."
        elif one.login and not one.account:
            yield (
                one.at(FieldId.LOGIN),
                "Choose the Slack account too; a login alone goes into the settings file.",
            )
        for other in final:
            if fold_name(other.name) == fold_name(one.owner):
                continue
            if one.account and other.slack == one.account:
                yield one.at(FieldId.ACCOUNT), f"This person is linked as {other.name}."
            if one.login and other.github and fold_login(other.github) == fold_login(one.login):
                yield one.at(FieldId.LOGIN), f"This login is {other.name}'s."


def _final(wanted: Sequence[_Wanted], people: People) -> list[Link]:
    """Every link as it would stand then."""
    on_page = {fold_name(one.owner) for one in wanted if not owner_row(one.owner, (), people).fixed}
    others = [link for link in people.links if fold_name(link.name) not in on_page]
    filled = [
        Link(
            name=PersonName(_bare(one.owner)),
            github=Login(one.login) if one.login else None,
            slack=SlackId(one.account),
        )
        for one in wanted
        if one.account and fold_name(one.owner) in on_page
    ]
    return [*others, *filled]


async def _unfit(office: Office, changed: Sequence[_Wanted]) -> Mapping[str, str]:
    """Field → why this account cannot be anybody's here."""
    asked = [one for one in changed if one.account]
    refusals = await asyncio.gather(*(office.access.refusal(one.account) for one in asked))
    return {
        one.at(FieldId.ACCOUNT): refusal.of_another or refusal.what
        for one, refusal in zip(asked, refusals, strict=True)
        if refusal is not None
    }


def _made(one: _Wanted, office: Office, *, by: str) -> StoredLink:
    return StoredLink(
        name=_bare(one.owner),
        github=one.login or None,
        slack=one.account,
        by=by,
        by_maintainer=True,
        at=office.changing.now(),
    )


def _saved_words(changed: Sequence[_Wanted]) -> str:
    made = [one.owner for one in changed if one.account]
    gone = [one.owner for one in changed if not one.account]
    said = [
        f"{word}: {', '.join(names[:_MOST_NOTES])}{_and_more(names)}."
        for word, names in (("Linked", made), ("Not linked any more", gone))
        if names
    ]
    return " ".join(said) or "Nothing was changed."


def _and_more(names: Sequence[str]) -> str:
    return f" and {len(names) - _MOST_NOTES} more" if len(names) > _MOST_NOTES else ""


def _bare(owner: str) -> str:
    return owner.strip().removeprefix("@")
