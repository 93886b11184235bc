"""Pass commands of requests, from pages and programs, to the tables. The caller has checked that the seat is the sender's.

Each raises Refused where a command is not possible, and changes nothing then.
"""

from __future__ import annotations

from hanlin.contract import Answer, Ask, Command, Decide, Resign
from hanlin.server.tables.service import Play, Tables
from hanlin.server.tables.table import Table


def play(tables: Tables, data: Command, received: float, table: Table) -> None:
    """Play an action. ``received``: the time when the command arrived; later waiting costs no time on the clock."""
    tables.play(table, data.seat, data.action, data.number, data.client, data.ply, received)


def as_play(data: Command, received: float, table: Table) -> Play:
    """The same action as a value, for ``Batcher.play``."""
    return Play(table, data.seat, data.action, data.number, data.client, data.ply, received)


def undo(tables: Tables, data: Command, table: Table) -> None:
    """Undo the seat's last action."""
    tables.undo(table, data.seat, data.number, data.client, data.ply)


def ask(tables: Tables, data: Ask, table: Table) -> None:
    """Ask the others to undo, or to end the game."""
    tables.ask(table, data.seat, data.what, data.number, data.client)


def answer(tables: Tables, data: Answer, table: Table) -> None:
    """Answer a request."""
    tables.answer(table, data.seat, data.agree, data.number, data.client)


def resign(tables: Tables, data: Resign, table: Table) -> None:
    """Resign the seat."""
    tables.resign(table, data.seat, data.number, data.client)


def decide(tables: Tables, data: Decide, bot: str, table: Table) -> None:
    """Decide about an abandoned seat; ``bot``: the computer player that takes it over, if chosen."""
    tables.decide(table, data.seat, data.vacant, data.choice, data.number, bot, data.client)
