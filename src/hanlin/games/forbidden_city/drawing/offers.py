"""What can be clicked on the board: the spaces where the tile in hand may go, and the ways to turn it there."""

from __future__ import annotations

import json
from html import escape

from hanlin.core.language import _
from hanlin.core.position import Position
from hanlin.drawing import ACCENT, DANGER, FAINT, GOLD, cannot, element, group, path, rect
from hanlin.games.forbidden_city.drawing.art import CELL
from hanlin.games.forbidden_city.drawing.rooms import area, payment, payment_parts, stamp_place
from hanlin.games.forbidden_city.drawing.tiles import tile_picture
from hanlin.games.forbidden_city.reading import Place, Room, Way, tile_to_place, turned, ways
from hanlin.games.forbidden_city.tiles import Face
from hanlin.games.forbidden_city.words.names import closing_words, place_name, sentence
from hanlin.games.forbidden_city.words.refusals import fits_nowhere, floors_differ

_ID = "fcb"
"""What the ids of the board begin with."""


def offers(seen: Position) -> tuple[str, str]:
    """What the board needs to define first, and the free spaces with what may be done there; empty where nothing is asked."""
    face = tile_to_place(seen)
    spots = ways(seen) if seen.decides else {}
    if face is None or not spots:
        return "", ""
    return _hand(face, seen.actor, seen.players), "".join(_spot(place, here) for place, here in spots.items())


def _hand(face: Face, seat: int, players: int) -> str:
    """What previews use by name: the tile in hand in its rotations, marks for edges that forbid one, seal and flowers."""
    tiles = "".join(element("g", tile_picture(turned(face, rotation), seat), id=f"{_ID}-h{rotation}") for rotation in range(4))
    edges = "".join(
        element("g", path(edge, stroke=DANGER, stroke_width=6, stroke_linecap="round"), id=f"{_ID}-e{side}")
        for side, edge in enumerate(("M3 0H57", "M60 3V57", "M57 60H3", "M0 57V3"))
    )
    return f"<defs>{tiles}{edges}{payment_parts(players, _ID)}</defs>"


_FREE = (
    rect(0, 0, CELL, CELL, fill="transparent")
    + rect(
        7, 7, 46, 46, 6, fill=ACCENT, fill_opacity=0.05, stroke=ACCENT, stroke_width=1.8, stroke_dasharray="7 5", class_="glow"
    )
    + path("M30 24V36M24 30H36", stroke=ACCENT, stroke_width=2, stroke_linecap="round", class_="glow")
)
"""The mark of a space where the tile fits."""
_UNFIT = rect(13, 13, 34, 34, 5, fill="transparent", stroke=FAINT, stroke_width=1.4, stroke_dasharray="3 5")
"""The mark of a space where it does not."""


def _spot(place: Place, here: list[Way]) -> str:
    """A free space: the ways to turn the tile there, or why it does not fit. Pointed at it shows its coordinates."""
    x, y = place[0] * CELL, place[1] * CELL
    name = place_name(place)
    if nowhere := fits_nowhere(here):
        return cannot(nowhere.text, nowhere.rule, name, _UNFIT + _where(name), transform=f"translate({x} {y})")
    variants = json.dumps([_variant(way) for way in here], separators=(",", ":"), ensure_ascii=False)
    label = _("Place the tile at {place}").format(place=name)
    return (
        f'<g class="can" role="button" tabindex="0" aria-label="{escape(label)}" transform="translate({x} {y})" '
        f"data-variants='{_single_quoted(variants)}'>{_FREE}{_where(name)}</g>"
    )


def _where(name: str) -> str:
    """The coordinates of a space, which the style sheet shows only while somebody points at it."""
    return element("text", name, x=CELL // 2, y=-3, class_="where")


def _variant(way: Way) -> list[str]:
    """One rotation as the table's script wants it: action, picture, and for an illegal one the reason and the rule."""
    tile = f'<use href="#{_ID}-h{way.rotation}"/>'
    if way.clash is None:
        closing = "".join(_closing(room, way.place) for room in way.closes)
        effect = [sentence(closing_words(way.closes))] if way.closes else []
        return [way.action, tile + closing, *effect]
    refusal = floors_differ(way.clash)
    return ["", f'{tile}<use href="#{_ID}-e{way.clash.side}"/>', refusal.text, refusal.rule]


def _closing(room: Room, place: Place) -> str:
    """A room that a placement would close: lit up, with its seal where it will be and what it pays to each seat."""
    x, y = stamp_place(room)
    lit = path(area(room), fill=GOLD, fill_opacity=0.3)
    return group(lit + group(payment(room, _ID), x, y), -place[0] * CELL, -place[1] * CELL)


def _single_quoted(text: str) -> str:
    """Text for an attribute in single quotes, where double ones stay as they are: JSON is full of them."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("'", "&#39;")
