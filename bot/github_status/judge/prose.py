"""What a description or a comment says in its writer's own words, and which refs it names.

Every pass is linear: these texts come from anybody who can open a pull request.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bot.github_status.facts.refs import Ref, Repository

_OWNER = r"[A-Za-z0-9][A-Za-z0-9_-]{0,99}"
_NAME = r"[A-Za-z0-9._-]{1,100}"
_NUMBER = r"[1-9][0-9]{0,8}"
_REF = re.compile(
    rf"https?://[A-Za-z0-9.:-]{{1,100}}/(?P<at>{_OWNER}/{_NAME})/(?:pull|issues)/(?P<n1>{_NUMBER})"
    rf"(?:[/?#][^\s)\]>,;]{{0,200}})?"
    rf"|(?<![\w./-])(?P<in>{_OWNER}/{_NAME})#(?P<n2>{_NUMBER})\b"
    rf"|(?<![\w/&])#(?P<n3>{_NUMBER})\b",
    re.ASCII,
)
_FENCE = re.compile(r"\s{0,3}(```|~~~)")
_CODE = re.compile(r"`[^`\n]{0,300}`")
_SENTENCE_END = re.compile(r"(?<=[.;!?])\s+")
_LONGEST_SENTENCE = 2_000
"""Characters. What is read in a sentence costs more than its length, and some never end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedRef:
    """A ref and where it stands in a sentence."""

    ref: Ref
    start: int
    end: int


def own_lines(text: str) -> Iterator[str]:
    """The lines that the writer wrote: without HTML comments, code, quotes and blank ones."""
    fence = ""
    for line in _without_hidden(text).splitlines():
        found = _FENCE.match(line)
        if found and (not fence or found[1] == fence):
            fence = "" if fence else found[1]
        elif not fence and line.strip() and not line.lstrip().startswith(">"):
            yield _CODE.sub(" ", line).strip()


def sentences(line: str) -> list[str]:
    """The sentences of a line; one that is too long to be read by anybody comes in several."""
    return [part for sentence in _SENTENCE_END.split(line) for part in _parts(sentence) if part]


def _parts(sentence: str) -> Iterator[str]:
    """Cut between words, so that no number is cut; a word that is too long is left out."""
    while len(sentence) > _LONGEST_SENTENCE:
        at = sentence.rfind(" ", 0, _LONGEST_SENTENCE)
        if at > 0:
            yield sentence[:at]
        else:
            at = sentence.find(" ", _LONGEST_SENTENCE)
        if at < 0:
            return
        sentence = sentence[at:].lstrip()
    yield sentence


def named_refs(sentence: str, home: Repository) -> tuple[NamedRef, ...]:
    """The refs that it names, in order; bare `#12` belongs to `home`."""
    found = (_named(match, home) for match in _REF.finditer(sentence))
    return tuple(named for named in found if named is not None)


def names_a_ref(line: str) -> bool:
    """It names any."""
    return _REF.search(line) is not None


def _named(match: re.Match[str], home: Repository) -> NamedRef | None:
    place = match["at"] or match["in"]
    repository = home if place is None else Repository.parse(place)
    number = match["n1"] or match["n2"] or match["n3"]
    if repository is None:
        return None
    return NamedRef(ref=Ref(repository, int(number)), start=match.start(), end=match.end())


def _without_hidden(text: str) -> str:
    """Without HTML comments; one that never ends hides the rest, as on the page."""
    shown: list[str] = []
    at = 0
    while (start := text.find("<!--", at)) >= 0:
        shown.append(text[at:start])
        end = text.find("-->", start + 4)
        if end < 0:
            return "".join(shown)
        at = end + 3
    return "".join(shown) + text[at:]
