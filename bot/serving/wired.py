"""What the wiring builds for a running bot alone: questions in a terminal do without Slack."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta

from pydantic import SecretStr
from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from bot.github_status.current import Current
from bot.github_status.facts.refs import Ref
from bot.jobs import Ground
from bot.listeners import (
    Access,
    Desk,
    Identity,
    RecentClaims,
    SlackRules,
    Underway,
    build_app,
    slack_client,
)
from bot.people.people import People, SlackId
from bot.settings.fields import Settings
from bot.store.engine import Database
from bot.web import READINGS_MISSED
from bot.wiring import open_live, people_of, rules_of, utc_now


@dataclass(frozen=True, slots=True, kw_only=True)
class Bot:
    """Everything that answers, while it is open."""

    client: AsyncWebClient
    current: Current
    database: Database
    desk: Desk
    people: People
    rules: SlackRules
    trackers: tuple[Ref, ...]
    underway: Underway
    read_every: timedelta

    @property
    def ground(self) -> Ground:
        """What jobs work with."""
        return Ground(current=self.current, trackers=self.trackers, read_every=self.read_every)

    @property
    def oldest(self) -> timedelta:
        """How old the newest reading of a tracker may be, or the bot is not ready."""
        return READINGS_MISSED * self.read_every

    def app(self, identity: Identity) -> AsyncApp:
        """The Bolt app, once it is known who the bot is."""
        return build_app(
            self.client,
            identity=identity,
            desk=self.desk,
            access=Access(self.client, identity, self.rules, self.people),
            rules=self.rules,
            underway=self.underway,
            claims=RecentClaims(),
        )


@asynccontextmanager
async def open_bot(settings: Settings) -> AsyncIterator[Bot]:
    """The bot of these settings; what it began and nobody waits for any more is given up."""
    people, rules = people_of(settings), slack_rules_of(settings)
    trackers = tuple(tracker.tracker for tracker in settings.tracker)
    read_every = timedelta(minutes=settings.refresh.minutes)
    async with open_live(settings) as live:
        current = Current(live.reader, clock=utc_now)
        desk = Desk(
            current,
            trackers,
            rules_of(settings),
            people,
            now=utc_now,
            oldest=read_every,
            command=rules.command,
        )
        try:
            yield Bot(
                client=slack_client(
                    secret_text(settings.slack_bot_token), url=settings.slack_api_url
                ),
                current=current,
                database=live.database,
                desk=desk,
                people=people,
                rules=rules,
                trackers=tuple(tracker.ref for tracker in trackers),
                underway=Underway(),
                read_every=read_every,
            )
        finally:
            desk.close()
            await current.close()


def slack_rules_of(settings: Settings) -> SlackRules:
    """What listeners are told."""
    slack = settings.slack
    return SlackRules(
        command=slack.command,
        maintainers=frozenset(map(SlackId, slack.maintainers)),
        allow_guests=slack.allow_guests,
        private_channels=frozenset(slack.private_channels),
        private_people=frozenset(map(SlackId, slack.private_people)),
    )


def secret_text(secret: SecretStr | None) -> str:
    """The secret itself; empty when it is not set."""
    return "" if secret is None else secret.get_secret_value()
