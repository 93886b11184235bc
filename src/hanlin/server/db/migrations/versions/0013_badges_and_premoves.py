"""Badges that games brought, and actions that seats have planned for their next decision."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_table(
        "badges",
        sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("earned", sa.JSON, nullable=False),
    )
    op.create_table(
        "premoves",
        sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("actions", sa.JSON, nullable=False),
        sa.Column("meanings", sa.JSON, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("made", sa.Float, nullable=False),
    )
