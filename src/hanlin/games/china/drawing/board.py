"""The common board: the map with its pieces, and the cards next to it."""

from __future__ import annotations

from math import cos, radians, sin
from typing import NamedTuple

from hanlin.core.i18n.language import _
from hanlin.core.i18n.seat_names import is_own, seat_name
from hanlin.core.lib.memo import memo
from hanlin.core.position.position import Position
from hanlin.drawing import FLOWERS, SYMBOLS, Drawing, art_names, colour, drawing, group, number, remembered, shared_art
from hanlin.drawing.palette import ACCENT, INK, LINE, RAISED
from hanlin.drawing.svg import circle, ellipse
from hanlin.games.china.drawing import figures
from hanlin.games.china.drawing.cards import COLUMN, LOW_COLUMN, STRIP, column, low_column, shown, strip
from hanlin.games.china.drawing.chart import (
    DRAGON,
    ROOM,
    SPACE,
    Chart,
    Frame,
    chart,
    name_width,
)
from hanlin.games.china.drawing.ground import empty_space, ground, page_parts
from hanlin.games.china.drawing.lens import leads, lens
from hanlin.games.china.drawing.offers import Click, Offer, Offers, around, offers, with_tip
from hanlin.games.china.drawing.since import since
from hanlin.games.china.drawing.washes import rows, washes
from hanlin.games.china.pieces import ENDED, FORTRESS, MOST_SPACES, PALACE, REGIONS
from hanlin.games.china.snapshot import Reading, read, scoring_of
from hanlin.games.china.words import effects, names
from hanlin.games.china.words.options import title
from hanlin.games.china.words.panels import map_statement

PIECES = {"wide": 1.0, "tall": 1.25, "low": 1.25}
"""The size of pieces on a board of each shape."""
LETTERS = {"wide": 1.0, "tall": 1.45, "low": 1.45}
"""The size of names and of the figures next to the map: on a phone, 12 pixels and more."""
RINGS = 2 + 2 * REGIONS
"""The number of the layer of rings."""
LEAST_COLUMN = 640
"""A map lower than this has the cards below it on a phone on its side, too."""


def board(seen: Position, *, shape: str = "wide") -> Drawing:
    """The common board: the map and, next to it or below it ("tall"), the row, the pile and the discards.

    A wide board leaves its upper left corner and most of its right side free for the seats' banners.
    Its layers: washes of the seats, the rows of palaces, the spaces of each region, its court, rings, washes, the lens, the
    cards.
    """
    r = read(seen.state)
    of = chart_of(seen, shape)
    offered = offers(seen, r)
    view = scoring_of(r.record, r.phase == ENDED)
    in_column = shape == "wide" or (shape == "low" and of.height >= LEAST_COLUMN)
    frame = frame_of(of, shape, in_column)
    cards = shown(seen, r, offered)
    lands = _lands(r)
    pieces = _with_offers(of, lands, offered) if offered.asked else _pieces(of, lands)
    right = frame.left + frame.width
    if shape == "wide":
        display = column(cards, map_statement(seen), right - COLUMN, frame.top)
    elif in_column:
        display = low_column(cards, map_statement(seen), right - LOW_COLUMN, frame.height)
    else:
        display = strip(cards, map_statement(seen), frame.left, of.height + 8, frame.width)
    return drawing(
        "china",
        frame.width,
        frame.height,
        leads(of, view),
        rows(of, view.rows),
        *pieces,
        since(seen, r, of),  # the layer that RINGS names
        washes(of, view, tuple([n == 0 for n in r.free]), tuple(map(tuple, r.borders))),
        lens(of, r, view),
        display,
        label=_label(r),
        ground=ground(of, frame),
        around=(f'<g transform="translate({number(-frame.left)} {number(-frame.top)})">', "</g>"),
        rings=RINGS,
        data_shape="wide" if in_column else "tall",
        data_zoom="",
    )


def frame_of(of: Chart, shape: str, in_column: bool) -> Frame:
    """The part of the chart's plane that a board shows: the map and the cards."""
    if shape == "wide":
        return Frame(of.middle - ROOM[0] / 2, -of.top, ROOM[0] + COLUMN, ROOM[1])
    if in_column:
        return Frame(of.left, 0, of.right - of.left + LOW_COLUMN, of.height)
    return Frame(of.left, 0, of.right - of.left, of.height + STRIP)


def rings(seen: Position, *, shape: str = "wide") -> str:
    """The layer of rings round things that are new to the viewer."""
    return since(seen, read(seen.state), chart_of(seen, shape))


