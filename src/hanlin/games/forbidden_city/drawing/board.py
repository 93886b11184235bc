"""The common board: the palace seen from above, and the spaces where the tile in hand may go."""

from __future__ import annotations

import json
from functools import lru_cache
from html import escape

from hanlin.core.language import _, current_language
from hanlin.core.position import Position
from hanlin.drawing import ACCENT, FAINT, LINE, SANS, SOFT, cannot, document, element, group, path, rect, seal, words
from hanlin.games.forbidden_city.drawing.art import CELL
from hanlin.games.forbidden_city.drawing.rooms import gold_outline, hover, paid_flower, paid_seats, shade, stamp
from hanlin.games.forbidden_city.drawing.tiles import tile_picture
from hanlin.games.forbidden_city.pieces import GREY
from hanlin.games.forbidden_city.plan import Place, Plan, Room, plan_of, turned
from hanlin.games.forbidden_city.tiles import Face
from hanlin.games.forbidden_city.words.question import Way, fits_nowhere, tile_to_place, ways
from hanlin.games.forbidden_city.words.terms import closed_room_words, closing_words, open_room_words, place_name, sentence

_ID = "fcb"
"""What the ids of the board begin with."""
_MARGIN = 26
_SMALLEST = {"wide": (9, 7), "tall": (7, 7)}
"""Spaces that a board shows at least, across and down."""


def board(seen: Position, shape: str = "wide") -> str:
    """The palace of a view; the spaces can be clicked when the viewer has the turn. ``shape``: "wide" or "tall"."""
    plan = plan_of(seen.state)
    left, top, width, height = _frame(plan, shape)
    body = _coordinates(plan, left, top) + _palace(plan, current_language())
    spots = ways(seen) if seen.decides else {}
    if spots:
        face = tile_to_place(seen)
        assert face is not None
        body = _hand(face, seen.actor, seen.players) + body + "".join(_spot(place, here) for place, here in spots.items())
    label = _("The palace, seen from above: {n} tiles lie round the start tile.").format(n=int(seen.state.placed))
    return document(_ID, width, height, group(body, -left, -top), label=label, class_="board-fc", data_zoom="")


def _frame(plan: Plan, shape: str) -> tuple[int, int, int, int]:
    """Left, top, width and height of what is shown, in units: the palace, a space around it, a margin."""
    across, down = _SMALLEST[shape]
    xs, ys = [x for x, _y in plan.faces], [y for _x, y in plan.faces]
    columns, rows = max(xs) - min(xs) + 3, max(ys) - min(ys) + 3
    left = (min(xs) - 1) * CELL - max(across - columns, 0) * CELL // 2 - _MARGIN
    top = (min(ys) - 1) * CELL - max(down - rows, 0) * CELL // 2 - _MARGIN
    return left, top, max(across, columns) * CELL + 2 * _MARGIN, max(down, rows) * CELL + 2 * _MARGIN


def _coordinates(plan: Plan, left: int, top: int) -> str:
    """The numbers of columns and rows, small, at the upper and the left margin."""
    xs, ys = {x for x, _y in plan.free()}, {y for _x, y in plan.free()}
    across = "".join(words(x * CELL + CELL / 2, top + 16, x, 12, fill=SOFT, font_family=SANS) for x in sorted(xs))
    down = "".join(words(left + 13, y * CELL + CELL / 2 + 4, y, 12, fill=SOFT, font_family=SANS) for y in sorted(ys))
    return group(across + down, opacity=0.75)


# -- the palace --------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def _palace(plan: Plan, language: str) -> str:
    """The tiles and rooms: all that everybody sees, drawn once for all."""
    ground = path(
        "".join(f"M{x * CELL + 3} {y * CELL + 4}h{CELL}v{CELL}h-{CELL}z" for x, y in plan.faces), fill=LINE, opacity=0.16
    )
    tiles = "".join(
        _tile(face, plan.seats.get(place, -1), place, number) for number, (place, face) in enumerate(plan.faces.items())
    )
    rooms = plan.rooms()
    shades = "".join(_shade(room) for room in rooms if not room.open_edges and room.floor != GREY)
    tips = "".join(_open_room(room, language) for room in rooms if room.open_edges)
    tips += "".join(_closed_room(room, language) for room in plan.closings)
    new = "".join(gold_outline(room, plan) for room in plan.just_closed)
    stamps = "".join(_stamp(room, language) for room in plan.closings)
    return ground + tiles + shades + _latest(plan) + new + tips + stamps


# What does not change from one ply to the next is drawn once.
_shade = lru_cache(maxsize=1024)(shade)


@lru_cache(maxsize=1024)
def _open_room(room: Room, _language: str) -> str:
    return hover(room, open_room_words(room))


@lru_cache(maxsize=1024)
def _closed_room(room: Room, _language: str) -> str:
    return hover(room, closed_room_words(room))


@lru_cache(maxsize=1024)
def _stamp(room: Room, _language: str) -> str:
    return stamp(room)


_GARDENS = {(1, -1): 1, (1, 1): 2, (-1, 1): 3}
"""How the gardens at the corners of the start tile are turned, in quarters."""


@lru_cache(maxsize=4096)
def _tile(face: Face, seat: int, place: Place, number: int) -> str:
    return group(tile_picture(face, seat, _GARDENS.get(place, 0)), place[0] * CELL, place[1] * CELL, data_key=f"tile {number}")


def _latest(plan: Plan) -> str:
    """A line round the tile that was placed last."""
    if plan.latest is None:
        return ""
    x, y = plan.latest
    return rect(x * CELL - 1, y * CELL - 1, CELL + 2, CELL + 2, 2, fill="none", stroke=ACCENT, stroke_width=2.2)


# -- where the tile in hand may go ---------------------------------------------------------------------------------------------


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
    if way.refusal is None:
        seals = "".join(_paid_seal(room, place) for place, room in enumerate(way.closes))
        return [way.action, tile + seals, sentence(closing_words(way.closes))] if way.closes else [way.action, tile]
    return ["", f'{tile}<use href="#{_ID}-e{way.edge}"/>', way.refusal.text, way.refusal.rule]


def _paid_seal(room: Room, place: int) -> str:
    """What a placement would close, over its preview: the seal of the first, second … of the rooms."""
    flowers = "".join(f'<use href="#{_ID}-f{seat}" x="{-14 * number}"/>' for number, seat in enumerate(paid_seats(room)))
    return group(seal(0, 0, str(room.value), 21) + flowers, 48.5, 50 - 22 * place)


def _single_quoted(text: str) -> str:
    """Text for an attribute in single quotes, where double ones stay as they are: JSON is full of them."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("'", "&#39;")
