"""Links: looked up by every name, refused where two of them clash."""

import pytest

from bot.github_status.facts.pulls import Login
from bot.github_status.judge.rules import LinkedPerson
from bot.people.people import Link, People, PersonName, SlackId, each_checked


def a_link(name: str, github: str | None = None, slack: str | None = None) -> Link:
    return Link(
        name=PersonName(name),
        github=None if github is None else Login(github),
        slack=None if slack is None else SlackId(slack),
    )


ZOE = a_link("Zoë O'Brien-Li", "Zoe-OB", "U0ZOE")
LI_MING = a_link("李明", "liming")
PEOPLE = People((ZOE, LI_MING))


@pytest.mark.parametrize(
    ("name", "link"),
    [
        ("Zoë O'Brien-Li", ZOE),
        ("zoe obrien li", ZOE),
        ("  ZOE  O’BRIEN LI ", ZOE),
        ("李明", LI_MING),
        ("Zoe-OB", None),
        ("Zoë", None),
        ("!!!", None),
        ("", None),
    ],
    ids=[
        "as written",
        "without case, accents or punctuation",
        "typographic apostrophe and blanks",
        "another script",
        "a login is no name",
        "half a name",
        "no letter at all",
        "nothing",
    ],
)
def test_named(name: str, link: Link | None) -> None:
    assert PEOPLE.named(name) == link


@pytest.mark.parametrize(
    ("login", "link"),
    [("Zoe-OB", ZOE), ("@zoe-ob", ZOE), ("zoe ob", None), ("zoeob", None)],
    ids=["as written", "without case, with @", "a blank is no hyphen", "hyphens count"],
)
def test_with_login(login: str, link: Link | None) -> None:
    assert PEOPLE.with_login(login) == link


def test_people__of_two_with_the_same_name_or_login_the_first_is_found() -> None:
    first, second = a_link("Ana", "ana"), a_link("ANA", "Ana")
    people = People((first, second))

    assert (people.named("ana"), people.with_login("ana")) == (first, first)


def test_with_slack() -> None:
    assert PEOPLE.with_slack("U0ZOE") == ZOE
    assert PEOPLE.with_slack("U0OTHER") is None


def test_for_judge__keys_are_folded_names_and_logins() -> None:
    zoe = LinkedPerson(login=Login("Zoe-OB"))

    known = People((ZOE, a_link("Bo"))).for_judge()

    assert known == {"zoe obrien li": zoe, "zoe ob": zoe, "bo": LinkedPerson(login=None)}


def test_for_judge__a_name_goes_before_the_login_of_another() -> None:
    people = People((a_link("Ana", "bo"), a_link("Bo", "bo-nvidia")))

    assert people.for_judge()["bo"].login == "bo-nvidia"


@pytest.mark.parametrize(
    ("second", "sentence"),
    [
        (a_link("zoe obrien-li"), "“zoe obrien-li” and “Zoë O'Brien-Li” are the same name"),
        (a_link("Bo", "zoe-ob"), "The GitHub login “zoe-ob” is both Zoë O'Brien-Li's and Bo's"),
        (a_link("Bo", None, "U0ZOE"), "The Slack id “U0ZOE” is both Zoë O'Brien-Li's and Bo's"),
        (a_link("???"), "“???” is not a name"),
        (a_link("Bo", "@bo"), "“@bo” of Bo is not a GitHub login"),
        (a_link("Bo", None, "bo@example.org"), "“bo@example.org” of Bo is not a Slack id"),
    ],
    ids=["name twice", "login twice", "Slack id twice", "no letter", "login with @", "an address"],
)
def test_each_checked__says_what_is_wrong_and_goes_on(second: Link, sentence: str) -> None:
    (first, fine), (wrong, mistakes), last = each_checked([ZOE, second, LI_MING])

    assert [(first, fine), last] == [(ZOE, ()), (LI_MING, ())]
    assert wrong is second
    assert len(mistakes) == 1
    assert mistakes[0].startswith(sentence)


def test_each_checked__every_mistake_of_a_link_is_told() -> None:
    _, (_, mistakes) = each_checked([ZOE, a_link("zoe obrien li", "zoe-ob", "U0ZOE")])

    assert len(mistakes) == 3
