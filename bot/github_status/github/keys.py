"""Which credential is used where: a token, an app's installations, or the token beside the app."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any, TypeVar

from bot.errors import BadCredentials, Unreachable
from bot.github_status.facts.refs import Repository
from bot.github_status.github.answers import (
    KEY_ADVICE,
    NoAnswer,
    Reply,
    check_status,
    fault_of,
)
from bot.github_status.github.credentials import AppKey, Credentials
from bot.github_status.github.json_fields import Undecodable, mapping, moment, required, text, whole
from bot.github_status.github.quota import Policy
from bot.github_status.github.transport import Transport

T = TypeVar("T")

TRIES = 3
PAUSE_SECONDS = 0.5
"""For the small requests that everything else needs."""
RENEWED_BEFORE_END = timedelta(minutes=5)
ISSUES_WRITE_ADVICE = (
    "Give the App *Issues: read and write*, accept that for the installation, and see that the"
    " installation has the repository; or set GITHUB_WRITE_TOKEN."
)
LOOKED_UP_FOR = timedelta(hours=1)
"""After that it is asked again where an app is installed, so that a new installation is found."""


@dataclass(frozen=True, slots=True)
class Key:
    """One credential: the token (`installation` is `None`), or the app in one installation."""

    name: str
    """"token" or "app", for the coverage."""
    installation: int | None = None


TOKEN = Key("token")


class AppTokens:
    """Makes an app's tokens: https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app."""

    def __init__(self, app: AppKey, transport: Transport, policy: Policy) -> None:
        """Nothing is fetched before it is needed."""
        self._app = app
        self._transport = transport
        self._policy = policy
        self._tokens: dict[int, tuple[str, datetime]] = {}
        self._locks: dict[int, asyncio.Lock] = {}

    @property
    def only_installation(self) -> int | None:
        """The installation that the settings name; `None`: it is looked up for each repository."""
        return self._app.installation_id

    async def token(self, installation: int) -> str:
        """An installation's token, valid for some minutes more.

        Many callers at once make one request.
        """
        async with self._locks.setdefault(installation, asyncio.Lock()):
            token, ends_at = self._tokens.get(installation, ("", self._policy.clock()))
            if ends_at - RENEWED_BEFORE_END <= self._policy.clock():
                token, ends_at = await self._new_token(installation)
                self._tokens[installation] = (token, ends_at)
            return token

    async def narrowed(self, installation: int, repository: Repository) -> str:
        """A new token that may do nothing but edit the issues of this repository, for an hour.

        https://docs.github.com/en/rest/apps/apps#create-an-installation-access-token-for-an-app
        """
        wanted = {"repositories": [repository.name], "permissions": {"issues": "write"}}
        reply = await self._asked("post", _tokens_of(installation), content=wanted)
        if reply.status != 201:
            raise BadCredentials(
                f"The GitHub App may not edit issues of {repository}.", advice=ISSUES_WRITE_ADVICE
            )
        return _decoded(reply, "token", text)

    def forget(self, installation: int, token: str) -> None:
        """This token was refused; a newer one stays."""
        if self._tokens.get(installation, ("", None))[0] == token:
            del self._tokens[installation]

    async def installation(self, repository: Repository) -> int | None:
        """Where the app is installed for this repository; `None`: it is not."""
        reply = await self._asked("get", f"/repos/{repository}/installation")
        if reply.status == 404:
            return None
        return _decoded(reply, "id", whole)

    async def _new_token(self, installation: int) -> tuple[str, datetime]:
        reply = await self._asked("post", _tokens_of(installation))
        if reply.status == 404:
            raise BadCredentials("The GitHub App has no such installation.", advice=KEY_ADVICE)
        return _decoded(reply, "token", text), _decoded(reply, "expires_at", moment)

    async def _asked(self, method: str, path: str, *, content: object = None) -> Reply:
        url = self._transport.endpoints.rest + path
        for attempt in count(1):
            if method == "get":
                reply = await self._transport.get(url, self._signed())
            else:
                reply = await self._transport.post(url, self._signed(), content)
            no_answer = reply if isinstance(reply, NoAnswer) else self._trouble_in(reply)
            if isinstance(reply, Reply) and no_answer is None:
                return reply
            if no_answer is not None and attempt == TRIES:
                raise fault_of(no_answer, self._transport.endpoints)
            await self._policy.sleep(PAUSE_SECONDS * 2 ** (attempt - 1))
        raise AssertionError("unreachable: the last try returns or raises")

    def _trouble_in(self, reply: Reply) -> NoAnswer | None:
        return check_status(reply, now=self._policy.clock())

    def _signed(self) -> str:
        # Nine megabytes of memory that a bot with a token does without.
        from bot.github_status.github.signing import signed  # noqa: PLC0415

        return signed(self._app, now=self._policy.clock())


