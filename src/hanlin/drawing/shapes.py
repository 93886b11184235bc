"""Shapes that the games share: cards, tiles, badges, seal stamps, glows round what can be picked."""

from __future__ import annotations

from hanlin.core.lib.memo import memo
from hanlin.drawing.flowers import flower
from hanlin.drawing.palette import ACCENT, FAINT, GOLD, INK, LACQUER, LACQUER_ON, LINE, RAISED, SANS, seat_colour
from hanlin.drawing.svg import circle, path, rect, words


def card(x: float, y: float, width: float, height: float, fill: str = RAISED, r: float = 4) -> str:
    """A blank card: paper with an ink line and a thin shadow below."""
    return rect(x + 0.8, y + 1.6, width, height, r, fill=LINE, opacity=0.18) + rect(
        x, y, width, height, r, fill=fill, stroke=INK, stroke_width=1
    )


def tile(x: float, y: float, size: float, fill: str, r: float = 3) -> str:
    """A square tile of one colour."""
    return rect(x, y, size, size, r, fill=fill, stroke=LINE, stroke_width=1.2)


@memo(maxsize=1024)
def badge(x: float, y: float, text: str, size: float = 11, fill: str = RAISED, ink: str = INK) -> str:
    """A small round-cornered label with its middle at x, y; as wide as its text wants."""
    width = max(size * 1.45, len(text) * size * 0.58 + size * 0.7)
    height = size * 1.4
    return rect(x - width / 2, y - height / 2, width, height, height / 2, fill=fill, stroke=INK, stroke_width=0.8) + words(
        x, y + size * 0.35, text, size, fill=ink, font_family=SANS, font_weight="600"
    )


@memo(maxsize=1024)
def seat_badge(seat: int, x: float, y: float, size: float = 20) -> str:
    """A seat's flower on a disc of its soft colour, with its middle at x, y and ``size`` across."""
    return (
        circle(x, y, size / 2, fill=seat_colour(seat), stroke=LINE, stroke_width=1)
        + circle(x, y, size * 0.42, fill=seat_colour(seat, "soft"))
        + flower(seat, x - size * 0.37, y - size * 0.37, size * 0.74)
    )


@memo(maxsize=1024)
def seal(x: float, y: float, text: str, size: float = 24) -> str:
    """A sum as a seal stamp: light figures cut into lacquer red, the edge a little worn. Its middle is x, y."""
    half = size / 2
    return (
        path(
            f"M{x - half + 2:g} {y - half:g}H{x + half - 1.4:g}L{x + half:g} {y - half + 2:g}V{y + half - 1.4:g}"
            f"L{x + half - 2:g} {y + half:g}H{x - half + 1.4:g}L{x - half:g} {y + half - 2:g}V{y - half + 1.4:g}Z",
            fill=LACQUER,
        )
        + rect(x - half + 2.2, y - half + 2.2, size - 4.4, size - 4.4, fill="none", stroke=LACQUER_ON, stroke_width=0.9)
        + words(x, y + size * 0.2, text, size * 0.55, fill=LACQUER_ON, font_weight="700", room=size - 6)
    )


def glow(x: float, y: float, width: float, height: float, r: float = 5) -> str:
    """The red line round a thing that may be picked now."""
    return rect(x - 2, y - 2, width + 4, height + 4, r + 2, fill="none", stroke=ACCENT, stroke_width=2.2, class_="glow")


@memo(maxsize=256)
def panel(x: float, y: float, width: float, height: float, r: float = 8, fill: str = RAISED) -> str:
    """A quiet ground to put things on."""
    return rect(x, y, width, height, r, fill=fill, stroke=FAINT, stroke_width=1)


@memo(maxsize=256)
def heading(x: float, y: float, text: str, size: float = 15, room: float = 0) -> str:
    """A small title with a short stroke of gold before it."""
    return rect(x, y - size * 0.72, 3, size * 0.86, 1, fill=GOLD) + words(
        x + 9, y, text, size, anchor="start", fill=INK, font_weight="600", room=room and room - 9
    )
