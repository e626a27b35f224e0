"""What an event of GitHub's is about: refs, repositories, commits. Pure.

Order is not promised and events get lost, so that an event is only a hint where to look.
https://docs.github.com/en/webhooks/webhook-events-and-payloads
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from bot.github_status.facts.refs import Ref, Repository

_SUBJECTS: Final = {
    "issues": "issue",
    "issue_comment": "issue",
    "pull_request": "pull_request",
    "pull_request_review": "pull_request",
    "pull_request_review_comment": "pull_request",
    "pull_request_review_thread": "pull_request",
}
"""Events about one pull request or issue, and where that stands in them."""

_CHECKS: Final = ("check_suite", "check_run")

_OBJECT_ID = re.compile(r"[0-9a-f]{40,64}", re.ASCII)
_LARGEST_NUMBER = 999_999_999
"""Of a pull request or issue; as refs have it."""

Payload = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """Something happened to these. All empty: nothing that an answer could rest on."""

    refs: frozenset[Ref] = frozenset()
    repositories: frozenset[Repository] = frozenset()
    """They have another name or owner now: the old one and the new one."""
    commits: frozenset[str] = frozenset()
    """Something checked them."""


class _Malformed(ValueError):
    """GitHub does not write like this."""


def notice_of(event: str, payload: Payload) -> Notice | None:
    """What this event is about; `None` when GitHub cannot have written it.

    Of what was pushed nothing is said: it moves a pull request by an event of its own.
    """
    try:
        if event in _SUBJECTS:
            return Notice(refs=_subjects(payload, _SUBJECTS[event]))
        if event in _CHECKS:
            return _checked(payload, event)
        if event == "status":
            return Notice(commits=frozenset({_commit(payload.get("sha"))}))
        if event == "repository":
            return Notice(repositories=_names(payload))
    except _Malformed:
        return None
    return Notice()


def _subjects(payload: Payload, key: str) -> frozenset[Ref]:
    subject = _ref(payload.get("repository"), payload.get(key))
    changes = _optional(payload.get("changes"))
    if "new_issue" not in changes:
        return frozenset({subject})
    return frozenset({subject, _ref(changes.get("new_repository"), changes["new_issue"])})


def _checked(payload: Payload, key: str) -> Notice:
    """Of a fork's pull request GitHub names no number here, so the commit has to tell."""
    check = _object(payload.get(key))
    pulls = check.get("pull_requests") or []
    if not isinstance(pulls, list):
        raise _Malformed
    return Notice(
        refs=frozenset(_ref(payload.get("repository"), pull) for pull in pulls),
        commits=frozenset({_commit(_head_of(check))}),
    )


def _head_of(check: Payload) -> object:
    """A suite's own, or that of the suite that a run is of."""
    return check.get("head_sha") or _optional(check.get("check_suite")).get("head_sha")


def _names(payload: Payload) -> frozenset[Repository]:
    """Today's name, and what it was before."""
    now = _repository(payload.get("repository"))
    changes = _optional(payload.get("changes"))
    name = _optional(_optional(changes.get("repository")).get("name")).get("from", now.name)
    owners = _optional(_optional(changes.get("owner")).get("from"))
    owner = next((_object(o).get("login") for o in owners.values() if o), now.owner)
    before = Repository.parse(f"{owner}/{name}")
    if before is None:
        raise _Malformed
    return frozenset({now, before}) if changes else frozenset()


def _ref(repository: object, subject: object) -> Ref:
    number = _object(subject).get("number")
    if type(number) is not int or not 1 <= number <= _LARGEST_NUMBER:
        raise _Malformed
    return Ref(_repository(repository), number)


def _repository(found: object) -> Repository:
    name = _object(found).get("full_name")
    repository = Repository.parse(name) if isinstance(name, str) else None
    if repository is None:
        raise _Malformed
    return repository


def _commit(found: object) -> str:
    if not isinstance(found, str) or _OBJECT_ID.fullmatch(found) is None:
        raise _Malformed
    return found


def _optional(found: object) -> Payload:
    """An object that GitHub leaves out, or writes as null, where there is nothing to say."""
    return {} if found is None else _object(found)


def _object(found: object) -> Payload:
    if not isinstance(found, Mapping):
        raise _Malformed
    return found
