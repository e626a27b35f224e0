"""What GitHub says of a credential itself, for whoever checks an installation.

https://docs.github.com/en/rest/rate-limit/rate-limit: asking costs nothing of the limit.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from bot.errors import BadCredentials
from bot.github_status.facts.refs import Repository
from bot.github_status.github.answers import NoAnswer, Reply, not_github
from bot.github_status.github.asking import Asker
from bot.github_status.github.quota import Patience


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A credential that GitHub accepts."""

    credential: str
    """"token" or "app"."""
    limit: int | None
    """Points of GraphQL in an hour; `None`: this server has no limit, or does not say."""
    remaining: int | None
    """Of these."""
    reset_at: datetime | None
    """When all of them are there again."""
    told_at: datetime | None
    """GitHub's clock; `None`: it does not say."""


async def standing_of(repository: Repository, asker: Asker, patience: Patience) -> Standing:
    """Of the credential that reads this repository. Raises as every request does."""
    key = await asker.keys.key_for(repository)
    if key is None:
        raise BadCredentials(
            f"The GitHub App is not installed for {repository}, and no token stands beside it.",
            advice="Install the app there, or add a token.",
        )
    reply = await asker.get("/rate_limit", key, patience)
    if isinstance(reply, NoAnswer):
        raise asker.fault_of(reply)
    budget = _budget(reply)
    return Standing(
        credential=key.name,
        limit=_number(budget.get("limit")),
        remaining=_number(budget.get("remaining")),
        reset_at=_moment(_number(budget.get("reset"))),
        told_at=server_time(reply.headers),
    )


def server_time(headers: Mapping[str, str]) -> datetime | None:
    """The server's clock as its answer says it; header names in lower case."""
    try:
        read = parsedate_to_datetime(headers.get("date", ""))
    except (ValueError, OverflowError):
        return None
    return read if read.tzinfo else read.replace(tzinfo=UTC)


def _budget(reply: Reply) -> Mapping[str, Any]:
    """Of GraphQL; empty where an enterprise server has no limits, which answers 404."""
    content = reply.json()
    if reply.status == 404 and isinstance(content, Mapping):
        return {}
    if reply.status != 200 or not isinstance(content, Mapping):
        raise not_github(reply.status)
    resources = content.get("resources")
    found = resources.get("graphql") if isinstance(resources, Mapping) else None
    return found if isinstance(found, Mapping) else {}


def _number(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _moment(epoch: int | None) -> datetime | None:
    try:
        return None if epoch is None else datetime.fromtimestamp(epoch, UTC)
    except (ValueError, OverflowError, OSError):
        return None
