"""Clocks, and what people say at a table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("tables", sa.Column("time", sa.JSON(none_as_null=True)))
    op.add_column("tables", sa.Column("chat", sa.Boolean, nullable=False, server_default=sa.true()))
    op.create_table(
        "messages",
        sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("room", sa.String(8), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("reaction", sa.Boolean, nullable=False),
        sa.Column("time", sa.Float, nullable=False),
    )
    op.create_table(
        "mutes",
        sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("muted", sa.String(64), primary_key=True),
    )


def downgrade() -> None:
    for name in ("mutes", "messages"):
        op.drop_table(name)
    for name in ("chat", "time"):
        op.drop_column("tables", name)
