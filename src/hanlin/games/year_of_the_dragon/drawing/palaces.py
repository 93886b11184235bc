"""A player's palaces as pavilions of one to three storeys, with a person looking out of each window."""

from __future__ import annotations

from typing import NamedTuple

from hanlin.core.i18n.language import _
from hanlin.core.lib.memo import memo
from hanlin.drawing import FAINT, INK, LINE, SOFT, colour, element, glow, group, path, pen, rect, remembered, symbol, words
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon import state as st
from hanlin.games.year_of_the_dragon.drawing.offers import Offer, Offers, around
from hanlin.games.year_of_the_dragon.drawing.portraits import portrait, symbols_of
from hanlin.games.year_of_the_dragon.drawing.tips import palace_tip, person_tip
from hanlin.games.year_of_the_dragon.snapshot import Palace, Reading
from hanlin.games.year_of_the_dragon.words import names

WIDTH = 86.0
STOREY = 46.0
EAVE = 9.0
ROOF = 25.0
BASE = 8.0
NUMBER = 17.0
WINDOW = 40.0


def height_of(storeys: int) -> float:
    """The height of a pavilion, its number below included."""
    return ROOF + storeys * STOREY + max(storeys - 1, 0) * EAVE + BASE + NUMBER


def window_id(seat: int, palace: int, storey: int) -> str:
    """The id of a window where a position is set up; ``palace`` and ``storey`` count from 0."""
    return f"dragon-window-{seat}-{palace}-{storey}"


def lot_id(seat: int) -> str:
    """The id of the place for a new palace where a position is set up."""
    return f"dragon-lot-{seat}"


AT_COURT = (st.FLOOR_TO, st.RAZE, st.PLACE, st.RELEASE, st.EVICT, st.CONCEDE)
"""The steps in which a palace or a person in it is chosen."""


def court(
    palaces: tuple[Palace, ...], seat: int, width: float, struck: int, offers: Offers | None, setting_up: bool = False
) -> tuple[str, float]:
    """All palaces of a seat in rows, and the place for a new one when it is asked for; returns them with their height.

    ``struck``: a mask of those that a drought has hit. ``setting_up``: the windows have ids, and there is a place for a new
    palace.
    """
    choosing = offers and offers.at(*AT_COURT)
    if choosing is None:
        return _drawn_court(palaces, seat, width, struck, (), setting_up)
    offered = tuple([_offered(palace, number, choosing) for number, palace in enumerate(palaces)])
    new = _offer_of_lot(choosing) if choosing.open("floor new") else None
    return _drawn_court(palaces, seat, width, struck, offered, setting_up, new)


class Offered(NamedTuple):
    """The offers of a palace: its own, and that of each person in it."""

    palace: Offer
    persons: tuple[Offer, ...]


