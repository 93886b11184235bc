"""Palaces as pictures: pavilions of one to three storeys for a street, long halls for a row under the fingers.

A person looks out of each window, the symbols of its kind beside it. All pictures stand at 0, 0.
"""

from __future__ import annotations

from hanlin.core.lib.memo import memo
from hanlin.drawing import DANGER, FAINT, INK, LINE, RAISED, colour, group, path, pen, rect, symbol, words
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.drawing.portraits import portrait, symbols_of

WIDTH = 98.0
ROOF = 24.0
STOREY = 36.0
EAVE = 6.0
BASE = 16.0
WINDOW = 32.0

HALL = 64.0
"""The height of a hall."""
_BAY, _GABLE, _STEP, _END = 46.0, 15.0, 5.0, 7.0
"""Of a hall: the width of a bay, the heights of roof and step, the room at each end."""
PANE = 42.0
"""The window of a hall."""


def height_of(storeys: int) -> float:
    """The height of a pavilion."""
    return ROOF + storeys * STOREY + max(storeys - 1, 0) * EAVE + BASE


def window_at(storeys: int, storey: int, empty: bool = False) -> tuple[float, float]:
    """The upper left corner of a window of a pavilion; storeys count from below."""
    return (WIDTH - 54) / 2 if empty else 21.0, ROOF + (storeys - 1 - storey) * (STOREY + EAVE) + 2


def hall_width(bays: int) -> float:
    """The width of a hall of so many bays."""
    return max(bays, 1) * _BAY + 2 * _END


def pane_at(bay: int) -> tuple[float, float]:
    """The upper left corner of a window of a hall."""
    return _END + bay * _BAY + 2, _GABLE + 1


# -- shells ----------------------------------------------------------------------------------------------------------------


@memo(maxsize=64)
def shell(floors: int, storeys: int) -> str:
    """Roof, walls, pillars and base of a pavilion; storeys above ``floors`` are gone and only dashed."""
    cloth, red, tone = colour("cloth"), colour("plum"), colour("plum-soft")
    ground = height_of(storeys) - BASE
    parts = [rect(3, ground, WIDTH - 6, BASE - 1, 1.5, fill=colour("stone-soft"))]
    for storey in range(storeys):
        level = ROOF + (storeys - 1 - storey) * (STOREY + EAVE)
        if storey >= floors:
            parts.append(_gone(12, level, WIDTH - 24, STOREY))
            continue
        parts.append(rect(11, level - 1, WIDTH - 22, STOREY + 1, fill=cloth))
        parts.append(rect(9, level - 1, 7, STOREY + 1, 1, fill=red) + rect(WIDTH - 16, level - 1, 7, STOREY + 1, 1, fill=red))
        if storey < floors - 1:
            parts.append(_eave(level, tone))
    if floors:
        parts.append(_roof(ROOF + (storeys - floors) * (STOREY + EAVE)))
    return pen("".join(parts), 1.3)


def _gone(x: float, y: float, width: float, height: float) -> str:
    """The outline of a floor that is lost."""
    return rect(x, y, width, height, 3, fill="none", stroke=FAINT, stroke_width=1.4, stroke_dasharray="4 4")


def _eave(level: float, tone: str) -> str:
    """The small roof between two storeys, with its lower edge at that height."""
    return path(
        f"M4 {level:g}C8 {level - 1:g} 12 {level - 3:g} 14 {level - EAVE:g}H{WIDTH - 14:g}"
        f"C{WIDTH - 12:g} {level - 3:g} {WIDTH - 8:g} {level - 1:g} {WIDTH - 4:g} {level:g}Z",
        fill=tone,
    )


def _roof(eaves: float) -> str:
    """The roof with its eaves at that height: a curved sweep, a ridge of gold."""
    middle = WIDTH / 2
    sweep = (
        f"M0.6 {eaves + 1:g}C12 {eaves - 2:g} 22 {eaves - 8:g} 26 {eaves - 18:g}H{WIDTH - 26:g}"
        f"C{WIDTH - 22:g} {eaves - 8:g} {WIDTH - 12:g} {eaves - 2:g} {WIDTH - 0.6:g} {eaves + 1:g}"
        f"L{WIDTH - 5:g} {eaves + 4:g}H5Z"
    )
    ribs = "".join(
        f"M{middle + away * 0.62:g} {eaves - 16:g}C{middle + away * 0.75:g} {eaves - 8:g} "
        f"{middle + away:g} {eaves - 3:g} {middle + away * 1.14:g} {eaves + 2:g}"
        for away in (-32, -19, -6.5, 6.5, 19, 32)
    )
    return (
        path(sweep, fill=colour("plum"))
        + path(ribs, fill="none", stroke=colour("plum-soft"), stroke_width=0.9)
        + rect(24, eaves - 21.5, WIDTH - 48, 4.8, 2, fill=colour("gold"), stroke_width=1.1)
    )


@memo(maxsize=64)
def hall_shell(floors: int, bays: int, number: int, scale: float = 1.0) -> str:
    """A hall with a bay for each floor; bays above ``floors`` are gone and only dashed.

    ``scale``: at which it will be shown, so that its number stays legible.
    """
    width, end = hall_width(bays), hall_width(floors) if floors else 0.0
    parts = []
    if floors:
        parts.append(rect(3, _GABLE, end - 6, HALL - _GABLE - _STEP, 1, fill=colour("cloth")))
        parts.append(rect(1, HALL - _STEP, end - 2, _STEP - 0.6, 1.5, fill=colour("stone-soft")))
        eaves = f"M0.6 16C6 13 10 6 12 1H{end - 12:g}C{end - 10:g} 6 {end - 6:g} 13 {end - 0.6:g} 16Z"
        parts.append(path(eaves, fill=colour("plum")))
    if bays > floors:
        parts.append(_gone(end + 1, _GABLE, width - end - 3, HALL - _GABLE - 1))
    wide, high = 20 / scale, 14 / scale
    plaque = rect(width / 2 - wide / 2, 14.6 - high, wide, high, 3, fill=colour("gold-soft"), stroke=LINE, stroke_width=1)
    text = words(width / 2, 14.6 - 2.6 / scale, number + 1, 12.5 / scale, fill=LINE, font_weight="700")
    return pen("".join(parts), 1.2) + plaque + text


