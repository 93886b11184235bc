"""The tables in memory: each is one object, derived from its stored entries and kept up to date with the database.

No web framework here.
"""

from __future__ import annotations

import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

import msgspec
import sqlalchemy as sa

from hanlin.core.i18n.language import _
from hanlin.core.lib.parts import in_parts
from hanlin.core.position.game import Game
from hanlin.core.position.position import Position
from hanlin.core.position.position_text import position as read_position
from hanlin.core.verbs.generic import OVER
from hanlin.server.db import CLOSED, Changed, Entry, Store, TableRow, now
from hanlin.server.exceptions import NoSuchTable
from hanlin.server.tables.table import Table
from hanlin.server.uploads.parser_process import data_files

IN_MEMORY = 600
"""Tables kept in memory though nothing refers to them, 30 to 300 KB each; others are derived again when opened, which costs
as much as a whole game. So it has to exceed the number of games under way."""
AT_ONCE = 64
"""Tables that are read together."""


class Listed(NamedTuple):
    """A table in a list: its row, its game, and the time of its last entry."""

    row: TableRow
    game: Game
    last: float


Listener = Callable[[str, int], None]
"""Called with a table's id and number after every change."""


class TableRegistry:
    """The tables of a store that are in memory, and their listeners. Thread-safe.

    A table is one object per process for as long as anything refers to it, so all its users see the same state.
    """

    def __init__(self, store: Store, games: Mapping[str, Game], clock: Callable[[], float] = now) -> None:
        """``clock`` returns the time, in seconds since 1970."""
        self.clock = clock
        self.store = store
        self.games = games
        self._live: weakref.WeakValueDictionary[str, Table] = weakref.WeakValueDictionary()
        self._recent: OrderedDict[str, Table] = OrderedDict()
        # A lock for the threads that derive the same table; gone when none waits any more.
        self._loading: weakref.WeakValueDictionary[str, threading.Lock] = weakref.WeakValueDictionary()
        self._lock = threading.Lock()
        self._listeners: list[Listener] = []
        self._delete_listeners: list[Callable[[TableRow], None]] = []

    def listen(self, listener: Listener) -> None:
        """Call ``listener`` after every change (in the thread that made it)."""
        self._listeners.append(listener)

    def listen_for_deleted(self, listener: Callable[[TableRow], None]) -> None:
        """Call ``listener`` with the row of every deleted table (in the thread that noticed it)."""
        self._delete_listeners.append(listener)

    def open(self, table: str) -> Table:
        """The table of that id, with all that is stored of it; NoSuchTable where there is none."""
        with self._lock:
            found = self._live.get(table)
            loading = None if found else self._loading.setdefault(table, threading.Lock())
        if found is None and loading is not None:
            # One thread derives the table; only those that want the same table wait for it.
            with loading:
                with self._lock:
                    found = self._live.get(table)
                if found is None:
                    found = self._load(table)
                # Within the lock: whoever waited for it must find this one, not derive a second.
                self._remember(found)
        else:
            assert found is not None
            self._remember(found)
        with found.lock:
            self._refresh(found)
        return found

    def live(self, table: str) -> Table | None:
        """The table of that id if it is in memory and up to date; nothing is read for it."""
        found = self._live.get(table)
        return None if found is None or found.unsure else found

    def held(self) -> int:
        """The number of tables in memory."""
        return len(self._live)

    def of_owner(self, owner: str, limit: int = 50, skip: int = 0, *, pressing: bool = False) -> list[Listed]:
        """A browser's tables, the latest first (``pressing``: where it is asked before that); those of games that are gone
        are left out. Nothing is derived for it."""
        found = self.store.tables_of(owner, limit, skip, tuple(self.games), pressing=pressing)
        return [Listed(row, self.games[row.game], last) for row, last in found]

    def listed(self, state: str) -> list[TableRow]:
        """The public tables in a state, the latest first."""
        return self.store.listed(state, games=tuple(self.games))

    # -- changes by other processes --------------------------------------------------------------------------------------

    def load_changes(self, names: Collection[str]) -> dict[str, Changed | None]:
        """Load and publish other processes' changes of several tables, all in four queries. Returns the changes of tables that
        are not in memory; None for a deleted one."""
        held = {name: table for name in names if (table := self._live.get(name)) is not None}
        try:
            found = self.store.changed({name: held[name].number if name in held else None for name in names})
        except sa.exc.SQLAlchemyError:
            self._mark_unsure(held)
            raise
        busy = []
        for table in held.values():
            if table.lock.acquire(blocking=False):
                try:
                    self._apply_changes(table, found.get(table.row.id))
                finally:
                    table.lock.release()
            else:
                busy.append(table)
        # Wait only for busy tables, after all others are done.
        for table in busy:
            with table.lock:
                self._apply_changes(table, found.get(table.row.id))
        return {name: found.get(name) for name in names if name not in held}

    def _apply_changes(self, table: Table, changed: Changed | None) -> None:
        if changed is None:
            known = table.row
            self._forget(table)
            self._publish_deleted(table, known)
            return
        known_number = table.number
        if table.unsure:
            try:
                self._refresh(table)
            except NoSuchTable:
                self._apply_changes(table, None)
                return
        else:
            table.catch_up([entry for entry in changed.entries if entry.number >= known_number])
            if table.number != known_number:
                self._publish(table)
        row = changed.row
        table.row = msgspec.structs.replace(table.row, pause=row.pause, chat=row.chat, name=row.name)

    def reload_all(self, among: Collection[str] | None = None) -> None:
        """Load and publish the changes of all tables in memory, or of those ``among`` some: news may have been missed."""
        names = [name for name in list(self._live.keys()) if among is None or name in among]
        self._mark_unsure(names)
        for part in in_parts(names, AT_ONCE):
            self.load_changes(part)

    def _mark_unsure(self, names: Collection[str]) -> None:
        """Have tables reloaded before they are used again."""
        for name in names:
            if (table := self._live.get(name)) is not None:
                table.unsure = True

    # -- inside ----------------------------------------------------------------------------------------------------------

    def _refresh(self, table: Table) -> None:
        """Load what the database holds beyond the table, if the table may be outdated."""
        if not table.unsure:
            return
        known, row = table.number, self.store.table(table.row.id)
        if row is None:
            raise NoSuchTable(_("There is no table {table} here.").format(table=table.row.id))
        table.catch_up(self.store.entries(table.row.id, known))
        table.row = msgspec.structs.replace(table.row, pause=row.pause, chat=row.chat, name=row.name)
        table.unsure = False
        if table.number != known:
            self._publish(table)

    def _publish(self, table: Table) -> None:
        for listener in self._listeners:
            listener(table.row.id, table.number)

    def _publish_deleted(self, table: Table, row: TableRow) -> None:
        for listener in self._delete_listeners:
            listener(row)
        self._publish(table)

    def _remember(self, table: Table) -> None:
        with self._lock:
            self._live[table.row.id] = self._recent[table.row.id] = table
            self._recent.move_to_end(table.row.id)
            while len(self._recent) > IN_MEMORY:
                self._recent.popitem(last=False)

    def _load(self, table: str) -> Table:
        row = self.store.table(table)
        if row is None or row.game not in self.games:
            raise NoSuchTable(_("There is no table {table} here.").format(table=table))
        return self._table(row, self.store.entries(table))

    def _table(self, row: TableRow, entries: Sequence[Entry] = ()) -> Table:
        return Table(row, self._start(row), entries, self.clock)

    def _forget(self, table: Table) -> None:
        """Close a deleted table and drop it from memory."""
        table.row = msgspec.structs.replace(table.row, state=CLOSED, to_move=OVER)
        with self._lock:
            self._live.pop(table.row.id, None)
            self._recent.pop(table.row.id, None)

    def _start(self, row: TableRow) -> Position:
        files = data_files(row.files)
        if row.position:
            return read_position(row.position, files)
        return self.games[row.game].start(row.players, **row.options, **files)
