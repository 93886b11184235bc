"""One player's own area: the tile in hand, the stack, the coins, and what is left of the tiles."""

from __future__ import annotations

from hanlin.core.i18n.language import _, current_language
from hanlin.core.i18n.seat_names import spoken
from hanlin.core.lib.memo import memo
from hanlin.core.position.position import Position
from hanlin.core.verbs.presentation import Choice
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
    symbol,
    words,
)
from hanlin.games.forbidden_city.drawing.art import CELL
from hanlin.games.forbidden_city.drawing.tiles import tile_picture
from hanlin.games.forbidden_city.pieces import FINISHED, HIDDEN_TILE, NO_TILE, PLACE, SHOW
from hanlin.games.forbidden_city.snapshot import Kinds, Seat, left_over_value, read
from hanlin.games.forbidden_city.spots import spots
from hanlin.games.forbidden_city.words.effects import effect_of, named
from hanlin.games.forbidden_city.words.names import coins, in_hand, seat_name, sentence, tile_words, tiles
from hanlin.games.forbidden_city.words.question import asked_of
from hanlin.games.forbidden_city.words.refusals import must_be_placed

_WIDTH = 340
_SMALL = 24
_COLUMNS = 12
_GAP = 3.6


def seating() -> str:
    """The places of the seats: see ``core/verbs/protocols.py``."""
    return "corners"


def seat(seen: Position, seat: int) -> Drawing:
    """The area of a seat, as the view knows it."""
    there = read(seen.state)
    hand = _of_the_hand(seen) if seat == there.seat and there.phase == PLACE and seen.decides else None
    at_the_end = _shown_at_the_end(seen, there.kinds, seat) if there.phase in (SHOW, FINISHED) else None
    return _area(spoken(), there.kinds, seat, there.seats[seat], at_the_end, hand)


def _of_the_hand(seen: Position) -> Choice:
    """The action that needs only the tile in hand, without a place; where it fits somewhere, the reason why none."""
    there = spots(seen)
    if there is not None and there.fits:
        return _stays(current_language())
    return asked_of(seen, there).choices[0]


@memo(maxsize=16)
def _stays(_language: str) -> Choice:
    return Choice("unfit", _("Reveal it"), refusal=must_be_placed())


def _shown_at_the_end(seen: Position, kinds: Kinds, seat: int) -> tuple[int, ...]:
    """The kinds of the seat's tiles that were shown at the end, in order (F6.1)."""
    start = f"show {seat + 1} "
    return tuple(kinds.names.index(text.removeprefix(start)) for _actor, text in seen.moves if text.startswith(start))


