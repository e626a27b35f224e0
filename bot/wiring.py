"""The only place that builds: the GitHub client, the database, the reader."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NoReturn, Protocol

from pydantic import SecretStr

from bot.errors import NoCredentials, UserError
from bot.github_status.facts.pulls import Login
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Reading
from bot.github_status.github import AppKey, Credentials, GitHub, Policy, endpoints
from bot.github_status.github.edit import EditAccess
from bot.github_status.github.quota import NobodyWatches, OnWait, Watches, nobody_waits
from bot.github_status.judge import Limits, Rules
from bot.github_status.reader import AsksGitHub, OnProgress, Reader
from bot.github_status.repairing import Repairing
from bot.people.people import Link, People, PersonName, SlackId
from bot.settings.fields import Settings
from bot.store.audit import Audit
from bot.store.claims import Claims
from bot.store.engine import Database, database_url
from bot.store.snapshots import Snapshots


class KnowsViewer(AsksGitHub, Protocol):
    """GitHub, as far as a terminal asks it."""

    async def viewer(self) -> Login | None:
        """The login of the token; `None` without one."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Live:
    """What reads, while it is open."""

    reader: Reader
    github: KnowsViewer
    database: Database


class NoGitHub:
    """Stands where no credentials are: whoever asks GitHub learns how to get some."""

    async def tracker(self, ref: Ref) -> NoReturn:  # noqa: ARG002 -- stands in for GitHub
        """Nothing can be asked."""
        raise _no_credentials()

    async def readings(self, refs: Sequence[Ref], *, on_progress: OnProgress) -> NoReturn:  # noqa: ARG002
        """Nothing can be asked."""
        raise _no_credentials()

    async def nearby(self, readings: Sequence[Reading]) -> NoReturn:  # noqa: ARG002
        """Nothing can be asked."""
        raise _no_credentials()

    async def viewer(self) -> Login | None:
        """Nobody."""
        return None


def utc_now() -> datetime:
    """The clock."""
    return datetime.now(UTC)


@asynccontextmanager
async def open_live(
    settings: Settings,
    *,
    on_wait: OnWait = nobody_waits,
    watch: Watches | None = None,
    now: Callable[[], datetime] = utc_now,
) -> AsyncIterator[Live]:
    """The reader on GitHub and the database of these settings; both are opened when first used.

    `on_wait` is told when a limit of GitHub has to be waited for, `watch` of every request. Raises
    `UserError` for addresses that cannot be.
    """
    at = endpoints(settings.github_api_url, settings.github_graphql_url)
    database = Database(database_url(settings.database_url.get_secret_value()))
    credentials = credentials_of(settings)
    try:
        if credentials is None:
            nobody = NoGitHub()
            yield Live(reader=Reader(nobody, Snapshots(database)), github=nobody, database=database)
        else:
            policy = Policy(on_wait=on_wait, watch=watch or NobodyWatches(), clock=now)
            async with GitHub(at, credentials, policy=policy) as github:
                yield Live(
                    reader=Reader(github, Snapshots(database)), github=github, database=database
                )
    finally:
        await database.close()


def credentials_of(settings: Settings) -> Credentials | None:
    """With what GitHub is asked; `None` where there is neither a token nor an App."""
    token, app = settings.github_token, _app_of(settings)
    if token is None and app is None:
        return None
    return Credentials(token=token.get_secret_value() if token else None, app=app)


@asynccontextmanager
async def open_repairing(settings: Settings) -> AsyncIterator[Repairing]:
    """What carries repairs out, with a credential of its own.

    Raises `UserError` where the settings do not allow it, or have nothing to write with.
    """
    write_credentials_of(settings)
    database = Database(database_url(settings.database_url.get_secret_value()))
    try:
        async with repairing_on(settings, database) as repairing:
            yield repairing
    finally:
        await database.close()


@asynccontextmanager
async def repairing_on(
    settings: Settings,
    database: Database,
    *,
    watch: Watches | None = None,
    now: Callable[[], datetime] = utc_now,
) -> AsyncIterator[Repairing]:
    """The same on a database that is open already, and stays so."""
    credentials = write_credentials_of(settings)
    at = endpoints(settings.github_api_url, settings.github_graphql_url)
    policy = Policy(watch=watch or NobodyWatches())
    async with EditAccess(at, credentials, policy=policy) as access:
        yield Repairing(access, Claims(database), Audit(database), clock=now)


def write_credentials_of(settings: Settings) -> Credentials:
    """With what issues are edited, never what reads; raises `UserError` when nothing may."""
    if not settings.repair.enabled:
        raise UserError(
            "The settings do not let the index be changed.",
            advice="Write enabled = true into [repair] of nemorl-status.toml;"
            " --dry-run shows without it what would be changed.",
        )
    token, app = settings.github_write_token, _app_of(settings)
    if token is not None:
        return Credentials(token=token.get_secret_value())
    if app is None:
        raise NoCredentials(
            "There is nothing to write to GitHub with.",
            advice="Set GITHUB_WRITE_TOKEN to a token of its own that may edit issues of the"
            " repository (fine-grained: Issues, read and write), or use a GitHub App.",
        )
    return Credentials(app=app)


def rules_of(settings: Settings) -> Rules:
    """What the judge is told."""
    stale = settings.stale
    return Rules(
        limits=Limits(
            approved=stale.approved,
            review=stale.review,
            author=stale.author,
            other=stale.other,
            draft=stale.draft,
        ),
        exempt_labels=stale.exempt_labels,
        exempt_titles=stale.exempt_titles,
        bots=stale.bots,
        command_comments=stale.command_comments,
        calendar=stale.calendar,
        houses=tuple(repository.house for repository in settings.repository),
    )


def _app_of(settings: Settings) -> AppKey | None:
    key = settings.github_app_private_key
    if settings.github_app_id is None or key is None:
        return None
    return AppKey(
        app_id=settings.github_app_id,
        private_key=key.get_secret_value(),
        installation_id=settings.github_app_installation_id,
    )


def people_of(settings: Settings) -> People:
    """The confirmed links of the settings file."""
    return People(
        tuple(
            Link(
                name=PersonName(name),
                github=Login(person.github) if person.github else None,
                slack=SlackId(person.slack) if person.slack else None,
                calendar=person.calendar,
            )
            for name, person in settings.people.items()
        )
    )


def secret_text(secret: SecretStr | None) -> str:
    """The secret itself; empty when it is not set."""
    return "" if secret is None else secret.get_secret_value()


def _no_credentials() -> NoCredentials:
    return NoCredentials(
        "There is no GitHub token to read with.",
        advice="Set GITHUB_TOKEN: make one at https://github.com/settings/tokens (public"
        " repositories need no permission), or take that of `gh auth token`."
        " To try the program without any: nemorl-status --demo",
    )
