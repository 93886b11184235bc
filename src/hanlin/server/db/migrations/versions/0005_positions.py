"""The position that a table's game begins from."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("tables", sa.Column("position", sa.Text, nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("tables", "position")
