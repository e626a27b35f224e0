"""Asks single queries with one credential, within GitHub's limits. Lives as long as the client."""

import asyncio
from collections.abc import Callable, Mapping, Set
from itertools import count

import structlog

from bot.errors import GitHubFault
from bot.github_status.github.answers import (
    Answer,
    NoAnswer,
    Reply,
    Trouble,
    check_status,
    fault_of,
    lacks_scope,
    read_answer,
)
from bot.github_status.github.keys import Key, Keys
from bot.github_status.github.parts import EVERY_PART, Part, parts_named
from bot.github_status.github.quota import Gate, Left, Patience, Policy, remaining_of
from bot.github_status.github.scopes import Lacks
from bot.github_status.github.transport import Transport

log = structlog.get_logger(__name__)

MOST_AT_ONCE = 12
"""Requests; GitHub allows 100 at once, other programs of the same account included. With so many,
300 pull requests are asked for in one go."""
TRIES = 3
PAUSE_SECONDS = 0.5
"""Before the second try; twice as long before each one after that."""

QueryOf = Callable[[frozenset[Part]], str]
"""Makes the text of a query without these parts."""


class Asker:
    """Sends queries, waits for limits, and remembers what is not told."""

    def __init__(self, transport: Transport, keys: Keys, policy: Policy) -> None:
        """Nothing is known of the server yet."""
        self._transport = transport
        self._policy = policy
        self._slots = asyncio.Semaphore(MOST_AT_ONCE)
        self._gates: dict[tuple[Key, str], Gate] = {}
        self.keys = keys
        self.dropped: frozenset[Part] = frozenset()
        """Parts that this server does not know."""
        self.lacks = Lacks(policy.clock)

    async def ask(
        self,
        query_of: QueryOf,
        key: Key,
        patience: Patience,
        *,
        variables: Mapping[str, str] | None = None,
    ) -> Answer | NoAnswer:
        """One query, sent once (and once more when an app's token was refused)."""
        dropped = self.dropped | self.lacks.parts(key)
        await self._gate(key, "graphql").passed(patience)
        reply = await self._reply(query_of(dropped), key, variables)
        if isinstance(reply, NoAnswer):
            return reply
        self._heed(reply, key, "graphql")
        answer = read_answer(reply, now=self._policy.clock())
        _log(reply, answer)
        if isinstance(answer, NoAnswer):
            self._note(answer, key, "graphql")
            self._drop_unknown(answer, asked=EVERY_PART - dropped)
            self._drop_refused(answer, key, asked=EVERY_PART - dropped)
        return answer

    async def get(self, url: str, key: Key, patience: Patience) -> Reply | NoAnswer:
        """One REST request; a path is taken below GitHub's REST address."""
        await self._gate(key, "core").passed(patience)
        if url.startswith("/"):
            url = self._transport.endpoints.rest + url
        bearer = await self.keys.bearer(key)
        async with self._slots:
            reply = await self._transport.get(url, bearer)
        if isinstance(reply, NoAnswer):
            return reply
        self._heed(reply, key, "core")
        log.info("GitHub answered", kind="rest", status=reply.status, request_id=_request_id(reply))
        no_answer = check_status(reply, now=self._policy.clock())
        if no_answer is not None:
            self._note(no_answer, key, "core")
        return no_answer or reply

    async def told(self, query_of: QueryOf, key: Key, patience: Patience) -> Answer:
        """One query, tried up to three times; raises when there is no answer then."""
        for attempt in count(1):
            answer = await self.ask(query_of, key, patience)
            if isinstance(answer, Answer):
                return answer
            if attempt == TRIES:
                raise self.fault_of(answer)
            await self._policy.sleep(PAUSE_SECONDS * 2 ** (attempt - 1))
        raise AssertionError("unreachable: the last try returns or raises")

    def fault_of(self, no_answer: NoAnswer) -> GitHubFault:
        """The fault to raise when nothing more can be tried."""
        return fault_of(no_answer, self._transport.endpoints)

    def _heed(self, reply: Reply, key: Key, resource: str) -> None:
        """Look at the budget that an answer tells, and tell it on."""
        self._gate(key, resource).heed(reply.headers)
        remaining = remaining_of(reply.headers)
        if remaining is not None:
            self._policy.watch.left(
                Left(
                    credential=key.name,
                    installation=key.installation,
                    budget=resource,
                    remaining=remaining,
                )
            )

    def _gate(self, key: Key, resource: str) -> Gate:
        return self._gates.setdefault((key, resource), Gate(self._policy))

    async def _reply(
        self, query: str, key: Key, variables: Mapping[str, str] | None
    ) -> Reply | NoAnswer:
        bearer = await self.keys.bearer(key)
        async with self._slots:
            reply = await self._transport.query(query, bearer, variables)
        if isinstance(reply, Reply) and reply.status == 401 and self.keys.forget(key, bearer):
            bearer = await self.keys.bearer(key)
            async with self._slots:
                return await self._transport.query(query, bearer, variables)
        return reply

    def _note(self, answer: NoAnswer, key: Key, resource: str) -> None:
        """Remember a limit. Secondary ones hold for GraphQL and REST together."""
        if answer.trouble is Trouble.LIMITED:
            self._gate(key, resource).close(answer.until)
        elif answer.trouble is Trouble.SECONDARY_LIMIT:
            for every in ("graphql", "core"):
                self._gate(key, every).close(answer.until)

    def _drop_unknown(self, answer: NoAnswer, *, asked: Set[Part]) -> None:
        """Remember what this server does not know; raises when nothing is left to leave out."""
        if answer.trouble is not Trouble.UNKNOWN_FIELDS:
            return
        unknown = parts_named(answer.messages, asked=asked)
        if not unknown:
            raise self.fault_of(answer)
        if unknown - self.dropped:
            log.warning(
                "This GitHub server is older: parts of the query are left out",
                parts=sorted(unknown),
            )
        self.dropped |= unknown

    def _drop_refused(self, answer: NoAnswer, key: Key, *, asked: frozenset[Part]) -> None:
        """Remember what the credential may not ask for; raises when it cannot be left out."""
        if answer.trouble is not Trouble.MISSING_SCOPES:
            return
        if (needed := self.lacks.learn(key, answer.refused, asked=asked)) is not None:
            raise lacks_scope([needed])


def _request_id(reply: Reply) -> str:
    return reply.headers.get("x-github-request-id", "")


def _log(reply: Reply, answer: Answer | NoAnswer) -> None:
    """What an administrator or GitHub's support asks for; never bodies."""
    budget = answer.data.get("rateLimit") if isinstance(answer, Answer) else None
    log.info(
        "GitHub answered",
        kind="graphql",
        status=reply.status,
        request_id=_request_id(reply),
        cost=budget.get("cost") if isinstance(budget, Mapping) else None,
        remaining=reply.headers.get("x-ratelimit-remaining"),
        trouble=None if isinstance(answer, Answer) else answer.trouble.value,
        errors=len(answer.errors) if isinstance(answer, Answer) else None,
    )
