"""The matcher: ranks in their order, ties, near misses, and no text that breaks it."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.github_status.judge.names import fold_name
from bot.people.names import Named, Rank, match, nearest

REFIT = Named(value=1, path=("Refit",))
SERIES = Named(value=2, path=("Refit", "Core refactor series (blocks the delta and RDMA work)"))
DELTA = Named(value=3, path=("Refit", "Delta Weight Transfer"))
P2P = Named(value=4, path=("Refit", "P2P RDMA based refit"))
REPLAY = Named(value=5, path=("Data Plane", "Router Replay (R3)"))
PLANE = Named(value=6, path=("Data Plane",), aliases=("tq", "transfer queue"))
TREE = (PLANE, REPLAY, REFIT, SERIES, DELTA, P2P)


@pytest.mark.parametrize(
    ("asked", "winner", "rank"),
    [
        ("Refit", REFIT, Rank.EXACT),
        ("ROUTER REPLAY R3", REPLAY, Rank.EXACT),
        ("data-plane", PLANE, Rank.EXACT),
        ("dataplane", PLANE, Rank.EXACT),
        ("refit / delta weight transfer", DELTA, Rank.EXACT),
        ("Router", REPLAY, Rank.PREFIX),
        ("refit delta", DELTA, Rank.PREFIX),
        ("data plane router", REPLAY, Rank.PREFIX),
        ("core refactor series", SERIES, Rank.PREFIX),
        ("TQ", PLANE, Rank.ALIAS),
        ("R3", REPLAY, Rank.INITIALS),
        ("(r-3)", REPLAY, Rank.INITIALS),
        ("dwt", DELTA, Rank.INITIALS),
        ("transfer", DELTA, Rank.WORD),
        ("transfer refit", DELTA, Rank.WORD),
        ("rdma", P2P, Rank.WORD),
        ("blocks", SERIES, Rank.WORD_IN_BRACKETS),
        ("refti", REFIT, Rank.TYPO),
        ("dleta weight trasnfer", DELTA, Rank.TYPO),
        ("replya", REPLAY, Rank.TYPO),
        ("data plane replya", REPLAY, Rank.TYPO),
    ],
    ids=[
        "as written",
        "punctuation and case left out",
        "punctuation instead of a blank",
        "no blank at all",
        "whole path",
        "beginning of the name",
        "beginning of a path, as far as the own name",
        "path, then the beginning of a word",
        "without the brackets at the end",
        "alias of the settings",
        "abbreviation in brackets",
        "abbreviation with punctuation",
        "initials",
        "one word",
        "a word, and one of the name above",
        "a word outside brackets goes before one inside",
        "a word in brackets",
        "letters swapped",
        "two letters swapped, twice",
        "typo in one word",
        "typo in a word beside the name above",
    ],
)
def test_match__one(asked: str, winner: Named[int], rank: Rank) -> None:
    found = match(asked, TREE)

    assert (found.winners, found.rank) == ((winner,), rank)


@pytest.mark.parametrize(
    "asked",
    [
        "",
        "   ",
        "!!!",
        "🚀",
        "nonsense",
        "weight delta refactor",
        "r",
        "ra",
        "R4",
        "it",
        "refit zzz",
    ],
    ids=[
        "nothing",
        "blanks",
        "only punctuation",
        "only a picture",
        "another word",
        "words of two workstreams",
        "two beginnings",
        "two letters of no name",
        "another number",
        "the end of a word",
        "one word of two",
    ],
)
def test_match__not_one(asked: str) -> None:
    assert len(match(asked, TREE).winners) != 1


@pytest.mark.parametrize(
    "asked",
    ["data plane", "data", "plane", "plnae"],
    ids=["the whole name above", "its beginning", "a word of it", "a typo in it"],
)
def test_match__the_name_above_alone_is_not_the_name(asked: str) -> None:
    assert match(asked, [REPLAY]).winners == ()


def test_match__ranks_in_their_order() -> None:
    exact = Named(value=0, path=("aba",))
    prefix = Named(value=1, path=("abacus",))
    alias = Named(value=2, path=("Zeta",), aliases=("ABA",))
    initials = Named(value=3, path=("Alpha Beta Again",))
    word = Named(value=4, path=("The ABA work",))
    bracketed = Named(value=5, path=("Theta (needs aba too)",))
    names = [bracketed, word, initials, alias, prefix, exact]

    while names:
        assert match("aba", names).winners == (names.pop(),)


@pytest.mark.parametrize(
    ("asked", "winners"),
    [
        ("transf", ()),
        ("data", (PLANE,)),
        ("del", (DELTA,)),
        ("d", ()),
        ("de", ()),
        ("refit", (REFIT,)),
        ("ref", (REFIT,)),
        ("data plane", (PLANE,)),
    ],
    ids=[
        "the beginning of a word within the name",
        "a whole word",
        "three letters of a beginning",
        "one letter is none",
        "two letters are none",
        "exact beats what contains the word",
        "the beginning of a name is not the beginning of every path in it",
        "the workstream goes before what stands in it",
    ],
)
def test_match__ties(asked: str, winners: tuple[Named[int], ...]) -> None:
    assert match(asked, TREE).winners == winners


def test_match__what_stands_in_a_winner_is_not_a_tie() -> None:
    outer = Named(value=1, path=("Tests",))
    inner = Named(value=2, path=("Tests", "Test data"))

    assert match("test", [outer, inner]).winners == (outer,)
    assert match("test data", [outer, inner]).winners == (inner,)


def test_match__same_name_at_two_depths() -> None:
    """The name alone is the outer one, which no longer name could reach."""
    outer = Named(value=1, path=("Tests",))
    inner = Named(value=2, path=("Gym", "Tests"))

    assert match("tests", [inner, outer]).winners == (outer,)
    assert match("gym tests", [inner, outer]).winners == (inner,)


def test_match__same_name_in_two_workstreams() -> None:
    one = Named(value=1, path=("Refit", "Tests"))
    other = Named(value=2, path=("Gym", "Tests"))

    assert match("tests", [one, other]).winners == (one, other)
    assert match("gym tests", [one, other]).winners == (other,)


def test_match__names_that_only_punctuation_keeps_apart() -> None:
    c, plus, sharp = (Named(value=name, path=(name,)) for name in ("C", "C++", "C#"))

    assert match("c++", [c, plus, sharp]).winners == (plus,)
    assert match("C", [c, plus, sharp]).winners == (c,)
    assert match("(c)", [c, plus, sharp]).winners == (c, plus, sharp)


@pytest.mark.parametrize(
    ("asked", "name", "fits"),
    [
        ("gym", "gyn", False),
        ("gyms", "gymn", True),
        ("phase 1", "phase 2", False),
        ("genaration", "generation", True),
        ("ganaratoin", "generation", False),
        ("fp8 refit", "fp8 refti", True),
        ("fp8 refit", "fp4 refit", False),
        ("zhiyu lee", "Zhiyu Li", True),
        ("yuki hwang", "Yuki Huang", True),
        ("yu huang", "Yuki Huang", True),
        ("kim", "Kim Lee", True),
        ("kin", "Kim Lee", False),
    ],
    ids=[
        "three letters are never a typo",
        "four letters, one wrong",
        "numbers are no typo",
        "one letter of ten",
        "three letters of ten",
        "the same number",
        "another number",
        "two letters of nine",
        "one letter of a surname",
        "two letters left out",
        "a short name as it is",
        "a short name, one letter wrong",
    ],
)
def test_match__typo_limits(asked: str, name: str, fits: bool) -> None:
    assert bool(match(asked, [Named(value=1, path=(name,))]).winners) is fits


def test_match__the_smaller_typo_wins() -> None:
    near = Named(value=1, path=("generation",))
    far = Named(value=2, path=("generative",))

    assert match("generatiom", [far, near]).winners == (near,)


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("李明", "李明"),
        ("дмитрий", "Дмитрий Ёлкин"),
        ("елкин", "Дмитрий Ёлкин"),
        ("山田", "山田 太郎"),
        ("lukasz", "Łukasz Wójcik"),
        ("WÓJCIK", "Łukasz Wojcik"),
        ("김", "김 철수"),
    ],
    ids=["Chinese", "Cyrillic", "Cyrillic accent", "Japanese", "Polish", "accent asked", "Korean"],
)
def test_match__other_scripts(asked: str, name: str) -> None:
    others = [Named(value=0, path=("Anna",)), Named(value=0, path=("王芳",))]

    assert [w.name for w in match(asked, [*others, Named(value=1, path=(name,))]).winners] == [name]


def test_match__a_name_without_a_letter_is_never_found() -> None:
    pictures = Named(value=1, path=("Refit", "🚀🚀"))

    assert match("refit", [pictures]).winners == ()
    assert match("🚀🚀", [REFIT, pictures]).winners == ()


def test_nearest__best_first_and_three() -> None:
    assert nearest("refot dleta", TREE)[0] == DELTA
    assert len(nearest("rfit weigth", TREE)) <= 3
    assert nearest("replya and others", TREE) == (REPLAY,)
    assert nearest("refit", []) == ()


@pytest.mark.parametrize("asked", ["zzz", "!!!", "x", "wt", "digest", "link"])
def test_nearest__what_is_far_is_no_help(asked: str) -> None:
    people = [
        Named(value=n, path=(name,)) for n, name in enumerate(["Inés Okafor", "陈小雨", "Zhiyu Li"])
    ]

    assert nearest(asked, [*TREE, *people]) == ()


@pytest.mark.parametrize("asked", ["小雨", "小", "陈小雨", "陈"])
def test_match__a_part_of_a_name_in_a_script_without_blanks(asked: str) -> None:
    chen = Named(value=1, path=("陈小雨",))

    assert match(asked, [chen, REFIT]).winners == (chen,)


def test_match__one_letter_is_no_initials() -> None:
    assert match("r", TREE).winners == ()
    assert match("p", [Named(value=1, path=("P, and more",))]).rank is Rank.PREFIX


names = st.one_of(st.text(max_size=12), st.sampled_from(["Refit", "Data Plane", "R3", "(", "李明"]))
candidates = st.lists(
    st.builds(
        Named,
        value=st.integers(),
        path=st.lists(names, min_size=1, max_size=4).map(tuple),
        also=st.lists(names, max_size=2).map(tuple),
        aliases=st.lists(names, max_size=2).map(tuple),
    ),
    max_size=6,
)


@given(asked=names, among=candidates)
def test_match__any_text(asked: str, among: list[Named[int]]) -> None:
    found = match(asked, among)

    assert set(found.winners) <= set(among)
    assert (found.rank is None) == (not found.winners)
    assert set(nearest(asked, among)) <= set(among)


@given(path=st.lists(st.text(max_size=20), min_size=1, max_size=4).map(tuple), others=candidates)
def test_match__a_whole_path_finds_it(path: tuple[str, ...], others: list[Named[int]]) -> None:
    wanted = Named(value=-1, path=path)

    found = match(" ".join(path), [*others, wanted])

    if fold_name(path[-1]):
        assert found.rank is Rank.EXACT


@given(text=st.text())
def test_fold_name__twice_is_once(text: str) -> None:
    assert fold_name(fold_name(text)) == fold_name(text)


@pytest.mark.parametrize(
    "asked", ["a" * 1_000_000, "ab " * 300_000, "(" * 1_000_000, "\u0301" * 10**6]
)
def test_match__long_texts_take_no_time(asked: str) -> None:
    began = time.perf_counter()
    long = [Named(value=n, path=("Refit " * 1000, "[(" * 100_000, asked)) for n in range(20)]
    match(asked, long)
    nearest(asked, long)

    assert time.perf_counter() - began < 1
