"""Add the setting for hints of a table, and the reviews of games that are over."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("tables", sa.Column("hints", sa.String(4), nullable=False, server_default=""))
    op.create_table(
        "reviews",
        sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("state", sa.String(8), nullable=False, index=True),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("asked", sa.Float, nullable=False),
        sa.Column("found", sa.Text, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("reviews")
    op.drop_column("tables", "hints")
