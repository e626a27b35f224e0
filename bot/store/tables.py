"""The tables, the same on SQLite and PostgreSQL. A change here needs a migration beside it."""

from datetime import UTC, datetime

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    DateTime,
    Dialect,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    TypeDecorator,
    UniqueConstraint,
)

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class Moment(TypeDecorator[datetime]):
    """An aware moment. Kept in UTC; SQLite forgets the zone, so it is put back."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, _dialect: Dialect) -> datetime | None:
        """Refuse a naive moment, and go to UTC."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment without a zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, _dialect: Dialect) -> datetime | None:
        """Come back aware, in UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


SCHEMA_VERSION = Table(
    "alembic_version",
    MetaData(),  # Alembic makes it, and keeps it
    Column("version_num", String),
)

SNAPSHOTS = Table(
    "snapshots",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("tracker_key", String, nullable=False),
    Column("as_of", Moment, nullable=False),
    Column("payload", LargeBinary, nullable=False),
    UniqueConstraint("tracker_key", "as_of"),
)

CLAIMS = Table(
    "claims",
    METADATA,
    Column("key", String, primary_key=True),
    Column("state", String, nullable=False),
    # Of a held one; else empty.
    Column("holder", String, nullable=False),
    # When the lease or the rest ends; when it was finished.
    Column("at", Moment, nullable=False, index=True),
)

MESSAGES = Table(
    "messages",
    METADATA,
    Column("key", String, primary_key=True),
    Column("state", String, nullable=False),
    Column("channel", String, nullable=False),
    Column("begun_at", Moment, nullable=False),
    # How many times somebody began it.
    Column("begun", Integer, nullable=False),
    Column("holder", String, nullable=False),
    # When the lease ends; once it is over, when that was.
    Column("at", Moment, nullable=False, index=True),
    Column("ts", String),
    Column("code", String, nullable=False),
)

REMINDED_ROWS = Table(
    "reminded_rows",
    METADATA,
    Column("person", String, primary_key=True),
    Column("tracker_key", String, primary_key=True),
    Column("ref", String, primary_key=True),
    Column("count", Integer, nullable=False),
    Column("last_at", Moment, nullable=False),
    Column("progress_at", Moment),
    Column("message_key", String, nullable=False, index=True),
    Column("is_done", Boolean, nullable=False),
    Column("kind", String, nullable=False),
    Column("because", String, nullable=False),
    # Where it stood among the rows of its message.
    Column("place", Integer, nullable=False),
)

DIGESTS = Table(
    "digests",
    METADATA,
    Column("channel", String, primary_key=True),
    Column("tracker_key", String, primary_key=True),
    Column("slot", Moment, primary_key=True),
    Column("state", String, nullable=False),
    Column("as_of", Moment),
    Column("start", Moment),
)

SUBSCRIPTIONS = Table(
    "subscriptions",
    METADATA,
    Column("channel", String, primary_key=True),
    Column("tracker_key", String, primary_key=True),
    Column("at", String, nullable=False),
    Column("zone", String, nullable=False),
    Column("since", Moment, nullable=False),
    Column("by", String, nullable=False),
    Column("says_nothing_new", Boolean, nullable=False),
    Column("stopped", String, nullable=False),
)

DEFAULT_TRACKERS = Table(
    "default_trackers",
    METADATA,
    Column("channel", String, primary_key=True),
    Column("tracker_key", String, nullable=False),
)

PERSON_WISHES = Table(
    "person_wishes",
    METADATA,
    Column("person", String, primary_key=True),
    Column("stopped", Boolean, nullable=False),
    Column("only_changes", Boolean, nullable=False),
    Column("wants_own", Boolean, nullable=False),
    Column("snoozed_until", Moment),
)

ROW_WISHES = Table(
    "row_wishes",
    METADATA,
    Column("kind", String, primary_key=True),
    # Whom it is for: a Slack id; empty, everybody.
    Column("whose", String, primary_key=True),
    Column("tracker_key", String, primary_key=True),
    Column("ref", String, primary_key=True),
    Column("person", String, nullable=False, index=True),
    Column("at", Moment, nullable=False),
    Column("until", Moment),
    Column("progress_at", Moment),
)

LEFT_FINDINGS = Table(
    "left_findings",
    METADATA,
    Column("tracker_key", String, primary_key=True),
    Column("kind", String, primary_key=True),
    Column("subject", String, primary_key=True),
    # A fingerprint of it.
    Column("evidence", String, nullable=False),
    Column("by", String, nullable=False),
    Column("at", Moment, nullable=False),
    Column("why", String, nullable=False),
)

LINKS = Table(
    "links",
    METADATA,
    Column("name", String, primary_key=True),
    Column("slack", String, nullable=False, unique=True),
    Column("github", String),
    Column("by", String, nullable=False),
    Column("by_maintainer", Boolean, nullable=False),
    Column("at", Moment, nullable=False),
)

CHANGES = Table(
    "changes",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("at", Moment, nullable=False),
    Column("by", String, nullable=False),
    Column("what", String, nullable=False),
    Column("subject", String, nullable=False),
    # Null is nothing, and no JSON.
    Column("before", JSON(none_as_null=True)),
    Column("after", JSON(none_as_null=True)),
    Column("undone_by", Integer),
)

INCIDENTS = Table(
    "incidents",
    METADATA,
    Column("key", String, primary_key=True),
    Column("said", String, nullable=False),
    Column("first_at", Moment, nullable=False),
    Column("last_at", Moment, nullable=False),
    Column("count", Integer, nullable=False),
)

DELIVERIES = Table(
    "deliveries",
    METADATA,
    Column("id", String, primary_key=True),
    Column("fingerprint", String, nullable=False, unique=True),
    Column("at", Moment, nullable=False, index=True),
)

DIRTY_TRACKERS = Table(
    "dirty_trackers",
    METADATA,
    Column("tracker_key", String, primary_key=True),
    # How many marks it ever got, and how many of those a reading has covered.
    Column("marked", Integer, nullable=False),
    Column("covered", Integer, nullable=False),
    Column("since", Moment, nullable=False),
    Column("last_at", Moment, nullable=False),
)
