"""Add notifications of one's turn: wishes, browsers, addresses, and the server's own keys."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "wishes",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("way", sa.String(8), primary_key=True),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("looked", sa.Float, nullable=False),
        sa.Column("told", sa.Float, nullable=False),
        sa.Column("reminded", sa.Float, nullable=False),
        sa.Column("next", sa.Float, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
    )
    op.create_table(
        "push_receivers",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("owner", sa.String(64), nullable=False, index=True),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.String(128), nullable=False),
        sa.Column("auth", sa.String(64), nullable=False),
        sa.Column("origin", sa.String(256), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "mail_addresses",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("address", sa.String(254), nullable=False, index=True),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("origin", sa.String(256), nullable=False),
        sa.Column("token", sa.String(64), nullable=False, unique=True),
        sa.Column("confirmed", sa.Boolean, nullable=False),
        sa.Column("asked", sa.Float, nullable=False),
        sa.Column("sent", sa.Boolean, nullable=False),
        sa.Column("next", sa.Float, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
    )
    op.create_table(
        "server_keys",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )


def downgrade() -> None:
    for name in ("server_keys", "mail_addresses", "push_receivers", "wishes"):
        op.drop_table(name)
