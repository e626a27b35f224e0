"""The tables, the same on SQLite and PostgreSQL."""

from datetime import UTC, datetime

from sqlalchemy import (
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

SCHEMA_VERSION = 1
"""Goes up with every change of a table."""

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


SCHEMA = Table(
    "schema_version",
    METADATA,
    # The only value of the key is 1, so there is never a second version.
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("version", Integer, nullable=False),
)

SNAPSHOTS = Table(
    "snapshots",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("tracker_key", String(255), nullable=False),
    Column("as_of", Moment, nullable=False),
    Column("payload", LargeBinary, nullable=False),
    UniqueConstraint("tracker_key", "as_of"),
)
