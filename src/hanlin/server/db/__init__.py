"""Storage: tables and their append-only lists of entries. Persist first, publish afterwards.

SQLAlchemy Core over SQLite in WAL mode, or with the same statements over PostgreSQL, which several processes may share. No game
and no web framework here. `schema` defines the tables, `records` their rows as structs; `engine` opens and migrates,
`group_commit` adds entries, `prepared` is a query of every request; the other modules are the parts of ``Store`` by subject.
"""

from hanlin.server.db.badges import EarnedBadges
from hanlin.server.db.chat import ChatMessages
from hanlin.server.db.engine import BadDatabase, database_address
from hanlin.server.db.group_commit import Addition
from hanlin.server.db.heartbeat import Downtime, Heartbeats
from hanlin.server.db.invitations import Invitation, Invitations
from hanlin.server.db.library import Library
from hanlin.server.db.lobby import Lobby, Seek
from hanlin.server.db.notifications import Notifications
from hanlin.server.db.played_tables import Changed, PlayedTables
from hanlin.server.db.premoves import Premoves
from hanlin.server.db.puzzles import Attempt, PuzzleRating, Puzzles
from hanlin.server.db.records import CLOSED, DOWNTIME, FINISHED, OPEN, RUNNING, Entry, Message, Seat, TableRow, Taken, now
from hanlin.server.db.results import Result, Results
from hanlin.server.db.reviews import DONE, FAILED, WANTED, ReviewRow, Reviews
from hanlin.server.db.schema import LAYOUT, metadata
from hanlin.server.db.sheets import Sheet, Sheets
from hanlin.server.db.ties import Ties
from hanlin.server.db.users import Account, Session, Users


class Store(
    PlayedTables,
    ChatMessages,
    Library,
    Users,
    Results,
    Sheets,
    EarnedBadges,
    Premoves,
    Reviews,
    Puzzles,
    Notifications,
    Heartbeats,
    Ties,
    Invitations,
    Lobby,
):
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
    "Attempt",
    "BadDatabase",
    "Changed",
    "Downtime",
    "Entry",
    "Invitation",
    "Message",
    "PuzzleRating",
    "Result",
    "ReviewRow",
    "Seat",
    "Seek",
    "Session",
    "Sheet",
    "Store",
    "TableRow",
    "Taken",
    "database_address",
    "metadata",
    "now",
]
