"""A player's court: all palaces in a street or in a row of halls, with what may be chosen there and what is in danger."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from hanlin.core.i18n.language import _
from hanlin.drawing import LINE, SOFT, element, glow, group, remembered, words
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon import state as st
from hanlin.games.year_of_the_dragon.drawing import palaces as picture
from hanlin.games.year_of_the_dragon.drawing.offers import Click, Offer, Offers, around
from hanlin.games.year_of_the_dragon.drawing.threats import NONE, Threat
from hanlin.games.year_of_the_dragon.drawing.tips import palace_tip, person_tip
from hanlin.games.year_of_the_dragon.snapshot import Palace, Reading
from hanlin.games.year_of_the_dragon.words import names

GAP = 5.0
MOST_ROWS = 4


def window_id(seat: int, palace: int, storey: int) -> str:
    """The id of a window where a position is set up; ``palace`` and ``storey`` count from 0."""
    return f"dragon-window-{seat}-{palace}-{storey}"


def lot_id(seat: int) -> str:
    """The id of the place for a new palace where a position is set up."""
    return f"dragon-lot-{seat}"


AT_COURT = (st.ACT, st.FLOOR_TO, st.RAZE, st.PLACE, st.RELEASE, st.EVICT, st.CONCEDE)
"""The steps in which a palace or a person in it is chosen."""


class Offered(NamedTuple):
    """The offers of a palace: its own, and that of each person in it."""

    palace: Offer
    persons: tuple[Offer, ...]


class Court(NamedTuple):
    """The content of a court."""

    palaces: tuple[Palace, ...]
    seat: int
    struck: int = 0
    """A mask of the palaces that a drought has hit."""
    threat: Threat = NONE
    offers: tuple[Offered, ...] = ()
    """Those of the palaces; empty where nothing is chosen there."""
    new: Offer = None
    """The actions at the place for a new palace; it is there where it offers something."""
    quiet: bool = False
    """True where the offers do not answer the question itself: building before the card is chosen."""
    drops: tuple[str, ...] = ()
    """For each palace the action that takes in a person who is dragged onto it; empty where it can't, or nobody is hired."""
    evicting: bool = False
    """True where that person takes the place of one in the palace instead."""
    setting_up: bool = False
    """True where the windows have ids and there is a place for a new palace."""
    numbered: bool = False
    """True where the numbers of the palaces are shown."""

    @property
    def slots(self) -> int:
        """The palaces, and the place for a new one where there is one."""
        return len(self.palaces) + (self.setting_up or (self.new is not None and not self.quiet))


def with_offers(court: Court, offers: Offers | None) -> Court:
    """The court as who may choose something there sees it."""
    if offers and offers.at(st.HIRE):
        return _to_move_in(court)
    choosing = offers and offers.at(*AT_COURT)
    if choosing is None:
        return court
    if choosing.reading.step == st.ACT:
        return _to_build_on(court, choosing)
    offered = tuple([_offered(palace, number, choosing) for number, palace in enumerate(court.palaces)])
    new = choosing.of(_("New palace"), ["floor new"]) if choosing.open("floor new") else None
    return court._replace(offers=offered, new=new)


# -- a street of pavilions ---------------------------------------------------------------------------------------------------


@remembered(256)
def street(court: Court, width: float, height: float, largest: float = 1.0) -> str:
    """The palaces on the ground of a street of that size, as large as fits, in several rows where there are many."""
    if not court.slots and court.new is None:
        return words(width / 2, height - 18, _("No palaces left."), 18.5, fill=SOFT)
    storeys = [_storeys(palace) for palace in court.palaces] + [1] * (court.slots - len(court.palaces))
    scale, rows = arrangement(storeys, width, height, largest) if storeys else (1.0, [])
    parts, bottom = [], height
    number = 17.4 if court.setting_up else 14.8  # two courts are beside each other there, and smaller
    for row in reversed(rows):
        high = max(picture.height_of(storeys[n]) for n in row)
        left = (width - scale * (len(row) * (picture.WIDTH + GAP) - GAP)) / 2
        for n in row:
            x, y = left + scale * (n - row[0]) * (picture.WIDTH + GAP), bottom - scale * picture.height_of(storeys[n])
            parts.append(group(_pavilion(court, n), x, y, scale))
            if court.numbered and n < len(court.palaces):
                middle = x + scale * picture.WIDTH / 2
                parts.append(words(middle, bottom - 3.4 * scale, n + 1, number, fill=LINE, font_weight="700"))
        bottom -= scale * (high + GAP)
    if court.quiet and court.new is not None:
        parts.append(
            around(court.new, _("New palace"), picture.to_build(width - 11, height - 12), data_tip=palace_tip(_("New palace")))
        )
    return "".join(parts)


