"""Databases of earlier layouts, with something in them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import command

from hanlin.server.db import LAYOUT
from hanlin.server.db.migrations import configuration, known_layouts

EARLIER = sorted(known_layouts() - {LAYOUT})
EMPTY = {sa.String: "", sa.Integer: 0, sa.Float: 0.0, sa.Boolean: False, sa.Text: ""}


def laid_out(engine, layout):
    """Create a database of that version, with a table (t0) at which somebody (me) sits."""
    config, old = configuration(), sa.MetaData()
    known = {"id": "t0", "kind": "game", "game": "lanterns", "players": 1, "options": {}, "files": {}, "setup": []}
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, layout)
        old.reflect(connection, only=["tables", "seats"])
        for table, values in (("tables", known), ("seats", {"table": "t0", "kind": "person", "owner": "me"})):
            columns = old.tables[table].columns
            wanted = [column for column in columns if not column.nullable]
            empty = {each.name: next((v for k, v in EMPTY.items() if isinstance(each.type, k)), "") for each in wanted}
            connection.execute(old.tables[table].insert(), empty | {k: v for k, v in values.items() if k in columns})
