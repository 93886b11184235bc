"""Clickable places of the board: the spaces where the tile in hand may go, and its legal rotations there."""

from __future__ import annotations

from html import escape
from json.encoder import encode_basestring

from hanlin.core.i18n.language import _, current_language
from hanlin.core.i18n.seat_names import spoken
from hanlin.core.lib.memo import memo
from hanlin.core.position.position import Position
from hanlin.drawing import ACCENT, FAINT, GOLD, RAISED, cannot, circle, element, group, rect
from hanlin.games.forbidden_city.drawing.art import CELL
from hanlin.games.forbidden_city.drawing.icons import HAND_ID
from hanlin.games.forbidden_city.drawing.rooms import area
from hanlin.games.forbidden_city.drawing.tiles import tile_picture
from hanlin.games.forbidden_city.palace import Edge, Palace, Place, Room
from hanlin.games.forbidden_city.snapshot import Kinds, read
from hanlin.games.forbidden_city.spots import Spot, Spots, place_action, spots
from hanlin.games.forbidden_city.words.consequences import space_key
from hanlin.games.forbidden_city.words.names import closing_words, sentence
from hanlin.games.forbidden_city.words.refusals import never_fits
from hanlin.games.forbidden_city.words.whereabouts import space_names


def offers(seen: Position) -> tuple[str, tuple[str, ...]]:
    """Definitions for the board, and the free spaces with the actions there; empty where nothing is asked."""
    found = spots(seen) if seen.decides else None
    return ("", ()) if found is None else _offers(spoken(), current_language(), found, read(seen.state).palace)


@memo(maxsize=16)
def _offers(names: str, language: str, of: Spots, palace: Palace) -> tuple[str, tuple[str, ...]]:
    """The same for the free spaces of a tile; ``names``: in whose words."""
    here = []
    where = space_names(palace)
    for spot in of.here:
        name = where[spot.place]
        first = _best(of.kinds, of.kind, palace.meets[spot.place], spot.clashes)
        quiet = not spot.closes
        here.append(
            _quiet_spot(language, name, spot.place, spot.clashes, first) if quiet else _closing_spot(names, name, spot, first)
        )
    return _hand(of.kinds, of.kind, of.seat), tuple(here)


def _best(kinds: Kinds, kind: int, meets: tuple[int, ...], clashes: tuple[Edge | None, ...]) -> int:
    """The rotation that joins the tile to most rooms, which is shown first; the first legal one among equals."""
    legal = [turn for turn, clash in enumerate(clashes) if clash is None]
    return max(legal, key=lambda turn: _joins(kinds.open_floors[kind][turn], meets), default=0)


def _joins(floors: tuple[int, ...], meets: tuple[int, ...]) -> int:
    return sum(floor == other >= 0 for floor, other in zip(floors, meets, strict=True))


@memo(maxsize=512)
def _hand(kinds: Kinds, kind: int, seat: int) -> str:
    """Definitions for previews: the tile in hand in its rotations."""
    turned = "".join([f'<g id="{HAND_ID}{n}">{tile_picture(face, seat)}</g>' for n, face in enumerate(kinds.turned[kind])])
    return f"<defs>{turned}</defs>"


_FREE = (
    rect(0, 0, CELL, CELL, fill="transparent")
    + rect(2, 2, 56, 56, 5, fill="none", stroke=ACCENT, stroke_width=1.8, stroke_dasharray="7 5", opacity=0, class_="frame")
    + group(element("g", circle(0, 0, 6, fill=ACCENT, stroke=RAISED, stroke_width=2, class_="glow"), class_="steady"), 30, 30)
)
"""A space where the tile fits: a dot, and a frame that shows only while somebody points at it."""
_UNFIT = rect(0, 0, CELL, CELL, fill="transparent") + group(
    element("g", circle(0, 0, 3, fill="none", stroke=FAINT, stroke_width=1.6), class_="steady"), 30, 30
)
"""The mark of a space where it does not."""


def _closing_spot(names: str, name: str, spot: Spot, first: int) -> str:
    """A free space where the tile closes a room: the legal ways to turn it there, from the ``first`` on."""
    before, after = _open_spot(name, spot.place)
    found = [
        _closing_variant(names, spot.place, turn, spot.closes[turn]) if spot.closes[turn] else _variant(spot.place, turn)
        for turn in _turns(spot.clashes, first)
    ]
    return f"{before}{','.join(found)}{after}"


@memo(maxsize=4096)
def _quiet_spot(language: str, name: str, place: Place, clashes: tuple[Edge | None, ...], first: int) -> str:
    """A space of that name where no way to turn the tile closes a room: the legal ones from the ``first`` on, or why it
    does not fit.

    ``clashes``: what forbids each of them.
    """
    if clashes[0] is not None and None not in clashes:
        return _unfit(language, name, place, clashes[0])
    before, after = _open_spot(name, place)
    return f"{before}{','.join([_variant(place, turn) for turn in _turns(clashes, first)])}{after}"


def _turns(clashes: tuple[Edge | None, ...], first: int) -> list[int]:
    """The legal rotations clockwise, from the ``first`` on."""
    return [turn for turn in (*range(first, len(clashes)), *range(first)) if clashes[turn] is None]


@memo(maxsize=2048)
def _unfit(_language: str, name: str, place: Place, clash: Edge) -> str:
    """A space where the tile does not fit; ``clash``: in its current rotation."""
    why = never_fits(clash)
    at = f"translate({place[0] * CELL} {place[1] * CELL})"
    return cannot(why.text, why.rule, sentence(name), _UNFIT, transform=at)


@memo(maxsize=4096)
def _open_spot(name: str, place: Place) -> tuple[str, str]:
    """A space of that name where the tile fits: the content before and after its variants."""
    x, y = place[0] * CELL, place[1] * CELL
    label = _("Place tile: {place}").format(place=name)
    tag = f'<g class="can" role="button" tabindex="0" aria-label="{escape(label)}" transform="translate({x} {y})" '
    tag += f'data-key="{space_key(place)}" data-still=""'
    return f"{tag} data-variants='[", f"]'>{_FREE}</g>"


@memo(maxsize=4096)
def _variant(place: Place, rotation: int) -> str:
    """One rotation as the table's script wants it: action and picture."""
    return _json([place_action(place, rotation), f'<use href="#{HAND_ID}{rotation}"/>'])


@memo(maxsize=1024)
def _closing_variant(_names: str, place: Place, rotation: int, closes: tuple[Room, ...]) -> str:
    """The same for one that closes rooms, which are lit up, with what it does."""
    moved = f'transform="translate({-place[0] * CELL} {-place[1] * CELL})"'
    lit = f'<path d="{"".join([area(room) for room in closes])}" fill="{GOLD}" fill-opacity="0.3" {moved}/>'
    picture = f'<use href="#{HAND_ID}{rotation}"/>{lit}'
    return _json([place_action(place, rotation), picture, sentence(closing_words(closes))])


def _json(texts: list[str]) -> str:
    """Texts for an attribute in single quotes, where double ones stay as they are: JSON is full of them."""
    found = f"[{','.join([encode_basestring(text) for text in texts])}]"
    return found.replace("&", "&amp;").replace("<", "&lt;").replace("'", "&#39;")
