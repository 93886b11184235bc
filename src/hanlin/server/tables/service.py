"""All tables: creating, changing and listing them. No web framework here.

Every change takes the same steps: check, store, publish.
"""

from __future__ import annotations

import logging
import secrets
import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from hanlin.contract import Time
from hanlin.core.errors import BadOption
from hanlin.core.i18n.language import _
from hanlin.core.position.game import Game
from hanlin.core.position.position import Move, Position
from hanlin.core.position.position_text import position as read_position
from hanlin.core.verbs.generic import OVER
from hanlin.server.db import CLOSED, FINISHED, OPEN, Addition, Changed, Entry, Seat, Store, TableRow, Taken, now
from hanlin.server.exceptions import NoSuchTable, NotYours, Refused, moved_on
from hanlin.server.tables import commands, events, waiting_room
from hanlin.server.tables.events import AGREE, ASK, DECLINE, HOLIDAYS, REPLACE, RESIGN, WAIT
from hanlin.server.tables.heartbeat import Heartbeat
from hanlin.server.tables.names import check_opponents
from hanlin.server.tables.table import Table, Transition
from hanlin.server.uploads.parser_process import Found, data_files

log = logging.getLogger("hanlin.tables")

IN_MEMORY = 600
"""Tables kept in memory though nothing refers to them, 30 to 300 KB each; others are derived again when opened, which costs
as much as a whole game. So it has to exceed the number of games under way."""
AT_ONCE = 64
"""Tables that are read together."""
BRANCH_PAUSE = 0.9
"""Seconds before each move of a computer player where a studied game is played on."""


class Listed(NamedTuple):
    """A table in a list: its row, its game, and the time of its last entry."""

    row: TableRow
    game: Game
    last: float


class Play(NamedTuple):
    """An action that a seat wants to play; see ``Tables.play`` for the fields."""

    table: Table
    seat: int
    action: str
    number: int
    client: str | None
    ply: int | None
    received: float


Listener = Callable[[str, int], None]
"""Called with a table's id and number after every change."""


