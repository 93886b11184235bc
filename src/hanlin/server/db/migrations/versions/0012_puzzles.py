"""Attempts at puzzles, and the ratings of puzzles."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_table(
        "puzzle_attempts",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("puzzle", sa.String(64), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("time", sa.Float, nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("before", sa.Float, nullable=False),
        sa.Column("strength", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.UniqueConstraint("owner", "game", "number", name="one_attempt_per_number"),
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("puzzle", sa.String(64), primary_key=True),
        sa.Column("strength", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("puzzle_ratings")
    op.drop_table("puzzle_attempts")
