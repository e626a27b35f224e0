"""Edits the body of an issue, with a credential that is for nothing else.

A write token of its own, or an App's token that is made for one edit and can do nothing but edit
issues of that repository. The credential that reads is never used here. A redirect is not followed,
so no credential goes to another host.
"""

from dataclasses import replace
from datetime import datetime, timedelta
from types import TracebackType
from typing import Any, NoReturn, Self

import httpx

from bot.errors import (
    BadCredentials,
    GitHubFault,
    SettingsError,
    TrackerNotThere,
    Unreachable,
    WriteRefused,
    WriteUncertain,
)
from bot.github_status.facts.edits import IssueText
from bot.github_status.facts.refs import Ref
from bot.github_status.github.answers import KEY_ADVICE, Answer, NoAnswer, Trouble
from bot.github_status.github.asking import Asker
from bot.github_status.github.client import http_client
from bot.github_status.github.credentials import Credentials
from bot.github_status.github.edit_answers import decode_text, refusal_in
from bot.github_status.github.edit_queries import EDIT_MUTATION, text_query
from bot.github_status.github.endpoints import Endpoints
from bot.github_status.github.json_fields import Undecodable
from bot.github_status.github.keys import ISSUES_WRITE_ADVICE, TOKEN, AppTokens, Keys
from bot.github_status.github.queries import Look
from bot.github_status.github.quota import Patience, Policy
from bot.github_status.github.rows import Fate, Told, rows_of
from bot.github_status.github.transport import Transport

BETWEEN_WRITES = timedelta(seconds=1)
"""https://docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api"""

WRITE_ADVICE = "Check the token (GITHUB_WRITE_TOKEN) or the App's key."


