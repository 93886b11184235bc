"""Storage: tables and their append-only lists of entries. Store first, tell afterwards.

SQLAlchemy Core over SQLite in WAL mode, or with the same statements over PostgreSQL, which several processes may share. Nothing
here knows a game or a web framework. The rooms: `layout` what is kept, `rows` what comes out, `database` opened and migrated,
`adding` entries, `asking` what every request asks; and what is done with each kind of thing, `playing` `talking` `shelving`
`guests` `accounts` `results` `reviewing` `noticing` `living`.
"""

from hanlin.server.db.accounts import Account, Accounts, Session
from hanlin.server.db.chat import Said
from hanlin.server.db.engine import BadDatabase, database_address
from hanlin.server.db.group_commit import Addition
from hanlin.server.db.guests import Guests
from hanlin.server.db.heartbeat import Downtime, Living
from hanlin.server.db.library import Shelves
from hanlin.server.db.notifications import Noticed
from hanlin.server.db.played_tables import Changed, PlayedTables
from hanlin.server.db.records import CLOSED, DOWNTIME, FINISHED, OPEN, RUNNING, Entry, Message, Seat, TableRow, Taken, now
from hanlin.server.db.results import Result, Results
from hanlin.server.db.reviews import DONE, FAILED, WANTED, Reviewed, ReviewRow
from hanlin.server.db.schema import LAYOUT, metadata, tables


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
