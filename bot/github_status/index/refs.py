"""Finds the refs in a run of words: each spelling that counts, and those that GitHub does not link.

Which ref a row is about is decided in `roles`.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bot.github_status.facts.refs import Ref, Repository
from bot.github_status.index.vocabulary import COUNTING, REF_KINDS
from bot.github_status.index.words import Words

_NUMBER = r"[1-9][0-9]{0,8}"
# A number ends where no letter, digit or decimal goes on: not `#12a`, not `#1.5`. ASCII only, since
# Chinese and Japanese write on without a blank.
_STOP = r"(?![A-Za-z0-9_]|\.[0-9])"

_SIGN = re.compile(r"[#/]|[hH]-")
"""Something that every spelling of a ref has."""

_ONLY_NUMBER = re.compile(rf"\#({_NUMBER})")
# One pass over the text; each alternative starts with a literal, so no position is tried at length.
# What stands before a `#` or `/pull/` is looked up backwards from there, within `_LONGEST_NAME`.
_SCANNER = re.compile(
    rf"""
      (?=[hwg\#/])(?:
      (?P<url>(?:https?://|\bwww\.)(?:[!-+\--;=?-~]|,(?![\s#]|https?:))*)
    | (?P<gh>\bgh-{_NUMBER}{_STOP})
    | \#(?P<number>{_NUMBER}){_STOP}
    | /(?:pull|issues)/(?P<path>{_NUMBER})(?P<tail>(?:[/?\#][\w./?\#=&%:-]*)?)
    | (?<=[A-Za-z0-9_.-])/(?P<bare>{_NUMBER})(?![\w/.-])
      )
    """,
    re.VERBOSE | re.IGNORECASE | re.ASCII,
)
# `redirect.github.com` is what update bots write so that GitHub does not add a back-link.
_GITHUB = re.compile(
    rf"(?:https?://)?(?:www\.|redirect\.)?github\.com(?::443)?/+(?P<repository>[\w-]+/[\w.-]+)/(?:issues|pull)/"
    rf"(?P<number>{_NUMBER})(?![\w])(?P<tail>(?:[/?\#][\w./?\#=&%:+~@-]*)?)",
    re.IGNORECASE | re.ASCII,
)
_NAMED = re.compile(
    r"github\.com/([\w-]{1,100}/[\w.-]{1,100})"
    rf"|(?<![\w./-])([\w-]{{1,100}}/[\w.-]{{1,100}})\#{_NUMBER}",
    re.ASCII,
)

_NAME_CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-/"
_LONGEST_NAME = 220
"""Characters; an owner and a repository name together, with some room."""

_NAME_LIKE = re.compile(r"(?!v[0-9])[A-Za-z]", re.ASCII)
_SHORTEST_NAME = 3
"""Letters; shorter ones are languages and notes: C#12, F#12, a#12."""

_LONGEST_MARGIN = 20
"""Characters of blanks and brackets before the first words."""

_BEFORE_LINKED = frozenset("_&@#")
"""GitHub links no `#12` after these, nor after a letter or digit."""

_FILE_ENDINGS = (
    ".md",
    ".py",
    ".rs",
    ".yaml",
    ".yml",
    ".json",
    ".toml",
    ".cpp",
    ".txt",
    ".sh",
    ".rst",
)


class FoundRef(NamedTuple):
    """A ref in a run of words."""

    start: int
    end: int
    ref: Ref
    written: str
    """As it stands in the body."""
    suggestion: str | None = None
    """The spelling that GitHub links, where it does not link this one."""
    shown: str | None = None
    """The other ref that the text of the link names, where text and target disagree."""


class NearRef(NamedTuple):
    """Something that a person may read as a ref, and that is none."""

    start: int
    written: str
    suggestion: str


class Scanner:
    """Finds refs, knowing the repository of the document and those that it names in full."""

    def __init__(self, body: str, repository: Repository) -> None:
        """`repository`: where a bare `#12` belongs."""
        self._body = body
        self._home = repository
        self._repositories: dict[str, Repository] = {str(repository): repository}
        self._named: tuple[frozenset[str], frozenset[str]] | None = None
        self._alone: dict[str, tuple[FoundRef, ...]] = {}

    def refs(self, words: Words) -> Sequence[FoundRef]:
        """The refs of the words in their order, the targets of links among them."""
        text = words.text
        if not words.links:
            if (alone := self._alone.get(text)) is not None:
                return () if words.code else alone
            if not text or not _SIGN.search(text):
                return ()
            if (only := _ONLY_NUMBER.fullmatch(text)) is not None:
                alone = (FoundRef(0, only.end(), Ref(self._home, int(only[1])), text),)
                self._alone[text] = alone
                return () if words.code else alone
        text = words.unlinked
        found: list[FoundRef] = []
        if _SIGN.search(text):
            found = [ref for ref in self._scan(text) if type(ref) is FoundRef]
        if words.links:
            found += self._targets(words)
            found.sort(key=lambda ref: ref.start)
        return found

    def near_refs(self, words: Words) -> list[NearRef]:
        """Spellings of the words that name a number, but no ref."""
        return [near for near in self._scan(words.unlinked) if isinstance(near, NearRef)]

    def _scan(self, text: str) -> list[FoundRef | NearRef]:
        refs: list[FoundRef | NearRef] = []
        end = 0
        for found in _SCANNER.finditer(text):
            ref = self._from_match(text, found, end)
            if ref is not None:
                refs.append(ref)
            end = found.end()
        return refs

    def _from_match(self, text: str, found: re.Match[str], floor: int) -> FoundRef | NearRef | None:
        kind = found.lastgroup
        if kind == "url":
            return self._from_url(found[0], found.start())
        if kind == "number":
            return self._from_number(text, found, floor)
        if kind == "gh":
            ref = Ref(self._home, int(found[0][3:]))
            return FoundRef(found.start(), found.end(), ref, found[0])
        return self._from_path(text, found, floor)

    def _from_url(self, url: str, start: int) -> FoundRef | None:
        match = _GITHUB.match(url)
        repository = self._repository(match["repository"]) if match else None
        if match is None or repository is None:
            return None
        written = match[0].rstrip(".?:")
        return FoundRef(start, start + len(written), Ref(repository, int(match["number"])), written)

    def _from_number(self, text: str, found: re.Match[str], floor: int) -> FoundRef | None:
        """A `#12`, with the repository that stands before it, if one does."""
        at, number = found.start(), int(found["number"])
        bare = FoundRef(at, found.end(), Ref(self._home, number), found[0])
        if at == floor or text[at - 1] == "(":
            return bare
        before = text[max(floor, at - _LONGEST_NAME) : at]
        head = before[:-1] if before[-1] in " \u00a0" else before
        token = head[len(head.rstrip(_NAME_CHARACTERS)) :]
        start = at - (len(before) - len(head)) - len(token)
        ends_token = text[start - 1 : start] in _BEFORE_LINKED if start else False
        if len(head) < len(before):
            if ends_token or "/" not in token:
                return bare
            return self._from_spaced(text, start, found, before[-1], token) or bare
        if not token:
            return None if before[-1] in _BEFORE_LINKED else bare
        return None if ends_token else self._from_joined(text, start, found, token)

    def _from_joined(
        self, text: str, start: int, found: re.Match[str], token: str
    ) -> FoundRef | None:
        """`org/repo#12`, `repo#12`, `PR#12`, `#11/#12`."""
        at, end, number = found.start(), found.end(), int(found["number"])
        written = text[start:end]
        if token.count("/") == 1 and (repository := self._repository(token)) is not None:
            return FoundRef(start, end, Ref(repository, number), written)
        if not token.strip("-./"):
            return FoundRef(at, end, Ref(self._home, number), found[0])
        if "/" in token:
            return None
        if token.casefold() in REF_KINDS:
            return FoundRef(
                at, end, Ref(self._home, number), written, suggestion=f"{token} {found[0]}"
            )
        if not self._is_repository_name(token):
            return None
        repository = self._repository(f"{self._home.owner}/{token}")
        if repository is None:
            return None
        ref = Ref(repository, number)
        return FoundRef(start, end, ref, written, suggestion=str(ref))

    def _from_spaced(
        self, text: str, start: int, found: re.Match[str], gap: str, token: str
    ) -> FoundRef | None:
        """`org/repo #12`; `None` when what stands before is only words ("prefill/decode #12")."""
        repository = self._repository(token) if token.count("/") == 1 else None
        if repository is None or token.endswith(_FILE_ENDINGS):
            return None
        # GitHub shows a ref as title, no-break space, number: pasted text has that blank there.
        stands_first = gap == " " and _stands_first(text, start)
        if not stands_first and repository.owner.casefold() not in self._named_parts()[0]:
            return None
        ref = Ref(repository, int(found["number"]))
        return FoundRef(start, found.end(), ref, text[start : found.end()], suggestion=str(ref))

    def _from_path(self, text: str, found: re.Match[str], floor: int) -> FoundRef | NearRef | None:
        """`org/repo/pull/12`: alone no ref, after a host without its `https://` a ref."""
        at = found.start()
        head = text[max(floor, at - _LONGEST_NAME) : at]
        token = head[len(head.rstrip(_NAME_CHARACTERS)) :]
        start = at - len(token)
        if text[start - 1 : start] in _BEFORE_LINKED and start:
            return None
        number = found["path"] or found["bare"]
        if found["path"] and (match := _GITHUB.match(text, start)) and match["number"] == number:
            from_url = self._from_url(match[0], start)
            return from_url and FoundRef(
                start,
                from_url.end,
                from_url.ref,
                from_url.written,
                suggestion=f"https://{from_url.written}",
            )
        repository = self._repository(token) if token.count("/") == 1 else None
        if repository is None or (found["bare"] and not self._is_named(repository)):
            return None
        return NearRef(start, text[start : found.end()], f"{repository}#{number}")

    def _targets(self, words: Words) -> Iterator[FoundRef]:
        """What links point at. The target wins; a text that disagrees is kept beside it."""
        for start, end, target in words.links:
            found = self._from_url(target.strip(), start)
            if found is None:
                continue
            label = words.prose[start:end]
            named = [ref for ref in self._scan(label) if isinstance(ref, FoundRef)]
            # A bare number in the text is short for the repository of the target.
            agrees = any(n.ref == found.ref or _is_bare_of(n, found.ref) for n in named)
            shown = None if agrees or not named else named[0].written
            yield FoundRef(start, max(end, start), found.ref, target.strip(), shown=shown)

    def _repository(self, name: str) -> Repository | None:
        repository = self._repositories.get(name)
        if repository is None:
            repository = Repository.parse(name.rstrip("."))
            if repository is not None:
                repository = self._home if repository == self._home else repository
                self._repositories[name] = repository
        return repository

    def _is_named(self, repository: Repository) -> bool:
        owners, names = self._named_parts()
        return repository.owner.casefold() in owners and repository.name.casefold() in names

    def _is_repository_name(self, name: str) -> bool:
        """`name#12` means a repository of the document's owner, and does not count something."""
        if name.casefold() in self._named_parts()[1]:
            return True
        is_word = len(name) >= _SHORTEST_NAME and _NAME_LIKE.match(name) is not None
        return is_word and name.casefold() not in COUNTING

    def _named_parts(self) -> tuple[frozenset[str], frozenset[str]]:
        """Owners and names of repositories that the body names in full; found when first needed."""
        if self._named is None:
            named = [found[1] or found[2] for found in _NAMED.finditer(self._body)]
            pairs = [name.casefold().split("/") for name in (*named, str(self._home))]
            self._named = frozenset(pair[0] for pair in pairs), frozenset(pair[1] for pair in pairs)
        return self._named


def _stands_first(text: str, position: int) -> bool:
    """Nothing but blanks and brackets stands before the position."""
    return position <= _LONGEST_MARGIN and not text[:position].strip(" \u00a0([（")


def _is_bare_of(named: FoundRef, target: Ref) -> bool:
    return named.written.lstrip("#").isdigit() and named.ref.number == target.number
