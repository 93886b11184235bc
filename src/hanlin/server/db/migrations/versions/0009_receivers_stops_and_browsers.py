"""Receivers of push belong to a sign-in; addresses have a key they are compared by; stops of mail, browsers of accounts."""

from __future__ import annotations

import hashlib

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    for table, columns in (("push_receivers", ("token", "name")), ("mail_addresses", ("key",))):
        with op.batch_alter_table(table) as batch:
            for column in columns:
                batch.add_column(sa.Column(column, sa.String(64), nullable=False, server_default=""))
    op.create_index("ix_push_receivers_token", "push_receivers", ["token"])
    op.create_index("ix_mail_addresses_key", "mail_addresses", ["key"])
    op.create_table(
        "mail_stops",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("key", sa.String(64), nullable=False, index=True),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "browsers",
        sa.Column("owner", sa.String(64), primary_key=True),
        sa.Column("browser", sa.String(64), primary_key=True, index=True),
    )
    _bind_receivers(op.get_bind())
    _compute_keys(op.get_bind())


def _bind_receivers(connection: sa.Connection) -> None:
    """Bind the receivers that there are to who asked for them: a guest, or the one sign-in of an account. Where an account
    has several it is not known which browser was signed out since, so none of them is kept."""
    connection.execute(sa.text("UPDATE push_receivers SET token = owner WHERE owner NOT IN (SELECT owner FROM accounts)"))
    one = "SELECT MIN(token) FROM tokens WHERE tokens.owner = push_receivers.owner AND kind = 'session' HAVING COUNT(*) = 1"
    connection.execute(sa.text(f"UPDATE push_receivers SET token = COALESCE(({one}), '') WHERE token = ''"))
    connection.execute(sa.text("DELETE FROM push_receivers WHERE token = ''"))


def _compute_keys(connection: sa.Connection) -> None:
    there = sa.table("mail_addresses", sa.column("owner"), sa.column("address"), sa.column("key"))
    for row in connection.execute(sa.select(there.c.owner, there.c.address)).all():
        connection.execute(there.update().where(there.c.owner == row.owner).values(key=_key(row.address)))


def _key(address: str) -> str:
    """The key of an address as it was computed when this migration was written (``mail.address_key``)."""
    name, _at, host = address.lower().rpartition("@")
    name = name.partition("+")[0].replace(".", "") or name
    host = "gmail.com" if host == "googlemail.com" else host
    return hashlib.sha256(f"{name}@{host}".encode()).hexdigest()


def downgrade() -> None:
    op.drop_table("browsers")
    op.drop_table("mail_stops")
    op.drop_index("ix_mail_addresses_key", "mail_addresses")
    op.drop_index("ix_push_receivers_token", "push_receivers")
    for table, columns in (("push_receivers", ("token", "name")), ("mail_addresses", ("key",))):
        with op.batch_alter_table(table) as batch:
            for column in columns:
                batch.drop_column(column)
