"""Deciphers what came back over HTTP: an answer, no answer and why, or a fault. Pure.

GitHub answers GraphQL with HTTP 200 for most failures and documents none of the shapes
(https://github.com/github/docs/issues/22607); those handled here were seen in public reports.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, assert_never

from bot.errors import BadCredentials, GitHubFault, Unreachable
from bot.github_status.github.endpoints import GITHUB_COM, Endpoints
from bot.github_status.github.quota import limit_ends_at, quota_spent

# Two spellings: https://github.com/renovatebot/renovate/issues/21861 and
# https://github.com/yanyongyu/githubkit/issues/271.
RATE_LIMIT_TYPES = frozenset({"RATE_LIMITED", "RATE_LIMIT"})
TOO_MUCH_TYPES = frozenset({"RESOURCE_LIMITS_EXCEEDED", "MAX_NODE_LIMIT_EXCEEDED"})
TIMEOUT_WORDS = "something went wrong while executing your query"
"""A query that took over ten seconds has no `type` (https://github.com/cli/cli/issues/8197)."""
SCOPE_WORDS = re.compile(r"has not been granted the required scopes", re.IGNORECASE)
"""The `type` may be absent: https://github.com/mntnr/name-your-contributors/issues/67."""
VALIDATION_WORDS = re.compile(r"doesn't exist on type|^No such type|doesn't accept argument")
SSO_ADVICE = (
    "Authorise the token for the organisation's single sign-on: Settings, Developer settings, "
    "the token, Configure SSO (https://docs.github.com/en/enterprise-cloud@latest/authentication)."
)
KEY_ADVICE = "Check the token (GITHUB_TOKEN) or the app's key."


class Trouble(StrEnum):
    """Why is there no usable answer?"""

    NO_CONNECTION = "no_connection"
    TOO_MUCH = "too_much"
    """It took too long, was too large, or broke off: asking for less may help."""
    LIMITED = "limited"
    SECONDARY_LIMIT = "secondary_limit"
    UNKNOWN_FIELDS = "unknown_fields"
    MISSING_SCOPES = "missing_scopes"
    """The token may not ask for a field: asking without it may help."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingScope:
    """A field that a classic token may not ask for."""

    field: str = field(repr=False)
    """Its name, for reading only, never shown; empty: GitHub does not say."""
    scopes: tuple[str, ...]
    """Any of these would do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoAnswer:
    """There is no usable answer, and asking again may help."""

    trouble: Trouble
    reason: str
    """What happened, in a sentence."""
    until: datetime | None = None
    """When a limit ends; `None`: GitHub does not say."""
    messages: tuple[str, ...] = field(default=(), repr=False)
    """What the server says about unknown fields; for reading only, never shown."""
    refused: tuple[MissingScope, ...] = ()
    """For `MISSING_SCOPES`, the fields, each once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldError:
    """An entry of `errors`."""

    type: str
    path: tuple[str | int, ...]
    message: str = field(repr=False)
    code: str
    saml: bool

    @property
    def is_too_much(self) -> bool:
        """The query asked for more than GitHub gives at once."""
        return self.type in TOO_MUCH_TYPES or self.message.lower().startswith(TIMEOUT_WORDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """`data`, at least in part, and the errors beside it."""

    data: Mapping[str, Any]
    errors: tuple[FieldError, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What came back over HTTP. Header names are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes = field(repr=False)

    def json(self) -> Any:
        """The body; `None` when it is no JSON."""
        try:
            return json.loads(self.body)
        except (ValueError, RecursionError):
            return None

    @property
    def is_json(self) -> bool:
        """It says that it is JSON."""
        return "json" in self.headers.get("content-type", "").lower()

    @property
    def is_html(self) -> bool:
        """A page for people: an error page, or something between us and GitHub."""
        return "html" in self.headers.get("content-type", "").lower()


def read_answer(reply: Reply, *, now: datetime) -> Answer | NoAnswer:
    """The answer to a query; raises `BadCredentials`, `Unreachable` or `GitHubFault` when it is
    over.
    """
    if (no_answer := check_status(reply, now=now)) is not None:
        return no_answer
    if reply.status != 200 or reply.is_html:
        raise not_github(reply.status)
    content = reply.json()
    if content is None and not reply.is_json:
        raise not_github(reply.status)
    if not isinstance(content, Mapping):
        return _too_much("GitHub's answer broke off or could not be read")
    return _read_content(reply, content, now)


def check_status(reply: Reply, *, now: datetime) -> NoAnswer | None:
    """Limits, refusals and failing servers, for REST and GraphQL alike; `None`: nothing of that."""
    if (limit := _limit_of(reply, now)) is not None:
        return limit
    if reply.status == 401:
        raise BadCredentials(
            "GitHub does not accept the token or the app's key (401).", advice=KEY_ADVICE
        )
    if reply.status == 403 and "x-github-sso" in reply.headers:
        raise BadCredentials(
            "The organisation wants single sign-on for this token.", advice=SSO_ADVICE
        )
    if reply.status == 403:
        raise BadCredentials("GitHub refuses this token or app (403).", advice=KEY_ADVICE)
    if reply.status >= 500 or reply.status == 408:
        return _too_much(f"GitHub did not answer in time or is not well ({reply.status})")
    return None


def not_github(status: int) -> Unreachable:
    """What answers is not GitHub, or is elsewhere."""
    if 300 <= status < 400:
        what = f"The address of GitHub leads elsewhere ({status}); the token was not sent there."
    elif status == 200:
        what = (
            "A web page came instead of GitHub's answer; a proxy or a login page may stand between."
        )
    else:
        what = f"There is no GitHub API at this address ({status})."
    return Unreachable(what, advice="Check GITHUB_API_URL and the way there.")


def field_errors(entries: Any) -> tuple[FieldError, ...]:
    """The entries of `errors`, whatever their shape."""
    if not isinstance(entries, list):
        return ()
    return tuple(_field_error(entry) for entry in entries if isinstance(entry, Mapping))


def _field_error(entry: Mapping[str, Any]) -> FieldError:
    extensions = entry.get("extensions")
    extensions = extensions if isinstance(extensions, Mapping) else {}
    path = entry.get("path")
    steps = path if isinstance(path, list) else []
    return FieldError(
        type=str(entry.get("type") or ""),
        path=tuple(step for step in steps if isinstance(step, str | int)),
        message=str(entry.get("message") or ""),
        code=str(extensions.get("code") or entry.get("code") or ""),
        saml=extensions.get("saml_failure") is True,
    )


def _read_content(reply: Reply, content: Mapping[str, Any], now: datetime) -> Answer | NoAnswer:
    errors = field_errors(content.get("errors"))
    data = content.get("data")
    if isinstance(data, Mapping) and any(value is not None for value in data.values()):
        return Answer(data=data, errors=errors)
    if (limit := _limit_in(reply, errors, now)) is not None:
        return limit
    if refused := tuple(dict.fromkeys(_missing_scope(e) for e in errors if _lacks_scope(e))):
        return NoAnswer(
            trouble=Trouble.MISSING_SCOPES,
            reason="The token lacks a scope for a field that was asked for",
            refused=refused,
        )
    if invalid := [error.message for error in errors if _is_invalid(error, data)]:
        return NoAnswer(
            trouble=Trouble.UNKNOWN_FIELDS,
            reason="This GitHub server does not know a field that was asked for",
            messages=tuple(invalid),
        )
    if isinstance(data, Mapping) and errors and not any(error.is_too_much for error in errors):
        return Answer(data=data, errors=errors)
    if any(error.saml for error in errors):
        raise BadCredentials(
            "The organisation wants single sign-on for this token.", advice=SSO_ADVICE
        )
    return _too_much("GitHub gave up on the query or did not say why it failed")


def _is_invalid(error: FieldError, data: Any) -> bool:
    return data is None and bool(
        VALIDATION_WORDS.search(error.message) or error.code.startswith(("undefined", "argument"))
    )


def _lacks_scope(error: FieldError) -> bool:
    return error.type == "INSUFFICIENT_SCOPES" or bool(SCOPE_WORDS.search(error.message))


def _missing_scope(error: FieldError) -> MissingScope:
    named = re.search(r"The '(\w+)' field requires", error.message)
    needed = re.search(r"following scopes: \[([^\]]*)\]", error.message)
    scopes = re.findall(r"'([a-z_:]{2,40})'", needed[1]) if needed else []
    return MissingScope(field=named[1] if named else "", scopes=tuple(scopes))


def lacks_scope(missing: Iterable[MissingScope]) -> BadCredentials:
    """The token needs these scopes; there is nothing that could be left out."""
    scopes = dict.fromkeys(scope for one in missing for scope in one.scopes)
    named = ", ".join(f"`{scope}`" for scope in scopes) or "more scopes"
    return BadCredentials(
        f"The token lacks a scope: GitHub asks for {named}.",
        advice=f"Give the token {named}, or use a GitHub App.",
    )


def _limit_of(reply: Reply, now: datetime) -> NoAnswer | None:
    """A limit told by the status: https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api."""
    if reply.status not in {403, 429}:
        return None
    content = reply.json()
    said = str(content.get("message", "")).lower() if isinstance(content, Mapping) else ""
    spent = reply.headers.get("x-ratelimit-remaining") == "0"
    if reply.status == 429 or "retry-after" in reply.headers or spent or "rate limit" in said:
        return _limit(reply, now, secondary="secondary" in said or not spent)
    return None


def _limit_in(reply: Reply, errors: Iterable[FieldError], now: datetime) -> NoAnswer | None:
    """A limit told in an answer with status 200."""
    for error in errors:
        said = error.message.lower()
        if error.type in RATE_LIMIT_TYPES or error.code == "graphql_rate_limit":
            return _limit(reply, now, secondary=False)
        if "secondary rate limit" in said or "api rate limit exceeded" in said:
            return _limit(reply, now, secondary="secondary" in said)
    return None


def _limit(reply: Reply, now: datetime, *, secondary: bool) -> NoAnswer:
    return NoAnswer(
        trouble=Trouble.SECONDARY_LIMIT if secondary else Trouble.LIMITED,
        reason="GitHub's limit for requests is used up",
        until=limit_ends_at(reply.headers, now=now),
    )


def _too_much(reason: str) -> NoAnswer:
    return NoAnswer(trouble=Trouble.TOO_MUCH, reason=reason)


def fault_of(no_answer: NoAnswer, at: Endpoints) -> GitHubFault:
    """The fault to raise when nothing more can be tried at these addresses."""
    match no_answer.trouble:
        case Trouble.LIMITED | Trouble.SECONDARY_LIMIT:
            return quota_spent(no_answer.until)
        case Trouble.UNKNOWN_FIELDS:
            return GitHubFault(
                f"{no_answer.reason}.", advice="Update the server, or ask another one."
            )
        case Trouble.MISSING_SCOPES:
            return lacks_scope(no_answer.refused)
        case Trouble.NO_CONNECTION | Trouble.TOO_MUCH:
            advice = "Try again in some minutes, and check GITHUB_API_URL."
            if at.rest == GITHUB_COM:
                status_page = "https://www.githubstatus.com"
                advice = f"Try again in some minutes; {status_page} tells how GitHub is."
            return Unreachable(f"{no_answer.reason}.", advice=advice)
        case _:
            assert_never(no_answer.trouble)
