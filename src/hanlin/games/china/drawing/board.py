"""The common board: the map with its pieces, and the cards beside it."""

from __future__ import annotations

from functools import lru_cache

from hanlin.core.language import _
from hanlin.core.position import Position
from hanlin.core.seats import seat_name
from hanlin.drawing import colour, document, group, remembered
from hanlin.drawing.palette import ACCENT
from hanlin.drawing.svg import circle
from hanlin.games.china.drawing import figures
from hanlin.games.china.drawing.cards import COLUMN, LOW_COLUMN, STRIP, column, low_column, strip
from hanlin.games.china.drawing.chart import (
    DRAGON,
    SPACE,
    WIDTH,
    Chart,
    backdrop,
    chart,
    empty_space,
    ground,
    name_width,
)
from hanlin.games.china.drawing.offers import Offers, offers, with_tip
from hanlin.games.china.drawing.since import since
from hanlin.games.china.drawing.washes import rows, washes
from hanlin.games.china.pieces import FORTRESS, MOST_SPACES, PALACE, REGIONS
from hanlin.games.china.reading import Reading, read
from hanlin.games.china.words import effects, names
from hanlin.games.china.words.options import title
from hanlin.games.china.words.panels import scoring_of

PIECES = {"wide": 1.0, "tall": 1.2, "low": 1.2}
"""How large pieces are on a board of each shape."""
LETTERS = {"wide": 1.0, "tall": 1.5, "low": 1.62}
"""How large names and the figures beside the map are: on a phone, 12 pixels and more."""
LEAST_COLUMN = 640
"""A map lower than this has the cards below it in either shape."""


def board(seen: Position, *, shape: str = "wide") -> str:
    """The common board: the map and, beside it or below it ("tall"), the row, the pile and the discards."""
    r = read(seen.state)
    of = chart(names.map_of(seen), seen.options["side"], PIECES[shape], LETTERS[shape])
    offered = offers(seen, r)
    view = scoring_of(seen)
    beside = shape != "tall" and of.height >= LEAST_COLUMN
    column_width = COLUMN if shape == "wide" else LOW_COLUMN
    left, right = (0.0, WIDTH + column_width) if beside else (of.left, of.right)
    height = of.height + (0 if beside else STRIP)
    if beside:
        display = (column if shape == "wide" else low_column)(seen, r, offered, WIDTH, height)
    else:
        display = strip(seen, r, offered, of.left, of.height + 8, right - left)
    parts = [
        backdrop(left, right - left, of.height),
        ground(of),
        rows(of, view),
        _spaces(r, of, offered),
        _courts(r, of, offered),
        since(seen, r, of),
        washes(seen, r, of, view),
        display,
    ]
    body = "".join(parts) if left == 0 else group("".join(parts), -left, 0)
    return document("china", right - left, height, body, label=_label(r), data_shape="wide" if beside else "tall", data_zoom="")


def _label(r: Reading) -> str:
    if r.actor < 0:
        return title()
    return _("{game}: {name} is to decide").format(game=title(), name=seat_name(r.seat))


def _spaces(r: Reading, of: Chart, offered: Offers) -> str:
    """The palace spaces with what stands on them."""
    parts = []
    for space in of.spaces:
        owner, fortified = r.owner(space), r.has_fortress(space)
        drawn = _palace(of, owner, space, fortified) if owner >= 0 else _empty(of, space, fortified, space in offered.spaces)
        parts.append(offered.space(space, drawn, f"china-space-{space}", *_space_tip(of, owner, space, fortified)))
    return "".join(parts)


@lru_cache(maxsize=512)
def _glow(x: float, y: float, radius: float) -> str:
    """The lacquer ring round a place that may be taken now."""
    return circle(x, y, radius + 5, fill=colour("white"), stroke=ACCENT, stroke_width=3.4, class_="glow")


