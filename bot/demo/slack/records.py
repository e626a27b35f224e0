"""People, channels, messages and views, as plain mutable records."""

from dataclasses import dataclass, field

from bot.demo.slack.refusals import JsonObject

TEAM_ID = "T000000001"
TEAM_DOMAIN = "fake-workspace"


@dataclass(slots=True, kw_only=True)
class User:
    """A person or bot that the workspace knows."""

    id: str
    name: str
    real_name: str
    team_id: str = TEAM_ID
    tz: str = "Europe/London"
    email: str = ""
    is_restricted: bool = False  # a guest of several channels, or of one
    is_ultra_restricted: bool = False  # a guest of one channel
    is_bot: bool = False
    deleted: bool = False
    status_text: str = ""
    status_emoji: str = ""
    status_expiration: int = 0
    presence: str = "active"
    # Do not disturb, as dnd.info answers it; moments in seconds since 1970.
    dnd_enabled: bool = False
    next_dnd_start_at: int = 1
    next_dnd_end_at: int = 1
    snooze_until: int = 0


@dataclass(slots=True, kw_only=True)
class Channel:
    """A public or private channel, or a direct conversation with the bot."""

    id: str
    name: str
    is_private: bool = False
    is_im: bool = False
    is_archived: bool = False
    is_ext_shared: bool = False
    # Slack's error for every post, such as `restricted_action_read_only_channel`.
    post_error: str | None = None
    members: set[str] = field(default_factory=set)

    @property
    def kind(self) -> str:
        """The word that scopes and events have for it: channels, groups or im."""
        if self.is_im:
            return "im"
        return "groups" if self.is_private else "channels"


@dataclass(slots=True, kw_only=True)
class File:
    """Something that an app uploads."""

    id: str
    name: str
    length: int
    alt_text: str = ""
    secret: str
    content: bytes | None = None
    title: str = ""
    is_complete: bool = False
    # How many messages are refused before Slack knows the file.
    unready_for: int = 0


@dataclass(slots=True, kw_only=True)
class Message:
    """A message as it stands now; `edits` holds what stood before."""

    ts: str
    channel: str
    user: str
    text: str
    blocks: list[JsonObject] = field(default_factory=list)
    attachments: list[JsonObject] = field(default_factory=list)
    metadata: JsonObject | None = None
    thread_ts: str | None = None
    is_broadcast: bool = False
    bot_id: str | None = None
    # Who alone sees it; `None`: everybody in the channel.
    ephemeral_to: str | None = None
    # How it came: "user", "api", "response_url" or "ack".
    via: str = "user"
    posted_at: float = 0.0
    edited_ts: str | None = None
    edits: list[tuple[str, list[JsonObject]]] = field(default_factory=list)
    # User ids that were notified, and the mentions that did it.
    notified: set[str] = field(default_factory=set)
    mentions: tuple[str, ...] = ()
    # Addresses that Slack would expand below the message.
    unfurls: tuple[str, ...] = ()
    # So many readings of the history do not have it yet.
    unseen_by: int = 0
    # What `blocks` (or `text` alone) reads like.
    shown: str = ""


@dataclass(slots=True, kw_only=True)
class View:
    """A modal or a home tab as it stands now."""

    id: str
    user: str
    hash: str
    content: JsonObject
    root_id: str
    previous_id: str | None = None
    # What the person typed or chose so far: block id → action id → value.
    state: dict[str, dict[str, JsonObject]] = field(default_factory=dict)
    shown: str = ""

    @property
    def blocks(self) -> list[JsonObject]:
        """Its blocks, with the ids that Slack gave them."""
        blocks: list[JsonObject] = self.content["blocks"]
        return blocks

    @property
    def is_home(self) -> bool:
        """Whether it is a home tab."""
        return bool(self.content["type"] == "home")


@dataclass(slots=True)
class Trigger:
    """What a `trigger_id` stands for."""

    user: str
    expires_at: float
    view_id: str | None = None
    is_used: bool = False
