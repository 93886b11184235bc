"""The tray of a player: the tile in hand and the stack; at the end the tiles left."""

from __future__ import annotations

from typing import NamedTuple

from hanlin.core.i18n.language import _, current_language
from hanlin.core.i18n.seat_names import spoken
from hanlin.core.lib.memo import memo
from hanlin.core.position.position import Position
from hanlin.core.verbs.presentation import Choice
from hanlin.drawing import (
    GOLD_TEXT,
    INK,
    Drawing,
    can,
    cannot,
    drawing,
    element,
    glow,
    group,
    place,
    words,
)
from hanlin.games.forbidden_city.drawing.art import CELL
from hanlin.games.forbidden_city.drawing.tiles import tile_picture
from hanlin.games.forbidden_city.pieces import FINISHED, HIDDEN_TILE, NO_TILE, PLACE, SHOW
from hanlin.games.forbidden_city.snapshot import Kinds, Seat, left_over_value, read
from hanlin.games.forbidden_city.spots import spots
from hanlin.games.forbidden_city.words.effects import effect_of, named
from hanlin.games.forbidden_city.words.names import coins, in_hand, listed_name, tile_words, tiles
from hanlin.games.forbidden_city.words.question import asked_of
from hanlin.games.forbidden_city.words.refusals import must_be_placed


class Tray(NamedTuple):
    """The measures of a tray, in pixels of a usual screen: its size, that of its tiles, and of its figures."""

    width: int
    height: int
    tile: int
    stack: int
    figure: int


_OWN, _OTHER = Tray(196, 84, 72, 60, 16), Tray(140, 50, 42, 38, 15)


def seating() -> str:
    """The places of the seats: see ``core/verbs/protocols.py``."""
    return "corners"


def seat(seen: Position, seat: int, *, own: bool = True) -> Drawing:
    """The tray of a seat, as the view knows it: tile in hand and stack. ``own``: larger, as the reader's."""
    there = read(seen.state)
    hand = _of_the_hand(seen) if seat == there.seat and there.phase == PLACE and seen.decides else None
    at_the_end = _shown_at_the_end(seen, there.kinds, seat) if there.phase in (SHOW, FINISHED) else None
    return _tray(spoken(), there.kinds, seat, there.seats[seat], at_the_end, hand, _OWN if own else _OTHER)


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
def _tray(
    _names: str, kinds: Kinds, seat: int, there: Seat, at_the_end: tuple[int, ...] | None, hand: Choice | None, of: Tray
) -> Drawing:
    """The tray of a seat. ``at_the_end``: the kinds of the tiles that were shown at the end so far; None before."""
    values = {"name": listed_name(seat), "coins": coins(there.points), "tiles": tiles(there.tiles)}
    label = _("{name}: {coins}, {tiles} left").format(**values)
    if at_the_end is not None:
        body = _last_tiles(kinds, seat, at_the_end, there.tiles, of)
    else:
        body = _hand(current_language(), kinds, seat, there.hand, hand, of)
        body += _stack(current_language(), seat, there.tiles - (there.hand != NO_TILE), there.unders, of)
    return drawing(f"fcs{seat}", of.width, of.height, body, label=label)


def _last_tiles(kinds: Kinds, seat: int, at_the_end: tuple[int, ...], left: int, of: Tray) -> str:
    """The tiles left at the end: those shown, with what each was paid, and the backs of the others (F6.1)."""
    number = max(len(at_the_end) + left, 1)
    size = min(of.height - of.figure - 8, (of.width - 6) // number - 6)
    drawn = ""
    for place_, kind in enumerate(at_the_end):
        face = kinds.faces[kind]
        paid = left_over_value(face)
        tile_ = group(tile_picture(face, seat), scale=size / CELL)
        figure = words(size / 2, size + of.figure, f"+{paid}", of.figure, fill=GOLD_TEXT, font_weight="700") if paid else ""
        label = _("Revealed at the end: {tile}, {coins}").format(tile=tile_words(face), coins=coins(paid))
        drawn += _thing(group(tile_ + figure, 6 + place_ * (size + 6), 4), label, label)
    for place_ in range(len(at_the_end), len(at_the_end) + left):
        tip = named(_("Not revealed yet"), effect_of("fc-stack"))
        drawn += _thing(place(f"fc-back-{seat}", 6 + place_ * (size + 6), 4, size), _("Not revealed yet"), tip)
    return drawn


def _thing(drawn: str, label: str, tip: str) -> str:
    """A thing that says what it is, and to who points at it what it does."""
    return element("g", drawn, role="img", aria_label=label, data_tip=tip)


@memo(maxsize=512)
def _hand(_language: str, kinds: Kinds, seat: int, kind: int, choice: Choice | None, of: Tray) -> str:
    """The tile in hand: its face for those who may see it, otherwise its back. It can be clicked when it fits nowhere."""
    if kind == NO_TILE:
        return ""
    top, scale = (of.height - of.tile) / 2, of.tile / CELL
    if kind == HIDDEN_TILE:
        label = _("A hidden tile in hand")
        back = group(place(f"fc-back-{seat}", 0, 0, CELL), 6, top, scale)
        return _thing(back, label, f"{label}. {effect_of('fc-hand')}")
    face = kinds.faces[kind]
    label = in_hand(face)
    drawn = group(group(tile_picture(face, seat), 6, top, scale), data_place="hand")
    if choice is None:
        return _thing(drawn, label, f"{label}. {effect_of('fc-tile')}")
    if choice.refusal is not None:
        return cannot(choice.refusal.text, choice.refusal.rule, label, drawn, data_tip=f"{label}. {effect_of('fc-tile')}")
    return can(choice.action, choice.label, drawn + glow(6, top, of.tile, of.tile), data_tip=f"{label}. {choice.effect}")


@memo(maxsize=1024)
def _stack(_language: str, seat: int, size: int, unders: int, of: Tray) -> str:
    """The stack, as high as it has tiles, with their number; ``unders``: of tiles put under it."""
    if size <= 0:
        return ""
    left, layers = of.tile + 20, min(1 + size // 5, 5)
    top = (of.height - of.stack) / 2 + layers - 1
    pile = "".join(place(f"fc-back-{seat}", left + 1.6 * layer, top - 1.6 * layer, of.stack) for layer in range(layers))
    label = _("{tiles} in the stack").format(tiles=tiles(size))
    if unders:
        label = _("{stack}, {tiles} already revealed").format(stack=label, tiles=tiles(unders))
    number = words(
        left + of.stack + 14, of.height / 2 + of.figure * 0.36, size, of.figure, anchor="start", fill=INK, font_weight="700"
    )
    return _thing(pile + number, label, f"{label}. {effect_of('fc-stack')}")
