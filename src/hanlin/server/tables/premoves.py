"""Plans of seats while others decide: made and taken back by the seat, carried out when it is asked. No web framework here.

The server is the judge: a plan is checked against the seat's view as if it had to decide now (``core/position/premoves.py``),
and again when its turn comes. Then each action is played as any other command, at the moment in which the seat was asked, so
that it costs no time on the clock. An action that is impossible by then, or means something else, drops the rest of the plan.

Nobody else learns of a plan: it is in a row of its own, in no entry and no notification, and whoever makes the move before it
gets an answer before it is carried out, in another thread.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import NamedTuple

from hanlin.core.errors import HanlinError, IllegalAction
from hanlin.core.i18n.language import _
from hanlin.core.position.position import Position
from hanlin.core.position.premoves import MOST, ghost_of, goes_on, meaning_of, meanings_of
from hanlin.server.db.premoves import DROPPED, Premove
from hanlin.server.exceptions import NotYours, Refused
from hanlin.server.tables.service import Tables
from hanlin.server.tables.table import ACTION, Table

log = logging.getLogger("hanlin.premoves")


class Plan(NamedTuple):
    """The plan of a seat, as the seat is shown it."""

    actions: tuple[str, ...] = ()
    is_possible: bool = True
    """False where it would be dropped as things are."""
    is_dropped: bool = False
    """True after it was dropped, as long as the seat is asked the same."""


NONE = Plan()


class Premoves:
    """The plans at a store's tables. Thread-safe."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._store = tables.store
        self._playing = ThreadPoolExecutor(1, "premoves")
        self._planned: set[str] | None = None
        """The tables with plans, where no other process adds some; None before they are read."""

    def stop(self) -> None:
        """Stop carrying out plans; they wait."""
        self._playing.shutdown(cancel_futures=True)

    # -- what a seat does --------------------------------------------------------------------------------------------------

    def plan(self, table: Table, seat: int, actions: Sequence[str], number: int) -> None:
        """Plan the next actions of a seat, in place of an earlier plan; none: take it back.

        Refused where a plan is impossible, Stale for another number than the table's.
        """
        if not actions:
            self.take_back(table, seat)
            return
        with table.lock:
            table.check_current(number)
            if table.to_move == seat:
                raise Refused(_("It is your turn: play your move."))
            if table.to_move < 0 or seat in table.agenda.gone:
                raise Refused(_("You can't plan a move now."))
            seen, ply = table.seen_by(seat), table.ply
        if len(actions) > MOST or ghost_of(seen) is None:
            raise Refused(_("You can't plan a move now."))
        try:
            meanings = [list(each) for each in meanings_of(seen, actions)]
        except IllegalAction as error:
            raise _refusal(table, seen, actions, error) from None
        plan = Premove(
            table=table.row.id,
            seat=seat,
            id=secrets.token_hex(8),
            actions=list(actions),
            meanings=meanings,
            ply=ply,
            made=self._tables.clock(),
        )
        if not self._store.keep_premove(plan):
            raise Refused(_("Your planned move is being played."))
        self._known().add(table.row.id)
        # The seat may have been asked meanwhile, in this process or in another one.
        self.wake(table.row.id)

    def take_back(self, table: Table, seat: int) -> None:
        """Take a plan back; Refused while it is being played."""
        if not self._store.end_premove(table.row.id, seat):
            raise Refused(_("Your planned move is being played."))

    def of(self, table: Table, seat: int) -> Plan:
        """The plan of a seat as it is shown; ``table`` is locked or a snapshot."""
        row = self._store.premove(table.row.id, seat) if self._may_have_plans(table.row.id) else None
        if row is None or table.to_move < 0:
            return NONE
        if row.state == DROPPED:
            return Plan(tuple(row.actions), False, True) if row.ply == table.ply and table.to_move == seat else NONE
        seen = table.seen_by(seat)
        if table.to_move == seat:
            is_possible = self._is_as_planned(seen, row, 0)
            return Plan(tuple(row.actions), is_possible, not is_possible)
        try:
            is_possible = [list(each) for each in meanings_of(seen, row.actions)] == row.meanings
        except IllegalAction:
            is_possible = False
        return Plan(tuple(row.actions), is_possible)

    def _known(self) -> set[str]:
        if self._planned is None:
            self._planned = set(self._store.premoved_tables())
        return self._planned

    def _may_have_plans(self, name: str) -> bool:
        """False where a table certainly has no plans: the database need not be asked after every change."""
        return not self._store.sharing.alone or name in self._known()

    # -- carrying out ------------------------------------------------------------------------------------------------------

    def wake(self, name: str) -> None:
        """Carry out the plan of a table's active seat, if it has one, in another thread."""
        if self._may_have_plans(name):
            with suppress(RuntimeError):  # The server is about to end.
                self._playing.submit(self._carry_out_safely, name)

    def catch_up(self) -> None:
        """Carry out the plans that are due, of whichever process was to do so. Called in the leading process."""
        self._store.release_premoves()
        for name in self._store.due_premoves():
            self.wake(name)

    def catch_up_soon(self) -> None:
        """The same in another thread."""
        with suppress(RuntimeError):
            self._playing.submit(self.catch_up)

    def _carry_out_safely(self, name: str) -> None:
        try:
            self.carry_out(name)
        except Exception:
            log.exception("carrying out a plan failed table=%s", name)

    def carry_out(self, name: str) -> None:
        """Carry out the plan of a table's active seat, if it has one."""
        try:
            table = self._tables.open(name)
        except HanlinError:
            return
        if table.over:
            self._store.end_premoves(name)
            self._known().discard(name)
            return
        seat = table.to_move
        row = self._store.premove(name, seat) if seat >= 0 and table.row.seats[seat].kind == "person" else None
        if row is None or row.state == DROPPED or not self._store.claim_premove(row):
            return
        done = 0
        try:
            while done < len(row.actions) and self._play_next(table, row, done):
                done += 1
        finally:
            self._store.settle_premove(row, None if done == len(row.actions) else table.ply)

    def _play_next(self, table: Table, row: Premove, n: int) -> bool:
        """Play the action of that number of a plan; False where it is impossible or means something else by now."""
        client = f"premove-{row.id}-{n}"
        with table.lock:
            if table.knows(client, {ACTION}):
                return True
            if table.to_move != row.seat or not self._is_as_planned(table.seen_by(row.seat), row, n):
                return False
            number, asked = table.number, table.moved
        try:
            self._tables.play(table, row.seat, row.actions[n], number, client, None, asked)
        except Refused:
            return False
        return True

    @staticmethod
    def _is_as_planned(seen: Position, row: Premove, n: int) -> bool:
        return seen.is_legal(row.actions[n]) and list(meaning_of(seen, row.actions[n])) == row.meanings[n]


def _refusal(table: Table, seen: Position, actions: Sequence[str], error: IllegalAction) -> Refused:
    """The reason why a plan is refused: that of its first impossible action."""
    for n, action in enumerate(actions):
        ghost = ghost_of(seen, actions[:n])
        if ghost is None or (n and not goes_on(seen, actions[:n])):
            break
        why = ghost.why_not(action)
        if why is not None:
            with table.called():
                return Refused(why.text, why.rule)
    return Refused(str(error))


def check_may_plan(table: Table, owner: str, seat: int) -> None:
    """Raise NotYours unless the seat is the only one that somebody plays at the table."""
    if table.owned_by(owner) != [seat]:
        raise NotYours(_("Only the player of this seat can plan its moves, at a device of their own."))
