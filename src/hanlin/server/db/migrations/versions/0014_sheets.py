"""Points of finished games by source and stage, so that a profile need not replay them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.create_table(
        "sheets",
        sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("options", sa.String(128), nullable=False),
        sa.Column("ended", sa.Float, nullable=False),
        sa.Column("seats", sa.JSON, nullable=False),
    )
