"""The state of a table for programs: one JSON text per perspective, encoded once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import msgspec

from hanlin.contract import AskedState, ClockState, SeatState, TableState, VacantState
from hanlin.server.db import Seat
from hanlin.server.tables import commands
from hanlin.server.tables.table import Table
from hanlin.server.views.table_view import Perspective, is_behind, perspective_of, present

_ENCODER = msgspec.json.Encoder()


async def soon(table: Table, owner: str, wanted: int | None = None) -> bytes:
    """``state_for`` on the event loop: immediate if the state is cached, else in a thread, since legal actions and a long
    game's text may take long."""
    if table.lock.acquire(blocking=False):
        try:
            encoded: bytes | None = table.made(_cache_key(perspective_of(table, owner, wanted), commands.vacancies(table)))
        finally:
            table.lock.release()
        if encoded is not None:
            return encoded
    return await asyncio.to_thread(state_for, table, owner, wanted)


def state_for(table: Table, owner: str, wanted: int | None = None) -> bytes:
    """The state of a table for an owner, encoded as JSON once per perspective."""
    with table.lock:
        perspective = perspective_of(table, owner, wanted)
        # A seat becomes vacant by mere silence, without any entry.
        vacant = commands.vacancies(table)
        encoded: bytes = table.now(
            _cache_key(perspective, vacant), lambda: _ENCODER.encode(_state(table, perspective, vacant)), len
        )
        return encoded


def _cache_key(perspective: Perspective, vacant: list[tuple[int, str]]) -> tuple[str, int | None, bool, int]:
    """The cache key of an encoded state; valid until the table changes."""
    return "state", perspective.viewer, bool(perspective.mine), len(vacant)


def _state(table: Table, perspective: Perspective, vacant: list[tuple[int, str]]) -> TableState:
    row, seen, viewer = table.row, present(table, perspective), perspective.viewer
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
        winners=table.winners if seen.ply == table.ply else seen.winners,
        moves=seen.moves,
        started=table.begun,
        clocks=_clocks(table, is_behind(table, perspective)),
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
    return None if asked is None or table.over else AskedState(asked.what, asked.seat, asked.ply, commands.awaited(table))


def seat_states(seats: Iterable[Seat]) -> list[SeatState]:
    """The seats of a table, for programs."""
    return [SeatState(seat.kind, seat.name, seat.bot) for seat in seats]
