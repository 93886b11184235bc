"""Seats that are taken later: who set a table up, whether it is listed, in what state it is; people and their tokens."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

ADDED = (
    sa.Column("setup", sa.JSON, nullable=False, server_default="[]"),
    sa.Column("host", sa.String(64), nullable=False, server_default=""),
    sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("watching", sa.Boolean, nullable=False, server_default=sa.true()),
    sa.Column("shuffled", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("state", sa.String(8), nullable=False, server_default="running"),
    sa.Column("last", sa.Float, nullable=False, server_default="0"),
    sa.Column("next", sa.String(16), nullable=False, server_default=""),
)


def upgrade() -> None:
    # One by one, as SQLite can: to write the table anew would part it from the rows that refer to it.
    for column in ADDED:
        op.add_column("tables", column)
    _fill(op.get_bind())
    op.create_index("ix_tables_state", "tables", ["state"])
    op.create_index("ix_tables_last", "tables", ["last"])
    op.create_table(
        "people",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "tokens",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("owner", sa.String(64), nullable=False, index=True),
        sa.Column("scope", sa.String(8), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )


def _fill(connection: sa.Connection) -> None:
    """Tables of the first layout were full when they were set up; their host is the first person who sits there."""
    setups: dict[str, list[dict[str, str]]] = {}
    found = connection.execute(sa.text('SELECT "table", kind, name, bot, owner FROM seats ORDER BY "table", seat'))
    for table, kind, name, bot, owner in found:
        setups.setdefault(table, []).append({"kind": kind, "name": name, "bot": bot, "owner": owner})
    for table, setup in setups.items():
        host = next((seat["owner"] for seat in setup if seat["owner"]), "")
        values = {"setup": json.dumps(setup), "host": host, "table": table}
        connection.execute(sa.text("UPDATE tables SET setup = :setup, host = :host WHERE id = :table"), values)
    connection.execute(
        sa.text(
            "UPDATE tables SET state = CASE WHEN to_move = -2 THEN 'over' ELSE 'running' END, "
            'last = coalesce((SELECT max(time) FROM entries WHERE entries."table" = tables.id), created)'
        )
    )


def downgrade() -> None:
    for name in ("tokens", "people"):
        op.drop_table(name)
    for name in ("ix_tables_last", "ix_tables_state"):
        op.drop_index(name, "tables")
    for column in reversed(ADDED):
        op.drop_column("tables", column.name)
