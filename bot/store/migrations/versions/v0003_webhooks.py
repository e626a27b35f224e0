"""Webhooks: which deliveries came, and which trackers they marked for reading."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make their tables."""
    op.create_table(
        "deliveries",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("fingerprint", sa.String(), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_deliveries"),
        sa.UniqueConstraint("fingerprint", name="uq_deliveries_fingerprint"),
    )
    op.create_index("ix_deliveries_at", "deliveries", ["at"])
    op.create_table(
        "dirty_trackers",
        sa.Column("tracker_key", sa.String(), nullable=False),
        sa.Column("marked", sa.Integer(), nullable=False),
        sa.Column("covered", sa.Integer(), nullable=False),
        sa.Column("since", _MOMENT, nullable=False),
        sa.Column("last_at", _MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("tracker_key", name="pk_dirty_trackers"),
    )