@memo(maxsize=256)
def _area(
    _names: str, kinds: Kinds, seat: int, there: Seat, at_the_end: tuple[int, ...] | None, hand: Choice | None
) -> Drawing:
    """The area of a seat. ``at_the_end``: the kinds of the tiles that were shown at the end so far; None before."""
    language = current_language()
    label = _("{name}: {coins}, {tiles} left").format(name=seat_name(seat), coins=coins(there.points), tiles=tiles(there.tiles))
    if at_the_end is not None:
        body = _purse(language, there.points, 8, 22) + _last_tiles(kinds, seat, at_the_end, there.tiles)
        return drawing(f"fcs{seat}", _WIDTH, 92, body, label=label)
    body = (
        _hand(language, kinds, seat, there.hand, hand)
        + _stack(language, seat, there.tiles - (there.hand != NO_TILE), there.unders)
        + _purse(language, there.points, 192, 16)
        + _left(language, kinds, seat, there.left, there.hand)
    )
    rows = -(-len(kinds.faces) // _COLUMNS)
    return drawing(f"fcs{seat}", _WIDTH, 92 + rows * (_SMALL + _GAP), body, label=label)


def _last_tiles(kinds: Kinds, seat: int, at_the_end: tuple[int, ...], left: int) -> str:
    """The tiles left at the end: those shown, with what each was paid, and the backs of the others (F6.1)."""
    size = min(48.0, 200 / max(len(at_the_end) + left, 1) - 6)
    drawn = ""
    for place_, kind in enumerate(at_the_end):
        face = kinds.faces[kind]
        paid = left_over_value(face)
        tile_ = group(tile_picture(face, seat), scale=size / CELL)
        figure = words(size / 2, size + 16, f"+{paid}" if paid else "–", 15, fill=GOLD_TEXT, font_weight="700")
        label = _("Revealed at the end: {tile}, {coins}").format(tile=tile_words(face), coins=coins(paid))
        drawn += _thing(group(tile_ + figure, 130 + place_ * (size + 6), 10), label, label)
    for place_ in range(len(at_the_end), len(at_the_end) + left):
        label = named(_("Not revealed yet"), effect_of("fc-stack"))
        drawn += _thing(place(f"fc-back-{seat}", 130 + place_ * (size + 6), 10, size), _("Not revealed yet"), label)
    return drawn


def _thing(drawn: str, label: str, tip: str) -> str:
    """A thing that says what it is, and to who points at it what it does."""
    return element("g", drawn, role="img", aria_label=label, data_tip=tip)


@memo(maxsize=512)
def _hand(_language: str, kinds: Kinds, seat: int, kind: int, choice: Choice | None) -> str:
    """The tile in hand: its face for those who may see it, otherwise its back. It can be clicked when it fits nowhere."""
    if kind == NO_TILE:
        return _empty(5)
    if kind == HIDDEN_TILE:
        label = _("A hidden tile in hand")
        back = group(place(f"fc-back-{seat}", 0, 0, CELL), 5, 5, 1.2)
        return _thing(back, label, f"{label}. {effect_of('fc-hand')}")
    face = kinds.faces[kind]
    label = in_hand(face)
    drawn = group(tile_picture(face, seat), 5, 5, 1.2)
    drawn = group(drawn, data_place="hand")
    if choice is None:
        return _thing(drawn, label, f"{label}. {effect_of('fc-tile')}")
    if choice.refusal is not None:
        return cannot(choice.refusal.text, choice.refusal.rule, label, drawn, data_tip=f"{label}. {effect_of('fc-tile')}")
    return can(choice.action, choice.label, drawn + glow(5, 5, 72, 72), data_tip=f"{label}. {choice.effect}")


def _empty(x: float) -> str:
    """The place of a tile that is not there."""
    return rect(x, 5, 72, 72, 4, fill="none", stroke=SOFT, stroke_width=1, stroke_dasharray="3 4", opacity=0.6)


@memo(maxsize=1024)
def _stack(_language: str, seat: int, size: int, unders: int) -> str:
    """The stack, as high as it has tiles, with their number; ``unders``: of tiles put under it."""
    if size <= 0:
        return _empty(95)
    layers = min(1 + size // 5, 6)
    pile = "".join(place(f"fc-back-{seat}", 95 + 1.6 * layer, 10 - 1.6 * layer, 66) for layer in range(layers))
    label = _("{tiles} in the stack").format(tiles=tiles(size))
    if unders:
        label = _("{stack}, {tiles} already revealed").format(stack=label, tiles=tiles(unders))
    return _thing(pile + badge(132, 78, str(size), 14), label, f"{label}. {effect_of('fc-stack')}")


@memo(maxsize=512)
def _purse(_language: str, points: int, x: float, y: float) -> str:
    figure = words(x + 54, y + 34, points, 30, anchor="start", fill=GOLD_TEXT, font_family=SANS, font_weight="600")
    return _thing(symbol("coin", x, y, 44) + figure, coins(points), f"{coins(points)}. {effect_of('coin')}")


@memo(maxsize=64)
def _left(language: str, kinds: Kinds, seat: int, left: tuple[tuple[int, int], ...], hand: int) -> str:
    """All kinds of tiles, small; those that are no longer in stack or hand are faint. ``left``, ``hand``: as in ``Seat``."""
    numbers = [0] * len(kinds.faces)
    for kind, number in left:
        numbers[kind] = number
    small = [_small(language, kinds, kind, seat, number, kind == hand) for kind, number in enumerate(numbers)]
    return "".join(small)


@memo(maxsize=2048)
def _small(_language: str, kinds: Kinds, kind: int, seat: int, number: int, in_hand: bool) -> str:
    x = 5 + kind % _COLUMNS * (_SMALL + _GAP)
    y = 92 + kind // _COLUMNS * (_SMALL + _GAP)
    face = kinds.faces[kind]
    drawn = group(tile_picture(face, seat), scale=_SMALL / CELL, opacity=None if number else 0.16)
    several = badge(_SMALL - 4, _SMALL - 4, str(number), 9) if number > 1 else ""
    around = rect(-1, -1, _SMALL + 2, _SMALL + 2, 1.5, fill="none", stroke=INK, stroke_width=1.6) if in_hand else ""
    tip = _("{tile}. {n} left in stack and hand.").format(tile=sentence(tile_words(face)), n=number)
    return group(_thing(drawn + around + several, tile_words(face), tip), x, y)