class Tables:
    """All tables of a store. Thread-safe.

    A table is one object per process for as long as anything refers to it, so all its users see the same state.
    """

    def __init__(self, store: Store, games: Mapping[str, Game], seed: str = "", clock: Callable[[], float] = now) -> None:
        """``seed``: the seed of new tables where ``create`` is given none; empty for a new secret each time.
        ``clock`` returns the time, in seconds since 1970."""
        self.clock = clock
        self.store = store
        self.games = games
        self.seed = seed
        self.heartbeat: Heartbeat | None = None
        """Detects downtime of the server; None where that is not wanted."""
        self._live: weakref.WeakValueDictionary[str, Table] = weakref.WeakValueDictionary()
        self._recent: OrderedDict[str, Table] = OrderedDict()
        self._loading: weakref.WeakValueDictionary[str, _Loading] = weakref.WeakValueDictionary()
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
            loading = None if found else self._loading.setdefault(table, _Loading())
        if found is None and loading is not None:
            # One thread derives the table; only those that want the same table wait for it.
            with loading.lock:
                with self._lock:
                    found = self._live.get(table)
                if found is None:
                    found = self._load(table)
        assert found is not None
        self._remember(found)
        with found.lock:
            self._refresh(found)
        return found

    def create(
        self,
        game: Game,
        seats: Sequence[Seat],
        options: Mapping[str, Any],
        files: Mapping[str, dict[str, str]],
        *,
        pause: float,
        shuffled: bool = False,
        seed: str = "",
        host: str = "",
        listed: bool = False,
        watching: bool = True,
        time: Time | None = None,
        chat: bool = True,
        hints: str = "",
        moves: Sequence[Move] = (),
        position: str = "",
    ) -> Table:
        """A new table. BadOption or BadData where the options or the opponents don't fit.

        Where no seat is open the game begins, with those ``moves`` if any: chance has acted up to the first decision.
        ``position``: the text of the position that it begins from, if not from the beginning (see ``branching.begin``).
        ``shuffled``: the seating is drawn from the table's secret seed, as all chance is. ``host``: the hash of the
        host's key.
        """
        check_opponents(game, len(seats), {seat.bot for seat in seats if seat.kind == "bot"})
        seed = seed or self._new_seed()
        waits = any(seat.kind == "open" for seat in seats)
        if shuffled and not waits:
            seats = [seats[seat] for seat in events.order(len(seats), seed, True)]
        row = self._row("game", game, seats, options, files, pause, seed, position)
        row = msgspec.structs.replace(row, host=host, listed=listed, watching=watching, shuffled=shuffled, time=time, chat=chat)
        row = msgspec.structs.replace(row, hints=hints)
        table = self._table(row)
        first = Transition([], table.row) if waits else table.first_entries(moves)
        self.store.create(first.row, first.entries)
        table.commit(first)
        table.seated = table.number
        self._remember(table)
        self._publish(table)
        return table

    def study(self, found: Found, owner: str) -> TableRow:
        """Store a record as a table for study. It is derived when it is first opened."""
        if found.game not in self.games:
            raise BadOption(_("There is no game {name} here.").format(name=found.game))
        seats = [Seat(kind="record", name=name[:64], owner=owner) for name in found.seats]
        row = self._row("study", self.games[found.game], seats, found.options, found.files, 0, "", found.position)
        row = msgspec.structs.replace(row, state=FINISHED, last=row.created)
        entries = [
            Entry(number=number, kind="action", actor=actor, action=text, digest=after, time=row.created)
            for number, (actor, text, after) in enumerate(found.plies)
        ]
        self.store.create(row, entries)
        return row

    def play(
        self,
        table: Table,
        seat: int,
        action: str,
        number: int,
        client: str | None = None,
        ply: int | None = None,
        received: float | None = None,
    ) -> None:
        """Play a seat's action: check, store, publish. Refused (Stale …) where nothing was changed.

        ``number`` is the table's and ``ply`` the one shown in the view that the command was made from. ``received``: when the
        command came in whole; that alone says whether it came in time, however long it waits here.
        """
        asked = Play(table, seat, action, number, client, ply, self.clock() if received is None else received)
        self._check_alive(table)
        with table.lock:
            following = self._transition_of(asked)
            if following is None:
                return
            if self._append(table, following.entries, following.row):
                table.commit(following)
            elif not table.answered(client, "action", seat, number, action):
                raise moved_on()
        self._publish(table)

    def play_together(self, plays: Sequence[Play]) -> list[bool]:
        """Play actions that are committed together; for each whether it is done. An action that is not done has changed
        nothing; ``play`` gives the reason. No lock is waited for: an action at a busy table is not done."""
        done, ready = [False] * len(plays), dict[str, tuple[int, Transition]]()
        with ExitStack() as held:
            for n, play in enumerate(plays):
                if (
                    play.table.row.id in ready
                    or self._may_have_been_down(play.table)
                    or not play.table.lock.acquire(blocking=False)
                ):
                    continue
                held.callback(play.table.lock.release)
                with suppress(Exception):  # Whatever it is, ``play`` meets it again.
                    following = self._transition_of(play)
                    done[n] = following is None
                    if following is not None:
                        ready[play.table.row.id] = n, following
            stored = self._stored_together(plays, ready.values())
        for n in stored:
            done[n] = True
            self._publish(plays[n].table)
        return done

    def _stored_together(self, plays: Sequence[Play], ready: Collection[tuple[int, Transition]]) -> list[int]:
        """Store and apply the transitions of some actions, at different tables; returns the indices of the stored ones."""
        additions = []
        for n, following in ready:
            plays[n].table.unsure = True
            additions.append(Addition(plays[n].table.row.id, following.entries, following.row.to_move, following.row.state))
        self.store.append_together(additions)
        stored = [each for each, addition in zip(ready, additions, strict=True) if addition.error is None]
        for n, following in stored:
            plays[n].table.commit(following)
            plays[n].table.unsure = False
        return [n for n, _following in stored]

    def _transition_of(self, play: Play) -> Transition | None:
        """The transition of an action; None for a resent command, Refused where it is not allowed."""
        table = play.table
        self._refresh(table)
        if table.answered(play.client, "action", play.seat, play.number, play.action):
            return None
        table.check_current(play.number, play.ply)
        if table.to_move == play.seat and table.late(play.received):
            self._flag(table)
            raise Refused(_("Your time is up: the others decide how the game goes on."))
        return table.action_entries(play.seat, play.action, play.client, play.received)

    def play_on(self, table: Table, ply: int, seats: Sequence[Seat], owner: str) -> Table:
        """A new table whose game begins with the moves of a finished or studied one up to a ply, and goes on from there.

        Refused for a game that goes on (its secrets would be out), and where the game is over at that ply.
        """
        if table.stuck or not (table.over or table.is_study):
            raise Refused(table.fault or _("You can play on from a step once this game is over."))
        if table.at(ply).over:
            raise Refused(_("The game is over at this step: choose an earlier one to play on."))
        old = table.row
        pause = old.pause or BRANCH_PAUSE
        row = self._row("game", self.games[old.game], seats, old.options, old.files, pause, self._new_seed(), old.position)
        new = self._table(msgspec.structs.replace(row, host=owner))
        following = new.going_on_from(table, ply)
        self.store.create(following.row, following.entries)
        new.commit(following)
        self._remember(new)
        return new

    def undo(self, table: Table, seat: int, number: int, client: str | None = None, ply: int | None = None) -> None:
        """Take back a seat's last action, where that is possible."""
        self._check_alive(table)
        with table.lock:
            self._refresh(table)
            if table.answered(client, "undo", seat, number):
                return
            table.check_current(number, ply)
            entry = table.undo_entry(seat, client)
            row = msgspec.structs.replace(table.row, to_move=seat)
            if self._append(table, [entry], row):
                table.take_back(entry)
            elif not table.answered(client, "undo", seat, number):
                raise moved_on()
        self._publish(table)

    # -- agreements ----------------------------------------------------------------------------------------------------

    def ask(self, table: Table, seat: int, what: str, number: int, client: str | None = None) -> None:
        """Ask the others to take back all since the seat's last action (``undo``), or to ``end`` the game."""
        self._agree(table, lambda: commands.asking(table, seat, what, client), number, client, {ASK})

    def answer(self, table: Table, seat: int, agree: bool, number: int, client: str | None = None) -> None:
        """Answer a request; its asker can withdraw it."""
        kind = AGREE if agree else DECLINE
        self._agree(table, lambda: commands.answering(table, seat, agree, number, client), number, client, {kind})

    def resign(self, table: Table, seat: int, number: int, client: str | None = None) -> None:
        """Resign a seat in a game that goes on."""
        self._agree(table, lambda: commands.resigning(table, seat, client), number, client, {RESIGN})

    def decide(
        self, table: Table, seat: int, vacant: int, choice: str, number: int, bot: str = "casual", client: str | None = None
    ) -> None:
        """Decide about an abandoned seat: ``wait``, ``opponent`` (of that kind) or ``end``."""
        kinds = {WAIT, REPLACE, ASK}
        self._agree(table, lambda: commands.deciding(table, seat, vacant, choice, bot, client), number, client, kinds)

    def rest(self, table: Table, seat: int, days: Sequence[str], number: int, client: str | None = None) -> None:
        """Mark the days on which a seat's clock rests ("2026-12-25"); those that have begun stay as they are."""
        self._agree(table, lambda: commands.resting(table, seat, days, client), number, client, {HOLIDAYS})

    def flag(self, table: Table) -> None:
        """Record that the active player is out of time, if so."""
        self._check_alive(table)
        self._flag(table)

    def _flag(self, table: Table) -> None:
        with table.lock:
            if not self._commit(table, lambda: commands.running_out(table, self.clock())):
                return
        self._publish(table)

    def note_hint(self, table: Table, seat: int) -> None:
        """Record that a seat took a hint: the others see it, and the game is not rated then."""
        with table.lock:
            self._commit(table, lambda: commands.hinting(table, seat))
        self._publish(table)

    def _agree(
        self, table: Table, make: Callable[[], Transition | None], number: int, client: str | None, kinds: set[str]
    ) -> None:
        self._check_alive(table)
        with table.lock:
            self._refresh(table)
            if table.knows(client, kinds):
                return
            table.check_current(number)
            self._commit(table, make)
        self._publish(table)

    def _commit(self, table: Table, make: Callable[[], Transition | None]) -> bool:
        """Store and apply a transition; False where there is none."""
        while True:
            self._refresh(table)
            following = make()
            if following is None:
                return False
            if self._stored(table, lambda: self.store.change(following.row, following.entries)):  # noqa: B023
                table.catch_up(following.entries)
                return True

    # -- seats ---------------------------------------------------------------------------------------------------------

    def join(self, table: Table, owner: str, name: str, seat: int | None = None) -> int:
        """Take a seat; the game begins when it was the last one. Returns its final number. SeatTaken where it is not free."""
        taken, last = 0, None
        with table.lock:
            while True:
                self._refresh(table)
                taken, following = waiting_room.joining(table, owner, name, seat)
                if following is None:
                    return taken
                if self._change(table, following):
                    break
            last = table.owned_by(owner)
        self.store.take_up(owner, table.row.id)
        self._publish(table)
        return last[0] if last else taken

    def leave(self, table: Table, owner: str) -> None:
        """Leave one's seat before the game begins."""
        self._until_stored(table, lambda: waiting_room.leaving(table, owner))

    def start(self, table: Table, owner: str, fill: str = "") -> None:
        """Start the game; ``fill`` names the computer players for the seats that are still open."""
        self._until_stored(table, lambda: waiting_room.starting(table, owner, fill))

    def close(self, table: Table, owner: str) -> None:
        """Cancel a table before the game begins: only its host can."""
        if not table.hosted_by(owner):
            raise NotYours(_("Only the host can cancel the table."))
        self._until_stored(table, lambda: waiting_room.closing(table, events.BY_HOST))

    def sweep(self, before: float) -> list[str]:
        """Cancel the tables that nobody has joined since ``before`` (a time); returns their ids."""
        swept = []
        for name in self.store.open_since(before):
            with suppress(Refused, NoSuchTable):
                table = self.open(name)
                if table.row.last < before:
                    self._until_stored(table, lambda table=table: waiting_room.closing(table, events.NOBODY_CAME))  # type: ignore[misc]
                    swept.append(name)
        return swept

    def hand_over(self, name: str, old: str, new: str) -> None:
        """Transfer somebody's seats and role of host at a table to somebody else. The table need not be derived."""
        while True:
            held = self._live.get(name)
            if held is not None and not held.stuck:
                self._until_stored(held, partial(_handing_over, held, old, new))
                return
            row = self.store.table(name)
            if row is None:
                return
            entry, row = events.handing_over(row, self.store.number(name), old, new)
            with suppress(Taken):
                self.store.change(row, [entry])
                self.hear(name)
                return

    def rematch(self, table: Table, owner: str) -> Table:
        """The table of the next game among the same people, seats rotated by one; the same table for everybody who asks."""
        with table.lock:
            while True:
                self._refresh(table)
                if not (table.owned_by(owner) or table.hosted_by(owner)) or table.is_study:
                    raise NotYours(_("Only players of this game can start the next one."))
                if table.row.next:
                    return self.open(table.row.next)
                if not table.over:
                    raise Refused(_("You can start the next game once this one is over."))
                following, first = self._next_table(table, owner)
                if self._change(table, waiting_room.followed_by(table, first.row.id), first):
                    break
            following.commit(first)
            following.seated = following.number
            self._remember(following)
        self._publish(table)
        return following

    def _next_table(self, table: Table, owner: str) -> tuple[Table, Transition]:
        """The next game among the same people and its first transition, not stored yet. Seats of deleted accounts are open;
        where
        the host's account is deleted, ``owner`` becomes the host."""
        old = table.row
        # Seats are transferred only to accounts, or to a placeholder when an account is deleted.
        handed = events.handed_to(self.store.seatings([old.id], [events.OWNER])[old.id])
        gone = {each for each in handed if self.store.account_of(each) is None}
        seats = events.rotated(old.seats, gone)
        row = self._row("game", self.games[old.game], seats, old.options, old.files, old.pause, self._new_seed(), old.position)
        row = msgspec.structs.replace(
            row,
            host=owner if old.host in gone or events.is_nobodys(old.host) else old.host,
            listed=old.listed,
            watching=old.watching,
            time=old.time,
            chat=old.chat,
            hints=old.hints,
        )
        following = self._table(row)
        waits = following.row.state == OPEN
        return following, Transition([], following.row) if waits else following.first_entries()

    def _until_stored(self, table: Table, make: Callable[[], Transition | None]) -> None:
        with table.lock:
            while True:
                self._refresh(table)
                following = make()
                if following is None:
                    return
                if self._change(table, following):
                    break
        self._publish(table)

    def _change(self, table: Table, following: Transition, beside: Transition | None = None) -> bool:
        """Store and apply a change of a table's seats or state; False where another process was first."""
        new = None if beside is None else (beside.row, beside.entries)
        if not self._stored(table, lambda: self.store.change(following.row, following.entries, new)):
            return False
        table.commit(following)
        return True

    def set_pause(self, table: Table, pause: float) -> None:
        """Set the seconds that the table's computer players wait before each move."""
        with table.lock:
            self.store.set_pause(table.row.id, pause)
            table.row = msgspec.structs.replace(table.row, pause=pause)

    def set_chat(self, table: Table, on: bool) -> None:
        """Turn chat on or off."""
        with table.lock:
            self.store.set_chat(table.row.id, on)
            table.row = msgspec.structs.replace(table.row, chat=on)

    def set_name(self, table: Table, name: str) -> None:
        """Rename the table."""
        with table.lock:
            self.store.name_table(table.row.id, name)
            table.row = msgspec.structs.replace(table.row, name=name)

    def delete(self, table: Table) -> None:
        """Delete a table with its game. Code that still refers to it finds it closed."""
        with table.lock:
            row = table.row
            self.store.delete(row.id)
            self._forget(table)
        self._publish_deleted(table, row)

    def remove(self, name: str) -> None:
        """Delete a table without deriving it."""
        held = self._live.get(name)
        if held is not None:
            self.delete(held)
        else:
            self.store.delete(name)

    def _forget(self, table: Table) -> None:
        """Close a deleted table and drop it from memory."""
        table.row = msgspec.structs.replace(table.row, state=CLOSED, to_move=OVER)
        with self._lock:
            self._live.pop(table.row.id, None)
            self._recent.pop(table.row.id, None)

    def held(self) -> int:
        """The number of tables in memory."""
        return len(self._live)

    def hear(self, table: str) -> bool:
        """Load another process's changes of a table and publish them. False where the table is not held here."""
        return not self.hear_together([table])

    def hear_together(self, names: Collection[str]) -> dict[str, Changed | None]:
        """Load other processes' changes of several tables in one query. Returns those that are not held here; None for a
        deleted one."""
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

    def hear_all(self, among: Collection[str] | None = None) -> None:
        """Reload all tables held here, or those ``among`` some: notifications may have been missed."""
        names = [name for name in list(self._live.keys()) if among is None or name in among]
        self._mark_unsure(names)
        for first in range(0, len(names), AT_ONCE):
            self.hear_together(names[first : first + AT_ONCE])

    def _mark_unsure(self, names: Collection[str]) -> None:
        """Have tables reloaded before they are used again."""
        for name in names:
            if (table := self._live.get(name)) is not None:
                table.unsure = True

    def live(self, table: str) -> Table | None:
        """The table of that id if it is in memory and up to date; nothing is read for it."""
        found = self._live.get(table)
        return None if found is None or found.unsure else found

    def of_owner(self, owner: str, limit: int = 50, skip: int = 0, *, pressing: bool = False) -> list[Listed]:
        """A browser's tables, the latest first (``pressing``: where it is asked before that); those of games that are gone
        are left out. Nothing is derived for it."""
        found = self.store.tables_of(owner, limit, skip, tuple(self.games), pressing=pressing)
        return [Listed(row, self.games[row.game], last) for row, last in found]

    def listed(self, state: str) -> list[TableRow]:
        """The public tables in a state, the latest first."""
        return self.store.listed(state, games=tuple(self.games))

    # -- inside -----------------------------------------------------------------------------------------------------------

    def _may_have_been_down(self, table: Table) -> bool:
        """True if a table's clocks may have to be corrected first, since the server may have been down."""
        return table.row.time is not None and self.heartbeat is not None and self.heartbeat.overdue

    def _check_alive(self, table: Table) -> None:
        """Correct the clocks after downtime. Must be called before the table's lock is taken."""
        if self.heartbeat is not None and self._may_have_been_down(table):
            self.heartbeat.check()

    def _append(self, table: Table, entries: Sequence[Entry], row: TableRow) -> bool:
        """Store actions; ``row`` is the table's after them."""
        return self._stored(table, lambda: self.store.append(row.id, entries, row.to_move, row.state))

    def _stored(self, table: Table, write: Callable[[], None]) -> bool:
        """Run a write for a transition; False where another write was first, which is loaded then.

        After any other failure, the database is read before the table is used again.
        """
        table.unsure = True
        try:
            write()
        except Taken:
            self._refresh(table)
            return False
        table.unsure = False
        return True

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

    def _row(
        self,
        kind: str,
        game: Game,
        seats: Sequence[Seat],
        options: Mapping[str, Any],
        files: Mapping[str, dict[str, str]],
        pause: float,
        seed: str,
        position: str = "",
    ) -> TableRow:
        return TableRow(
            id=secrets.token_hex(5),
            kind=kind,
            game=game.name,
            players=len(seats),
            options=dict(options),
            files=dict(files),
            rules=game.rules_version,
            seed=seed,
            pause=pause,
            created=self.clock(),
            to_move=OVER,
            seats=tuple(seats),
            setup=tuple(seats),
            position=position,
        )

    def _new_seed(self) -> str:
        return self.seed or secrets.token_hex(32)

    def _start(self, row: TableRow) -> Position:
        files = data_files(row.files)
        if row.position:
            return read_position(row.position, files)
        return self.games[row.game].start(row.players, **row.options, **files)


def _handing_over(table: Table, old: str, new: str) -> Transition:
    entry, row = events.handing_over(table.row, table.number, old, new)
    return Transition([entry], row)


class _Loading:
    """A lock for threads that derive the same table; gone when none waits any more."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