def arrangement(storeys: Sequence[int], width: float, height: float, largest: float = 1.0) -> tuple[float, list[range]]:
    """The scale of pavilions with so many storeys each, and those of each row, so that they are as large as possible."""
    best: tuple[float, list[range]] = (0.0, [])
    for count in range(1, MOST_ROWS + 1):
        columns = ceil(len(storeys) / count)
        rows = [range(first, min(first + columns, len(storeys))) for first in range(0, len(storeys), columns)]
        high = sum(max(picture.height_of(storeys[n]) for n in row) for row in rows) + GAP * (len(rows) - 1)
        scale = min(largest, width / (columns * (picture.WIDTH + GAP) - GAP), height / high)
        if scale > best[0] * 1.2:
            best = scale, rows
    return best


def _storeys(palace: Palace) -> int:
    """The parts drawn: its floors, and a gap for each person who has just lost the floor."""
    floors, kinds = palace
    return max(floors, len(kinds), 1)


def _pavilion(court: Court, n: int) -> str:
    """One palace, or the place for one."""
    if n == len(court.palaces):
        return _new_palace(court, picture.lot(), picture.WIDTH, picture.height_of(1))
    floors, kinds = court.palaces[n]
    storeys = _storeys(court.palaces[n])
    windows = []
    for storey in range(storeys):
        empty = storey >= len(kinds)
        x, y = picture.window_at(storeys, storey, empty)
        if empty:
            windows.append((picture.shutters(x, y, 54, picture.WINDOW), x, y, 54.0))
        else:
            windows.append((picture.person_in_window(kinds[storey], x, y, (n, storey) in court.threat.leaving), x, y, 62.0))
    marks = picture.struck_mark(picture.WIDTH - 23, 0) if court.struck >> n & 1 else ""
    if n in court.threat.decaying and floors:
        marks += picture.decay_mark(picture.WIDTH / 2, picture.ROOF + picture.STOREY / 2)
    size = picture.WIDTH, picture.height_of(storeys)
    return _palace(court, n, picture.shell(floors, storeys), windows, picture.WINDOW, marks, size)


# -- a row of halls ----------------------------------------------------------------------------------------------------------


@remembered(256)
def halls(court: Court, room: float, scale: float = 1.0) -> tuple[str, float, float]:
    """The palaces as halls in rows of that width; returns them with their width and height.

    ``scale``: at which they will be shown, with numbers that stay legible.
    """
    parts, x, y, widest = [], 0.0, 0.0, 0.0
    for n in range(court.slots):
        bays = _storeys(court.palaces[n]) if n < len(court.palaces) else 1
        width = picture.hall_width(bays)
        if x and x + width > room:
            x, y = 0.0, y + picture.HALL + GAP
        parts.append(group(_hall(court, n, bays, scale), x, y))
        x += width + GAP
        widest = max(widest, x - GAP)
    if court.quiet and court.new is not None:
        parts.append(around(court.new, _("New palace"), picture.hall_plus(x, y), data_tip=palace_tip(_("New palace"))))
        widest = max(widest, x + 44)
    if not court.slots and court.new is None:
        parts.append(words(4, 38, _("No palaces left."), 15, anchor="start", fill=SOFT))
        widest = 130
    return "".join(parts), widest, y + picture.HALL


def _hall(court: Court, n: int, bays: int, scale: float) -> str:
    if n == len(court.palaces):
        return _new_palace(court, picture.hall_lot(), picture.hall_width(1), picture.HALL)
    floors, kinds = court.palaces[n]
    windows = []
    for bay in range(bays):
        x, y = picture.pane_at(bay)
        if bay < len(kinds):
            shown = picture.person_in_pane(kinds[bay], x, y, (n, bay) in court.threat.leaving)
        else:
            shown = picture.shutters(x, y, picture.PANE, picture.PANE)
        windows.append((shown, x, y, picture.PANE))
    marks = picture.struck_mark(picture.hall_width(bays) - 23, 0) if court.struck >> n & 1 else ""
    if n in court.threat.decaying and floors:
        marks += picture.decay_mark(picture.hall_width(bays) / 2, 38)
    size = picture.hall_width(bays), picture.HALL
    return _palace(court, n, picture.hall_shell(floors, bays, n, scale), windows, picture.PANE, marks, size)


# -- a palace with its offers ------------------------------------------------------------------------------------------------


def _palace(
    court: Court,
    n: int,
    shell: str,
    windows: list[tuple[str, float, float, float]],
    high: float,
    marks: str,
    size: tuple[float, float],
) -> str:
    """A palace of a shell and its windows, each with its place and width; ``high``: the height of a window."""
    kinds = court.palaces[n][1]
    offered = court.offers[n] if court.offers else Offered(None, ())
    parts = [shell]
    for storey, (shown, x, y, wide) in enumerate(windows):
        if storey < len(kinds):
            offer = offered.persons[storey] if storey < len(offered.persons) else None
            drop = f"{court.drops[n]} {p.KIND_NAMES[kinds[storey]]}" if court.evicting else ""
            shown = _window(kinds[storey], shown, x, y, wide, high, offer, drop)
        parts.append(element("g", shown, id=window_id(court.seat, n, storey)) if court.setting_up else shown)
    parts.append(marks)
    label, key, floors = _label(court, n), f"palace {court.seat} {n}", str(court.palaces[n][0])
    if court.setting_up:
        return element("g", "".join(parts), role="group", aria_label=label)
    if offered.palace is None:
        role = "group" if any(offered.persons) else "img"
        values = {"data_tip": palace_tip(label), "data_key": key, "data_count": floors}
        values |= {"data_drop": court.drops[n]} if court.drops and court.drops[n] and not court.evicting else {}
        return element("g", "".join(parts), role=role, aria_label=label, **values)
    if court.quiet:
        shine = picture.to_build(size[0] / 2, 3) if size[1] > picture.HALL else picture.to_build(size[0] - 20, 9)
    else:
        shine = glow(2, 4, size[0] - 4, size[1] - 6, 8)
    values = {"data_tip": palace_tip(label), "data_key": key, "data_count": floors}
    return around(offered.palace, label, "".join(parts), shine, **values)


