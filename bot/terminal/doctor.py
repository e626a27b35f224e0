"""`doctor`: what of the set-up works, what does not, and what to do; one line for each check."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from bot.delivery.client import delivery_client
from bot.doctor import Check, Ground, examined, is_well, tried_live
from bot.doctor.examination import Store
from bot.doctor.machine import settings_checks
from bot.doctor.slack_asking import SlackAsker
from bot.errors import NemorlStatusError, NoCredentials, UserError
from bot.github_status.github import GitHub, endpoints
from bot.github_status.github.edit import EditAccess
from bot.logs import hold_back
from bot.settings.fields import Settings
from bot.settings.loading import Found, found_settings
from bot.settings.secrets import secrets_of
from bot.store.address import place_of
from bot.store.claims import Claims
from bot.store.engine import Database, database_url
from bot.store.links import Links
from bot.store.subscriptions import Subscriptions
from bot.terminal.doctor_shown import json_of, text_of
from bot.terminal.options import ExitStatus, Options
from bot.terminal.streams import Streams
from bot.wiring import credentials_of, people_of, secret_text, utc_now, write_credentials_of


def doctor_status(options: Options, streams: Streams) -> ExitStatus:
    """Show every check on stdout; the status says whether something is wrong."""
    found = found_settings(options.config, serving=True)
    if found.settings is None:
        checks = settings_checks(found)
    else:
        if options.live:
            streams.warn("This takes a minute: Slack is shown one form after the other.")
        hold_back(secrets_of(found.settings))
        checks = asyncio.run(_checks(found, found.settings, is_live=options.live))
    if options.json:
        streams.show_data(json_of(checks))
    else:
        streams.show(text_of(checks, streams.screen))
    return ExitStatus.ANSWERED if is_well(checks) else ExitStatus.UNWELL


async def _checks(found: Found, settings: Settings, *, is_live: bool) -> tuple[Check, ...]:
    async with _opened(found, settings) as ground:
        checks = await examined(ground)
        if not is_live:
            return checks
        from bot.terminal.slack_forms import every_form  # noqa: PLC0415 -- heavy, for --live alone

        forms = every_form(command=settings.slack.command)
        return (*checks, *await tried_live(ground, forms, to=await _asker(ground)))


async def _asker(ground: Ground) -> str | None:
    """The maintainer whose GitHub token it is, as far as the settings say; else the first one."""
    maintainers = ground.settings.slack.maintainers
    viewer = None
    if not isinstance(ground.github, NemorlStatusError):
        try:
            viewer = await ground.github.viewer()
        except NemorlStatusError:
            viewer = None  # another line says it
    link = ground.people.with_login(viewer) if viewer else None
    if link is not None and link.slack in maintainers:
        return link.slack
    return next(iter(maintainers), None)


@asynccontextmanager
async def _opened(found: Found, settings: Settings) -> AsyncIterator[Ground]:
    """Everything that can be built; an error stands for what cannot."""
    async with AsyncExitStack() as stack:
        yield Ground(
            found=found,
            settings=settings,
            people=people_of(settings),
            github=await _github(settings, stack),
            writer=await _writer(settings, stack),
            slack=_slack(settings),
            app_token=secret_text(settings.slack_app_token),
            store=_store(settings, stack),
            now=utc_now,
        )


async def _github(settings: Settings, stack: AsyncExitStack) -> GitHub | NemorlStatusError:
    credentials = credentials_of(settings)
    if credentials is None:
        return NoCredentials("There is no GitHub token to read with.")
    try:
        at = endpoints(settings.github_api_url, settings.github_graphql_url)
    except UserError as error:
        return error
    return await stack.enter_async_context(GitHub(at, credentials))


async def _writer(
    settings: Settings, stack: AsyncExitStack
) -> EditAccess | NemorlStatusError | None:
    if not settings.repair.enabled:
        return None
    try:
        at = endpoints(settings.github_api_url, settings.github_graphql_url)
        access = EditAccess(at, write_credentials_of(settings))
    except UserError as error:
        return error
    return await stack.enter_async_context(access)


def _slack(settings: Settings) -> SlackAsker | None:
    if settings.slack_bot_token is None:
        return None
    url = settings.slack_api_url
    client = delivery_client(secret_text(settings.slack_bot_token), url=url)
    return SlackAsker(client, nobody=delivery_client("", url=url))


def _store(settings: Settings, stack: AsyncExitStack) -> Store | NemorlStatusError:
    try:
        url = database_url(settings.database_url.get_secret_value())
    except UserError as error:
        return error
    database = Database(url)
    stack.push_async_callback(database.close)
    return Store(
        place=place_of(url),
        claims=Claims(database),
        subscriptions=Subscriptions(database),
        links=Links(database),
    )
