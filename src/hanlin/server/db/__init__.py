"""Storage: tables and their append-only lists of entries. Store first, tell afterwards.

SQLAlchemy Core over SQLite in WAL mode, or with the same statements over PostgreSQL, which several processes may share. Nothing
here knows a game or a web framework. The rooms: `layout` what is kept, `rows` what comes out, `database` opened and migrated,
`adding` entries, `asking` what every request asks; and what is done with each kind of thing, `playing` `talking` `shelving`
`guests` `accounts` `results` `reviewing` `noticing` `living`.
"""

from hanlin.server.store.accounts import Account, Accounts, Session
from hanlin.server.store.adding import Addition
from hanlin.server.store.database import BadDatabase, database_address
from hanlin.server.store.guests import Guests
from hanlin.server.store.layout import LAYOUT, metadata, tables
from hanlin.server.store.living import Downtime, Living
from hanlin.server.store.noticing import Noticed
from hanlin.server.store.playing import Changed, PlayedTables
from hanlin.server.store.results import Result, Results
from hanlin.server.store.reviewing import DONE, FAILED, WANTED, Reviewed, ReviewRow
from hanlin.server.store.rows import CLOSED, DOWNTIME, FINISHED, OPEN, RUNNING, Entry, Message, Seat, TableRow, Taken, now
from hanlin.server.store.shelving import Shelves
from hanlin.server.store.talking import Said


class Store(PlayedTables, Said, Shelves, Guests, Accounts, Results, Reviewed, Noticed, Living):
    """The database. Thread-safe; every method is one transaction."""


__all__ = [
    "CLOSED",
    "DONE",
    "DOWNTIME",
    "FAILED",
    "FINISHED",
    "LAYOUT",
    "OPEN",
    "RUNNING",
    "WANTED",
    "Account",
    "Addition",
    "BadDatabase",
    "Changed",
    "Downtime",
    "Entry",
    "Message",
    "Result",
    "ReviewRow",
    "Seat",
    "Session",
    "Store",
    "TableRow",
    "Taken",
    "database_address",
    "metadata",
    "now",
    "tables",
]
