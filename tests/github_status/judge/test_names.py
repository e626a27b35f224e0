import pytest

from bot.github_status.facts.pulls import Login
from bot.github_status.judge.names import fold_login, fold_name, login_of, written_login
from bot.github_status.judge.patterns import fits_glob
from bot.github_status.judge.rules import LinkedPerson


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("Zhiyu Li", "zhiyu li"),
        ("  ZHIYU   LI ", "zhiyu li"),
        ("@Zhiyu-Li", "zhiyu li"),
        ("Zoë O'Brien", "zoe obrien"),
        ("Zoë O’Brien", "zoe obrien"),
        ("Søren Łuk", "soren luk"),
        ("Straße", "strasse"),
        ("ℍ𝕠𝕝𝕝𝕠𝕨 𝕄𝕒𝕟", "hollow man"),
        ("李志宇", "李志宇"),
        ("がく", "がく"),
        ("अनिल", "अनिल"),
        ("FT, Distillation", "ft distillation"),
        ("🦄", ""),
        ("", ""),
    ],
)
def test_fold_name(written: str, folded: str) -> None:
    assert fold_name(written) == folded


def test_fold_name__other_scripts_keep_what_makes_another_letter() -> None:
    assert fold_name("がく") != fold_name("かく")


@pytest.mark.parametrize(
    ("owner", "login"),
    [
        ("@zyzhou5", "zyzhou5"),
        ("Zeyu Zhou", "linked"),
        ("zéyu  zhou", "linked"),
        ("@org/team", None),
        ("@", None),
        ("Nobody", None),
    ],
)
def test_login_of(owner: str, login: str | None) -> None:
    people = {"zeyu zhou": LinkedPerson(login=Login("linked"))}

    assert login_of(owner, people) == login


def test_written_login__a_name_is_none() -> None:
    assert written_login("Zeyu Zhou") is None


def test_fold_login__as_rest_and_people_write_it() -> None:
    assert fold_login("@Dependabot[bot]") == fold_login("dependabot")


@pytest.mark.parametrize(
    ("pattern", "text", "fits"),
    [
        ("a*c", "abc", True),
        ("a*c", "ac", True),
        ("a*c", "abcd", False),
        ("ab*ba", "aba", False),
        ("*", "", True),
        ("", "", True),
        ("a.c", "abc", False),
        ("A B", "a   b", True),
        ("*b*c*", "abxcx", True),
        ("*c*b*", "abxcx", False),
    ],
)
def test_fits_glob(pattern: str, text: str, fits: bool) -> None:
    assert fits_glob(pattern, text) is fits