# -- windows ---------------------------------------------------------------------------------------------------------------


@memo(maxsize=256)
def person_in_window(kind: int, x: float, y: float, leaves: bool) -> str:
    """A person in a window of a pavilion, its symbols to the right. ``leaves``: in the dark, since an event may take it."""
    face = portrait(kind, x, y, WINDOW) + rect(x, y, WINDOW, WINDOW, 2, fill="none", stroke=LINE, stroke_width=1.4)
    marks = symbols_of(kind, x + WINDOW + 30, y + WINDOW - 7, 16)
    return face + marks + (_dark(x - 4, y - 2, 64, STOREY) if leaves else "")


@memo(maxsize=256)
def person_in_pane(kind: int, x: float, y: float, leaves: bool) -> str:
    """The same in a hall, its symbols over the corner."""
    face = portrait(kind, x, y, PANE) + rect(x, y, PANE, PANE, 2, fill="none", stroke=LINE, stroke_width=1.4)
    return face + symbols_of(kind, x + PANE + 1, y + PANE + 1, 16) + (_dark(x, y, PANE, PANE) if leaves else "")


def _dark(x: float, y: float, width: float, height: float) -> str:
    """The shade over a window that will empty."""
    shade = rect(x, y, width, height, 2, fill="#1B1714", fill_opacity=0.62)
    return shade + path(f"M{x + 4:g} {y + height - 4:g}L{x + width - 4:g} {y + 4:g}", stroke="#F2A65A", stroke_width=2)


@memo(maxsize=64)
def shutters(x: float, y: float, width: float, height: float) -> str:
    """The lattice of an empty window."""
    across = "".join(f"M{x:g} {y + height * i / 3:g}h{width:g}" for i in (1, 2))
    count = max(round(width / 11), 2)
    down = "".join(f"M{x + width * i / count:g} {y:g}v{height:g}" for i in range(1, count))
    return rect(x, y, width, height, 2, fill=colour("wood-soft"), fill_opacity=0.55, stroke=LINE, stroke_width=1.2) + path(
        across + down, stroke=colour("wood"), stroke_width=1.1, fill="none"
    )


@memo(maxsize=16)
def decay_mark(x: float, y: float) -> str:
    """The mark on a floor that is about to be lost, with its middle at x, y: the floor and an arrow down."""
    ground = rect(x - 24, y - 12, 48, 24, 12, fill=RAISED, stroke=DANGER, stroke_width=2)
    arrow = path(f"M{x + 11:g} {y - 7:g}v13m-5 -5.5l5 5.5l5 -5.5", stroke=DANGER, stroke_width=2.6, fill="none")
    return ground + symbol("floor", x - 18, y - 10, 20) + arrow


@memo(maxsize=4)
def struck_mark(x: float, y: float) -> str:
    """The sun over a palace that a drought has hit."""
    return symbol(p.EVENT_NAMES[p.DROUGHT], x, y, 22)


# -- the place for a new palace ----------------------------------------------------------------------------------------------


@memo(maxsize=2)
def lot() -> str:
    """The outline of a pavilion that is not there yet, with a plus."""
    ground, right = height_of(1) - 2, WIDTH - 3
    outline = (
        f"M12 {ground:g}V{ROOF:g}H3C13 {ROOF - 3:g} 22 {ROOF - 9:g} 26 5H{right - 23:g}"
        f"C{right - 19:g} {ROOF - 9:g} {right - 10:g} {ROOF - 3:g} {right:g} {ROOF:g}H{right - 9:g}V{ground:g}Z"
    )
    return _outlined(outline) + _plus(WIDTH / 2, ROOF + STOREY / 2 + 2)


@memo(maxsize=2)
def hall_lot() -> str:
    """The same for a hall."""
    width, ground = hall_width(1), HALL - 2
    left = f"M5 {ground:g}V16H1C6 14 10 8 12 2H{width - 12:g}"
    right = f"C{width - 10:g} 8 {width - 6:g} 14 {width - 1:g} 16H{width - 5:g}V{ground:g}Z"
    return _outlined(left + right) + _plus(width / 2, 39)


def _outlined(outline: str) -> str:
    return path(outline, fill=colour("accent-wash"), fill_opacity=0.6, stroke=INK, stroke_width=1.3, stroke_dasharray="5 4")


def _plus(x: float, y: float) -> str:
    return path(f"M{x - 9:g} {y:g}h18M{x:g} {y - 9:g}v18", stroke=colour("accent"), stroke_width=3, fill="none")


@memo(maxsize=2)
def to_build(x: float, y: float) -> str:
    """A small plus on a roof that may be built on, with its middle at x, y."""
    return group(
        rect(-9, -9, 18, 18, 9, fill=RAISED, stroke=colour("accent"), stroke_width=1.4)
        + path("M-5 0h10M0 -5v10", stroke=colour("accent"), stroke_width=2.2, fill="none"),
        x,
        y,
    )


@memo(maxsize=64)
def hall_plus(x: float, y: float) -> str:
    """The plus for a new palace beside halls, for fingers."""
    return rect(x, y + 10, 44, 44, fill="transparent") + to_build(x + 22, y + 34)