def chart_of(seen: Position, shape: str = "wide") -> Chart:
    """The layout of the board of a game in that shape."""
    return chart(names.map_of(seen), seen.options["side"], PIECES[shape], LETTERS[shape])


def page_art(seen: Position) -> str:
    """The pictures that boards and areas of the game are made of, and its map, for a page that holds them once."""
    of = chart_of(seen)
    return _page_art(of)


@memo(maxsize=16)
def _page_art(of: Chart) -> str:
    return shared_art([*FLOWERS, *SYMBOLS, *art_names("china-")], page_parts(of))


def _label(r: Reading) -> str:
    if r.actor < 0:
        return title()
    return _("{game}: {name} to play").format(game=title(), name=seat_name(r.seat))


class Land(NamedTuple):
    """The pieces shown in a region."""

    palaces: tuple[int, ...]
    """The palaces of each seat, as a mask of the spaces."""
    spaces: int
    fortresses: int
    colour: int
    emissaries: tuple[int, ...]
    """The number of emissaries of each seat."""
    guests: int
    """The number of emissaries of all seats."""
    most: int
    """The largest number allowed."""
    free: int
    """The spaces without a palace, as a mask."""


def _lands(r: Reading) -> tuple[Land, ...]:
    palaces, emissaries = zip(*r.palaces[: r.players], strict=True), zip(*r.emissaries[: r.players], strict=True)
    each = zip(palaces, r.spaces, r.fortresses, r.colour, emissaries, r.guests, r.most, r.free, strict=True)
    return tuple([Land(*land) for land in each])


@remembered(64, names=True)
def _pieces(of: Chart, lands: tuple[Land, ...]) -> tuple[str, ...]:
    """The spaces of each region, and the court of each, for an inactive viewer."""
    spaces = [
        _drawn_spaces(of, region, _owners(land.palaces, land.spaces), land.fortresses, ()) for region, land in enumerate(lands)
    ]
    return *spaces, *(_court(of, region, land, None) for region, land in enumerate(lands))


def _with_offers(of: Chart, lands: tuple[Land, ...], offered: Offers) -> tuple[str, ...]:
    """The same for the acting seat."""
    spaces = []
    for region, land in enumerate(lands):
        owners = _owners(land.palaces, land.spaces)
        spaces.append(_drawn_spaces(of, region, owners, land.fortresses, offered.of_spaces(region, owners)))
    return *spaces, *[_court(of, region, land, offered.of_court(region)) for region, land in enumerate(lands)]


@memo(maxsize=2048)
def _owners(palaces: tuple[int, ...], spaces: int) -> tuple[int, ...]:
    """The seat that has a palace on each space of a region, -1 for none, from the seats' spaces as bits."""
    return tuple(next((seat for seat, own in enumerate(palaces) if own >> i & 1), -1) for i in range(spaces))


@remembered(1024, names=True)
def _drawn_spaces(of: Chart, region: int, owners: tuple[int, ...], fortresses: int, offer: tuple[Offer, ...]) -> str:
    """The palace spaces of a region with their pieces."""
    parts = []
    for i, owner in enumerate(owners):
        space, fortified = MOST_SPACES * region + i, bool(fortresses >> i & 1)
        here = offer[i] if offer else None
        drawn = _palace(of, owner, space, fortified) if owner >= 0 else _empty(of, space, fortified, isinstance(here, Click))
        key = f"space {of.map.regions[region].id} {i + 1}"
        parts.append(around(here, drawn, f"china-space-{space}", *_space_tip(of, owner, space, fortified), key=key))
    return group("".join(parts), class_="spaces", data_place=f"region {of.map.regions[region].id}")


@memo(maxsize=512)
def _glow(x: float, y: float, radius: float) -> str:
    """The marks of a place that may be taken now: a soft shadow that lifts it, and the ring that shows when it is meant."""
    lift = ellipse(x, y + 0.42 * radius, 1.16 * radius, 0.94 * radius, fill=LINE, opacity=0.34, class_="lift")
    return lift + circle(x, y, radius + 5, fill=colour("white"), stroke=ACCENT, stroke_width=3.4, class_="glow")


def _space_tip(of: Chart, owner: int, space: int, fortified: bool) -> tuple[str, str]:
    """The piece on a space, and its purpose."""
    region, i = divmod(space, MOST_SPACES)
    title = of.map.regions[region].title
    if owner >= 0:
        text = _("Your palace: {region}, space {n}") if is_own(owner) else _("A palace of {name}: {region}, space {n}")
        return text.format(name=seat_name(owner), region=title, n=i + 1), effects.piece_effect(PALACE)
    if fortified:
        return _("A fortress: {region}, space {n}").format(region=title, n=i + 1), effects.piece_effect(FORTRESS)
    return _("{region}, space {n}").format(region=title, n=i + 1), ""


