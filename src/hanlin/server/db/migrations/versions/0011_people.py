"""People: friends and blocks, invitations to tables, who looks for a game, who is here."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    with op.batch_alter_table("accounts") as batch:
        batch.add_column(sa.Column("invisible", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "ties",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("other", sa.String(64), primary_key=True, index=True),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("since", sa.Float, nullable=False),
    )
    op.create_table(
        "invitations",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("other", sa.String(64), nullable=False, index=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("shown", sa.Boolean, nullable=False),
        sa.Column("ways", sa.String(16), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("told", sa.Float, nullable=False),
    )
    op.create_table(
        "seeks",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("speed", sa.String(8), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("fill", sa.Boolean, nullable=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
        sa.Column("match", sa.String(16), nullable=False),
    )
    op.create_table(
        "presence",
        sa.Column("process", sa.String(16), primary_key=True),
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("playing", sa.Boolean, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
    )


def downgrade() -> None:
    for table in ("presence", "seeks", "invitations", "ties"):
        op.drop_table(table)
    with op.batch_alter_table("accounts") as batch:
        batch.drop_column("invisible")
