"""Board, seat areas and question of a ply. Parts that several viewers share are drawn once. No web framework here."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import msgspec

from hanlin.core.i18n.seat_names import spoken
from hanlin.core.lib.memo import memo
from hanlin.core.position.position import Position
from hanlin.core.verbs.defaults import gives
from hanlin.core.verbs.presentation import Fact, Note, Question
from hanlin.drawing import Drawing
from hanlin.server.tables.events import SPECTATOR
from hanlin.server.tables.lessons import StepTable
from hanlin.server.tables.table import Table
from hanlin.server.views.escaping import by_number


class SeatShown(msgspec.Struct, frozen=True):
    """A seat as shown: its area, notes, and key figures (empty if the game gives none)."""

    svg: str
    notes: tuple[Note, ...]
    facts: tuple[Fact, ...]


class Shown(msgspec.Struct, frozen=True):
    """A ply as shown."""

    board: Drawing
    seats: tuple[SeatShown, ...]
    question: Question


def shown_to(
    table: Table, seen: Position, ply: int, viewer: int | None, shape: str, asked: bool, reader: int | None = None
) -> Shown:
    """Draw the position before a ply, which the viewer sees as ``seen``. ``asked``: whether the viewer must decide now.
    ``reader``: the seat that the question calls "you".

    If the game's drawing allows it (``rings`` in ``core/verbs/protocols.py``), most parts are shared by all viewers.
    """
    drawn = seen if asked else seen.for_show()
    if viewer is None or not gives(table.game.drawing, "rings"):
        return _shown(table, drawn, seen, shape, reader, viewer if viewer is not None else reader)
    public = shown_to_all(table, ply, shape)
    if viewer == SPECTATOR:
        return public
    seats = list(public.seats)
    if viewer < len(seats):
        seats[viewer] = _seat(table, drawn, viewer, shape, own=True)
    if asked:
        return Shown(draw_board(table, drawn, shape), tuple(seats), _asked(table, seen, reader))
    return Shown(public.board.ringed(_shaped(table.game.drawing.rings, shape)(drawn)), tuple(seats), public.question)


def _asked(table: Table, seen: Position, reader: int | None) -> Question:
    """The question as the reader of a seat is asked it."""
    with table.called(reader):
        found: Question = table.game.words.question(seen)
    return found


def shown_to_all(table: Table, ply: int, shape: str) -> Shown:
    """Draw the position before a ply as everybody sees it."""

    def make() -> Shown:
        seen = table.seen_at(SPECTATOR, ply)
        return _shown(table, seen.for_show(), seen, shape)

    found: Shown = table.now(("shown", ply, shape, spoken()), make)
    return found


def _shown(
    table: Table, drawn: Position, seen: Position, shape: str, reader: int | None = None, home: int | None = None
) -> Shown:
    """``home``: the seat whose place is drawn as the reader's own."""
    seats = tuple(_seat(table, drawn, seat, shape, own=seat == home) for seat in range(seen.players))
    return Shown(draw_board(table, drawn, shape), seats, _asked(table, seen, reader))


def _seat(table: Table, drawn: Position, seat: int, shape: str, own: bool) -> SeatShown:
    words = table.game.words
    # The page of a lesson scrolls: there the own place is a block, all of which is seen, and no row that scrolls sideways.
    shape = "low" if shape == "tall" and isinstance(table, StepTable) else shape
    # Beside the board an area is as large for whoever looks at it.
    area = table.game.drawing.seat_in_layers(drawn, seat, shape=shape, own=own or not seating(table))
    return SeatShown(_on_page(area), tuple(words.notes(drawn, seat)), tuple(words.summary(drawn, seat)))


def draw_board(table: Table, seen: Position, shape: str) -> Drawing:
    """Draw the board in a shape, if the game has several; for a page that holds the game's ``page_art``, if any."""
    found = table.game.drawing.board_in_layers(seen, shape=shape)
    drawing = found if isinstance(found, Drawing) else Drawing("", "", (str(found),), foot="")
    layers = tuple([layer if layer.isascii() else _by_number(layer) for layer in drawing.layers])
    head = by_number(drawing.head)
    return drawing if layers == drawing.layers and head == drawing.head else replace(drawing, head=head, layers=layers)


# The same layer gives the same string object, whose hash is computed already.
_by_number = memo(maxsize=256)(by_number)


def page_art(table: Table) -> str:
    """The SVG definitions that a page holds once for all drawings of a table; empty if the drawings need none."""
    return str(table.game.drawing.page_art(table.position))


def seating(table: Table) -> str:
    """The arrangement of the seats' places around the board: ``Drawing.seating`` in ``core/verbs/protocols.py``."""
    return str(table.game.drawing.seating())


def panel_titles(table: Table, seen: Position) -> tuple[tuple[str, str], ...]:
    """The ids and titles of the reference tables that the game offers now."""
    return tuple(table.game.words.panel_titles(seen).items())


def _on_page(drawn: Any) -> str:
    return _written(drawn) if isinstance(drawn, Drawing) else by_number(str(drawn))


@memo(maxsize=256)
def _written(drawn: Drawing) -> str:
    """A drawing for a page; the same string object for the same drawing."""
    return by_number(drawn.on_page())


@memo(maxsize=64)
def _shaped(draw: Callable[..., Any], shape: str) -> Callable[..., Any]:
    return partial(draw, shape=shape) if "shape" in inspect.signature(draw).parameters else draw
