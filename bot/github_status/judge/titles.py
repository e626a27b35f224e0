"""Titles compared: which words of them tell what a pull request is about."""

import re
from functools import lru_cache

from bot.github_status.judge.names import fold_name

_MARKS = re.compile(r"\[[^\]]{0,60}\]")
_WORD = re.compile(r"\S+")
_KIND = re.compile(r"^\s*(?P<kind>[a-z]{2,12})(?:\((?P<scope>[^)]{1,40})\))?!?\s*:", re.IGNORECASE)
_TELL_NOTHING = frozenset(
    _WORD.findall(
        "a an the and or of for to in on with without by from as at is it its into via per using "
        "use add adds added adding support supports supporting supported implement implements "
        "enable introduce update updates make feat feature fix fixes chore refactor test tests "
        "docs perf ci build style wip draft rfc pr mr merge final first second new old initial "
        "integration integrate based base version v1 v2 v3 part more some all not no"
    )
)


@lru_cache(maxsize=8192)
def title_words(title: str) -> frozenset[str]:
    """The telling words of a title, the scope of "feat(scope): …" among them, comparable.

    Marks in square brackets, the kind ("feat:") and words that stand in any title are left out.
    """
    bare = _MARKS.sub(" ", title)
    found = _KIND.match(bare)
    scope = ""
    if found is not None:
        scope, bare = found["scope"] or "", bare[found.end() :]
    return frozenset(fold_name(f"{scope} {bare}").split()) - _TELL_NOTHING


def is_like(one: frozenset[str], other: frozenset[str]) -> bool:
    """Both titles have nearly the same telling words, two at least."""
    shared = len(one & other)
    return shared >= 2 and 4 * shared >= 3 * len(one | other)
