"""One id for everything that belongs together: a request of Slack's or GitHub's, a tick of a job.

It is in every log line that is written meanwhile, also by tasks and threads that begin meanwhile,
and it is the reference that somebody is given when something went wrong.
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager

import structlog

_FIELD = "request"


@contextmanager
def within_request(name: str = "") -> Iterator[None]:
    """Everything in the block belongs to one request.

    `name`: what it is called; without one it stays what it was, else it gets a new id.
    """
    with structlog.contextvars.bound_contextvars(**{_FIELD: name or reference()}):
        yield


def reference() -> str:
    """By what this request is found in the log; outside of any, an id for this once."""
    return str(structlog.contextvars.get_contextvars().get(_FIELD) or secrets.token_hex(4))