@remembered(64)
def _drawn_court(
    palaces: tuple[Palace, ...],
    seat: int,
    width: float,
    struck: int,
    offers: tuple[Offered, ...],
    setting_up: bool,
    new: Offer = None,
) -> tuple[str, float]:
    """``new``: what the place for a new palace offers; it is there where it offers something."""
    count = len(palaces) + (setting_up or new is not None)
    columns = max(int((width + 6) // (WIDTH + 6)), 1)
    step = WIDTH + (6 if count < columns else (width - columns * WIDTH) / max(columns - 1, 1))
    parts: list[str] = []
    top = 0.0
    for first in range(0, count, columns):
        row = range(first, min(first + columns, count))
        height = max(height_of(_storeys(palaces[n])) if n < len(palaces) else height_of(1) for n in row)
        for n in row:
            left = (n - first) * step
            if n < len(palaces):
                offered = offers[n] if offers else None
                parts.append(_pavilion(palaces[n], seat, n, left, top + height, bool(struck >> n & 1), offered, setting_up))
            else:
                parts.append(_new_palace(seat, new, left, top + height))
        top += height + 6
    if not count:
        parts.append(words(width / 2, 22, _("No palaces left."), 16, fill=SOFT))
        top += 36
    return "".join(parts), top


def _storeys(palace: Palace) -> int:
    """The parts drawn: its floors, and a gap for each person who has just lost the floor."""
    floors, kinds = palace
    return max(floors, len(kinds))


@remembered(256)
def _pavilion(
    palace: Palace,
    seat: int,
    number: int,
    x: float,
    bottom: float,
    struck: bool,
    offered: Offered | None,
    setting_up: bool,
) -> str:
    """One palace, standing with its number on ``bottom``."""
    floors, kinds = palace
    storeys = _storeys(palace)
    height = height_of(storeys)
    top = bottom - height
    parts = [_placed_shell(floors, storeys, x, top)]
    persons = offered.persons if offered else ()
    for storey in range(storeys):
        at = (x + (WIDTH - WINDOW) / 2, top + ROOF + (storeys - 1 - storey) * (STOREY + EAVE) + 3)
        offer = persons[storey] if storey < len(persons) else None
        window = _offered_window(kinds[storey], *at, offer) if storey < len(kinds) else _empty_window(*at)
        parts.append(element("g", window, id=window_id(seat, number, storey)) if setting_up else window)
    parts.append(words(x + WIDTH / 2, bottom - 1, number + 1, 16, fill=SOFT))
    label, key = _label(number, palace), f"palace {seat} {number}"
    if setting_up:
        return element("g", "".join(parts), role="group", aria_label=label)
    if struck:
        parts.append(symbol("drought", x + WIDTH - 22, top - 2, 22))
    if offered is None or offered.palace is None:
        role = "group" if any(persons) else "img"
        return element("g", "".join(parts), role=role, aria_label=label, data_tip=palace_tip(label), data_key=key)
    shine = glow(x + 2, top + 4, WIDTH - 4, height - NUMBER - 4, 8)
    return around(offered.palace, label, "".join(parts), shine, data_tip=palace_tip(label), data_key=key)


@remembered(128)
def _label(number: int, palace: Palace) -> str:
    """A palace in words."""
    floors, kinds = palace
    text = _("{palace}: {persons} of {floors}")
    return text.format(palace=names.palace_name(number), persons=len(kinds), floors=floors)


def _offered(palace: Palace, number: int, offers: Offers) -> Offered:
    """The offers of a palace, to which a whole action goes, and of the persons in it; an equal one represents it."""
    persons = tuple([_offer_of_person(number, kind, offers) for kind in palace[1]])
    verb = {st.FLOOR_TO: "floor", st.RAZE: "raze", st.PLACE: "house"}.get(offers.reading.step)
    if verb is None or (verb == "house" and not any(action.startswith("house") for action in offers.legal)):
        return Offered(None, persons)
    action = f"{verb} {number + 1}"
    return Offered(offers.of(_label(number, palace), [offers.twin(action) or action]), persons)


def _offer_of_person(palace: int, kind: int, offers: Offers) -> Offer:
    actions = _actions_on_person(offers.reading, palace, kind)
    return offers.of(names.kind_name(kind), [offers.twin(action) or action for action in actions])


def _offer_of_lot(offers: Offers) -> Offer:
    return offers.of(_("New palace"), ["floor new"])


@memo(maxsize=512)
def _placed_shell(floors: int, storeys: int, x: float, y: float) -> str:
    return group(_shell(floors, storeys), x, y)


@memo(maxsize=64)
def _shell(floors: int, storeys: int) -> str:
    """Roof, walls, pillars and base; storeys above ``floors`` are gone and only dashed."""
    height = height_of(storeys)
    cloth, red, tone = colour("cloth"), colour("plum"), colour("plum-soft")
    parts = [rect(3, height - NUMBER - BASE, WIDTH - 6, BASE, 1.5, fill=colour("stone-soft"))]
    for storey in range(storeys):
        level = ROOF + (storeys - 1 - storey) * (STOREY + EAVE)
        if storey >= floors:
            parts.append(
                rect(12, level, WIDTH - 24, STOREY, 3, fill="none", stroke=FAINT, stroke_width=1.4, stroke_dasharray="4 4")
            )
            continue
        parts.append(rect(11, level - 1, WIDTH - 22, STOREY + 1, fill=cloth))
        parts.append(rect(9, level - 1, 7, STOREY + 1, 1, fill=red) + rect(WIDTH - 16, level - 1, 7, STOREY + 1, 1, fill=red))
        if storey < floors - 1:
            parts.append(
                path(
                    f"M5 {level:g}C9 {level - 1:g} 12 {level - 4:g} 14 {level - EAVE:g}H{WIDTH - 14:g}"
                    f"C{WIDTH - 12:g} {level - 4:g} {WIDTH - 9:g} {level - 1:g} {WIDTH - 5:g} {level:g}Z",
                    fill=tone,
                )
            )
    if floors:
        eaves = ROOF + (storeys - floors) * (STOREY + EAVE)
        parts.append(_roof(eaves))
    return pen("".join(parts), 1.3)


def _roof(eaves: float) -> str:
    """The roof with its eaves at that height: a curved sweep, a ridge of gold."""
    middle = WIDTH / 2
    sweep = (
        f"M1 {eaves + 1:g}C11 {eaves - 2:g} 20 {eaves - 8:g} 24 {eaves - 18:g}H{WIDTH - 24:g}"
        f"C{WIDTH - 20:g} {eaves - 8:g} {WIDTH - 11:g} {eaves - 2:g} {WIDTH - 1:g} {eaves + 1:g}L{WIDTH - 5:g} {eaves + 4:g}H5Z"
    )
    ribs = "".join(
        f"M{middle + away * 0.62:g} {eaves - 16:g}C{middle + away * 0.75:g} {eaves - 8:g} "
        f"{middle + away:g} {eaves - 3:g} {middle + away * 1.12:g} {eaves + 2:g}"
        for away in (-26, -13, 0, 13, 26)
    )
    return (
        path(sweep, fill=colour("plum"))
        + path(ribs, fill="none", stroke=colour("plum-soft"), stroke_width=0.9)
        + rect(22, eaves - 21, WIDTH - 44, 4.6, 2, fill=colour("gold"), stroke_width=1.1)
    )


@remembered(1024)
def _offered_window(kind: int, x: float, y: float, offer: Offer) -> str:
    """A window with a person in it."""
    drawn = _person_in_window(kind, x, y)
    return around(offer, names.kind_name(kind), drawn, glow(x, y, WINDOW, WINDOW, 3), data_tip=person_tip(kind))


def _actions_on_person(r: Reading, palace: int, kind: int) -> list[str]:
    name = p.KIND_NAMES[kind]
    if r.step in (st.RELEASE, st.EVICT):
        return [f"release {palace + 1} {name}"]
    if r.step == st.PLACE and all(len(kinds) >= floors for floors, kinds in r.seats[r.actor].palaces):
        return [f"replace {palace + 1} {name}"]
    if r.step == st.CONCEDE:
        return [f"concede {p.TYPE_NAMES[int(p.TYPE_OF_KIND[kind])]}"]
    return []


@memo(maxsize=512)
def _person_in_window(kind: int, x: float, y: float) -> str:
    return (
        portrait(kind, x, y, WINDOW)
        + rect(x, y, WINDOW, WINDOW, 2, fill="none", stroke=LINE, stroke_width=1.4)
        + symbols_of(kind, x + WINDOW + 2, y + WINDOW + 2, 16)
    )


@memo(maxsize=256)
def _empty_window(x: float, y: float) -> str:
    """An empty window with its lattice."""
    lattice = "".join(f"M{x + WINDOW * i / 4:g} {y:g}v{WINDOW:g}M{x:g} {y + WINDOW * i / 4:g}h{WINDOW:g}" for i in (1, 2, 3))
    return rect(x, y, WINDOW, WINDOW, 2, fill=colour("wood-soft"), fill_opacity=0.55, stroke=LINE, stroke_width=1.2) + path(
        lattice, stroke=colour("wood"), stroke_width=1.1, fill="none"
    )


def _new_palace(seat: int, offer: Offer, x: float, bottom: float) -> str:
    """The place where a new palace may be begun; where a position is set up it offers nothing and has an id."""
    label = _("New palace")
    if offer is None:
        return element("g", _lot(x, bottom), id=lot_id(seat), role="img", aria_label=label)
    shine = glow(x + 2, bottom - height_of(1) + 4, WIDTH - 4, height_of(1) - NUMBER - 4, 8)
    return around(offer, label, _lot(x, bottom), shine, data_tip=palace_tip(label))


def _lot(x: float, bottom: float) -> str:
    """The outline of a palace that is not there yet, with a plus."""
    top = bottom - height_of(1)
    left, right, ground, eaves = x + 3, x + WIDTH - 3, bottom - NUMBER, top + ROOF
    outline = (
        f"M{left + 9:g} {ground:g}V{eaves:g}H{left:g}C{left + 10:g} {top + 22:g} "
        f"{left + 19:g} {top + 16:g} {left + 22:g} {top + 6:g}"
        f"H{right - 22:g}C{right - 19:g} {top + 16:g} {right - 10:g} {top + 22:g} {right:g} {eaves:g}H{right - 9:g}V{ground:g}Z"
    )
    middle = top + ROOF + STOREY / 2
    plus = f"M{x + WIDTH / 2 - 9:g} {middle:g}h18M{x + WIDTH / 2:g} {middle - 9:g}v18"
    body = path(outline, fill=colour("accent-wash"), fill_opacity=0.6, stroke=INK, stroke_width=1.3, stroke_dasharray="5 4")
    return body + path(plus, stroke=colour("accent"), stroke_width=3, fill="none")
