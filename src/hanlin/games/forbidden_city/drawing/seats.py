"""One player's own area: the tile in hand, the stack, the coins, and what is left of the tiles."""

from __future__ import annotations

from typing import NamedTuple

from hanlin.core.faces import Choice
from hanlin.core.language import _
from hanlin.core.position import Position
from hanlin.drawing import (
    GOLD_TEXT,
    INK,
    SANS,
    SOFT,
    Drawing,
    badge,
    can,
    cannot,
    drawing,
    element,
    glow,
    group,
    place,
    rect,
    remembered,
    symbol,
    words,
)
from hanlin.games.forbidden_city.drawing.art import CELL
from hanlin.games.forbidden_city.drawing.tiles import tile_picture
from hanlin.games.forbidden_city.pieces import FINISHED, HIDDEN_TILE, NO_TILE, SHOW
from hanlin.games.forbidden_city.reading import Kinds, kinds_of, left_over_value, tiles_left_by_kind
from hanlin.games.forbidden_city.tiles import Face
from hanlin.games.forbidden_city.words.effects import effect_of, named
from hanlin.games.forbidden_city.words.names import coins, seat_name, sentence, tile_words, tiles
from hanlin.games.forbidden_city.words.question import question
from hanlin.games.forbidden_city.words.refusals import fits, must_be_placed

_WIDTH = 340
_SMALL = 24
_COLUMNS = 12
_GAP = 3.6


def seat(seen: Position, seat: int) -> str:
    """The area of a seat, as the view knows it."""
    return str(seat_in_layers(seen, seat))


def seat_in_layers(seen: Position, seat: int) -> Drawing:
    """The same in layers (of which there is one)."""
    state = seen.state
    shown = Shown(
        seat,
        int(state.hand[seat]),
        int(state.points[seat]),
        tuple(tiles_left_by_kind(state, seat).items()),
        int(state.unders[seat]),
        _shown_at_the_end(seen, seat) if state.phase in (SHOW, FINISHED) else None,
    )
    return _area(kinds_of(state), shown, _of_the_hand(seen) if seen.decides and seen.actor == seat else None)


def _of_the_hand(seen: Position) -> Choice:
    """What may be done with the tile in hand by itself; where it fits somewhere, the reason why nothing."""
    if fits(seen):
        return Choice("unfit", _("Show it"), refusal=must_be_placed())
    return question(seen).choices[0]


def _shown_at_the_end(seen: Position, seat: int) -> tuple[int, ...]:
    """The kinds of the seat's tiles that were shown at the end, in order (F6.1)."""
    names = kinds_of(seen.state).names
    start = f"show {seat + 1} "
    return tuple(names.index(text.removeprefix(start)) for _actor, text in seen.moves if text.startswith(start))


class Shown(NamedTuple):
    """All that the area of a seat shows."""

    seat: int
    hand: int
    points: int
    left: tuple[tuple[int, int], ...]
    """The kinds of tiles left, in hand and stack together, and how many of each."""
    unders: int
    at_the_end: tuple[int, ...] | None
    """The kinds of the tiles that were shown at the end so far; None before."""


