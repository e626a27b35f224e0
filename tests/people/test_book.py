"""Settings' and stored links together: which of them stand, and when they are read again."""

import asyncio
from dataclasses import dataclass, field
from datetime import timedelta

import pytest

from bot.errors import StoreFault
from bot.github_status.facts.pulls import Login
from bot.people import book
from bot.people.book import PeopleBook, merged_people
from bot.people.people import Link, LinkSource, People, PersonName, SlackId
from tests.builders import NOW


@dataclass(frozen=True, kw_only=True)
class Made:
    name: str = "Ana Souza"
    slack: str = "U01"
    github: str | None = None
    by_maintainer: bool = True


@dataclass
class Links:
    made: tuple[Made, ...] = ()
    fault: StoreFault | None = None
    asked: int = 0
    answers: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.answers.set()

    async def all(self) -> tuple[Made, ...]:
        self.asked += 1
        await self.answers.wait()
        if self.fault:
            raise self.fault
        return self.made


class Clock:
    def __init__(self) -> None:
        self.now = NOW

    def __call__(self):  # type: ignore[no-untyped-def]
        return self.now


def a_link(name: str, github: str | None = None, slack: str | None = None) -> Link:
    return Link(
        name=PersonName(name),
        github=None if github is None else Login(github),
        slack=None if slack is None else SlackId(slack),
    )


def test_merged__a_maintainer_s_link_gives_rights_and_a_self_made_one_none() -> None:
    people = merged_people(
        People(), [Made(github="ana"), Made(name="Bo Chen", slack="U02", by_maintainer=False)]
    ).people

    ana, bo = people.links
    assert (ana.source, ana.gives_rights) == (LinkSource.MAINTAINER, True)
    assert (bo.source, bo.gives_rights) == (LinkSource.SELF, False)
    assert set(people.for_judge()) == {"ana souza", "ana"}, (
        "what all see rests on no self-made link"
    )


def test_merged__an_account_for_a_name_of_the_settings() -> None:
    """The settings' login stays, whatever the stored link says of it."""
    settings = People((a_link("Ana Souza", "ana"),))
    [by_herself] = merged_people(settings, [Made(github="other", by_maintainer=False)]).people.links

    assert (by_herself.github, by_herself.slack) == ("ana", "U01")
    assert not by_herself.gives_rights
    assert set(People((by_herself,)).for_judge()) == {"ana souza", "ana"}
    [by_maintainer] = merged_people(settings, [Made()]).people.links
    assert by_maintainer.gives_rights


@pytest.mark.parametrize(
    ("settings", "made", "why"),
    [
        (a_link("Ana Souza", slack="U09"), [Made()], "the settings file has the name"),
        (a_link("Zoe", slack="U01"), [Made()], "The Slack id “U01” is both"),
        (a_link("Zoe", "ana"), [Made(github="Ana")], "The GitHub login “Ana” is both"),
        (
            a_link("Zoe"),
            [Made(by_maintainer=False, slack="U01"), Made(name="ANA SOUZA", slack="U02")],
            "are the same name",
        ),
        (
            a_link("Zoe"),
            [Made(slack="U01", by_maintainer=False), Made(name="Bo", slack="U01")],
            "The Slack id “U01” is both Bo's and Ana Souza's",
        ),
    ],
    ids=["name", "account", "login", "a maintainer's name", "a maintainer's account"],
)
def test_merged__what_cannot_stand_is_left_out_with_a_sentence(
    settings: Link, made: list[Made], why: str
) -> None:
    merged = merged_people(People((settings,)), made)

    assert settings in merged.people.links
    assert len(merged.people.links) == len(made)
    [problem] = merged.problems
    assert why in problem


def test_merged__of_two_accounts_for_one_name_of_the_settings_the_maintainer_s() -> None:
    made = [Made(slack="U01", by_maintainer=False), Made(slack="U02")]
    [link] = merged_people(People((a_link("Ana Souza"),)), made).people.links

    assert (link.slack, link.gives_rights) == ("U02", True)


async def test_book__read_once_a_minute_and_after_a_change() -> None:
    links, clock = Links(), Clock()
    people = PeopleBook(People(), links, now=clock)
    first = await people.fresh()
    links.made = (Made(),)

    assert await people.fresh() is first
    clock.now += timedelta(minutes=1)
    assert (await people.fresh()).with_slack("U01") is not None
    assert links.asked == 2
    links.made = ()
    assert (await people.refresh()).links == ()


async def test_book__the_same_object_while_nothing_changes() -> None:
    links = Links(made=(Made(),))
    people = PeopleBook(People(), links, now=Clock())

    assert await people.refresh() is await people.refresh()


async def test_book__a_store_that_fails_or_hangs_leaves_what_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(book, "PATIENCE_SECONDS", 0.01)
    links, clock = Links(made=(Made(),)), Clock()
    people = PeopleBook(People(), links, now=clock)
    known = await people.fresh()
    clock.now += timedelta(minutes=2)
    links.fault = StoreFault("The disk is full.")
    assert await people.fresh() is known
    clock.now += timedelta(minutes=2)
    links.fault, links.made = None, ()
    links.answers.clear()

    assert await people.fresh() is known
    assert await people.fresh() is known
    assert links.asked == 3, "who comes meanwhile waits for the same answer"
    links.answers.set()
    await asyncio.sleep(0)
    assert (await people.fresh()).links == ()


async def test_people__stand_for_a_book_that_never_changes() -> None:
    people = People((a_link("Ana Souza"),))

    assert people.current is people
    assert await PeopleBook(people, None, now=Clock()).fresh() is people
