"""Every setting, with its unit, its default and a sentence. Where values come from is not here."""

from collections.abc import Mapping
from typing import Annotated, Any

import platformdirs
from pydantic import (
    BeforeValidator,
    Field,
    PlainValidator,
    SecretStr,
    Strict,
    field_validator,
)
from pydantic.fields import FieldInfo
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from bot import PROGRAM
from bot.errors import UserError
from bot.github_status.facts.refs import Ref
from bot.github_status.judge.rules import (
    DEFAULT_BOTS,
    DEFAULT_COMMAND_COMMENTS,
    DEFAULT_EXEMPT_LABELS,
    DEFAULT_EXEMPT_TITLES,
    Limits,
)
from bot.github_status.judge.workdays import calendar_named
from bot.settings.channels import ChannelDigest
from bot.settings.digests import DigestSettings, RemindSettings, channel_digests
from bot.settings.environment import variables_beside
from bot.settings.parts import OptionalSecret, Table, Text, Texts, one_line, stripped
from bot.settings.pictures import PicturesSettings
from bot.settings.repair import RepairSettings
from bot.settings.repositories import RepositorySettings
from bot.settings.slack import (
    SLACK_API,
    ApiAddress,
    AppToken,
    BotToken,
    Port,
    ServerSettings,
    SlackSettings,
)
from bot.settings.trackers import Aliases, Tracker, issue_ref, tracker_aliases, tracker_name

FILE_TABLES = frozenset(
    {
        "tracker",
        "refresh",
        "stale",
        "people",
        "slack",
        "server",
        "digest",
        "remind",
        "repair",
        "pictures",
        "repository",
    }
)
"""What the settings file holds; everything else comes from the environment."""


def _calendar(name: str) -> str:
    try:
        return calendar_named(name).name
    except UserError as error:
        raise ValueError(f"{error} {error.advice}") from error


WorkingDays = Annotated[int, Strict(), Field(ge=1, le=1_000)]
_LIMITS = Limits()

CalendarName = Annotated[Text, BeforeValidator(lambda v: _calendar(v) if isinstance(v, str) else v)]


class TrackerSettings(Table):
    """`[[tracker]]`: one tracking issue. The first one is asked where a question names none."""

    name: Annotated[str, PlainValidator(tracker_name)]
    """Short name to ask by. Example: `nemo-rl`."""
    issue: Annotated[Ref, PlainValidator(issue_ref)]
    """The issue, as `OWNER/REPO#N` or its address. Example: `NVIDIA-NeMo/RL#2905`."""
    aliases: Annotated[Aliases, PlainValidator(tracker_aliases)] = Aliases()
    """Either a list, `["rl"]`: other names of this tracker. Or a table,
    `{ wt = "Weight transfer" }`: other names of its workstreams. Default: none."""

    @property
    def tracker(self) -> Tracker:
        """What is asked for."""
        return Tracker(
            name=self.name,
            ref=self.issue,
            names=self.aliases.tracker,
            workstream_aliases=self.aliases.workstreams,
        )


class RefreshSettings(Table):
    """`[refresh]`: how often GitHub is read."""

    minutes: Annotated[int, Strict(), Field(ge=1, le=7 * 24 * 60)] = 10
    """Minutes between two readings of a running bot; the terminal reads with every question."""


class StaleSettings(Table):
    """`[stale]`: when a pull request is stale, and what is no progress."""

    approved: WorkingDays = _LIMITS.approved
    """Working days without progress until an approved and green pull request is stale."""
    review: WorkingDays = _LIMITS.review
    """Working days while it waits for a review."""
    author: WorkingDays = _LIMITS.author
    """Working days while it waits for its author."""
    other: WorkingDays = _LIMITS.other
    """Working days where nobody knows for whom it waits."""
    draft: WorkingDays = _LIMITS.draft
    """Working days of a draft."""
    calendar: CalendarName | None = None
    """Holidays to leave out, as `US` or `DE-BY`. Default: none, weekends only."""
    exempt_labels: Texts = DEFAULT_EXEMPT_LABELS
    """Labels that park a pull request; `*` stands for any text."""
    exempt_titles: Texts = DEFAULT_EXEMPT_TITLES
    """Marks in a title that park a pull request."""
    bots: Texts = DEFAULT_BOTS
    """Logins of machine users that GitHub calls users; what they do is no progress."""
    command_comments: Texts = DEFAULT_COMMAND_COMMENTS
    """Comments that only drive a bot: the first words, or a glob with `*`."""


class PersonSettings(Table):
    """`[people."Ana Souza"]`: a confirmed link of a name in the index."""

    github: Text | None = None
    """GitHub login, without `@`. Default: not linked."""
    slack: Text | None = None
    """Slack member id. Example: `U012ABCDEF`. Default: not linked."""
    calendar: CalendarName | None = None
    """This person's holidays. Default: the tracker's."""


