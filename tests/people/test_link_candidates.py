"""Who may be meant: ranked, with evidence, and never one of two that fit equally."""

import pytest

from bot.github_status.facts.pulls import ActorKind, Login
from bot.github_status.judge import Rules, judge_snapshot
from bot.github_status.judge.verdicts import JudgedTracker
from bot.people.link_candidates import Likeness, Profile, link_candidates
from bot.people.people import Link, People, PersonName, SlackId
from tests.builders import NOW, a_pull, a_row, a_snapshot, a_workstream, an_actor

NOBODY = People()

# Owner → workstream and the authors of its rows, as NVIDIA-NeMo/RL#2905 has them.
WORK = {
    "Songlin Jiang": ("Refit", ["saumishr", "saumishr", "HollowMan6", "youngeunkwon0405"]),
    "Youngeun Kwon": ("NCCL hierarchical API", ["youngeunkwon0405"]),
    "Zhiyu Li": ("Data Plane", ["ZhiyuLi-Nvidia"]),
    "Zeyu Zhou": ("Router Replay (R3)", ["zyzhou5", "copy-pr-bot"]),
    "Yuchen Zhou": ("Active passive", ["YoyinZyc"]),
    "Pranav Prashant Thombre": ("FT", ["pthombre"]),
    "李明": ("测试", ["liming"]),
    "Rui Tian": ("Rayen", ["RayenTian"]),
}


def tracker() -> JudgedTracker:
    workstreams, items, number = [], [], 100
    for owner, (name, authors) in WORK.items():
        rows = []
        for author in authors:
            number += 1
            kind = ActorKind.BOT if author.endswith("-bot") else ActorKind.USER
            items.append(a_pull(number, author=an_actor(author, kind=kind)))
            rows.append(a_row(number))
        workstreams.append(a_workstream(*rows, name=name, owners=(owner,)))
    snapshot = a_snapshot(*workstreams, items=tuple(items))
    return judge_snapshot(snapshot, rules=Rules(), people={}, now=NOW)


TRACKER = tracker()


def found(asked: Profile | str, people: People = NOBODY) -> list[tuple[str, Likeness]]:
    candidates = link_candidates(asked, (TRACKER,), people)
    return [(c.somebody.name, c.likeness) for c in candidates]


def profile(*names: str, handle: str = "", email: str = "") -> Profile:
    return Profile(names=names, handle=handle, email=email)


@pytest.mark.parametrize(
    ("asked", "best"),
    [
        (profile("Zhiyu Li"), "Zhiyu Li"),
        (profile("zhiyu  LI", "zl"), "Zhiyu Li"),
        (profile("Li Zhiyu"), "Zhiyu Li"),
        (profile("Pranav Thombre"), "Pranav Prashant Thombre"),
        (profile("Zeyu Zou"), "Zeyu Zhou"),
        (profile("李明"), "李明"),
        (profile("Somebody Else", handle="hollowman6"), "HollowMan6"),
        (profile("Rayen", "Rui Tian"), "Rui Tian"),
    ],
    ids=[
        "as written",
        "without case and blanks",
        "turned",
        "without the middle name",
        "a typo",
        "another script",
        "the handle is a login",
        "the display name",
    ],
)
def test_profile__the_best_is_the_one_who_is_meant(asked: Profile, best: str) -> None:
    assert found(asked)[0][0] == best


def test_profile__name_and_login_of_one_person_are_both_told() -> None:
    """`ZhiyuLi-Nvidia` is an owner's login and a reviewer's name: nobody has said it is one."""
    assert found(profile("Zhiyu Li"))[:2] == [
        ("Zhiyu Li", Likeness.SAME_NAME),
        ("ZhiyuLi-Nvidia", Likeness.LOGIN),
    ]


def test_profile__a_like_name_is_not_the_other_one() -> None:
    names = [name for name, likeness in found(profile("Zhiyu Li")) if likeness <= Likeness.LOGIN]

    assert "Zeyu Zhou" not in names
    assert "zyzhou5" not in names


def test_profile__two_of_a_family_name_are_both_told_below_the_one_by_name() -> None:
    assert found(profile("Zeyu Zhou")) == [
        ("Zeyu Zhou", Likeness.SAME_NAME),
        ("zyzhou5", Likeness.LOGIN),
        ("Yuchen Zhou", Likeness.ONE_WORD),
    ]
    alike = found(profile("Zhou"))
    assert [name for name, _ in alike[:2]] == ["Zeyu Zhou", "Yuchen Zhou"]
    assert alike[0][1] == alike[1][1], "equal ones stand in the order of the index"


def test_profile__an_address_alone_says_nothing() -> None:
    """One person's name stands on another's address, and teams share one."""
    assert found(profile("Entirely Different", email="zhiyuli@example.com")) == []
    shared = link_candidates(profile("Zeyu Zhou", email="zhiyu.li@example.com"), (TRACKER,), NOBODY)
    assert shared[0].somebody.name == "Zeyu Zhou"
    assert all("e-mail" not in sentence for c in shared for sentence in c.evidence)


def test_profile__an_address_is_said_beside_other_evidence() -> None:
    [first, *_] = link_candidates(
        profile("Zhiyu Li", email="zhiyu.li@example.com"), (TRACKER,), NOBODY
    )

    assert first.evidence == (
        "The name “Zhiyu Li” is the same.",
        "The e-mail address begins alike.",
    )


def test_profile__nobody_alike() -> None:
    assert found(profile("Quentin Ostrowski", "qo")) == []
    assert found(profile("", "!!!")) == []


def test_profile__who_has_an_account_already_is_no_candidate() -> None:
    taken = People(
        (
            Link(
                name=PersonName("Zhiyu Li"),
                github=Login("ZhiyuLi-Nvidia"),
                slack=SlackId("U0LI"),
            ),
            Link(name=PersonName("Zeyu Zhou"), github=Login("zyzhou5")),
        )
    )

    assert found(profile("Zhiyu Li"), taken) == []
    assert found(profile("Zeyu Zhou"), taken)[0] == ("Zeyu Zhou", Likeness.SAME_NAME)


@pytest.mark.parametrize(
    ("name", "login"),
    [
        ("Zhiyu Li", "ZhiyuLi-Nvidia"),
        ("Zeyu Zhou", "zyzhou5"),
        ("Pranav Prashant Thombre", "pthombre"),
        ("Youngeun Kwon", "youngeunkwon0405"),
        ("李明", "liming"),
        ("Yuchen Zhou", "YoyinZyc"),
    ],
)
def test_name__its_login(name: str, login: str) -> None:
    """The last by its work alone: `zyzhou5` has her family name, and is rather Zeyu Zhou."""
    assert found(name)[0][0] == login


def test_name__a_login_that_looks_like_nothing_is_known_by_its_work() -> None:
    """Songlin Jiang commits as Hollow Man; another person of his name, clorf6, works elsewhere.

    `youngeunkwon0405` wrote there too, and is rather Youngeun Kwon.
    """
    assert found("Songlin Jiang") == [
        ("saumishr", Likeness.WORK),
        ("HollowMan6", Likeness.WORK),
    ]
    evidence = [c.evidence for c in link_candidates("Songlin Jiang", (TRACKER,), NOBODY)]
    assert evidence[1] == ("HollowMan6 wrote 1 of these rows.",)


def test_name__bots_are_nobody() -> None:
    assert "copy-pr-bot" not in [name for name, _ in found("Zeyu Zhou")]
