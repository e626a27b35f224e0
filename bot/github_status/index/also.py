"""Other workstreams that a row names: "(also Gym and Generation)", "(shared with AsyncRL)"."""

import re
from collections.abc import Callable, Collection, Iterator

_LINK = (
    r"(?:in|under|for|part of|with|to|tracked in|listed (?:in|under)|relevant (?:to|for)"
    r"|covers|counts for)"
)
_NOUN = r"(?:(?:the )?(?:workstreams?|sections?|streams?|areas?|tracks?) )"
_BRACKETS = re.compile(
    r"[(（\[]\s?(?:see )?(?P<cue>also|shared with|shared between|shared by"
    r"|cross[- ]?listed (?:in|under|with)|cross[- ]?posted in)"
    rf":? (?P<link>{_LINK} )?(?P<noun>{_NOUN})?(?P<names>[^()（）\[\]\n]{{1,200}})[)）\]]",
    re.IGNORECASE,
)
_LOOSE = re.compile(
    rf"\b(?:also (?:{_LINK} )?(?P<noun>{_NOUN})"
    r"|also (?:listed |tracked )?(?:in|under) (?:the )?|shared with (?:the )?)"
    rf"(?P<names>[^()（）\[\]\n.;]{{1,120}})",
    re.IGNORECASE,
)
_SEPARATORS = re.compile(r"\s*[,，、;&]\s*(?:and\s+)?|\s+and\s+|\s+und\s+|\s*/\s*")
_NAME_WORD = re.compile(r"[^\W_]+")
_NOTE = re.compile(r"[(（][^()（）]{0,200}[)）]")
_NO_NAME = re.compile(r"[#@]|://")
_LONGEST_UNKNOWN = 4
"""Words in a name that no workstream of the index has; more are a remark."""


def named_workstreams(text: str, workstreams: Callable[[], Collection[str]]) -> tuple[str, ...]:
    """The names as written, each once.

    `workstreams` gives the names of those of the index, as `folded`; few rows ask for them.
    """
    if "also" not in text and "hared" not in text and "ross" not in text and "Also" not in text:
        return ()
    known = workstreams()
    names: list[str] = []
    for found in _BRACKETS.finditer(text):
        is_explicit = bool(found["noun"] or found["link"]) or found["cue"].casefold() != "also"
        names += _names(found["names"], known, is_explicit=is_explicit)
    for found in _LOOSE.finditer(text):
        names += (
            name
            for name in _names(found["names"], known, is_explicit=False)
            if folded(name) in known
        )
    return tuple(dict.fromkeys(names))


def folded(name: str) -> str:
    """A name without case, punctuation and what stands in brackets, for comparison."""
    return " ".join(_NAME_WORD.findall(_NOTE.sub(" ", name).casefold()))


def _names(text: str, known: Collection[str], *, is_explicit: bool) -> Iterator[str]:
    """The whole, when that is a name (it may hold a comma), else its parts."""
    whole = text.strip(" .:;\"'")
    if folded(whole) in known:
        yield whole
        return
    parts = [part.strip(" .:;\"'") for part in _SEPARATORS.split(whole)]
    is_list = all(_may_be_name(part, known, is_explicit=is_explicit) for part in parts)
    if is_list:
        yield from (part for part in parts if part)


def _may_be_name(part: str, known: Collection[str], *, is_explicit: bool) -> bool:
    if folded(part) in known:
        return True
    is_short = 0 < len(part.split()) <= _LONGEST_UNKNOWN and not _NO_NAME.search(part)
    return is_short and (is_explicit or part[0].isupper() or not part[0].isascii())
