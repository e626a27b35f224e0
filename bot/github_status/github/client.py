"""The client: the one object through which this program asks GitHub."""

import ssl
from collections.abc import Sequence
from functools import cache
from types import TracebackType
from typing import Self

import httpx

from bot.errors import SettingsError
from bot.github_status.facts.pulls import Login
from bot.github_status.facts.refs import Ref, Repository
from bot.github_status.facts.snapshot import Reading, TrackerIssue
from bot.github_status.github.asking import MOST_AT_ONCE, Asker
from bot.github_status.github.credentials import Credentials
from bot.github_status.github.endpoints import Endpoints
from bot.github_status.github.keys import TOKEN, Keys
from bot.github_status.github.nearby import Nearby, nearby_of
from bot.github_status.github.pool import Pace
from bot.github_status.github.queries import VIEWER_QUERY
from bot.github_status.github.quota import Patience, Policy
from bot.github_status.github.reading import Batch, OnProgress, ReadingRun, no_progress
from bot.github_status.github.remembered import Remembered
from bot.github_status.github.standing import Standing, standing_of
from bot.github_status.github.tracker import tracker_of
from bot.github_status.github.transport import Transport


class GitHub:
    """Asks GitHub. Used as `async with GitHub(...) as github`, or closed with `aclose`."""

    def __init__(
        self,
        endpoints: Endpoints,
        credentials: Credentials,
        *,
        http: httpx.AsyncClient | None = None,
        policy: Policy | None = None,
    ) -> None:
        """Ask at these addresses with these credentials; an `http` that is passed in stays the
        caller's.
        """
        if credentials.token is None and credentials.app is None:
            raise SettingsError(["there is neither a GitHub token nor a GitHub App"])
        self._policy = policy or Policy()
        self._http = http or http_client()
        self._closes_http = http is None
        transport = Transport(self._http, endpoints, self._policy)
        self._asker = Asker(transport, Keys(credentials, transport, self._policy), self._policy)
        self._pace = Pace()
        self._remembered = Remembered()

    async def __aenter__(self) -> Self:
        """Ready as it is."""
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close."""
        await self.aclose()

    async def aclose(self) -> None:
        """Close the connections."""
        if self._closes_http:
            await self._http.aclose()

    async def tracker(self, ref: Ref) -> TrackerIssue:
        """The tracking issue.

        Raises `TrackerNotThere`, `NotAnIssue`, `BadCredentials`, `QuotaSpent`, `Unreachable`, or
        plain `GitHubFault` when the answer cannot be understood. A transferred issue is followed.
        """
        return await tracker_of(ref, self._asker, Patience(self._policy))

    async def readings(
        self, refs: Sequence[Ref], *, on_progress: OnProgress = no_progress
    ) -> Batch:
        """What GitHub tells about each ref; `on_progress(done, total)` is called as rows come in.

        Rows that could not be asked are `FAILED` with a reason, those that a limit cut off too.
        Raises `BadCredentials`, `Unreachable` or `GitHubFault` only when nothing at all could be
        asked.
        """
        if not refs:
            return Batch(readings=(), credentials=(), notes=())
        run = ReadingRun(self._asker, self._pace, self._remembered, self._policy, on_progress)
        return await run.read(refs)

    async def nearby(self, readings: Sequence[Reading]) -> Nearby:
        """Pull requests beside these: what they say took their place, and what else their authors
        opened lately. One request; raises a `GitHubFault` when GitHub does not answer."""
        patience, now = Patience(self._policy), self._policy.clock()
        return await nearby_of(readings, self._asker, patience, now=now)

    async def standing(self, repository: Repository) -> Standing:
        """What GitHub says of the credential that reads this repository. Raises as `tracker`."""
        return await standing_of(repository, self._asker, Patience(self._policy))

    async def viewer(self) -> Login | None:
        """The login that the token belongs to; `None` for an app."""
        if not self._asker.keys.has_token:
            return None
        answer = await self._asker.told(lambda _: VIEWER_QUERY, TOKEN, Patience(self._policy))
        viewer = answer.data.get("viewer")
        return Login(str(viewer["login"])) if viewer else None


@cache
def _trust() -> ssl.SSLContext:
    """The certificates, which take a tenth of a second to load, once for every client."""
    return httpx.create_ssl_context()


def http_client() -> httpx.AsyncClient:
    """A new client, to be closed by whoever made it; it never follows a redirect."""
    limits = httpx.Limits(max_connections=2 * MOST_AT_ONCE, max_keepalive_connections=MOST_AT_ONCE)
    return httpx.AsyncClient(verify=_trust(), limits=limits, follow_redirects=False)
