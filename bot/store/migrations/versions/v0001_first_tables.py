"""The first tables: readings, claims, messages, digests, and what people want."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make them."""
    _make_readings_and_claims()
    _make_what_was_sent()
    _make_subscriptions()
    _make_what_people_said()


def _make_readings_and_claims() -> None:
    op.create_table(
        "snapshots",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tracker_key", sa.String(), nullable=False),
        sa.Column("as_of", _MOMENT, nullable=False),
        sa.Column("payload", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_snapshots"),
        sa.UniqueConstraint("tracker_key", "as_of", name="uq_snapshots_tracker_key"),
    )
    op.create_table(
        "claims",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("holder", sa.String(), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_claims"),
    )
    op.create_index("ix_claims_at", "claims", ["at"])


def _make_what_was_sent() -> None:
    op.create_table(
        "messages",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("channel", sa.String(), nullable=False),
        sa.Column("begun_at", _MOMENT, nullable=False),
        sa.Column("begun", sa.Integer(), nullable=False),
        sa.Column("holder", sa.String(), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("ts", sa.String()),
        sa.Column("code", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_messages"),
    )
    op.create_index("ix_messages_at", "messages", ["at"])
    op.create_table(
        "reminded_rows",
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("tracker_key", sa.String(), nullable=False),
        sa.Column("ref", sa.String(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("last_at", _MOMENT, nullable=False),
        sa.Column("progress_at", _MOMENT),
        sa.Column("message_key", sa.String(), nullable=False),
        sa.Column("is_done", sa.Boolean(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("because", sa.String(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("person", "tracker_key", "ref", name="pk_reminded_rows"),
    )
    op.create_index("ix_reminded_rows_message_key", "reminded_rows", ["message_key"])
    op.create_table(
        "digests",
        sa.Column("channel", sa.String(), nullable=False),
        sa.Column("tracker_key", sa.String(), nullable=False),
        sa.Column("slot", _MOMENT, nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("as_of", _MOMENT),
        sa.Column("start", _MOMENT),
        sa.PrimaryKeyConstraint("channel", "tracker_key", "slot", name="pk_digests"),
    )
    op.create_table(
        "incidents",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("said", sa.String(), nullable=False),
        sa.Column("first_at", _MOMENT, nullable=False),
        sa.Column("last_at", _MOMENT, nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_incidents"),
    )


def _make_subscriptions() -> None:
    op.create_table(
        "subscriptions",
        sa.Column("channel", sa.String(), nullable=False),
        sa.Column("tracker_key", sa.String(), nullable=False),
        sa.Column("at", sa.String(), nullable=False),
        sa.Column("zone", sa.String(), nullable=False),
        sa.Column("since", _MOMENT, nullable=False),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("says_nothing_new", sa.Boolean(), nullable=False),
        sa.Column("stopped", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("channel", "tracker_key", name="pk_subscriptions"),
    )
    op.create_table(
        "default_trackers",
        sa.Column("channel", sa.String(), nullable=False),
        sa.Column("tracker_key", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("channel", name="pk_default_trackers"),
    )


def _make_what_people_said() -> None:
    op.create_table(
        "person_wishes",
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("stopped", sa.Boolean(), nullable=False),
        sa.Column("only_changes", sa.Boolean(), nullable=False),
        sa.Column("wants_own", sa.Boolean(), nullable=False),
        sa.Column("snoozed_until", _MOMENT),
        sa.PrimaryKeyConstraint("person", name="pk_person_wishes"),
    )
    op.create_table(
        "row_wishes",
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("whose", sa.String(), nullable=False),
        sa.Column("tracker_key", sa.String(), nullable=False),
        sa.Column("ref", sa.String(), nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("until", _MOMENT),
        sa.Column("progress_at", _MOMENT),
        sa.PrimaryKeyConstraint("kind", "whose", "tracker_key", "ref", name="pk_row_wishes"),
    )
    op.create_index("ix_row_wishes_person", "row_wishes", ["person"])
    op.create_table(
        "links",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("slack", sa.String(), nullable=False),
        sa.Column("github", sa.String()),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("by_maintainer", sa.Boolean(), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_links"),
        sa.UniqueConstraint("slack", name="uq_links_slack"),
    )
    op.create_table(
        "changes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("what", sa.String(), nullable=False),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("before", sa.JSON(none_as_null=True)),
        sa.Column("after", sa.JSON(none_as_null=True)),
        sa.Column("undone_by", sa.Integer()),
        sa.PrimaryKeyConstraint("id", name="pk_changes"),
    )
