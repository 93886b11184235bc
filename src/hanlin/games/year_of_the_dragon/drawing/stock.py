"""The person tiles that are left: a portrait of each kind with how many there are."""

from __future__ import annotations

from hanlin.core.i18n.language import _
from hanlin.core.lib.memo import memo
from hanlin.core.verbs.presentation import Refusal
from hanlin.drawing import GOLD_TEXT, SOFT, glow, group, layer, lines_of, remembered, words
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon import state as st
from hanlin.games.year_of_the_dragon.drawing.offers import Offer, Offers, around
from hanlin.games.year_of_the_dragon.drawing.portraits import person_tile
from hanlin.games.year_of_the_dragon.drawing.tips import person_tip
from hanlin.games.year_of_the_dragon.snapshot import Reading
from hanlin.games.year_of_the_dragon.words import names

_KINDS_OF_TYPE = tuple(
    tuple(kind for kind in range(p.KINDS) if int(p.TYPE_OF_KIND[kind]) == of_type) for of_type in range(p.TYPES)
)


def stock(r: Reading, offers: Offers, x: float, y: float, width: float, size: float, text: float) -> tuple[str, float]:
    """The tiles in rows that fill the width, and their height. The type is below, as large as ``text``."""
    choosing = offers.at(st.PICK, st.HIRE, st.WELCOME)
    offered = tuple([_offer(r, choosing, kind) for kind in range(p.KINDS)]) if choosing else ()
    return _drawn_stock(r.tiles, offered, x, y, width, size, text)


@remembered(64)
def _drawn_stock(
    tiles: tuple[int, ...], offers: tuple[Offer, ...], x: float, y: float, width: float, size: float, text: float
) -> tuple[str, float]:
    """``offers``: what each pile offers, to whom it offers something."""
    rows = _rows(width, size)
    between = 6.0 if len(rows) == 1 else 1.0
    height = size + 27 + 2 * (text + 1)
    parts = []
    for number, types in enumerate(rows):
        top, count = y + number * height, sum(len(_KINDS_OF_TYPE[of_type]) for of_type in types)
        gap = min((width - count * size - between * (count - len(types))) / len(types), 20)
        left = x + (width - count * size - between * (count - len(types)) - gap * (len(types) - 1)) / 2
        for of_type in types:
            kinds = _KINDS_OF_TYPE[of_type]
            wide = len(kinds) * size + between * (len(kinds) - 1)
            parts.append(_name(of_type, left + wide / 2, top + size + 20.5 + text, wide + gap - 4, text))
            for kind in kinds:
                parts.append(_pile(kind, tiles[kind], offers[kind] if offers else None, left, top, size))
                left += size + between
            left += gap - between
    return layer(tuple(parts)), height * len(rows)


def _rows(width: float, size: float) -> list[range]:
    """All types in one row where they fit, otherwise in two of nearly equal length."""
    return [range(p.TYPES)] if width >= p.KINDS * (size + 6) else [range(5), range(5, p.TYPES)]


@remembered(64)
def _name(of_type: int, middle: float, y: float, room: float, text: float) -> str:
    """The name of a type in at most two lines."""
    first, *others = lines_of(names.narrow_type(of_type), text, room)
    lines = [first, " ".join(others)] if others else [first]
    room = room if text < 12 else 0  # on a phone nothing is set smaller
    return "".join(words(middle, y + (text + 1) * i, line, text, fill=SOFT, room=room) for i, line in enumerate(lines))


def _offer(r: Reading, offers: Offers, kind: int) -> Offer:
    """The offer of a pile of the stock."""
    actions = _actions(r.step, kind)
    return offers.of(_called(kind, r.tiles[kind]), actions, _pick(r.step, kind), _too_old() if not actions else None)


@remembered(64)
def _called(kind: int, left: int) -> str:
    return _("{person}: {n} left").format(person=names.kind_name(kind), n=left)


@remembered(1024)
def _pile(kind: int, left: int, offer: Offer, x: float, y: float, size: float) -> str:
    """One pile of the stock: the tile, faded when none is left, and the number below."""
    label = _called(kind, left)
    tip = f"{label}. {person_tip(kind)}"
    place = f"person {p.KIND_NAMES[kind]}"
    return group(around(offer, label, _tile(kind, left, size), glow(0, 0, size, size), data_tip=tip, data_place=place), x, y)


@memo(maxsize=512)
def _tile(kind: int, left: int, size: float) -> str:
    tile = group(person_tile(kind, 0, 0, size), opacity=None if left else 0.3)
    return tile + words(size / 2, size + 16, f"×{left}", 13.5, fill=GOLD_TEXT if left else SOFT, font_weight="700")


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
