"""The query texts. Everything is asked by name and number, many items in one query.

Owner, name and number come from a `Ref`, which is checked, so they stand in the text as literals.
Sources: GitHub's schema (npm `@octokit/graphql-schema` 15.26.1); every text is validated against a
copy of it in the tests. Page sizes cost nothing when there is less; each connection costs a
hundredth of a point
(https://docs.github.com/en/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api).
"""

import json
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from datetime import date

from bot.github_status.facts.refs import Ref, Repository
from bot.github_status.github import fragments
from bot.github_status.github.parts import Part

OLDER_EVENTS = 100
"""Entries per page when paging back through a time line: GitHub's most."""
MOST_BY_AUTHORS = 50
"""Pull requests of one repository that are looked at for belonging to the tracker."""
BUDGET = "rateLimit { cost nodeCount remaining }"
VIEWER_QUERY = "query Viewer { viewer { login } }"


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What is asked of one place."""

    place: Ref
    without: frozenset[Part] = frozenset()
    """Parts that the credential may not read there."""
    before: str | None = None
    """Only the page of the time line before this cursor."""

    @property
    def alias(self) -> str:
        """Its name in the answer: `n7`, or `t7` for an older page of the time line."""
        return f"{'n' if self.before is None else 't'}{self.place.number}"


def repository_aliases(refs: Iterable[Ref]) -> dict[Repository, str]:
    """The name of each repository in the answer: `r0`, `r1` … in order of first appearance."""
    repositories = dict.fromkeys(ref.repository for ref in refs)
    return {repository: f"r{number}" for number, repository in enumerate(repositories)}


def batch_query(looks: Sequence[Look], dropped: Set[Part] = frozenset()) -> str:
    """One query for all of these, without the parts that this server does not know."""
    kinds = _kinds(looks)
    parts = [BUDGET]
    for repository, alias in repository_aliases(look.place for look in looks).items():
        here = [look for look in looks if look.place.repository == repository]
        items = "\n    ".join(
            dict.fromkeys(_item(look, kinds[look.without], dropped) for look in here)
        )
        parts.append(
            f"{alias}: {_repository(repository)} {{\n    nameWithOwner isPrivate\n    {items}\n  }}"
        )
    operation = "query Readings {\n  " + "\n  ".join(parts) + "\n}"
    return "\n".join([operation, *_fragments(looks, kinds, dropped)])


def tracker_query(ref: Ref, dropped: Set[Part] = frozenset()) -> str:
    """The tracking issue with its body, named as in a batch of one."""
    return f"""query Tracker {{
  {BUDGET}
  r0: {_repository(ref.repository)} {{
    nameWithOwner isPrivate
    n{ref.number}: issueOrPullRequest(number: {ref.number}) {{
      __typename
      ... on Issue {{
        id number url title body updatedAt lastEditedAt issueState: state
        {fragments.state_reason(dropped)}
        author {fragments.WHO}
        repository {{ nameWithOwner isPrivate }}
        {fragments.mentions(dropped)}
      }}
    }}
  }}
}}
{"" if Part.AROUND in dropped else fragments.nearby("Nearby")}"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Authors:
    """Whose pull requests are looked for in one repository."""

    repository: Repository
    logins: tuple[str, ...]
    since: date


def nearby_query(authors: Sequence[Authors], refs: Sequence[Ref]) -> str:
    """What these people opened, newest first (`s0`, `s1` …), and these numbers (`r0` with `n7`)."""
    parts = [BUDGET]
    for number, asked in enumerate(authors):
        words = ("is:pr", "sort:created-desc", *(f"author:{login}" for login in asked.logins))
        text = f"repo:{asked.repository} created:>={asked.since} {' '.join(words)}"
        found = f"search(query: {json.dumps(text)}, type: ISSUE, first: {MOST_BY_AUTHORS})"
        parts.append(f"s{number}: {found} {{ nodes {{ __typename ...Nearby }} }}")
    for repository, alias in repository_aliases(refs).items():
        numbers = dict.fromkeys(ref.number for ref in refs if ref.repository == repository)
        items = "\n    ".join(
            f"n{number}: issueOrPullRequest(number: {number}) {{ __typename ...Nearby }}"
            for number in numbers
        )
        parts.append(f"{alias}: {_repository(repository)} {{\n    {items}\n  }}")
    operation = "query Nearby {\n  " + "\n  ".join(parts) + "\n}"
    return f"{operation}\n{fragments.nearby('Nearby')}"


def discussions_query(refs: Sequence[Ref]) -> str:
    """Which of these numbers are discussions? They share the numbers of issues."""
    parts = []
    for repository, alias in repository_aliases(refs).items():
        numbers = dict.fromkeys(ref.number for ref in refs if ref.repository == repository)
        here = " ".join(
            f"n{number}: discussion(number: {number}) {{ number }}" for number in numbers
        )
        parts.append(f"{alias}: {_repository(repository)} {{ {here} }}")
    return f"query Discussions {{ {' '.join(parts)} }}"


def _repository(repository: Repository) -> str:
    return f"repository(owner: {json.dumps(repository.owner)}, name: {json.dumps(repository.name)})"


def _kinds(looks: Sequence[Look]) -> dict[frozenset[Part], str]:
    """A mark for the fragments of each selection of parts in the query."""
    return {
        without: str(n) for n, without in enumerate(dict.fromkeys(look.without for look in looks))
    }


def _item(look: Look, kind: str, dropped: Set[Part]) -> str:
    item = f"{look.alias}: issueOrPullRequest(number: {look.place.number})"
    if look.before is None:
        return f"{item} {{ __typename ...Pull{kind} ...IssueFacts }}"
    types = fragments.event_types(dropped | look.without)
    page = f"timelineItems(last: {OLDER_EVENTS}, before: {json.dumps(look.before)}, {types})"
    return f"{item} {{ __typename ... on PullRequest {{ {page} {{ ...TimeLine{kind} }} }} }}"


def _fragments(
    looks: Sequence[Look], kinds: dict[frozenset[Part], str], dropped: Set[Part]
) -> list[str]:
    """The fragments that the query uses, each once: an unused one is an error."""
    whole = {look.without for look in looks if look.before is None}
    wanted = [fragments.issue("IssueFacts", dropped)] if whole else []
    for without, kind in kinds.items():
        wanted.append(fragments.time_line(f"TimeLine{kind}", dropped | without))
        if without in whole:
            wanted.append(fragments.pull(f"Pull{kind}", f"TimeLine{kind}", dropped | without))
    if any(Part.AROUND not in dropped | without for without in whole):
        wanted.append(fragments.nearby("Nearby"))
    return wanted
