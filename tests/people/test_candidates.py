"""Whom a question may be about: owners, authors, reviewers, and everybody who is linked."""

import pytest

from bot.github_status.facts.index import Row
from bot.github_status.facts.known import UNKNOWN
from bot.github_status.facts.pulls import ActorKind, Login, Pull, ReviewRequest, Team
from bot.github_status.judge import judge_snapshot
from bot.github_status.judge.rules import Rules
from bot.people.candidates import Somebody, known_people
from bot.people.people import Link, People, PersonName
from tests.builders import (
    NOW,
    a_pull,
    a_review,
    a_row,
    a_snapshot,
    a_workstream,
    an_actor,
    an_issue,
)

NOBODY = People()
ANA = People((Link(name=PersonName("Ana Souza"), github=Login("ana")),))


def people_of(
    *rows: Row,
    owners: tuple[str, ...] = (),
    items: tuple[Pull, ...] = (),
    people: People = NOBODY,
) -> list[Somebody]:
    snapshot = a_snapshot(a_workstream(*rows, owners=owners), items=items)
    tracker = judge_snapshot(snapshot, rules=Rules(), people=people.for_judge(), now=NOW)
    return [named.value for named in known_people(tracker, people)]


def names_of(somebodies: list[Somebody]) -> list[str]:
    return [somebody.name for somebody in somebodies]


def test_known_people__owners_as_written_and_logins_of_authors() -> None:
    found = people_of(a_row(7), owners=("Ana Souza", "Bo"), items=(a_pull(7),))

    assert found == [
        Somebody(name=PersonName("Ana Souza"), names=("Ana Souza",)),
        Somebody(name=PersonName("Bo"), names=("Bo",)),
        Somebody(name=PersonName("ana"), logins=(Login("ana"),)),
    ]


def test_known_people__a_link_makes_one_person_of_name_and_login() -> None:
    found = people_of(a_row(7), owners=("ana souza",), items=(a_pull(7),), people=ANA)

    assert found == [
        Somebody(
            name=PersonName("Ana Souza"), names=("Ana Souza", "ana souza"), logins=(Login("ana"),)
        )
    ]


def test_known_people__an_unlinked_login_that_looks_like_a_name_stays_apart() -> None:
    people = People((Link(name=PersonName("ana"), github=Login("ana-nvidia")),))

    found = people_of(a_row(7), owners=("ana",), items=(a_pull(7),), people=people)

    assert [(p.name, p.logins) for p in found] == [("ana", ("ana-nvidia",)), ("ana", ("ana",))]


@pytest.mark.parametrize(
    "owner", ["@ana", "Ana", "ANA SOUZA"], ids=["login with @", "login without @", "name"]
)
def test_known_people__an_owner_is_linked_however_written(owner: str) -> None:
    found = people_of(owners=(owner,), people=ANA)

    assert [(p.name, p.logins) for p in found] == [("Ana Souza", ("ana",))]


def test_known_people__owners_of_a_row() -> None:
    assert names_of(people_of(a_row(None, owners=("Cy",)), owners=("Ana",))) == ["Ana", "Cy"]


def test_known_people__reviewers_and_the_requested() -> None:
    pull = a_pull(
        7,
        reviews=(a_review("bo"),),
        requests=(
            ReviewRequest(reviewer=an_actor("cy")),
            ReviewRequest(reviewer=Team(slug="acme/reviewers")),
            ReviewRequest(reviewer=None),
            ReviewRequest(reviewer=an_actor("a-bot", kind=ActorKind.BOT)),
        ),
    )

    assert names_of(people_of(a_row(7), items=(pull,))) == ["ana", "bo", "cy"]


@pytest.mark.parametrize("author", [None, UNKNOWN], ids=["deleted account", "not read"])
def test_known_people__no_author(author: object) -> None:
    pull = a_pull(7, author=author, reviews=UNKNOWN, requests=UNKNOWN)

    assert people_of(a_row(7), owners=("Bo",), items=(pull,)) == [
        Somebody(name=PersonName("Bo"), names=("Bo",))
    ]


def test_known_people__author_of_an_issue() -> None:
    snapshot = a_snapshot(a_workstream(a_row(7), owners=()), items=(an_issue(7),))
    tracker = judge_snapshot(snapshot, rules=Rules(), people={}, now=NOW)

    assert names_of([p.value for p in known_people(tracker, NOBODY)]) == ["ana"]


def test_known_people__teams_and_owners_without_a_letter_are_nobody() -> None:
    assert people_of(owners=("@acme/reviewers", "—")) == []


def test_known_people__the_linked_come_last() -> None:
    assert names_of(people_of(owners=("Bo",), people=ANA)) == ["Bo", "Ana Souza"]


def test_known_people__one_login_in_two_spellings() -> None:
    items = (a_pull(7), a_pull(8, author=an_actor("ANA")))

    assert people_of(a_row(7), a_row(8), items=items) == [
        Somebody(name=PersonName("ana"), logins=(Login("ana"),))
    ]


def test_known_people__an_empty_login_is_nobody() -> None:
    pull = a_pull(7, author=an_actor(""), reviews=(a_review(""),))

    assert people_of(a_row(7), owners=("Bo",), items=(pull,)) == [
        Somebody(name=PersonName("Bo"), names=("Bo",))
    ]
