"""Clickable places of the board: the spaces where the tile in hand may go, and its rotations there."""

from __future__ import annotations

from functools import cache
from html import escape
from json.encoder import encode_basestring

from hanlin.core.i18n.language import _, current_language
from hanlin.core.i18n.seat_names import spoken
from hanlin.core.lib.memo import memo
from hanlin.core.position.position import Position
from hanlin.drawing import ACCENT, DANGER, FAINT, GOLD, cannot, element, group, path, rect
from hanlin.games.forbidden_city.drawing.art import CELL
from hanlin.games.forbidden_city.drawing.rooms import area, payment, payment_parts, stamp_place
from hanlin.games.forbidden_city.drawing.tiles import tile_picture
from hanlin.games.forbidden_city.palace import Edge, Place, Room
from hanlin.games.forbidden_city.snapshot import Kinds
from hanlin.games.forbidden_city.spots import Spot, Spots, place_action, spots
from hanlin.games.forbidden_city.words.names import closing_words, coordinates, place_name, sentence
from hanlin.games.forbidden_city.words.refusals import floors_differ, never_fits

_ID = "fcb"
"""Prefix of the ids of the board."""


def offers(seen: Position) -> tuple[str, tuple[str, ...]]:
    """Definitions for the board, and the free spaces with the actions there; empty where nothing is asked."""
    found = spots(seen) if seen.decides else None
    return ("", ()) if found is None else _offers(spoken(), current_language(), found, seen.players)


@memo(maxsize=16)
def _offers(names: str, language: str, of: Spots, players: int) -> tuple[str, tuple[str, ...]]:
    """The same for the free spaces of a tile; ``names``: in whose words."""
    here = [
        _closing_spot(names, language, spot) if spot.closes else _quiet_spot(language, spot.place, spot.clashes)
        for spot in of.here
    ]
    return _hand(of.kinds, of.kind, of.seat, players), tuple(here)


@memo(maxsize=512)
def _hand(kinds: Kinds, kind: int, seat: int, players: int) -> str:
    """Definitions for previews: the tile in hand in its rotations, marks for edges that forbid one, seal and flowers."""
    turned = "".join([f'<g id="{_ID}-h{n}">{tile_picture(face, seat)}</g>' for n, face in enumerate(kinds.turned[kind])])
    return f"<defs>{turned}{_marks(players)}</defs>"


@cache
def _marks(players: int) -> str:
    """Marks for edges that forbid a tile, a seal and the flowers."""
    edges = "".join(
        element("g", path(edge, stroke=DANGER, stroke_width=6, stroke_linecap="round"), id=f"{_ID}-e{side}")
        for side, edge in enumerate(("M3 0H57", "M60 3V57", "M57 60H3", "M0 57V3"))
    )
    return edges + payment_parts(players, _ID)


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


def _closing_spot(names: str, language: str, spot: Spot) -> str:
    """A free space where the tile closes a room: the ways to turn it there. Pointed at it shows its coordinates."""
    first, last = _open_spot(language, spot.place)
    variants = [
        _closing_variant(names, spot.place, rotation, closes) if closes else _variant(language, spot.place, rotation, clash)
        for rotation, (closes, clash) in enumerate(zip(spot.closes, spot.clashes, strict=True))
    ]
    return f"{first}{','.join(variants)}{last}"


@memo(maxsize=4096)
def _quiet_spot(language: str, place: Place, clashes: tuple[Edge | None, ...]) -> str:
    """A space where no way to turn the tile closes a room: those ways, or why it does not fit.

    ``clashes``: what forbids each of them.
    """
    if clashes[0] is not None and None not in clashes:
        return _unfit(language, place, clashes[0])
    first, last = _open_spot(language, place)
    return f"{first}{','.join([_variant(language, place, rotation, clash) for rotation, clash in enumerate(clashes)])}{last}"


@memo(maxsize=2048)
def _unfit(_language: str, place: Place, clash: Edge) -> str:
    """A space where the tile does not fit; ``clash``: as it lies."""
    why, name = never_fits(clash), place_name(place)
    at = f"translate({place[0] * CELL} {place[1] * CELL})"
    return cannot(why.text, why.rule, name, _UNFIT + _where(place), transform=at)


@memo(maxsize=1024)
def _open_spot(_language: str, place: Place) -> tuple[str, str]:
    """A space where the tile fits: what stands before and after its variants."""
    x, y, name = place[0] * CELL, place[1] * CELL, place_name(place)
    label = _("Place tile: {place}").format(place=name)
    tag = f'<g class="can" role="button" tabindex="0" aria-label="{escape(label)}" transform="translate({x} {y})"'
    return f"{tag} data-variants='[", f"]'>{_FREE}{_where(place)}</g>"


def _where(place: Place) -> str:
    """The coordinates of a space, which the style sheet shows only while somebody points at it."""
    return element("text", coordinates(place), x=CELL // 2, y=-3, class_="where")


def _variant(language: str, place: Place, rotation: int, clash: Edge | None) -> str:
    """One rotation as the table's script wants it: action, picture, and for an illegal one the reason and the rule."""
    return _legal(place, rotation) if clash is None else _illegal(language, rotation, clash)


@memo(maxsize=1024)
def _closing_variant(_names: str, place: Place, rotation: int, closes: tuple[Room, ...]) -> str:
    """The same for one that closes rooms."""
    picture = f'<use href="#{_ID}-h{rotation}"/>{_closing(closes, place)}'
    return _json([place_action(place, rotation), picture, sentence(closing_words(closes))])


@memo(maxsize=4096)
def _legal(place: Place, rotation: int) -> str:
    return _json([place_action(place, rotation), f'<use href="#{_ID}-h{rotation}"/>'])


@memo(maxsize=1024)
def _illegal(_language: str, rotation: int, clash: Edge) -> str:
    why = floors_differ(clash)
    return _json(["", f'<use href="#{_ID}-h{rotation}"/><use href="#{_ID}-e{clash.side}"/>', why.text, why.rule])


def _json(texts: list[str]) -> str:
    return _single_quoted(f"[{','.join([encode_basestring(text) for text in texts])}]")


def _closing(rooms: tuple[Room, ...], place: Place) -> str:
    """The rooms that a placement would close: lit up, with their seals where they will be and what they pay to each seat."""
    lit = f'<path d="{"".join([area(room) for room in rooms])}" fill="{GOLD}" fill-opacity="0.3"/>'
    seals = "".join([_seal(room.pays, room.value, *stamp_place(room)) for room in rooms])
    moved = f'transform="translate({-place[0] * CELL} {-place[1] * CELL})"'
    return f'<g {moved} font-size="12" font-weight="700" text-anchor="middle">{lit}{seals}</g>'


@memo(maxsize=2048)
def _seal(pays: tuple[tuple[int, int], ...], value: int, x: float, y: float) -> str:
    return group(payment(pays, value, _ID), x, y)


def _single_quoted(text: str) -> str:
    """Text for an attribute in single quotes, where double ones stay as they are: JSON is full of them."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("'", "&#39;")
