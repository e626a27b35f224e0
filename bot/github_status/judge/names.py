"""Names compared as people compare them: without case, accents, punctuation or a leading `@`."""

import unicodedata
from collections.abc import Mapping

from bot.github_status.facts.pulls import Login
from bot.github_status.judge.rules import LinkedPerson

# Latin letters that Unicode does not take apart into a letter and an accent.
_PLAIN = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe"})
# Only these marks are accents to a reader; in other scripts a mark makes another letter.
_FIRST_ACCENT, _LAST_ACCENT = "\u0300", "\u036f"
_APOSTROPHES = frozenset("'’‘`´")


def fold_name(text: str) -> str:
    """The words of a name, comparable: "@Zoë  O'Brien-Li" is "zoe obrien li"; empty when no letter
    is left."""
    parts = unicodedata.normalize("NFKD", text).casefold().translate(_PLAIN)
    return " ".join(unicodedata.normalize("NFC", "".join(map(_folded, parts))).split())


def _folded(character: str) -> str:
    if _FIRST_ACCENT <= character <= _LAST_ACCENT or character in _APOSTROPHES:
        return ""
    # Letters, digits, and the marks that scripts such as Devanagari write their vowels with.
    return character if unicodedata.category(character)[0] in "LNM" else " "


def fold_login(login: str) -> str:
    """A login as GitHub compares it, without the `@` people write and the `[bot]` REST appends."""
    return login.strip().removeprefix("@").casefold().removesuffix("[bot]")


def written_login(owner: str) -> Login | None:
    """The login in an owner written as `@login`; `None` for a name, and for a team
    (`@org/team`)."""
    text = owner.strip()
    bare = text.removeprefix("@")
    is_login = text != bare and bool(bare) and "/" not in bare and not any(map(str.isspace, bare))
    return Login(bare) if is_login else None


def is_team(owner: str) -> bool:
    """The owner is written as a team (`@org/team`)."""
    return owner.strip().startswith("@") and "/" in owner


def linked(owner: str, people: Mapping[str, LinkedPerson]) -> LinkedPerson | None:
    """The person linked to this owner as written; `None` when nobody is."""
    name = fold_name(owner)
    return people.get(name) if name else None


def login_of(owner: str, people: Mapping[str, LinkedPerson]) -> Login | None:
    """The GitHub login of an owner as written; `None` when no link tells it."""
    person = linked(owner, people)
    return written_login(owner) or (person.login if person else None)