class Keys:
    """Chooses the credential for a repository, and remembers the choice."""

    def __init__(self, credentials: Credentials, transport: Transport, policy: Policy) -> None:
        """Nothing is asked before it is needed."""
        self._token = credentials.token
        self._policy = policy
        app = credentials.app
        self._app_tokens = None if app is None else AppTokens(app, transport, policy)
        self._chosen: dict[Repository, tuple[Key | None, datetime]] = {}
        self._installed: dict[str, tuple[Key, datetime]] = {}
        self._locks: dict[str, asyncio.Lock] = {}

    @property
    def has_token(self) -> bool:
        """There is a token, alone or beside the app."""
        return self._token is not None

    async def key_for(self, repository: Repository) -> Key | None:
        """The credential to ask with; `None`: the app is not installed there, and there is no
        token.
        """
        if self._app_tokens is None:
            return TOKEN
        async with self._locks.setdefault(repository.owner.casefold(), asyncio.Lock()):
            key, until = self._chosen.get(repository, (None, datetime.min.replace(tzinfo=UTC)))
            if until <= self._policy.clock():
                key = await self._choose(repository, self._app_tokens)
                self._remember(repository, key)
            return key

    def token_instead(self, repository: Repository) -> Key | None:
        """The token, from now on, for what the app may not see; `None` when there is none."""
        if self._token is None:
            return None
        self._remember(repository, TOKEN)
        return TOKEN

    async def bearer(self, key: Key) -> str:
        """What is sent in the header."""
        if key.installation is None or self._app_tokens is None:
            return self._token or ""
        return await self._app_tokens.token(key.installation)

    def forget(self, key: Key, bearer: str) -> bool:
        """It was refused. True when another try makes sense, with a new token of the app."""
        if key.installation is None or self._app_tokens is None:
            return False
        self._app_tokens.forget(key.installation, bearer)
        return True

    async def _choose(self, repository: Repository, app: AppTokens) -> Key | None:
        if app.only_installation is not None:
            return Key("app", app.only_installation)
        owner = repository.owner.casefold()
        key, until = self._installed.get(owner, (TOKEN, datetime.min.replace(tzinfo=UTC)))
        if until > self._policy.clock():
            return key
        installation = await app.installation(repository)
        if installation is None:
            return self._outside()
        key = Key("app", installation)
        self._installed[owner] = (key, self._policy.clock() + LOOKED_UP_FOR)
        return key

    def _outside(self) -> Key | None:
        """For a repository outside every installation: the token, else any installation.

        An installation's token reads public repositories everywhere, as every token does.
        """
        if self._token is not None:
            return TOKEN
        return next((key for key, _ in self._installed.values()), None)

    def _remember(self, repository: Repository, key: Key | None) -> None:
        self._chosen[repository] = (key, self._policy.clock() + LOOKED_UP_FOR)


def _tokens_of(installation: int) -> str:
    return f"/app/installations/{installation}/access_tokens"


def _decoded(reply: Reply, field: str, read: Callable[[Any], T]) -> T:
    """One field of a REST answer."""
    try:
        return required(mapping(reply.json()), field, read)
    except Undecodable as error:
        raise Unreachable(
            "GitHub's answer about the app could not be understood.",
            advice="Try again in some minutes, and check GITHUB_API_URL.",
        ) from error