class _Variables(EnvSettingsSource):
    """The environment and `.env`, for what does not stand in the settings file."""

    def _load_env_vars(self) -> Mapping[str, str | None]:
        """What is set goes before what stands in `.env`."""
        written = {name.lower(): value for name, value in variables_beside().items()}
        return {**written, **super()._load_env_vars()}

    def get_field_value(self, field: FieldInfo, field_name: str) -> tuple[Any, str, bool]:
        """No variable speaks for a table of the file, whatever happens to be set."""
        if field_name in FILE_TABLES:
            return None, field_name, False
        return super().get_field_value(field, field_name)


def _pem(value: object) -> object:
    """A key, also where a variable holds its line ends as `\\n`."""
    text = value.strip().replace("\\n", "\n") if isinstance(value, str) else ""
    if text and not text.startswith("-----BEGIN"):
        raise ValueError("is no private key in PEM form (-----BEGIN …)")
    return text or None


def _default_database() -> SecretStr:
    folder = platformdirs.user_data_path(PROGRAM, appauthor=False)
    return SecretStr(f"sqlite+aiosqlite:///{folder / 'nemorl-status.db'}")


class Settings(BaseSettings):
    """Everything that can be set. Tables come from the file, the others from the environment."""

    model_config = SettingsConfigDict(
        extra="forbid", frozen=True, env_ignore_empty=True, hide_input_in_errors=True
    )

    tracker: tuple[TrackerSettings, ...] = ()
    refresh: RefreshSettings = RefreshSettings()
    stale: StaleSettings = StaleSettings()
    people: dict[Text, PersonSettings] = Field(default_factory=dict)
    """`[people]`: name, as the index writes it → who that is on GitHub and Slack."""
    slack: SlackSettings = SlackSettings()
    server: ServerSettings = ServerSettings()
    digest: tuple[DigestSettings, ...] = ()
    remind: RemindSettings = RemindSettings()
    repair: RepairSettings = RepairSettings()
    pictures: PicturesSettings = PicturesSettings()
    repository: tuple[RepositorySettings, ...] = ()

    github_token: OptionalSecret = None
    """GITHUB_TOKEN: a token that may read the repositories. Default: none; then an App must."""
    github_write_token: OptionalSecret = None
    """GITHUB_WRITE_TOKEN: another token, for nothing but repairs: it may edit the trackers' issues.
    Default: none; then the App makes one for each repair, where there is an App."""
    github_app_id: Annotated[str | None, BeforeValidator(one_line)] = None
    """GITHUB_APP_ID: id or client id of a GitHub App to read with. Default: none."""
    github_app_private_key: Annotated[SecretStr | None, BeforeValidator(_pem)] = None
    """GITHUB_APP_PRIVATE_KEY: the App's key, PEM. Needed with GITHUB_APP_ID."""
    github_app_installation_id: Annotated[int | None, BeforeValidator(stripped)] = None
    """GITHUB_APP_INSTALLATION_ID: one installation. Default: looked up for each repository."""
    github_webhook_secret: OptionalSecret = None
    """GITHUB_WEBHOOK_SECRET: with what GitHub signs its webhooks. Default: none are taken."""
    github_api_url: str = "https://api.github.com"
    """GITHUB_API_URL: GitHub's REST address; `https://HOST/api/v3` on an enterprise server."""
    github_graphql_url: Annotated[str | None, BeforeValidator(stripped)] = None
    """GITHUB_GRAPHQL_URL: GitHub's GraphQL address. Default: worked out from GITHUB_API_URL."""
    database_url: SecretStr = Field(default_factory=_default_database)
    """DATABASE_URL: where readings are kept. Default: SQLite, a file in the user's data folder."""

    slack_bot_token: Annotated[SecretStr | None, BotToken] = None
    """SLACK_BOT_TOKEN: the app's Bot User OAuth Token (xoxb-…). Needed by a running bot."""
    slack_app_token: Annotated[SecretStr | None, AppToken] = None
    """SLACK_APP_TOKEN: an App-Level Token (xapp-…) with connections:write: Socket Mode."""
    slack_signing_secret: OptionalSecret = None
    """SLACK_SIGNING_SECRET: the app's Signing Secret. Needed in HTTP mode, without an app token."""
    slack_api_url: Annotated[str, ApiAddress] = SLACK_API
    """SLACK_API_URL: Slack's address, with or without a final slash."""
    host: Annotated[str | None, BeforeValidator(stripped)] = None
    """HOST: address to listen on. Default: `host` of `[server]`."""
    port: Annotated[Port | None, BeforeValidator(stripped)] = None
    """PORT: port to listen on. Default: `port` of `[server]`."""

    @property
    def address(self) -> tuple[str, int]:
        """Where the running bot listens."""
        return self.host or self.server.host, self.port or self.server.port

    @property
    def digests(self) -> tuple[ChannelDigest, ...]:
        """What `[[digest]]` asks for, each with its tracker."""
        return channel_digests(self.digest, [each.tracker for each in self.tracker])

    @field_validator("github_app_installation_id")
    @classmethod
    def _positive(cls, value: int | None) -> int | None:
        if value is not None and value < 1:
            raise ValueError("must be the number of an installation")
        return value

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,  # noqa: ARG003 -- the base class's signature
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """First what was read from files, then the environment."""
        return init_settings, _Variables(settings_cls)