@remembered(256, names=True)
def _area(kinds: Kinds, shown: Shown, hand: Choice | None) -> Drawing:
    left = sum(number for _kind, number in shown.left)
    label = _("{name}: {coins}, {tiles} left").format(name=seat_name(shown.seat), coins=coins(shown.points), tiles=tiles(left))
    if shown.at_the_end is not None:
        body = _purse(shown.points, 8, 22) + _last_tiles(kinds, shown, shown.at_the_end, left)
        return drawing(f"fcs{shown.seat}", _WIDTH, 92, body, label=label)
    body = (
        _hand(kinds, shown, hand)
        + _stack(shown, left - (shown.hand != NO_TILE))
        + _purse(shown.points, 192, 16)
        + _left(kinds, shown)
    )
    rows = -(-len(kinds.faces) // _COLUMNS)
    return drawing(f"fcs{shown.seat}", _WIDTH, 92 + rows * (_SMALL + _GAP), body, label=label)


def _last_tiles(kinds: Kinds, shown: Shown, at_the_end: tuple[int, ...], left: int) -> str:
    """The tiles left at the end: those shown, with what each was paid, and the backs of the others (F6.1)."""
    size = min(48.0, 200 / max(len(at_the_end) + left, 1) - 6)
    drawn = ""
    for place_, kind in enumerate(at_the_end):
        face = kinds.faces[kind]
        paid = left_over_value(face)
        tile_ = group(tile_picture(face, shown.seat), scale=size / CELL)
        figure = words(size / 2, size + 16, f"+{paid}" if paid else "–", 15, fill=GOLD_TEXT, font_weight="700")
        label = _("Shown at the end: {tile}, {coins}").format(tile=tile_words(face), coins=coins(paid))
        drawn += _thing(group(tile_ + figure, 130 + place_ * (size + 6), 10), label, label)
    for place_ in range(len(at_the_end), len(at_the_end) + left):
        label = named(_("Not shown yet"), effect_of("fc-stack"))
        drawn += _thing(place(f"fc-back-{shown.seat}", 130 + place_ * (size + 6), 10, size), _("Not shown yet"), label)
    return drawn


def _thing(drawn: str, label: str, tip: str) -> str:
    """A thing that says what it is, and to who points at it what it does."""
    return element("g", drawn, role="img", aria_label=label, data_tip=tip)


def _hand(kinds: Kinds, shown: Shown, choice: Choice | None) -> str:
    """The tile in hand: its face for who may see it, otherwise its back. It is to be clicked when it fits nowhere."""
    if shown.hand == NO_TILE:
        return _empty(5)
    if shown.hand == HIDDEN_TILE:
        label = _("A tile in hand, unseen")
        back = group(place(f"fc-back-{shown.seat}", 0, 0, CELL), 5, 5, 1.2)
        return _thing(back, label, f"{label}. {effect_of('fc-hand')}")
    face = kinds.faces[shown.hand]
    label = _("In hand: {tile}").format(tile=tile_words(face))
    drawn = group(tile_picture(face, shown.seat), 5, 5, 1.2)
    if choice is None:
        return _thing(drawn, label, f"{label}. {effect_of('fc-tile')}")
    if choice.refusal is not None:
        return cannot(choice.refusal.text, choice.refusal.rule, label, drawn, data_tip=f"{label}. {effect_of('fc-tile')}")
    return can(choice.action, choice.label, drawn + glow(5, 5, 72, 72), data_tip=f"{label}. {choice.effect}")


def _empty(x: float) -> str:
    """The place of a tile that is not there."""
    return rect(x, 5, 72, 72, 4, fill="none", stroke=SOFT, stroke_width=1, stroke_dasharray="3 4", opacity=0.6)


def _stack(shown: Shown, size: int) -> str:
    """The stack, as high as it has tiles, with their number."""
    if size <= 0:
        return _empty(95)
    layers = min(1 + size // 5, 6)
    pile = "".join(place(f"fc-back-{shown.seat}", 95 + 1.6 * layer, 10 - 1.6 * layer, 66) for layer in range(layers))
    label = _("{tiles} in the stack").format(tiles=tiles(size))
    if shown.unders:
        label = _("{stack}, {tiles} of them shown before").format(stack=label, tiles=tiles(shown.unders))
    return _thing(pile + badge(132, 78, str(size), 14), label, f"{label}. {effect_of('fc-stack')}")


def _purse(points: int, x: float, y: float) -> str:
    figure = words(x + 54, y + 34, points, 30, anchor="start", fill=GOLD_TEXT, font_family=SANS, font_weight="600")
    return _thing(symbol("coin", x, y, 44) + figure, coins(points), f"{coins(points)}. {effect_of('coin')}")


def _left(kinds: Kinds, shown: Shown) -> str:
    """All kinds of tiles, small; those that are no longer in stack or hand are faint."""
    numbers = dict(shown.left)
    parts = []
    for kind, face in enumerate(kinds.faces):
        x = 5 + kind % _COLUMNS * (_SMALL + _GAP)
        y = 92 + kind // _COLUMNS * (_SMALL + _GAP)
        parts.append(_small(face, shown.seat, numbers.get(kind, 0), kind == shown.hand, x, y))
    return "".join(parts)


@remembered(1024)
def _small(face: Face, seat: int, number: int, in_hand: bool, x: float, y: float) -> str:
    drawn = group(tile_picture(face, seat), scale=_SMALL / CELL, opacity=None if number else 0.16)
    several = badge(_SMALL - 4, _SMALL - 4, str(number), 9) if number > 1 else ""
    around = rect(-1, -1, _SMALL + 2, _SMALL + 2, 1.5, fill="none", stroke=INK, stroke_width=1.6) if in_hand else ""
    tip = _("{tile}. {n} left in stack and hand.").format(tile=sentence(tile_words(face)), n=number)
    return group(_thing(drawn + around + several, tile_words(face), tip), x, y)
