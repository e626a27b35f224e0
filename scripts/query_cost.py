"""What one of our own GraphQL queries costs, by GitHub's published formula, from its text. Pure.

It reads the form in which `bot.github_status.github.queries` writes, and not every GraphQL.
https://docs.github.com/en/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

POINT = 100
"""Fetches of a connection that are one point."""

_TOKEN = re.compile(
    r"""(?P<text>"(?:\\.|[^"\\])*")      # may hold any of the other signs
      | (?P<spread>\.\.\.\s*(?:on\s+)?\w+)
      | (?P<name>\w+(?:\s*:\s*\w+)?)     # with its alias, or an argument with its value
      | (?P<sign>[{}()\[\]])""",
    re.VERBOSE,
)
_PAGE = re.compile(r"(?:first|last)\s*:\s*(\d+)")


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    words: str


def points(query: str) -> int:
    """What is taken from the hour's budget; at least 1.

    Both fragments of what may be an issue or a pull request count: whether GitHub does so is not
    documented, and this is the dear reading.
    """
    operation, *fragments = re.split(r"\nfragment ", query)
    named: dict[str, str] = {}
    for fragment in fragments:
        name, _, rest = fragment.partition(" ")
        named[name] = rest.partition("{")[2]
    fetches = _Fetches(named).within(operation.partition("{")[2])
    return max(1, round(fetches / POINT))


class _Fetches:
    """How often connections are fetched."""

    def __init__(self, named: Mapping[str, str]) -> None:
        """These are the fragments, each from behind its first brace."""
        self._named = named
        self._known: dict[str, int] = {}

    def within(self, selections: str) -> int:
        return self._sum(_tokens(selections))

    def _sum(self, tokens: Iterator[_Token]) -> int:
        """What stands up to the brace that ends these selections."""
        total = 0
        page = 0
        for token in tokens:
            if token.words == "}":
                break
            if token.words == "(":
                page = _page(tokens)
            elif token.words == "{":
                inner = self._sum(tokens)
                total += 1 + page * inner if page else inner
                page = 0
            else:
                page = 0
                total += self._spread(token)
        return total

    def _spread(self, token: _Token) -> int:
        """A named fragment; the selections of one without a name follow by themselves."""
        name = token.words.removeprefix("...").strip()
        if token.kind != "spread" or name not in self._named:
            return 0
        if name not in self._known:
            self._known[name] = self.within(self._named[name])
        return self._known[name]


def _page(tokens: Iterator[_Token]) -> int:
    """The size of the page that these arguments name; 0: none, so that it is no connection."""
    size = 0
    for token in tokens:
        if token.words == ")":
            break
        if found := _PAGE.fullmatch(token.words):
            size = int(found[1])
    return size


def _tokens(text: str) -> Iterator[_Token]:
    for match in _TOKEN.finditer(text):
        yield _Token(kind=match.lastgroup or "", words=match[0])
