"""What a program is told of a table: its state for one pair of eyes, encoded once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import msgspec

from hanlin.contract import AskedState, ClockState, SeatState, TableState, VacantState
from hanlin.server.db import Seat
from hanlin.server.tables import agreements
from hanlin.server.tables.table import Table
from hanlin.server.views.table_view import Chair, chair, is_behind, present

_ENCODER = msgspec.json.Encoder()


async def soon(table: Table, owner: str, wanted: int | None = None) -> bytes:
    """As ``state_for``: at once where the state is encoded already, else in a thread. It may take long to find out what is
    legal, and to write down a long game."""
    if table.lock.acquire(blocking=False):
        try:
            encoded: bytes | None = table.made(_kept(chair(table, owner, wanted), agreements.vacancies(table)))
        finally:
            table.lock.release()
        if encoded is not None:
            return encoded
    return await asyncio.to_thread(state_for, table, owner, wanted)


def state_for(table: Table, owner: str, wanted: int | None = None) -> bytes:
    """The state of the table for somebody, encoded once for each pair of eyes."""
    with table.lock:
        place = chair(table, owner, wanted)
        # Who was silent for long becomes so without any entry.
        vacant = agreements.vacancies(table)
        encoded: bytes = table.now(_kept(place, vacant), lambda: _ENCODER.encode(_seen(table, place, vacant)), len)
        return encoded


def _kept(place: Chair, vacant: list[tuple[int, str]]) -> tuple[str, int | None, bool, int]:
    """By what an encoded state is known again until the table changes."""
    return "state", place.viewer, bool(place.mine), len(vacant)


def _seen(table: Table, place: Chair, vacant: list[tuple[int, str]]) -> TableState:
    row, seen, viewer = table.row, present(table, place), place.viewer
    return TableState(
        id=row.id,
        game=table.game.name,
        players=row.players,
        options=row.options,
        seat=viewer,
        number=table.number,
        actor=table.to_move if table.over or table.stuck or not table.begun else seen.actor,
        legal=seen.legal if viewer is not None and viewer >= 0 and table.to_move >= 0 else [],
        scores=seen.scores,
        winners=seen.winners,
        moves=seen.moves,
        started=table.begun,
        clocks=_clocks(table, is_behind(table, place)),
        state=row.state,
        seats=seat_states(row.seats),
        listed=row.listed,
        watching=row.watching,
        next=row.next or None,
        asked=_asked(table),
        vacant=[VacantState(seat, why) for seat, why in vacant],
        ended=table.agenda.ended or None,
    )


def _clocks(table: Table, behind: bool) -> ClockState | None:
    there, time = table.clocks_shown(behind), table.row.time
    if there is None or time is None:
        return None
    left = [0.0 if seat == there.out else round(seconds, 3) for seat, seconds in enumerate(there.left)]
    running, out = (seat if seat >= 0 else None for seat in (there.running, there.out))
    holidays = [sorted(days) for days in there.holidays]
    due = None if behind else table.due
    return ClockState(time, left, None if there.out >= 0 else running, there.since, due, out, holidays)


def _asked(table: Table) -> AskedState | None:
    asked = table.agenda.asked
    return None if asked is None or table.over else AskedState(asked.what, asked.seat, asked.ply, agreements.awaited(table))


def seat_states(seats: Iterable[Seat]) -> list[SeatState]:
    """Who sits where."""
    return [SeatState(seat.kind, seat.name, seat.bot) for seat in seats]
