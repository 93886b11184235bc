"""Small pictures for the rows of seats and the help sheet, in the toolkit's collection under names that begin with ``fc-``.

The tiles of log lines are drawn as they lie on the table, by names that describe them (``words/names.py``).
"""

from __future__ import annotations

from hanlin.core.lib.memo import memo
from hanlin.drawing import ACCENT, GOLD, define, group, path, place, rect, seal
from hanlin.drawing import icon as symbol_icon
from hanlin.games.forbidden_city.drawing.art import CELL
from hanlin.games.forbidden_city.drawing.tiles import tile_picture
from hanlin.games.forbidden_city.pieces import ARCHWAY, GREEN, OPEN, PINK, WALL, WHITE
from hanlin.games.forbidden_city.tiles import Face, Part
from hanlin.games.forbidden_city.words.names import TILE_ICON, TURNED_ICON, face_of

HAND_ID = "fcb-h"
"""The ids of the tile in hand in its rotations, on the board of who holds it, without the number."""
_ALL = (0, 1, 2, 3)


def _face(floor: int, *walls: int, advisors: int = 0) -> str:
    """A tile of one part with these walls at n e s w."""
    return tile_picture(Face((*walls, *(OPEN,) * (4 - len(walls))), (Part(_ALL, floor, advisors),)), 0)


def _icon(name: str, drawn: str) -> None:
    edge = rect(0.8, 0.8, CELL - 1.6, CELL - 1.6, 2, fill="none", stroke="currentColor", stroke_width=1.6)
    define(f"fc-{name}", CELL, CELL, drawn + edge)


_icon("tile", _face(WHITE, WALL, OPEN, ARCHWAY, advisors=1))
_icon("green", _face(GREEN))
_icon("pink", _face(PINK))
_icon("white", _face(WHITE))
_icon("walled", _face(GREEN, WALL))
_icon("gate", _face(GREEN, ARCHWAY))
_icon("halves", tile_picture(Face((OPEN,) * 4, (Part((0, 1), GREEN), Part((2, 3), PINK))), 0))
_OUTLINE = "M22 54H6V6H54V54H38"
define(
    "fc-open",
    CELL,
    CELL,
    path(_OUTLINE, fill="none", stroke="currentColor", stroke_width=6) + path("M24 54H36", stroke=GOLD, stroke_width=6),
)
define(
    "fc-soon",
    CELL,
    CELL,
    path(_OUTLINE, fill="none", stroke="currentColor", stroke_width=6)
    + path("M30 42V58M22 50H38", stroke=ACCENT, stroke_width=5)
    + group(seal(0, 0, "", 24), 30, 25),
)
define("fc-seal", CELL, CELL, seal(30, 30, "12", 44))
define("fc-hand", CELL, CELL, place("fc-back-0", 8, 8, 44))
define("fc-stack", CELL, CELL, "".join(place("fc-back-0", 4 + 4 * i, 12 - 4 * i, 44) for i in range(3)))


def icon(name: str) -> str:
    """A small picture.

    A tile of a log line is for a page that holds the game's ``page_art``, the tile in hand for one that shows the board of who
    holds it.
    """
    if name.startswith(TURNED_ICON):
        return _framed(f'<use href="#{HAND_ID}{name.removeprefix(TURNED_ICON)}"/>')
    return _tile_icon(name) if name.startswith(TILE_ICON) else symbol_icon(name)


@memo(maxsize=1024)
def _tile_icon(name: str) -> str:
    face, seat = face_of(name)
    return _framed(tile_picture(face, seat))


def _framed(drawn: str) -> str:
    """A tile with a line round it."""
    drawn += rect(0.8, 0.8, CELL - 1.6, CELL - 1.6, 2, fill="none", stroke="currentColor", stroke_width=2.4)
    return f'<svg class="icon" viewBox="0 0 {CELL} {CELL}" width="26" height="26" aria-hidden="true">{drawn}</svg>'