@memo(maxsize=1024)
def _empty(of: Chart, space: int, fortified: bool, glowing: bool) -> str:
    """A space without a palace, with the ring round it where it may be taken now."""
    region, i = divmod(space, MOST_SPACES)
    x, y = of.spaces[space]
    fort = figures.fortress(x, y + 2, 52 * of.size) if fortified else ""
    ring = _glow(x, y, SPACE * of.size) + circle(x, y, of.reach[space], fill="transparent") if glowing else ""
    return fort + ring + group(empty_space(of.map.regions[region].colour, 0 if of.small else i + 1, of.size), x, y)


@memo(maxsize=1024)
def _palace(of: Chart, owner: int, space: int, fortified: bool) -> str:
    x, y = of.spaces[space]
    drawn = figures.fortress(x, y + 2, 52 * of.size) if fortified else ""
    return drawn + figures.palace(owner, x, y, 43 * of.size, of.small)


def _court(of: Chart, region: int, land: Land, offer: Offer) -> str:
    """A dragon space with its emissaries, and how many more there may be (C3.5)."""
    return _drawn_court(of, region, land.colour, land.emissaries, (land.guests, land.most), land.free == 0, offer)


@remembered(1024, names=True)
def _drawn_court(
    of: Chart, region: int, paint: int, emissaries: tuple[int, ...], counted: tuple[int, int], scored: bool, offer: Offer
) -> str:
    x, y = of.dragons[region]
    guests, most = counted
    drawn = _glow(x, y, DRAGON / 2 * of.size) if isinstance(offer, Click) else ""
    drawn += figures.dragon(paint, x, y, DRAGON * of.size)
    drawn += _places_of_emissaries(guests, most, x, y, of.size)
    drawn += _standing(tuple(seat for seat, n in enumerate(emissaries) for _n in range(n)), x, y, of.size)
    key = f"court {of.map.regions[region].id}"
    court = around(offer, drawn, f"china-dragon-{region}", _court_tip(of, region, emissaries, most), key=key)
    if not scored:
        return court
    token = figures.token(*_next_to_name(of, region), 18 * of.size)
    return court + with_tip(token, f"china-scored-{region}", _("Scored"), effects.effect_of("china-scored"))


@remembered(1024, names=True)
def _court_tip(of: Chart, region: int, emissaries: tuple[int, ...], most: int) -> str:
    """The emissaries before a dragon, and how many may be there."""
    title = of.map.regions[region].title
    if not most:
        return _("{region} can hold emissaries once it has a palace.").format(region=title)
    return _("Emissaries in {region}: {who}; {n} of {most}").format(
        region=title, who=names.scored_by(emissaries), n=sum(emissaries), most=most
    )


@memo(maxsize=1024)
def _places_of_emissaries(guests: int, most: int, x: float, y: float, size: float) -> str:
    """A bead on the dragon's upper rim for each emissary that may be here, filled where there is one."""
    step = radians(26 if most < 7 else 22)
    angles = [step * (i - (most - 1) / 2) for i in range(most)]
    radius, bead = 23 * size, (4.2 if most < 7 else 3.8) * size
    return "".join(
        circle(
            x + radius * sin(angle),
            y - radius * cos(angle),
            bead,
            fill=INK if i < guests else RAISED,
            stroke=INK if i >= guests else RAISED,
            stroke_width=1.4 * size,
        )
        for i, angle in enumerate(angles)
    )


@memo(maxsize=1024)
def _standing(seats: tuple[int, ...], x: float, y: float, size: float) -> str:
    """Emissaries before the dragon: one row of up to four, the others behind them."""
    front, behind = seats[:4], seats[4:]
    parts = []
    for row, foot in ((behind, y + 12 * size), (front, y + 29 * size)):
        step = (18 if len(row) < 4 else 17) * size
        first = x - step * (len(row) - 1) / 2
        parts += [figures.emissary(seat, first + step * i, foot, 33 * size) for i, seat in enumerate(row)]
    return "".join(parts)


def _next_to_name(of: Chart, region: int) -> tuple[float, float]:
    x, y = of.names[region]
    return (x + name_width(of.map.regions[region].title, of.lettering) / 2 + 10 * of.size, y - 7 * of.size)
