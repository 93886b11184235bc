"""All tables: creating, changing and listing them. No web framework here.

Every change takes the same steps: check, store, publish.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from typing import Any, NamedTuple

import msgspec

from hanlin.contract import Time
from hanlin.core.errors import BadOption, HanlinError
from hanlin.core.i18n.language import _
from hanlin.core.position.game import Game
from hanlin.core.position.position import Move
from hanlin.core.verbs.generic import OVER
from hanlin.server.db import FINISHED, OPEN, RUNNING, Addition, Entry, Seat, Store, TableRow, Taken, now
from hanlin.server.exceptions import NoSuchTable, NotYours, Refused, moved_on
from hanlin.server.tables import commands, events
from hanlin.server.tables.events import AGREE, ASK, DECLINE, GRANT, HOLIDAYS, REPLACE, RESIGN, WAIT
from hanlin.server.tables.heartbeat import Heartbeat
from hanlin.server.tables.names import check_opponents, one_level_up
from hanlin.server.tables.registry import TableRegistry
from hanlin.server.tables.table import ACTION, Table, Transition
from hanlin.server.uploads.parser_process import Found

BRANCH_PAUSE = 0.9
"""Seconds before each move of a computer player where a studied game is played on."""


class Play(NamedTuple):
    """An action that a seat wants to play; see ``Tables.play`` for the fields."""

    table: Table
    seat: int
    action: str
    number: int
    client: str | None
    ply: int | None
    received: float


class Busy(Exception):
    """The table is in use, so its action was left out of a batch; nothing was changed."""


class Tables(TableRegistry):
    """All tables of a store, and what people do at them. Thread-safe."""

    def __init__(self, store: Store, games: Mapping[str, Game], seed: str = "", clock: Callable[[], float] = now) -> None:
        """``seed``: the seed of new tables where ``create`` is given none; empty for a new secret each time.
        ``clock`` returns the time, in seconds since 1970."""
        super().__init__(store, games, clock)
        self.seed = seed
        self.heartbeat: Heartbeat | None = None
        """Detects downtime of the server; None where that is not wanted."""

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
        seekers: Sequence[str] = (),
    ) -> Table:
        """A new table. BadOption or BadData where the options or the opponents don't fit.

        Where no seat is open the game begins, with those ``moves`` if any: chance has acted up to the first decision.
        ``position``: the text of the position that it begins from, if not from the beginning (see ``branching.begin``).
        ``shuffled``: the seating is drawn from the table's secret seed, as all chance is. ``host``: the hash of the
        host's key. ``seekers``: those who look for this game; Taken where one of them does so no longer.
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
        first = Transition([], table.row) if waits else commands.begin(table, moves)
        self.store.create(first.row, first.entries, seekers)
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
        received = self.clock() if received is None else received
        (error,) = self.play_all([Play(table, seat, action, number, client, ply, received)], wait=True)
        if error is not None:
            raise error

    def play_all(self, plays: Sequence[Play], *, wait: bool = False) -> list[Exception | None]:
        """Play actions in one commit; for each None, or the error because of which it changed nothing.

        An action fails alone. It is Busy where one before it is at the same table, and at a table that is in use, so that the
        others don't wait; with ``wait``, for one action alone, its table is waited for.
        """
        for play in plays:
            self._check_alive(play.table)
        errors: list[Exception | None] = [None] * len(plays)
        ready: dict[str, tuple[int, Transition]] = {}
        with ExitStack() as locks:
            for n, play in enumerate(plays):
                try:
                    if play.table.row.id in ready or not play.table.lock.acquire(blocking=wait):
                        raise Busy
                    locks.callback(play.table.lock.release)
                    following = self._transition_of(play)
                except Exception as error:
                    errors[n] = error
                else:
                    if following is not None:
                        ready[play.table.row.id] = n, following
            additions = [self._addition(plays[n].table, following) for n, following in ready.values()]
            if additions:
                self.store.append(additions)
            for (n, following), addition in zip(ready.values(), additions, strict=True):
                errors[n] = self._finish(plays[n], following, addition.error)
        for n, _following in ready.values():
            if errors[n] is None:
                self._publish(plays[n].table)
        return errors

    @staticmethod
    def _addition(table: Table, following: Transition) -> Addition:
        """The entries of a transition, to be stored; until they are, the table may be outdated."""
        table.unsure = True
        return Addition(table.row.id, following.entries, following.row.to_move, following.row.state)

    def _finish(self, play: Play, following: Transition, error: Exception | None) -> Exception | None:
        """Apply an action that is stored. Returns the error where it is not, unless a resend of it was."""
        table = play.table
        if error is None:
            table.commit(following)
            table.unsure = False
        elif isinstance(error, Taken):
            try:
                self._refresh(table)
                error = None if table.answered(play.client, ACTION, play.seat, play.number, play.action) else moved_on()
            except Exception as failure:
                return failure
        return error

    def _transition_of(self, play: Play) -> Transition | None:
        """The transition of an action; None for a resent command, Refused where it is not allowed."""
        table = play.table
        self._refresh(table)
        if table.answered(play.client, ACTION, play.seat, play.number, play.action):
            return None
        table.check_current(play.number, play.ply)
        if table.to_move == play.seat and table.late(play.received):
            self._change(table, lambda: commands.time_out(table, self.clock()))
            raise Refused(_("Your time is up: the others decide how the game goes on."))
        return commands.play(table, play.seat, play.action, play.client, play.received)

    def play_on(self, table: Table, ply: int, seats: Sequence[Seat], owner: str, name: str = "") -> Table:
        """A new table whose game begins with the moves of a finished or studied one up to a ply, and goes on from there.
        ``name``: the new table's name.

        Refused for a game that goes on (its secrets would be out), and where the game is over at that ply.
        """
        if table.stuck or not (table.over or table.is_study):
            raise Refused(table.fault or _("You can play on from a step once this game is over."))
        if table.at(ply).over:
            raise Refused(_("The game is over at this step: choose an earlier one to play on."))
        old = table.row
        pause = old.pause or BRANCH_PAUSE
        row = self._row("game", self.games[old.game], seats, old.options, old.files, pause, self._new_seed(), old.position)
        new = self._table(msgspec.structs.replace(row, host=owner, name=name))
        following = commands.continue_from(new, table, ply)
        self.store.create(following.row, following.entries)
        new.commit(following)
        self._remember(new)
        return new

    def undo(self, table: Table, seat: int, number: int, client: str | None = None, ply: int | None = None) -> None:
        """Undo a seat's last action, where nobody else has to agree."""

        def make() -> Transition | None:
            if table.answered(client, events.UNDO, seat, number):
                return None
            table.check_current(number, ply)
            return commands.undo(table, seat, client)

        self._check_alive(table)
        self._change(table, make)

    # -- agreements ----------------------------------------------------------------------------------------------------

    def ask(self, table: Table, seat: int, what: str, number: int, client: str | None = None) -> None:
        """Ask the others to take back all since the seat's last action (``undo``), or to ``end`` the game."""
        self._agree(table, lambda: commands.ask(table, seat, what, client), number, client, {ASK})

    def answer(self, table: Table, seat: int, agree: bool, number: int, client: str | None = None) -> None:
        """Answer a request; its asker can withdraw it."""
        kind = AGREE if agree else DECLINE
        self._agree(table, lambda: commands.answer(table, seat, agree, number, client), number, client, {kind})

    def resign(self, table: Table, seat: int, number: int, client: str | None = None) -> None:
        """Resign a seat in a game that goes on."""
        self._agree(table, lambda: commands.resign(table, seat, client), number, client, {RESIGN})

    def decide(
        self, table: Table, seat: int, vacant: int, choice: str, number: int, bot: str = "casual", client: str | None = None
    ) -> None:
        """Decide about an abandoned seat: ``wait``, ``grant`` (more time), ``opponent`` (of that kind), ``claim`` (the win) or
        ``end``."""
        kinds = {WAIT, GRANT, REPLACE, ASK}
        self._agree(table, lambda: commands.decide(table, seat, vacant, choice, bot, client), number, client, kinds)

    def rest(self, table: Table, seat: int, days: Sequence[str], number: int, client: str | None = None) -> None:
        """Mark the days on which a seat's clock rests ("2026-12-25"); those that have begun stay as they are."""
        self._agree(table, lambda: commands.set_days_off(table, seat, days, client), number, client, {HOLIDAYS})

    def flag(self, table: Table) -> None:
        """Record that the active player is out of time, if so."""
        self._check_alive(table)
        self._change(table, lambda: commands.time_out(table, self.clock()))

    def note_hint(self, table: Table, seat: int, suggested: Sequence[str] = ()) -> None:
        """Record that a seat took a hint, and what it suggests: the others see that, and the game is not rated then."""
        self._change(table, lambda: commands.take_hint(table, seat, suggested))

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

    # -- seats ---------------------------------------------------------------------------------------------------------

    def join(self, table: Table, owner: str, name: str, seat: int | None = None) -> int:
        """Take a seat; the game begins when it was the last one. Returns its final number. SeatTaken where it is not free,
        Refused where somebody at the table has blocked that person."""
        taken = 0
        if self._is_blocked_at(table, owner):
            raise Refused(_("You can't join this table."))

        def make() -> Transition | None:
            nonlocal taken
            taken, following = commands.join(table, owner, name, seat)
            return following

        with table.lock:
            if not self._commit(table, make):
                return taken
            mine = table.owned_by(owner)
        self.store.take_up(owner, table.row.id)
        self._publish(table)
        return mine[0] if mine else taken

    def _is_blocked_at(self, table: Table, owner: str) -> bool:
        """True if the host or a player of the table has blocked somebody who has no seat there."""
        if table.owned_by(owner):
            return False
        there = {table.row.host, *(seat.owner for seat in table.row.seats)} - {"", owner}
        return any(owner in self.store.blocked_by(each) for each in there)

    def leave(self, table: Table, owner: str) -> None:
        """Leave a seat before the game begins."""
        self._change(table, lambda: commands.leave(table, owner))

    def start(self, table: Table, owner: str, fill: str = "") -> None:
        """Start the game; ``fill`` names the computer players for the seats that are still open."""
        self._change(table, lambda: commands.start(table, owner, fill))

    def close(self, table: Table, owner: str) -> None:
        """Cancel a table before the game begins: only its host can."""
        if not table.hosted_by(owner):
            raise NotYours(_("Only the host can cancel the table."))
        self._change(table, lambda: commands.cancel(table, events.BY_HOST))

    def sweep(self, before: float) -> list[str]:
        """Cancel the tables that nobody has joined since ``before`` (a time); returns their ids."""
        swept = []
        for name in self.store.open_since(before):
            with suppress(Refused, NoSuchTable):
                table = self.open(name)
                if table.row.last < before:
                    self._change(table, lambda table=table: commands.cancel(table, events.NOBODY_CAME))  # type: ignore[misc]
                    swept.append(name)
        return swept

    def hand_over(self, name: str, old: str, new: str) -> None:
        """Transfer somebody's seats and role of host at a table to somebody else. The table need not be derived."""
        while True:
            held = self._live.get(name)
            if held is not None and not held.stuck:
                self._change(held, partial(commands.hand_over, held, old, new))
                return
            row = self.store.table(name)
            if row is None:
                return
            entry, row = events.handing_over(row, self.store.number(name), old, new)
            with suppress(Taken):
                self.store.change(row, [entry])
                self.load_changes([name])
                return

    def rematch(self, table: Table, owner: str, *, harder: bool = False, alone: bool = False) -> Table:
        """The table of the next game among the same people, seats rotated by one; the same table for everybody who asks.

        ``harder``: with computer players one level stronger, where there is one. ``alone``: the seats of other people are
        open, and where the next game is over, was cancelled or began without ``owner``, there is another one.
        """
        with table.lock:
            while True:
                self._refresh(table)
                if not (table.owned_by(owner) or table.hosted_by(owner)) or table.is_study:
                    raise NotYours(_("Only players of this game can start the next one."))
                known = self.open(table.row.next) if table.row.next else None
                if known is not None and not (alone and _is_gone(known, owner)):
                    return known
                if not table.over:
                    raise Refused(_("You can start the next game once this one is over."))
                following, first = self._next_table(table, owner, harder, alone)
                if known is not None:
                    self.store.create(first.row, first.entries)
                    break
                if self._store(table, commands.link_next(table, first.row.id), first):
                    break
            following.commit(first)
            following.seated = following.number
            self._remember(following)
        self._publish(table)
        return following

    def _next_table(self, table: Table, owner: str, harder: bool, alone: bool) -> tuple[Table, Transition]:
        """The next game among the same people and its first transition, not stored yet. Seats of deleted accounts are
        open; where the host's account is deleted, ``owner`` becomes the host."""
        old = table.row
        # Seats are transferred only to accounts, or to a placeholder when an account is deleted.
        handed = events.handed_to(self.store.seatings([old.id], [events.OWNER])[old.id])
        gone = {each for each in handed if self.store.account_of(each) is None}
        absent = {seat.owner for seat in old.seats if seat.kind == "person" and seat.owner != owner} if alone else gone
        seats = events.rotated(old.seats, absent)
        if harder:
            up = partial(one_level_up, self.games[old.game], old.players)
            seats = [msgspec.structs.replace(seat, bot=up(seat.bot)) if seat.kind == "bot" else seat for seat in seats]
        row = self._row("game", self.games[old.game], seats, old.options, old.files, old.pause, self._new_seed(), old.position)
        row = msgspec.structs.replace(
            row,
            host=owner if alone or old.host in gone or events.is_nobodys(old.host) else old.host,
            listed=old.listed and not alone,
            watching=old.watching,
            time=old.time,
            chat=old.chat,
            hints=old.hints,
        )
        following = self._table(row)
        waits = following.row.state == OPEN
        return following, Transition([], following.row) if waits else commands.begin(following)

    def in_openings(self, owner: str, game: str) -> bool:
        """True while a person has a seat in a running game whose opening is not over: nobody looks things up meanwhile."""
        book = self.games[game].book
        for name in self.store.running_of(owner, game) if owner and book is not None else ():
            with suppress(HanlinError):
                table = self.open(name)
                with table.lock:
                    if table.begun and not table.over and not book.is_opening_over(table.position.state):
                        return True
        return False

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

    # -- inside -----------------------------------------------------------------------------------------------------------

    def _may_have_been_down(self, table: Table) -> bool:
        """True if a table's clocks may have to be corrected first, since the server may have been down."""
        return table.row.time is not None and self.heartbeat is not None and self.heartbeat.overdue

    def _check_alive(self, table: Table) -> None:
        """Correct the clocks after downtime. Must be called before the table's lock is taken."""
        if self.heartbeat is not None and self._may_have_been_down(table):
            self.heartbeat.check()

    def _change(self, table: Table, make: Callable[[], Transition | None]) -> None:
        """Store, apply and publish a transition, if ``make`` returns one."""
        with table.lock:
            changed = self._commit(table, make)
        if changed:
            self._publish(table)

    def _commit(self, table: Table, make: Callable[[], Transition | None]) -> bool:
        """Store and apply the transition that ``make`` returns, made again where another process was first. False for None."""
        while True:
            self._refresh(table)
            following = make()
            if following is None:
                return False
            if self._store(table, following):
                return True

    def _store(self, table: Table, following: Transition, new_table: Transition | None = None) -> bool:
        """Store and apply a transition, and create a new table with it. False where another process was first; its entries are
        loaded then. After any other failure, the database is read before the table is used again."""
        created = None if new_table is None else (new_table.row, new_table.entries)
        table.unsure = True
        try:
            self.store.change(following.row, following.entries, created)
        except Taken:
            self._refresh(table)
            return False
        table.commit(following)
        table.unsure = False
        return True

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


def _is_gone(table: Table, owner: str) -> bool:
    """True if somebody can no longer play at a table."""
    return not (table.row.state == OPEN or (table.row.state == RUNNING and table.owned_by(owner)))
