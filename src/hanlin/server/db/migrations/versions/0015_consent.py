"""The consent of accounts that puzzles are made from their games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    with op.batch_alter_table("accounts") as batch:
        batch.add_column(sa.Column("mining", sa.Boolean, nullable=False, server_default=sa.false()))
