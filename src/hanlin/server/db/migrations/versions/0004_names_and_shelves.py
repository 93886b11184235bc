"""Names of tables, tables that somebody has put aside, and how somebody set up a game last."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("tables", sa.Column("name", sa.String(64), nullable=False, server_default=""))
    op.create_table(
        "put_aside",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
    )
    op.create_table(
        "setups",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("setup", sa.Text, nullable=False),
    )


def downgrade() -> None:
    for name in ("setups", "put_aside"):
        op.drop_table(name)
    op.drop_column("tables", "name")
