"""The people of this moment: the links of the settings file and those that were made in Slack."""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, Protocol

from bot.errors import StoreFault
from bot.github_status.facts.pulls import Login
from bot.github_status.judge.names import fold_name
from bot.people.people import Link, LinkSource, People, PersonName, SlackId, each_checked

KEEP: Final = timedelta(minutes=1)
"""How long a link that another process made may be missing here."""

PATIENCE_SECONDS: Final = 1.0
"""How long somebody who asks waits for the store; then the people of before are taken."""


class KnowsPeople(Protocol):
    """Whoever can say who is linked now: `People` that never change, or a `PeopleBook`."""

    @property
    def current(self) -> People:
        """The same object for as long as nothing changes."""
        ...

    async def fresh(self) -> People:
        """The people as of a minute ago at most, as far as they can be read in time."""
        ...


class MadeLink(Protocol):
    """A link that was made in Slack, as the store has it."""

    @property
    def name(self) -> str: ...  # noqa: D102 -- as in the store
    @property
    def github(self) -> str | None: ...  # noqa: D102
    @property
    def slack(self) -> str: ...  # noqa: D102
    @property
    def by_maintainer(self) -> bool: ...  # noqa: D102


class KeepsLinks(Protocol):
    """The verb of the store that is used here."""

    async def all(self) -> Sequence[MadeLink]:
        """Every link, oldest first; raises `StoreFault`."""
        ...


@dataclass(frozen=True, slots=True)
class Merged:
    """Links that stand together, and a sentence for every other one."""

    people: People
    problems: tuple[str, ...] = ()


class PeopleBook:
    """Everybody who is linked, read again from the store now and then, and after every change."""

    def __init__(
        self, settings: People, links: KeepsLinks | None, *, now: Callable[[], datetime]
    ) -> None:
        """Begin with the settings file's; `links` of `None` adds none to them."""
        self._settings = settings
        self._links = links
        self._now = now
        self._merged = Merged(settings)
        self._read_at: datetime | None = None
        self._reading: asyncio.Task[None] | None = None

    @property
    def settings(self) -> People:
        """The links of the settings file: nobody changes them in Slack."""
        return self._settings

    @property
    def current(self) -> People:
        """The people, as last read; the same object while nothing changes."""
        return self._merged.people

    @property
    def problems(self) -> tuple[str, ...]:
        """A sentence for each link of Slack's that is not used, and why."""
        return self._merged.problems

    async def fresh(self) -> People:
        """The people as of a minute ago at most, as far as the store answers in time."""
        if self._links is None or not self._is_old():
            return self.current
        task = self._reading
        if task is None:
            task = self._reading = asyncio.create_task(self._try())
            task.add_done_callback(self._forget)
        await asyncio.wait({task}, timeout=PATIENCE_SECONDS)
        return self.current

    async def refresh(self) -> People:
        """The people as the store has them now. Raises `StoreFault`."""
        if self._links is not None:
            asked_at = self._now()
            merged = merged_people(self._settings, await self._links.all())
            self._read_at = asked_at
            if merged != self._merged:
                self._merged = merged
        return self.current

    def _is_old(self) -> bool:
        return self._read_at is None or not (timedelta(0) <= self._now() - self._read_at < KEEP)

    async def _try(self) -> None:
        """A store that does not answer is asked again by whoever comes a minute later."""
        try:
            await self.refresh()
        except StoreFault:
            self._read_at = self._now()

    def _forget(self, _done: object) -> None:
        self._reading = None


def merged_people(settings: People, made: Iterable[MadeLink]) -> Merged:
    """The settings' links, then maintainers', then those that people made for themselves.

    A link that was made in Slack gives its account to a name of the settings that has none there;
    whatever else it says against an earlier link, it is left out with a sentence.
    """
    stored = sorted(made, key=lambda link: not link.by_maintainer)
    links = {fold_name(link.name): link for link in settings.links}
    rest: list[Link] = []
    problems: list[str] = []
    taken = {link.slack for link in settings.links if link.slack}
    for one in map(_link, stored):
        known = links.get(fold_name(one.name))
        if known is None:
            rest.append(one)
        elif known.slack is None and one.slack is not None and one.slack not in taken:
            links[fold_name(one.name)] = _with_account(known, one)
            taken.add(one.slack)
        elif known.slack != one.slack:
            problems.append(_overruled(one, known))
    checked = tuple(each_checked((*links.values(), *rest)))
    kept = tuple(link for link, mistakes in checked if not mistakes)
    return Merged(People(kept), (*problems, *_unused(checked)))


def _link(made: MadeLink) -> Link:
    return Link(
        name=PersonName(made.name),
        github=Login(made.github) if made.github else None,
        slack=SlackId(made.slack),
        source=LinkSource.MAINTAINER if made.by_maintainer else LinkSource.SELF,
    )


def _with_account(known: Link, made: Link) -> Link:
    """The settings' link with this account. A login that only its owner claims is not taken."""
    github = known.github
    if github is None and made.source is LinkSource.MAINTAINER:
        github = made.github
    return replace(known, github=github, slack=made.slack, slack_source=made.source)


def _overruled(made: Link, known: Link) -> str:
    where = "the settings file" if known.slack_source is None else "another link"
    return f"The link of {made.name} that was made in Slack is not used: {where} has the name."


def _unused(checked: Iterable[tuple[Link, tuple[str, ...]]]) -> Iterator[str]:
    for link, mistakes in checked:
        if mistakes:
            yield f"A link of {link.name} is not used. {' '.join(mistakes)}"
