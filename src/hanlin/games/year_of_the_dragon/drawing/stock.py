"""The person tiles that are left: a portrait of each kind with how many there are."""

from __future__ import annotations

from typing import NamedTuple

from hanlin.core.i18n.language import _
from hanlin.core.lib.memo import memo
from hanlin.core.verbs.presentation import Refusal
from hanlin.drawing import GOLD_TEXT, LINE, PAPER, RAISED, SOFT, element, glow, group, layer, lines_of, rect, remembered, words
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon import state as st
from hanlin.games.year_of_the_dragon.drawing.offers import Offer, Offers, around
from hanlin.games.year_of_the_dragon.drawing.portraits import person_tile
from hanlin.games.year_of_the_dragon.drawing.tips import stock_tip
from hanlin.games.year_of_the_dragon.snapshot import Reading
from hanlin.games.year_of_the_dragon.words import names

_KINDS_OF_TYPE = tuple(
    tuple(kind for kind in range(p.KINDS) if int(p.TYPE_OF_KIND[kind]) == of_type) for of_type in range(p.TYPES)
)


class Frame(NamedTuple):
    """The room for the persons."""

    x: float
    y: float
    width: float
    row: float
    """From one row to the next."""
    size: float
    """The side of a tile."""
    text: float
    """The size of names; 0 for none."""
    rows: int


def stock(r: Reading, offers: Offers, frame: Frame) -> str:
    """The tiles in rows that fill the width, with the name of each type below."""
    choosing = offers.at(st.PICK, st.HIRE, st.WELCOME)
    offered = tuple([_offer(r, choosing, kind) for kind in range(p.KINDS)]) if choosing else ()
    return _drawn_stock(r.tiles, offered, r.phase == p.ACTION_PHASE, frame)


@remembered(64)
def _drawn_stock(tiles: tuple[int, ...], offers: tuple[Offer, ...], later: bool, frame: Frame) -> str:
    """``offers``: what each pile offers, to whom it offers something; ``later``: while actions are chosen."""
    size, between = frame.size, 5.0 if frame.rows == 1 else 9.0
    parts = []
    for number, types in enumerate([range(p.TYPES)] if frame.rows == 1 else [range(5), range(5, p.TYPES)]):
        top, count = frame.y + number * frame.row, sum(len(_KINDS_OF_TYPE[of_type]) for of_type in types)
        free = frame.width - count * size - between * (count - len(types))
        gap = min(free / len(types), 40)
        left = frame.x + (frame.width - (frame.width - free) - gap * (len(types) - 1)) / 2
        for of_type in types:
            kinds = _KINDS_OF_TYPE[of_type]
            wide = len(kinds) * size + between * (len(kinds) - 1)
            if frame.text:
                parts.append(
                    _name(
                        of_type,
                        left + wide / 2,
                        top + size + frame.text + (19 if frame.rows == 1 else 4),
                        wide + gap - 3,
                        frame.text,
                    )
                )
            for kind in kinds:
                parts.append(_pile(kind, tiles[kind], offers[kind] if offers else None, later, left, top, size, frame.rows > 1))
                left += size + between
            left += gap - between
    return layer(tuple(parts))


@remembered(64)
def _name(of_type: int, middle: float, y: float, room: float, text: float) -> str:
    """The name of a type in at most two lines."""
    lines = lines_of(names.narrow_type(of_type), text, room)[:2]
    return "".join(words(middle, y + (text + 0.5) * i, line, text, fill=SOFT) for i, line in enumerate(lines))


def _offer(r: Reading, offers: Offers, kind: int) -> Offer:
    """The offer of a pile of the stock."""
    actions = _actions(r.step, kind)
    return offers.of(_called(kind, r.tiles[kind]), actions, _pick(r.step, kind), _too_old() if not actions else None)


@remembered(64)
def _called(kind: int, left: int) -> str:
    return _("{person}: {n} left").format(person=names.kind_name(kind), n=left)


@remembered(1024)
def _pile(kind: int, left: int, offer: Offer, later: bool, x: float, y: float, size: float, slip: bool) -> str:
    """One pile of the stock: the tile, faded when none is left, and the number below."""
    label, place = _called(kind, left), f"person {p.KIND_NAMES[kind]}"
    # The name is that of the tile and its number, so that another tip is no news of it.
    drawn = element("g", _tile(kind, left, size, slip), data_key=place, data_source="")
    tip = stock_tip(kind, left, later)
    return group(around(offer, label, drawn, glow(0, 0, size, size), data_tip=tip, data_place=place), x, y)


@memo(maxsize=512)
def _tile(kind: int, left: int, size: float, slip: bool) -> str:
    """A tile, pale when none is left, with the number left below it, or on a slip at its corner."""
    # Not pale by its opacity: a ring around it would shine through.
    veil = rect(-size * 0.12, -size * 0.12, size * 1.24, size * 1.24, 3, fill=PAPER, fill_opacity=0.72)
    tile = person_tile(kind, 0, 0, size) + ("" if left else veil)
    tile += rect(-2.4, -2.4, size + 4.8, size + 4.8, 6, fill="none", stroke="none", stroke_width=2.6, class_="rim")
    # A pile is as large when its last tile is taken.
    tile += rect(-size * 0.12, -size * 0.12, size * 1.24, size * 1.24, fill="none")
    if not slip:
        text = 15 if size > 48 else 12.3
        return tile + words(size / 2, size + text + 2, f"×{left}", text, fill=GOLD_TEXT if left else SOFT, font_weight="700")
    text = 12.6
    paper = rect(size - text * 0.8, -text * 0.36, text * 1.3, text * 1.26, 4, fill=RAISED, stroke=LINE, stroke_width=1)
    number = words(size - text * 0.15, text * 0.66, left, text, fill=GOLD_TEXT if left else SOFT, font_weight="700")
    return tile + paper + number


def _too_old() -> Refusal:
    """The reason why an old person can't be among the first two."""
    return Refusal(_("The first two persons must be young."), "Y1.3")


@memo(maxsize=64)
def _actions(step: int, kind: int) -> tuple[str, ...]:
    """The actions that a click on a pile could mean; none only for old persons before the first month."""
    name = p.KIND_NAMES[kind]
    of_type = p.TYPE_NAMES[int(p.TYPE_OF_KIND[kind])]
    if step == st.HIRE:
        return (f"hire {name}", f"hire {name} wild", f"spend {of_type}")
    if step == st.WELCOME:
        return (f"welcome {name}",)
    if name.endswith("-old"):
        return ()
    pairs = [(a, b) for i, a in enumerate(p.TYPE_NAMES) for b in p.TYPE_NAMES[i + 1 :]]
    return tuple(f"pick {a} {b}" for a, b in pairs if of_type in (a, b))


def _pick(step: int, kind: int) -> str:
    """Before the first month two piles are picked, one after the other."""
    return f"person {p.TYPE_NAMES[int(p.TYPE_OF_KIND[kind])]}" if step == st.PICK else ""
