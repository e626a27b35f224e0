"""What can go wrong on purpose: whole answers (`Fault`), and single fields or rows (`Refusal`)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

TIMEOUT_MESSAGE = (
    "Something went wrong while executing your query. This may be the result of a timeout, or it "
    "could be a GitHub bug. Please include `ABCD:1234` when reporting this issue."
)
HTML_PAGE = "<html><body><h1>502 Bad Gateway</h1></body></html>"


@dataclass(frozen=True, kw_only=True)
class Fault:
    """One answer that replaces the right one."""

    status: int = 200
    body: str = ""
    content_type: str = "application/json; charset=utf-8"
    headers: Mapping[str, str] = field(default_factory=dict)
    after_seconds: float = 0
    reset: bool = False
    """Cut the connection instead of answering."""
    cut_at: int | None = None
    """Promise the whole body, send this many bytes, and cut the connection."""
    is_done_first: bool = False
    """What was asked for is done all the same; only its answer is lost."""


@dataclass(frozen=True)
class Refusal:
    """An entry of `errors` for one field; that field is null."""

    type: str | None
    message: str
    extensions: Mapping[str, Any] = field(default_factory=dict)


FORBIDDEN_INTEGRATION = Refusal("FORBIDDEN", "Resource not accessible by integration")
FORBIDDEN_PAT = Refusal("FORBIDDEN", "Resource not accessible by personal access token")
RESOURCE_LIMIT = Refusal("RESOURCE_LIMITS_EXCEEDED", "Resource limits for this query exceeded.")
SAML = Refusal(
    "FORBIDDEN",
    "Resource protected by organization SAML enforcement. You must grant your Personal Access "
    "token access to this organization.",
    {"saml_failure": True},
)


def http_error(status: int, message: str = "", **headers: str) -> Fault:
    """A JSON error of the REST kind; headers as `retry_after="5"`."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Fault(status=status, body=json.dumps({"message": message}), headers=named)


def html(status: int = 502) -> Fault:
    """A page from something in front of GitHub."""
    return Fault(status=status, body=HTML_PAGE, content_type="text/html; charset=utf-8")


def errors(*entries: Mapping[str, Any], data: Any = None, **headers: str) -> Fault:
    """HTTP 200 with these GraphQL errors."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Fault(body=json.dumps({"data": data, "errors": list(entries)}), headers=named)


def query_timeout() -> Fault:
    """GitHub gave up after ten seconds: no `type`, `data` null."""
    return errors({"message": TIMEOUT_MESSAGE})


def rate_limited(kind: str = "RATE_LIMITED", *, reset_epoch: int, remaining: int = 0) -> Fault:
    """The primary limit, in the old (`RATE_LIMITED`) or the newer (`RATE_LIMIT`) spelling."""
    entry: dict[str, Any] = {"type": kind, "message": "API rate limit exceeded for user ID 1."}
    if kind == "RATE_LIMIT":
        entry["code"] = "graphql_rate_limit"
    reset = {"x_ratelimit_remaining": str(remaining), "x_ratelimit_reset": str(reset_epoch)}
    return errors(entry, **reset)


def secondary(status: int = 403, *, retry_after: str | None = None) -> Fault:
    """A secondary limit, as 403, 429 or 200."""
    message = (
        "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."
    )
    named = {} if retry_after is None else {"retry_after": retry_after}
    if status == 200:
        return errors({"message": message}, **named)
    return http_error(status, message, **named)


def bad_credentials() -> Fault:
    """401 as for a token that does not exist (any more)."""
    return http_error(401, "Bad credentials")


def insufficient_scopes() -> Fault:
    """A classic token without the scope."""
    message = (
        "Your token has not been granted the required scopes to execute this query. The 'login' "
        "field requires one of the following scopes: ['read:org'], but your token has only been "
        "granted the: ['repo'] scopes."
    )
    return errors({"type": "INSUFFICIENT_SCOPES", "message": message})


def truncated() -> Fault:
    """The connection ends in the middle of the body."""
    return Fault(body=json.dumps({"data": {"r0": None}}), cut_at=10)


def not_json() -> Fault:
    """A body that claims to be JSON."""
    return Fault(body='{"data": {"r0": ')


def redirect(location: str, status: int = 302) -> Fault:
    """Somewhere else, please."""
    return Fault(status=status, headers={"location": location})


def hang(seconds: float = 5) -> Fault:
    """No answer for so long that a client gives up."""
    return Fault(status=200, body="{}", after_seconds=seconds)


def reset() -> Fault:
    """The connection is cut before an answer."""
    return Fault(reset=True)


def done_but_lost() -> Fault:
    """GitHub does what it was asked to, and the connection is cut before it can say so."""
    return Fault(reset=True, is_done_first=True)


def refused_edit(kind: str | None, message: str) -> Fault:
    """A mutation that GitHub does not carry out."""
    entry = {"type": kind, "path": ["updateIssue"], "message": message}
    return errors(entry, data={"updateIssue": None})
