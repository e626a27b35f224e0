"""Sends single requests, and turns whatever comes back into a `Reply` or a `NoAnswer`.

Redirects are never followed here, and nothing is sent anywhere but to the addresses in the
settings.
"""

import asyncio
import ssl
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import httpx
import structlog

from bot import __version__
from bot.errors import Unreachable
from bot.github_status.github.answers import NoAnswer, Reply, Trouble
from bot.github_status.github.endpoints import Endpoints, same_origin
from bot.github_status.github.quota import Policy
from bot.github_status.github.unpacking import ENCODING, unpacked

log = structlog.get_logger(__name__)

MOST_BYTES = 64 * 1024 * 1024
"""Of one answer, unpacked: 25 pull requests with 40 long comments each stay well below."""
HEADERS = {
    # Required: https://docs.github.com/en/rest/using-the-rest-api/getting-started-with-the-rest-api.
    "User-Agent": f"nemorl-status/{__version__}",
    "Accept": "application/vnd.github+json",
    "Accept-Encoding": ENCODING,
    "X-GitHub-Api-Version": "2022-11-28",
}


class Transport:
    """One HTTP client and the addresses it may ask."""

    def __init__(self, http: httpx.AsyncClient, endpoints: Endpoints, policy: Policy) -> None:
        """Use this client; it stays the caller's to close."""
        self._http = http
        self._policy = policy
        self.endpoints = endpoints

    async def query(
        self, text: str, bearer: str, variables: Mapping[str, str] | None = None
    ) -> Reply | NoAnswer:
        """Ask GraphQL."""
        content = {"query": text} if variables is None else {"query": text, "variables": variables}
        return await self._send("POST", self.endpoints.graphql, bearer, content)

    async def get(self, url: str, bearer: str) -> Reply | NoAnswer:
        """Ask REST; `url` is below the REST address or a redirect's target on the same host."""
        return await self._send("GET", self._checked(url), bearer, None)

    async def post(self, url: str, bearer: str, content: Any = None) -> Reply | NoAnswer:
        """Make something through REST; `content` goes as JSON, `None`: nothing does."""
        return await self._send("POST", self._checked(url), bearer, content)

    def _checked(self, url: str) -> str:
        if not same_origin(url, self.endpoints.rest):
            raise Unreachable(
                "GitHub leads to another host; the token was not sent there.",
                advice="Check GITHUB_API_URL.",
            )
        return url

    async def _send(self, method: str, url: str, bearer: str, content: Any) -> Reply | NoAnswer:
        headers = HEADERS | {"Authorization": f"Bearer {bearer}"}
        try:
            async with asyncio.timeout(self._policy.timeout_seconds):
                return await self._exchange(method, url, headers, content)
        except TimeoutError:
            return self._failed(Trouble.TOO_MUCH, "GitHub did not answer in time", "timeout")
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.ProxyError) as error:
            reason = _no_connection(urlsplit(url).netloc, error)
            return self._failed(Trouble.NO_CONNECTION, reason, type(error).__name__)
        except httpx.HTTPError as error:
            return self._failed(Trouble.TOO_MUCH, "GitHub's answer broke off", type(error).__name__)

    async def _exchange(
        self, method: str, url: str, headers: Mapping[str, str], content: Any
    ) -> Reply | NoAnswer:
        request = self._http.build_request(
            method, url, headers=headers, json=content, timeout=self._policy.timeout_seconds
        )
        response = await self._http.send(request, stream=True, auth=None, follow_redirects=False)
        try:
            body = await unpacked(response, most_bytes=MOST_BYTES)
        finally:
            await response.aclose()
        if body is None:
            return self._failed(Trouble.TOO_MUCH, "GitHub's answer is too large", "size")
        lower = {name.lower(): value for name, value in response.headers.items()}
        self._policy.watch.answered(response.status_code)
        return Reply(status=response.status_code, headers=lower, body=body)

    def _failed(self, trouble: Trouble, reason: str, cause: str) -> NoAnswer:
        # The exception's own text may hold an address with a secret in it; its name is enough.
        log.warning("A request to GitHub failed", reason=reason, cause=cause)
        self._policy.watch.unanswered(is_connected=trouble is not Trouble.NO_CONNECTION)
        return NoAnswer(trouble=trouble, reason=reason)


def _no_connection(host: str, error: BaseException) -> str:
    each: BaseException | None = error
    while each is not None:
        if isinstance(each, ssl.SSLCertVerificationError):
            return (
                f"The certificate of {host} is not trusted here; where a proxy stands between,"
                " SSL_CERT_FILE names the certificates that are"
            )
        each = each.__cause__ or each.__context__
    return f"GitHub could not be reached at {host}"
