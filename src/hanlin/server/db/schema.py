"""The layout of the database: what is kept, in which columns. The migrations lead to it."""

from __future__ import annotations

import sqlalchemy as sa

LAYOUT = "0015"
"""The newest migration: the layout that the tables below describe."""

metadata = sa.MetaData()

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("files", sa.JSON, nullable=False),
    sa.Column("rules", sa.String(32), nullable=False),
    sa.Column("seed", sa.String(64), nullable=False),
    sa.Column("pause", sa.Float, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("to_move", sa.Integer, nullable=False),
    sa.Column("setup", sa.JSON, nullable=False),
    sa.Column("host", sa.String(64), nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("watching", sa.Boolean, nullable=False),
    sa.Column("shuffled", sa.Boolean, nullable=False),
    sa.Column("state", sa.String(8), nullable=False, index=True),
    sa.Column("last", sa.Float, nullable=False, index=True),
    sa.Column("next", sa.String(16), nullable=False),
    sa.Column("time", sa.JSON(none_as_null=True)),
    sa.Column("chat", sa.Boolean, nullable=False),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("position", sa.Text, nullable=False),
    sa.Column("hints", sa.String(4), nullable=False),
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("bot", sa.String(32), nullable=False),
    sa.Column("owner", sa.String(64), nullable=False, index=True),
)

entries = sa.Table(
    "entries",
    metadata,
    sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("actor", sa.Integer, nullable=False),
    sa.Column("action", sa.Text, nullable=False),
    sa.Column("digest", sa.String(16), nullable=False),
    sa.Column("time", sa.Float, nullable=False),
    sa.Column("client", sa.String(64)),
    sa.UniqueConstraint("table", "client", name="one_answer_per_command"),
)

messages = sa.Table(
    "messages",
    metadata,
    sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("room", sa.String(8), nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("owner", sa.String(64), nullable=False),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("reaction", sa.Boolean, nullable=False),
    sa.Column("time", sa.Float, nullable=False),
)

mutes = sa.Table(
    "mutes",
    metadata,
    sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("owner", sa.String(64), primary_key=True),
    sa.Column("muted", sa.String(64), primary_key=True),
)

people = sa.Table(
    "people",
    metadata,
    sa.Column("owner", sa.String(64), primary_key=True),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
)

tokens = sa.Table(
    "tokens",
    metadata,
    sa.Column("token", sa.String(64), primary_key=True),
    sa.Column("owner", sa.String(64), nullable=False, index=True),
    sa.Column("scope", sa.String(8), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("seen", sa.Float, nullable=False),
)

accounts = sa.Table(
    "accounts",
    metadata,
    sa.Column("key", sa.String(64), primary_key=True),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("owner", sa.String(64), nullable=False, unique=True),
    sa.Column("password", sa.String(160), nullable=False),
    sa.Column("hidden", sa.Boolean, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("invisible", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("mining", sa.Boolean, nullable=False, server_default=sa.false()),
)

codes = sa.Table(
    "codes",
    metadata,
    sa.Column("owner", sa.String(64), primary_key=True),
    sa.Column("code", sa.String(64), primary_key=True),
    sa.Column("until", sa.Float),
)

attempts = sa.Table(
    "attempts",
    metadata,
    sa.Column("head", sa.String(96), primary_key=True),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("since", sa.Float, nullable=False),
)

results = sa.Table(
    "results",
    metadata,
    sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False, index=True),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("ended", sa.Float, nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("places", sa.JSON, nullable=False),
    sa.Column("scores", sa.JSON, nullable=False),
)

sheets = sa.Table(
    "sheets",
    metadata,
    sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("options", sa.String(128), nullable=False),
    sa.Column("ended", sa.Float, nullable=False),
    sa.Column("seats", sa.JSON, nullable=False),
)

badges = sa.Table(
    "badges",
    metadata,
    sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("earned", sa.JSON, nullable=False),
)

premoves = sa.Table(
    "premoves",
    metadata,
    sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("id", sa.String(32), nullable=False),
    sa.Column("actions", sa.JSON, nullable=False),
    sa.Column("meanings", sa.JSON, nullable=False),
    sa.Column("ply", sa.Integer, nullable=False),
    sa.Column("state", sa.String(8), nullable=False),
    sa.Column("made", sa.Float, nullable=False),
)

aside = sa.Table(
    "put_aside",
    metadata,
    sa.Column("owner", sa.String(64), primary_key=True),
    sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
)

setups = sa.Table(
    "setups",
    metadata,
    sa.Column("owner", sa.String(64), primary_key=True),
    sa.Column("game", sa.String(64), primary_key=True),
    sa.Column("setup", sa.Text, nullable=False),
)

reviews = sa.Table(
    "reviews",
    metadata,
    sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("state", sa.String(8), nullable=False, index=True),
    sa.Column("done", sa.Integer, nullable=False),
    sa.Column("total", sa.Integer, nullable=False),
    sa.Column("asked", sa.Float, nullable=False),
    sa.Column("found", sa.Text, nullable=False),
)

wishes = sa.Table(
    "wishes",
    metadata,
    sa.Column("owner", sa.String(64), primary_key=True),
    sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("way", sa.String(8), primary_key=True),
    sa.Column("language", sa.String(8), nullable=False),
    sa.Column("looked", sa.Float, nullable=False),
    sa.Column("told", sa.Float, nullable=False),
    sa.Column("reminded", sa.Float, nullable=False),
    sa.Column("next", sa.Float, nullable=False),
    sa.Column("tries", sa.Integer, nullable=False),
)

receivers = sa.Table(
    "push_receivers",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("owner", sa.String(64), nullable=False, index=True),
    sa.Column("endpoint", sa.Text, nullable=False),
    sa.Column("p256dh", sa.String(128), nullable=False),
    sa.Column("auth", sa.String(64), nullable=False),
    sa.Column("origin", sa.String(256), nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("token", sa.String(64), nullable=False, index=True),
    sa.Column("name", sa.String(64), nullable=False),
)

addresses = sa.Table(
    "mail_addresses",
    metadata,
    sa.Column("owner", sa.String(64), primary_key=True),
    sa.Column("address", sa.String(254), nullable=False, index=True),
    sa.Column("language", sa.String(8), nullable=False),
    sa.Column("origin", sa.String(256), nullable=False),
    sa.Column("token", sa.String(64), nullable=False, unique=True),
    sa.Column("confirmed", sa.Boolean, nullable=False),
    sa.Column("asked", sa.Float, nullable=False),
    sa.Column("sent", sa.Boolean, nullable=False),
    sa.Column("next", sa.Float, nullable=False),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("key", sa.String(64), nullable=False, index=True),
)

stops = sa.Table(
    "mail_stops",
    metadata,
    sa.Column("token", sa.String(64), primary_key=True),
    sa.Column("key", sa.String(64), nullable=False, index=True),
    sa.Column("created", sa.Float, nullable=False),
)

browsers = sa.Table(
    "browsers",
    metadata,
    sa.Column("owner", sa.String(64), primary_key=True),
    sa.Column("browser", sa.String(64), primary_key=True, index=True),
)

server_keys = sa.Table(
    "server_keys",
    metadata,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)

heartbeat = sa.Table(
    "heartbeat",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("seen", sa.Float, nullable=False),
)

puzzle_attempts = sa.Table(
    "puzzle_attempts",
    metadata,
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

puzzle_ratings = sa.Table(
    "puzzle_ratings",
    metadata,
    sa.Column("game", sa.String(64), primary_key=True),
    sa.Column("puzzle", sa.String(64), primary_key=True),
    sa.Column("strength", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
    sa.Column("tries", sa.Integer, nullable=False),
)

ties = sa.Table(
    "ties",
    metadata,
    sa.Column("owner", sa.String(64), primary_key=True),
    sa.Column("other", sa.String(64), primary_key=True, index=True),
    sa.Column("kind", sa.String(12), nullable=False),
    sa.Column("since", sa.Float, nullable=False),
)

invitations = sa.Table(
    "invitations",
    metadata,
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

seeks = sa.Table(
    "seeks",
    metadata,
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

presence = sa.Table(
    "presence",
    metadata,
    sa.Column("process", sa.String(16), primary_key=True),
    sa.Column("owner", sa.String(64), primary_key=True),
    sa.Column("playing", sa.Boolean, nullable=False),
    sa.Column("seen", sa.Float, nullable=False),
)
