"""The players' five flowers: plum, orchid, bamboo, chrysanthemum and lotus, each in a 24 × 24 box.

They differ in outline as much as in colour and lightness, so any one of the three identifies a seat.
"""

from __future__ import annotations

from hanlin.core.i18n.seat_names import seat_flower
from hanlin.drawing.palette import GOLD, LINE, SEATS, colour, seat_colour
from hanlin.drawing.svg import circle, define, ellipse, group, path, picture, place


def _pen(content: str, width: float = 1.2) -> str:
    return group(content, stroke=LINE, stroke_width=width, stroke_linejoin="round", stroke_linecap="round")


def _ring(petal: str, count: int, first: float = 0) -> str:
    """``count`` copies of a petal, evenly turned round the middle of the box."""
    return "".join(group(petal, 12, 12, turn=first + 360 * turn / count) for turn in range(count))


def _plum() -> str:
    petals = _ring(circle(0, -5.6, 4.5, fill=seat_colour(0)), 5)
    stamens = _ring(path("M0-1.6V-5M0-5V-5.2", fill="none", stroke=colour("plum-soft"), stroke_width=1.1), 5, 36)
    return _pen(petals) + _pen(stamens + circle(12, 12, 2.5, fill=GOLD), 1)


def _orchid() -> str:
    sepal = path("M0-1C-2.4-4-2-8.6 0-11.4C2-8.6 2.4-4 0-1Z", fill=seat_colour(1))
    wide = path("M0-1C-4.6-3.2-5.6-8.4-2.6-10.9C1.4-10.8 4-6.4 0-1Z", fill=seat_colour(1))
    other = path("M0-1C4.6-3.2 5.6-8.4 2.6-10.9C-1.4-10.8-4-6.4 0-1Z", fill=seat_colour(1))
    lip = path(
        "M12 12C9 13.4 8.2 17.4 9.6 19.4C11 20.6 13 20.6 14.4 19.4C15.8 17.4 15 13.4 12 12Z", fill=seat_colour(1, "soft")
    )
    back = "".join(group(sepal, 12, 12, turn=turn) for turn in (0, 136, 224))
    return _pen(back + group(wide, 12, 12, turn=-74) + group(other, 12, 12, turn=74) + lip + circle(12, 12, 1.9, fill=GOLD))


def _bamboo() -> str:
    cane = (
        path("M8.6 1H12.6L12.3 7.6H8.9Z", fill=seat_colour(2))
        + path("M8.9 8.4H12.3L12.4 15.4H8.8Z", fill=seat_colour(2))
        + path("M8.8 16.2H12.4L12.7 23H8.5Z", fill=seat_colour(2))
    )
    leaves = (
        path("M12.3 8C14.2 4.4 18 2.6 22.4 3C20.6 7 16.6 9 12.3 8Z", fill=seat_colour(2))
        + path("M12.4 9C16 8.4 20.2 10.6 22 14.6C17.6 15.2 13.8 13 12.4 9Z", fill=seat_colour(2, "soft"))
        + path("M8.8 15.6C5.6 13.6 2.6 14 .9 17.2C4 19.4 7.2 18.8 8.8 15.6Z", fill=seat_colour(2))
    )
    return _pen(cane + leaves)


def _chrysanthemum() -> str:
    outer = _ring(path("M0-3C-2.2-5-2.7-9.6 0-11.4C2.7-9.6 2.2-5 0-3Z", fill=seat_colour(3)), 10)
    inner = _ring(path("M0-1C-1.4-3-1.5-6 0-7.2C1.5-6 1.4-3 0-1Z", fill=seat_colour(3, "soft")), 8, 22.5)
    return _pen(outer, 0.9) + _pen(inner, 0.7) + _pen(circle(12, 12, 2, fill=GOLD), 1)


def _lotus() -> str:
    back = "".join(
        group(path("M0 0C-4-4-4-10 0-14C4-10 4-4 0 0Z", fill=seat_colour(4)), 12, 19, turn=turn) for turn in (-62, 62, -34, 34)
    )
    front = path("M12 19C6.9 14.6 6.9 7.4 12 2.6C17.1 7.4 17.1 14.6 12 19Z", fill=seat_colour(4, "soft"))
    water = ellipse(12, 20, 8.6, 1.9, fill=colour("jade"))
    return _pen(water + back + front)


FLOWERS: tuple[str, ...] = tuple(
    define(f"flower-{name}", 24, 24, make())
    for name, make in zip(SEATS, (_plum, _orchid, _bamboo, _chrysanthemum, _lotus), strict=True)
)
"""The names of the flowers' pictures, by seat."""


def flower_of(colour: int, size: float = 18) -> str:
    """The flower of a colour (``core/i18n/seat_names.py``) as a separate picture, named for screen readers."""
    return picture(FLOWERS[colour], size, label=seat_flower(colour))


def flower(seat: int, x: float, y: float, size: float = 16) -> str:
    """The flower of a seat with its top left corner at x, y."""
    return place(FLOWERS[seat], x, y, size)