@remembered(1024)
def _window(kind: int, shown: str, x: float, y: float, wide: float, high: float, offer: Offer, drop: str) -> str:
    """A window with a person in it and what it offers."""
    values = {"data_tip": person_tip(kind), "data_token": f"person {p.KIND_NAMES[kind]}"}
    values |= {"data_drop": drop} if drop else {}
    return around(offer, names.kind_name(kind), shown, glow(x, y, wide, high, 3), **values)


def _label(court: Court, n: int) -> str:
    """A palace in words, with what it is about to lose."""
    floors, kinds = court.palaces[n]
    label = _called(n, floors, len(kinds))
    if n in court.threat.decaying and floors:
        return _("{palace}, loses a floor this month").format(palace=label)
    return label


@remembered(128)
def _called(number: int, floors: int, persons: int) -> str:
    text = _("{palace}: {persons} of {floors}")
    return text.format(palace=names.palace_name(number), persons=persons, floors=floors)


def _new_palace(court: Court, drawn: str, width: float, height: float) -> str:
    """The place where a new palace may be begun; where a position is set up it offers nothing and has an id."""
    label = _("New palace")
    if court.new is None:
        return element("g", drawn, id=lot_id(court.seat), role="img", aria_label=label)
    return around(court.new, label, drawn, glow(2, 4, width - 4, height - 6, 8), data_tip=palace_tip(label))


# -- offers ------------------------------------------------------------------------------------------------------------------


def _offered(palace: Palace, number: int, offers: Offers) -> Offered:
    """The offers of a palace, to which a whole action goes, and of the persons in it; an equal one represents it."""
    persons = tuple([_offer_of_person(number, kind, offers) for kind in palace[1]])
    verb = {st.FLOOR_TO: "floor", st.RAZE: "raze", st.PLACE: "house"}.get(offers.reading.step)
    if verb is None or (verb == "house" and not any(action.startswith("house") for action in offers.legal)):
        return Offered(None, persons)
    action = f"{verb} {number + 1}"
    label = _called(number, palace[0], len(palace[1]))
    return Offered(offers.of(label, [offers.twin(action) or action]), persons)


def _offer_of_person(palace: int, kind: int, offers: Offers) -> Offer:
    actions = _actions_on_person(offers.reading, palace, kind)
    return offers.of(names.kind_name(kind), [offers.twin(action) or action for action in actions])


def _actions_on_person(r: Reading, palace: int, kind: int) -> list[str]:
    name = p.KIND_NAMES[kind]
    if r.step in (st.RELEASE, st.EVICT):
        return [f"release {palace + 1} {name}"]
    if r.step == st.PLACE and all(len(kinds) >= floors for floors, kinds in r.seats[r.actor].palaces):
        return [f"replace {palace + 1} {name}"]
    if r.step == st.CONCEDE:
        return [f"concede {p.TYPE_NAMES[int(p.TYPE_OF_KIND[kind])]}"]
    return []


def _to_move_in(court: Court) -> Court:
    """The court while a person is hired, who may be dragged to where it is to live: to a palace with room, else to a person
    whose place it takes. Of palaces that are alike the first one counts."""
    full = all(len(kinds) >= floors for floors, kinds in court.palaces)
    verb = "replace" if full else "house"
    drops = [f"{verb} {court.palaces.index(each) + 1}" if full or len(each[1]) < each[0] else "" for each in court.palaces]
    return court._replace(drops=tuple(drops), evicting=full)


def _to_build_on(court: Court, offers: Offers) -> Court:
    """The court while an action is chosen: a click on a roof chooses to build and builds there."""
    build = next((action for action in offers.legal if action.endswith(f" {p.DEED_NAMES[p.BUILD]}")), "")
    if not build:
        return court
    effect = offers.legal[build].effect

    def here(palace: Palace | None, number: int) -> Click:
        where = names.palace_name(number) if palace else _("New palace")
        label = _("Build here: {palace}, {effect}").format(palace=where, effect=effect)
        then = f"floor {court.palaces.index(palace) + 1}" if palace else "floor new"
        return Click((build,), label, then=then)

    offered = tuple(
        [Offered(here(palace, n) if palace[0] < p.MOST_FLOORS else None, ()) for n, palace in enumerate(court.palaces)]
    )
    return court._replace(offers=offered, new=here(None, 0), quiet=True)
