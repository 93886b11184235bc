"""Accounts, their recovery codes and sessions, counts of guesses, and how games ended."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("tokens", sa.Column("kind", sa.String(8), nullable=False, server_default="program"))
    op.add_column("tokens", sa.Column("name", sa.String(64), nullable=False, server_default=""))
    op.add_column("tokens", sa.Column("seen", sa.Float, nullable=False, server_default="0"))
    op.execute("UPDATE tokens SET seen = created")
    # A guest's first token is known by the guest's own hash.
    op.execute("UPDATE tokens SET kind = 'guest' WHERE token = owner")
    op.create_table(
        "accounts",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("owner", sa.String(64), nullable=False, unique=True),
        sa.Column("password", sa.String(160), nullable=False),
        sa.Column("hidden", sa.Boolean, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "codes",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("code", sa.String(64), primary_key=True),
        sa.Column("until", sa.Float),
    )
    op.create_table(
        "attempts",
        sa.Column("head", sa.String(96), primary_key=True),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("since", sa.Float, nullable=False),
    )
    op.create_table(
        "results",
        sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False, index=True),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("ended", sa.Float, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("places", sa.JSON, nullable=False),
        sa.Column("scores", sa.JSON, nullable=False),
    )


def downgrade() -> None:
    for name in ("results", "attempts", "codes", "accounts"):
        op.drop_table(name)
    for name in ("kind", "name", "seen"):
        op.drop_column("tokens", name)
