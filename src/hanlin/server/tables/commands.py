"""What commands do at a table, alike for pages and for programs. That the seat is the sender's own has been looked at before.

Each raises Refused where it can't be done, and changes nothing then.
"""

from __future__ import annotations

from hanlin.contract import Answer, Ask, Command, Decide, Resign
from hanlin.server.tables.service import Play, Tables
from hanlin.server.tables.table import Table


def play(tables: Tables, data: Command, received: float, table: Table) -> None:
    """An action. ``received``: when the command was here in whole; whatever it waits for after that costs it no time."""
    tables.play(table, data.seat, data.action, data.number, data.client, data.ply, received)


def asked(data: Command, received: float, table: Table) -> Play:
    """The same as something that waits for its turn."""
    return Play(table, data.seat, data.action, data.number, data.client, data.ply, received)


def undo(tables: Tables, data: Command, table: Table) -> None:
    """Taking back one's last action."""
    tables.undo(table, data.seat, data.number, data.client, data.ply)


def ask(tables: Tables, data: Ask, table: Table) -> None:
    """Asking the others to take back, or to end."""
    tables.ask(table, data.seat, data.what, data.number, data.client)


def answer(tables: Tables, data: Answer, table: Table) -> None:
    """Answering what is asked."""
    tables.answer(table, data.seat, data.agree, data.number, data.client)


def resign(tables: Tables, data: Resign, table: Table) -> None:
    """Giving up one's seat."""
    tables.resign(table, data.seat, data.number, data.client)


def decide(tables: Tables, data: Decide, bot: str, table: Table) -> None:
    """Deciding what becomes of a seat that was left; ``bot``: the opponent that takes it, where that is what is chosen."""
    tables.decide(table, data.seat, data.vacant, data.choice, data.number, bot, data.client)
