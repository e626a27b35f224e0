"""Logins as people make them of their names: those of NVIDIA-NeMo/RL#2905."""

import pytest

from bot.people.spelling import is_spelled, same_words, shares_ends, spells_word

LOGINS = {
    "Zhiyu Li": "ZhiyuLi-Nvidia",
    "Zeyu Zhou": "zyzhou5",
    "Pranav Prashant Thombre": "pthombre",
    "Songlin Jiang": "HollowMan6",
    "Youngeun Kwon": "youngeunkwon0405",
    "Akash Mehra": "mehraakash",
    "Yuki Huang": "yuki-97",
    "Ananth Subramaniam": "ananthsub",
    "Hemil Desai": "hemildesai",
    "Saurabh Mishra": "saumishr",
    "Rui Tian": "RayenTian",
    "Anna Shors": "ashors1",
    "Kurt Yang": "babyplutokurt",
    "Santosh Jha": "jhasm",
    "Yuchen Zhou": "YoyinZyc",
}
ONLY_A_WORD = {"Yuki Huang": "yuki", "Rui Tian": "tian", "Kurt Yang": "kurt", "Santosh Jha": "jha"}
NOT_AT_ALL = {"Songlin Jiang", "Yuchen Zhou"}


@pytest.mark.parametrize("name", LOGINS)
def test_spelled__the_own_login_and_nobody_else_s(name: str) -> None:
    spelled = {login for login in LOGINS.values() if is_spelled(login, name)}
    says_enough = name not in ONLY_A_WORD.keys() | NOT_AT_ALL

    assert spelled == ({LOGINS[name]} if says_enough else set())


@pytest.mark.parametrize("name", ONLY_A_WORD)
def test_spells_word(name: str) -> None:
    assert spells_word(LOGINS[name], name) == ONLY_A_WORD[name]


def test_spells_word__of_two_with_one_family_name_both() -> None:
    assert spells_word("zyzhou5", "Yuchen Zhou") == "zhou"
    assert spells_word("zyzhou5", "Zhiyu Li") is None
    assert spells_word("li-ming", "Zhiyu Li") is None, "two letters are in many names"


@pytest.mark.parametrize(
    ("one", "other", "same", "ends"),
    [
        ("Zhiyu Li", "Li Zhiyu", True, False),
        ("Pranav Thombre", "Pranav Prashant Thombre", False, True),
        ("Zeyu Zhou", "Yuchen Zhou", False, False),
        ("李 明", "明 李", True, False),
        ("Zhiyu Li (NVIDIA)", "Zhiyu Li", True, False),
        ("!", "?", False, False),
    ],
    ids=["turned", "a middle name", "a family name", "another script", "brackets", "no letter"],
)
def test_words(one: str, other: str, same: bool, ends: bool) -> None:
    assert same_words(one, other) is same
    assert shares_ends(one, other) is ends