class EditAccess:
    """May edit issues. Used as `async with EditAccess(...) as access`."""

    def __init__(
        self,
        endpoints: Endpoints,
        credentials: Credentials,
        *,
        http: httpx.AsyncClient | None = None,
        policy: Policy | None = None,
    ) -> None:
        """Write with the token, or without one with the App's narrowed tokens; an `http` that is
        passed in stays the caller's.
        """
        if credentials.token is None and credentials.app is None:
            raise SettingsError(["there is neither a GitHub token nor a GitHub App to write with"])
        self._policy = policy or Policy()
        self._http = http or http_client()
        self._closes_http = http is None
        self._credentials = credentials
        self._transport = Transport(self._http, endpoints, self._policy)
        self._written_at: datetime | None = None

    async def __aenter__(self) -> Self:
        """Ready as it is."""
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the connections."""
        if self._closes_http:
            await self._http.aclose()

    async def to(self, ref: Ref) -> "IssueEdit":
        """Access to this issue; for an App a token is made for it now.

        Raises `BadCredentials` when the App may not, and as every request does.
        """
        token = self._credentials.token
        if token is not None:
            return IssueEdit(ref, self, self._asker(token), is_users=True)
        try:
            return IssueEdit(ref, self, self._asker(await self._app_token(ref)), is_users=False)
        except BadCredentials as fault:
            raise _about_writing(fault) from fault

    async def paced(self) -> None:
        """Return when a write may be sent: at most one a second."""
        if self._written_at is None:
            return
        left = self._written_at + BETWEEN_WRITES - self._policy.clock()
        if left > timedelta():
            await self._policy.sleep(left.total_seconds())

    def note_write(self) -> None:
        """A write is being sent."""
        self._written_at = self._policy.clock()

    def patience(self, *, is_ready_to_wait: bool = True) -> Patience:
        """How long one request may wait for a limit; a write does not: its text would grow old."""
        policy = self._policy
        return Patience(policy if is_ready_to_wait else replace(policy, longest_wait_seconds=0))

    def _asker(self, token: str) -> Asker:
        keys = Keys(Credentials(token=token), self._transport, self._policy)
        return Asker(self._transport, keys, self._policy)

    async def _app_token(self, ref: Ref) -> str:
        app = self._credentials.app
        if app is None:
            raise AssertionError("neither a token nor an App, which was checked")
        tokens = AppTokens(app, self._transport, self._policy)
        installation = tokens.only_installation or await tokens.installation(ref.repository)
        if installation is None:
            raise BadCredentials(
                f"The GitHub App is not installed for {ref.repository}.", advice=ISSUES_WRITE_ADVICE
            )
        return await tokens.narrowed(installation, ref.repository)


class IssueEdit:
    """Reads and writes the text of one issue."""

    def __init__(self, ref: Ref, access: EditAccess, asker: Asker, *, is_users: bool) -> None:
        """`is_users`: the credential is somebody's token, and not an App's."""
        self._ref = ref
        self._access = access
        self._asker = asker
        self._is_users = is_users

    async def paced(self) -> None:
        """Return when a write may be sent."""
        await self._access.paced()

    async def read(self, *, with_texts: bool = False) -> IssueText:
        """The text as it is now; `with_texts`: and what each of the newest edits left.

        Raises `TrackerNotThere`, and as every request does.
        """
        query = text_query(self._ref, with_texts=with_texts, with_viewer=self._is_users)
        try:
            answer = await self._asker.told(lambda _: query, TOKEN, self._access.patience())
        except BadCredentials as fault:
            raise _about_writing(fault) from fault
        (told,) = rows_of(answer, [Look(place=self._ref)])
        return self._decoded(told, answer)

    async def write(self, text: IssueText, body: str) -> None:
        """Replace the text that was just read, once.

        Raises `WriteUncertain` when nobody knows whether it was written; whatever else it raises
        (`WriteRefused`, `BadCredentials`, `QuotaSpent`, `Unreachable`), nothing was.
        """
        self._access.note_write()
        try:
            answer = await self._asker.ask(
                lambda _: EDIT_MUTATION,
                TOKEN,
                self._access.patience(is_ready_to_wait=False),
                variables={"id": text.node_id, "body": body},
            )
        except BadCredentials as fault:
            raise _about_writing(fault) from fault
        except Unreachable as fault:  # something answered that is not GitHub, or not only
            raise WriteUncertain(str(fault), advice=fault.advice) from fault
        if isinstance(answer, NoAnswer):
            self._raise_unanswered(answer)
        if not answer.data.get("updateIssue"):
            raise refusal_in(answer.errors, self._ref)

    def _raise_unanswered(self, answer: NoAnswer) -> NoReturn:
        fault = self._asker.fault_of(answer)
        if answer.trouble is Trouble.TOO_MUCH:
            raise WriteUncertain(str(fault), advice=fault.advice)
        if answer.trouble in {Trouble.UNKNOWN_FIELDS, Trouble.MISSING_SCOPES}:
            raise WriteRefused(str(fault), advice=fault.advice)
        raise fault

    def _decoded(self, told: Told, answer: Answer) -> IssueText:
        if told.fate in {Fate.HIDDEN, Fate.FORBIDDEN_PART}:
            what = f"{self._ref} cannot be read with the credential for writing. {told.reason}"
            raise TrackerNotThere(
                what.strip(),
                advice="Check the name, and what that token or App may see.",
            )
        if told.fate is Fate.MISSING:
            raise TrackerNotThere(
                f"{self._ref} is not there any more: it was moved or deleted.",
                advice="Ask again: a reading follows it.",
            )
        viewer: Any = answer.data.get("viewer")
        try:
            found = decode_text(told.node, viewer if self._is_users else None)
        except Undecodable as error:
            raise GitHubFault(
                f"GitHub's answer about {self._ref} could not be understood: {error}.",
                advice="Try again in some minutes.",
            ) from error
        if found.ref.number != self._ref.number:
            raise GitHubFault(f"GitHub answered about something else than {self._ref}.")
        return found


def _about_writing(fault: BadCredentials) -> BadCredentials:
    """The same, with advice about the credential that was used."""
    return BadCredentials(
        str(fault), advice=WRITE_ADVICE if fault.advice == KEY_ADVICE else fault.advice
    )