def _space_tip(of: Chart, owner: int, space: int, fortified: bool) -> tuple[str, str]:
    """What stands on a space, and what that is for."""
    region, i = divmod(space, MOST_SPACES)
    title = of.map.regions[region].title
    if owner >= 0:
        text = _("A palace of {name}: {region}, space {n}").format(name=seat_name(owner), region=title, n=i + 1)
        return text, effects.piece_effect(PALACE)
    if fortified:
        return _("A fortress: {region}, space {n}").format(region=title, n=i + 1), effects.piece_effect(FORTRESS)
    return _("{region}, space {n}").format(region=title, n=i + 1), ""


@lru_cache(maxsize=1024)
def _empty(of: Chart, space: int, fortified: bool, glowing: bool) -> str:
    """A space without a palace, with the ring round it where it may be taken now."""
    region, i = divmod(space, MOST_SPACES)
    x, y = of.spaces[space]
    fort = figures.fortress(x, y + 2, 52 * of.size) if fortified else ""
    ring = _glow(x, y, SPACE * of.size) + circle(x, y, of.reach[space], fill="transparent") if glowing else ""
    return fort + ring + group(empty_space(of.map.regions[region].colour, i + 1, of.size), x, y)


@lru_cache(maxsize=1024)
def _palace(of: Chart, owner: int, space: int, fortified: bool) -> str:
    x, y = of.spaces[space]
    drawn = figures.fortress(x, y + 2, 52 * of.size) if fortified else ""
    return drawn + figures.palace(owner, x, y, 43 * of.size)


def _courts(r: Reading, of: Chart, offered: Offers) -> str:
    """The dragon spaces with their emissaries, and how many more there may be (C3.5)."""
    parts = []
    for region in range(REGIONS):
        x, y = of.dragons[region]
        drawn = _glow(x, y, DRAGON / 2 * of.size) if region in offered.courts else ""
        drawn += figures.dragon(r.colour[region], x, y, DRAGON * of.size)
        standing = tuple(seat for seat in range(r.players) for _n in range(r.emissaries[seat][region]))
        drawn += _standing(standing, x, y, of.size)
        if r.most[region]:
            drawn += figures.count_label(f"{r.guests[region]}/{r.most[region]}", x + 27 * of.size, y - 17 * of.size, of.size)
        tip = _court_tip(of, region, tuple(r.emissaries[seat][region] for seat in range(r.players)), r.most[region])
        parts.append(offered.court(region, drawn, f"china-dragon-{region}", tip))
        if r.scored(region):
            token = figures.token(*_beside_name(of, region), 18 * of.size)
            parts.append(with_tip(token, f"china-scored-{region}", _("Scored"), effects.effect_of("china-scored")))
    return "".join(parts)


@remembered(1024, names=True)
def _court_tip(of: Chart, region: int, emissaries: tuple[int, ...], most: int) -> str:
    """Who stands before a dragon, and how many may."""
    title = of.map.regions[region].title
    if not most:
        return _("The dragon of {region} receives emissaries as soon as there is a palace.").format(region=title)
    return _("Emissaries in {region}: {who}; {n} of {most}").format(
        region=title, who=names.scored_by(emissaries), n=sum(emissaries), most=most
    )


@lru_cache(maxsize=1024)
def _standing(seats: tuple[int, ...], x: float, y: float, size: float) -> str:
    """Emissaries before the dragon: one row of up to four, the others behind them."""
    front, behind = seats[:4], seats[4:]
    parts = []
    for row, foot in ((behind, y + 12 * size), (front, y + 29 * size)):
        step = (18 if len(row) < 4 else 17) * size
        first = x - step * (len(row) - 1) / 2
        parts += [figures.emissary(seat, first + step * i, foot, 33 * size) for i, seat in enumerate(row)]
    return "".join(parts)


def _beside_name(of: Chart, region: int) -> tuple[float, float]:
    x, y = of.names[region]
    return (x + name_width(of.map.regions[region].title, of.lettering) / 2 + 10 * of.size, y - 7 * of.size)
