"""What can be clicked on the board: the spaces where the tile in hand may go, and the ways to turn it there."""

from __future__ import annotations

import json
from html import escape

from hanlin.core.language import _
from hanlin.core.position import Position
from hanlin.drawing import ACCENT, FAINT, cannot, element, group, path, rect, seal
from hanlin.games.forbidden_city.drawing.art import CELL
from hanlin.games.forbidden_city.drawing.rooms import paid_flower, paid_seats
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
    """What previews use by name: the tile in hand in its rotations, marks for edges that forbid one, the seats' flowers."""
    tiles = "".join(element("g", tile_picture(turned(face, rotation), seat), id=f"{_ID}-h{rotation}") for rotation in range(4))
    edges = "".join(
        element("g", path(edge, stroke=ACCENT, stroke_width=6, stroke_linecap="round"), id=f"{_ID}-e{side}")
        for side, edge in enumerate(("M3 0H57", "M60 3V57", "M57 60H3", "M0 57V3"))
    )
    flowers = "".join(element("g", paid_flower(paid, 0), id=f"{_ID}-f{paid}") for paid in range(players))
    return f"<defs>{tiles}{edges}{flowers}</defs>"


_FREE = rect(
    7, 7, 46, 46, 6, fill=ACCENT, fill_opacity=0.05, stroke=ACCENT, stroke_width=1.8, stroke_dasharray="7 5", class_="glow"
) + path("M30 24V36M24 30H36", stroke=ACCENT, stroke_width=2, stroke_linecap="round", class_="glow")
"""The mark of a space where the tile fits."""
_UNFIT = rect(13, 13, 34, 34, 5, fill="transparent", stroke=FAINT, stroke_width=1.4, stroke_dasharray="3 5")
"""The mark of a space where it does not."""


def _spot(place: Place, here: list[Way]) -> str:
    """A free space: the ways to turn the tile there, or why it does not fit."""
    x, y = place[0] * CELL, place[1] * CELL
    if nowhere := fits_nowhere(here):
        return cannot(nowhere.text, nowhere.rule, place_name(place), _UNFIT, transform=f"translate({x} {y})")
    variants = json.dumps([_variant(way) for way in here], separators=(",", ":"), ensure_ascii=False)
    label = _("Place the tile at {place}").format(place=place_name(place))
    return (
        f'<g class="can" role="button" tabindex="0" aria-label="{escape(label)}" transform="translate({x} {y})" '
        f"data-variants='{_single_quoted(variants)}'>{_FREE}</g>"
    )


def _variant(way: Way) -> list[str]:
    """One rotation as the table's script wants it: action, picture, and for an illegal one the reason and the rule."""
    tile = f'<use href="#{_ID}-h{way.rotation}"/>'
    if way.clash is None:
        seals = "".join(_paid_seal(room, place) for place, room in enumerate(way.closes))
        return [way.action, tile + seals, sentence(closing_words(way.closes))] if way.closes else [way.action, tile]
    refusal = floors_differ(way.clash)
    return ["", f'{tile}<use href="#{_ID}-e{way.clash.side}"/>', refusal.text, refusal.rule]


def _paid_seal(room: Room, place: int) -> str:
    """What a placement would close, over its preview: the seal of the first, second … of the rooms."""
    flowers = "".join(f'<use href="#{_ID}-f{seat}" x="{-14 * number}"/>' for number, seat in enumerate(paid_seats(room)))
    return group(seal(0, 0, str(room.value), 21) + flowers, 48.5, 50 - 22 * place)


def _single_quoted(text: str) -> str:
    """Text for an attribute in single quotes, where double ones stay as they are: JSON is full of them."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("'", "&#39;")
