"""What can be clicked on the board: the spaces where the tile in hand may go, and the ways to turn it there."""

from __future__ import annotations

import json
from functools import lru_cache
from html import escape

from hanlin.core.language import _
from hanlin.core.position import Position
from hanlin.drawing import ACCENT, DANGER, FAINT, GOLD, cannot, element, group, path, rect, remembered
from hanlin.games.forbidden_city.drawing.art import CELL
from hanlin.games.forbidden_city.drawing.rooms import area, payment, payment_parts, stamp_place
from hanlin.games.forbidden_city.drawing.tiles import tile_picture
from hanlin.games.forbidden_city.reading import Edge, Place, Room, Way, tile_to_place, turned, ways
from hanlin.games.forbidden_city.tiles import Face
from hanlin.games.forbidden_city.words.names import closing_words, place_name, sentence
from hanlin.games.forbidden_city.words.refusals import floors_differ, never_fits

_ID = "fcb"
"""What the ids of the board begin with."""


def offers(seen: Position) -> tuple[str, tuple[str, ...]]:
    """What the board needs to define first, and the free spaces with what may be done there; empty where nothing is asked."""
    face = tile_to_place(seen)
    spots = ways(seen) if seen.decides else {}
    if face is None or not spots:
        return "", ()
    return _hand(face, seen.actor, seen.players), tuple(_spot(place, here) for place, here in spots.items())


@lru_cache(maxsize=512)
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
    if not any(way.closes for way in here):
        return _quiet_spot(place, tuple(way.clash for way in here))
    first, last = _open_spot(place)
    return f"{first}{','.join(map(_variant, here))}{last}"


@remembered(4096)
def _quiet_spot(place: Place, clashes: tuple[Edge | None, ...]) -> str:
    """A space where no way to turn the tile closes a room; ``clashes``: what forbids each of them."""
    if clashes[0] is not None and None not in clashes:
        return _unfit(place, clashes[0])
    first, last = _open_spot(place)
    return f"{first}{','.join(_variant(Way(place, rotation, (), clash)) for rotation, clash in enumerate(clashes))}{last}"


@remembered(2048)
def _unfit(place: Place, clash: Edge) -> str:
    """A space where the tile does not fit; ``clash``: as it lies."""
    why, name = never_fits(clash), place_name(place)
    at = f"translate({place[0] * CELL} {place[1] * CELL})"
    return cannot(why.text, why.rule, name, _UNFIT + _where(name), transform=at)


@remembered(1024)
def _open_spot(place: Place) -> tuple[str, str]:
    """A space where the tile fits: what stands before and after its variants."""
    x, y, name = place[0] * CELL, place[1] * CELL, place_name(place)
    label = _("Place the tile at {place}").format(place=name)
    tag = f'<g class="can" role="button" tabindex="0" aria-label="{escape(label)}" transform="translate({x} {y})"'
    return f"{tag} data-variants='[", f"]'>{_FREE}{_where(name)}</g>"


def _where(name: str) -> str:
    """The coordinates of a space, which the style sheet shows only while somebody points at it."""
    return element("text", name, x=CELL // 2, y=-3, class_="where")


def _variant(way: Way) -> str:
    """One rotation as the table's script wants it: action, picture, and for an illegal one the reason and the rule."""
    if way.clash is not None:
        return _illegal(way.rotation, way.clash)
    if not way.closes:
        return _legal(way.place, way.rotation)
    closing = "".join(_closing(room, way.place) for room in way.closes)
    picture = f'<use href="#{_ID}-h{way.rotation}"/>{closing}'
    return _json([way.action, picture, sentence(closing_words(way.closes))])


@lru_cache(maxsize=4096)
def _legal(place: Place, rotation: int) -> str:
    return _json([Way(place, rotation, (), None).action, f'<use href="#{_ID}-h{rotation}"/>'])


@remembered(1024)
def _illegal(rotation: int, clash: Edge) -> str:
    why = floors_differ(clash)
    return _json(["", f'<use href="#{_ID}-h{rotation}"/><use href="#{_ID}-e{clash.side}"/>', why.text, why.rule])


def _json(texts: list[str]) -> str:
    return _single_quoted(json.dumps(texts, separators=(",", ":"), ensure_ascii=False))


def _closing(room: Room, place: Place) -> str:
    """A room that a placement would close: lit up, with its seal where it will be and what it pays to each seat."""
    x, y = stamp_place(room)
    lit = path(area(room), fill=GOLD, fill_opacity=0.3)
    return group(lit + group(payment(room, _ID), x, y), -place[0] * CELL, -place[1] * CELL)


def _single_quoted(text: str) -> str:
    """Text for an attribute in single quotes, where double ones stay as they are: JSON is full of them."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("'", "&#39;")
