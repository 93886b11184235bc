"""A position of Forbidden City as text (``docs/rules/notation.md``, "Positions"): the fields of a state, and back."""

from __future__ import annotations

import re
from typing import Any

from hanlin.core.i18n.language import _
from hanlin.core.jit.events import capture
from hanlin.core.text.fields import HIDDEN, NONE, Fields, Written, counters_text, counts_text
from hanlin.core.verbs.options import Options
from hanlin.games.forbidden_city.notation import kind_ids
from hanlin.games.forbidden_city.pieces import (
    FINISHED,
    HIDDEN_TILE,
    KEPT_TILES,
    MAX_TILES,
    NO_TILE,
    PLACE,
    REDRAW,
    REFILL,
    SET_UP,
    SHOW,
)
from hanlin.games.forbidden_city.rules import lay
from hanlin.games.forbidden_city.spaces import cell_of, fitting, turned
from hanlin.games.forbidden_city.stacks import take_kind, tiles_left
from hanlin.games.forbidden_city.state import FARTHEST, place_of, space_at

PHASES = ("set-up", "place", "refill", "redraw", "show", "over")
"""The words for the next thing to happen, by the numbers of the phases."""
KNOWN = "!"
"""After the tile in a hand: all know it."""
MOST_COINS = 9_999
"""The largest number of coins that can be set."""
GROWTH = 100_000
"""More than a seat can gain in one ply. What goes beyond the most that can be set (``core/text/fields.py``) is read as far as
play can have brought it: so what was read can be played on, and what is written on the way can be read again."""

_SPACE = re.compile(r"(0|-?[1-9][0-9]?),(0|-?[1-9][0-9]?)")


# -- writing -------------------------------------------------------------------------------------------------------------


def write_state(s: Any, options: Options) -> Written:
    """The fields of a state, or of a view of one."""
    players, ids = int(s.players), kind_ids(s)
    fields = [
        ("now", f"{PHASES[int(s.phase)]} {int(s.seat) + 1}"),
        *counters_text("coins", s.points[:players], MOST_COINS),
        ("hands", "|".join(_hand_text(s, seat, ids) for seat in range(players))),
    ]
    if s.tries:
        fields.append(("tries", str(int(s.tries))))
    if s.passes:
        fields.append(("passes", str(int(s.passes))))
    if s.unders.any():
        under = ([ids[int(kind)] for kind in s.under[seat, : int(s.unders[seat])]] for seat in range(players))
        fields.append(("under", "|".join(" ".join(kinds) or NONE for kinds in under)))
    if s.phase in (SHOW, FINISHED):
        fields.append(("shown", "|".join(counts_text(shown, ids) for shown in shown_tiles(s))))
    placed = (_placed_text(s, number, ids) for number in range(int(s.placed)))
    fields.append(("placed", "|".join(placed) or NONE))
    return fields


def _hand_text(s: Any, seat: int, ids: tuple[str, ...]) -> str:
    kind = int(s.hand[seat])
    if kind < 0:
        return HIDDEN if kind == HIDDEN_TILE else NONE
    return ids[kind] + (KNOWN if s.hand_known[seat] else "")


def _placed_text(s: Any, number: int, ids: tuple[str, ...]) -> str:
    """A placed tile: "2,0 1 pink-gate 3" is one of seat 3, a quarter turn clockwise."""
    x, y = place_of(int(s.placed_space[number]))
    kind, rotation = divmod(int(s.placed_tile[number]), 4)
    return f"{x},{y} {rotation} {ids[kind]} {int(s.placed_seat[number]) + 1}"


def shown_tiles(s: Any) -> list[list[int]]:
    """The tiles of each seat that were shown at the end, by kind: those that are nowhere else."""
    shown = [[int(tiles).bit_count() for tiles in s.kind_tiles[: int(s.kinds)]] for _seat in range(int(s.players))]
    for number in range(int(s.placed)):
        shown[int(s.placed_seat[number])][int(s.placed_tile[number]) // 4] -= 1
    for seat, kinds in enumerate(shown):
        for kind in range(len(kinds)):
            kinds[kind] -= (int(s.stack[seat]) & int(s.kind_tiles[kind])).bit_count()
        for kind in s.under[seat, : int(s.unders[seat])]:
            kinds[int(kind)] -= 1
        if s.hand[seat] >= 0:
            kinds[int(s.hand[seat])] -= 1
    return shown


# -- reading -------------------------------------------------------------------------------------------------------------


def read_state(s: Any, fields: Fields, options: Options, whole: bool) -> None:
    """Make of ``s``, the state before a game's first action, the one of these fields; ``whole``: not a view of it."""
    players, ids = int(s.players), kind_ids(s)
    words = fields.words("now")
    if len(words) != 2:
        raise fields.wrong("now", _("expected the next step and a seat, like {example}").format(example="place 1"))
    phase, seat = fields.one_of("now", words[0], PHASES), fields.seat("now", words[1], players)
    _read_placed(s, fields, ids)
    s.phase, s.seat = phase, seat
    for number, text in enumerate(fields.parts("under", players, "|".join([NONE] * players))):
        for word in [] if text == NONE else text.split():
            kind = fields.one_of("under", word, ids)
            _take(s, fields, "under", number, kind, ids)
            s.under[number, s.unders[number]] = kind
            s.unders[number] += 1
    if phase in (SHOW, FINISHED):
        for number, text in enumerate(fields.parts("shown", players)):
            for kind, n in enumerate(fields.counts("shown", text, ids, MAX_TILES)):
                if n and phase == SHOW and number > seat:
                    raise fields.wrong("shown", _("seat {seat} reveals its tiles later (F6.1)").format(seat=number + 1))
                for _each in range(n):
                    _take(s, fields, "shown", number, kind, ids)
    for number, text in enumerate(fields.parts("hands", players)):
        _read_hand(s, fields, number, text, ids, whole)
    coins = fields.numbers("coins", players, 0, MOST_COINS)
    s.points[:players] = fields.beyond("coins", coins, MOST_COINS, GROWTH * _scorings(s))
    s.tries = fields.number("tries", 1, MAX_TILES) if "tries" in fields else 0
    s.passes = fields.number("passes", 1, players) if "passes" in fields else 0
    _check_hands(s, fields)
    _check_turn(s, fields)


def _scorings(s: Any) -> int:
    """The number of times coins may have been paid: for each tile placed, or shown at the end."""
    shown = sum(map(sum, shown_tiles(s))) if s.phase in (SHOW, FINISHED) else 0
    return int(s.placed) + shown


def _take(s: Any, fields: Fields, name: str, seat: int, kind: int, ids: tuple[str, ...]) -> None:
    """A tile leaves the stack of a seat for the place that a field gives."""
    if not int(s.stack[seat]) & int(s.kind_tiles[kind]):
        there = int(s.kind_tiles[kind]).bit_count()
        raise fields.wrong(
            name,
            _("seat {seat} has {n} of {kind} in all, and here is one more").format(seat=seat + 1, n=there, kind=ids[kind]),
        )
    take_kind(s, seat, kind)


def _read_hand(s: Any, fields: Fields, seat: int, text: str, ids: tuple[str, ...], whole: bool) -> None:
    if text == NONE:
        return
    if text == HIDDEN:
        if whole:
            raise fields.wrong("hands", _("tiles can be hidden only in a player's view"))
        if not s.stack[seat]:
            raise fields.wrong("hands", _("seat {seat} has no tile left to hold").format(seat=seat + 1))
        s.hand[seat] = HIDDEN_TILE
        return
    kind = fields.one_of("hands", text.removesuffix(KNOWN), ids)
    _take(s, fields, "hands", seat, kind, ids)
    s.hand[seat] = kind
    s.hand_known[seat] = int(text.endswith(KNOWN))


def _read_placed(s: Any, fields: Fields, ids: tuple[str, ...]) -> None:
    """Place the tiles, in order."""
    text = fields.text("placed")
    for part in [] if text == NONE else text.split("|"):
        words = part.split()
        if len(words) != 4:
            raise fields.wrong(
                "placed",
                _("expected a space, a rotation, a kind and a seat, like {example}, not {word}").format(
                    example="2,0 1 pink-gate 3", word=part.strip() or NONE
                ),
            )
        space = _space(fields, words[0])
        kind, seat = fields.one_of("placed", words[2], ids), fields.seat("placed", words[3], int(s.players))
        rotation = fields.whole("placed", words[1], 0, int(s.kind_turns[kind]) - 1)
        _place(s, fields, part.strip(), space, rotation, kind, seat, ids)


def _space(fields: Fields, word: str) -> int:
    match = _SPACE.fullmatch(word)
    if match is None or max(abs(int(number)) for number in match.groups()) >= FARTHEST:
        raise fields.wrong("placed", _("{word} isn't a space; a space is x,y, like 2,-1").format(word=word))
    return space_at(int(match[1]), int(match[2]))


def _place(s: Any, fields: Fields, what: str, space: int, rotation: int, kind: int, seat: int, ids: tuple[str, ...]) -> None:
    """Place a tile as the rules do; the coins that it brings are in another field."""
    number = int(s.number_at[cell_of(space)])
    if not number or s.free_space[number] != space:
        raise fields.wrong("placed", _("{tile}: that space is taken, or has no tile next to it (F2.1)").format(tile=what))
    sides = turned(int(s.kind_sides[kind]), rotation)
    if not int(fitting(s, sides, number >> 6)) >> (number & 63) & 1:
        raise fields.wrong("placed", _("{tile}: two floors would meet there without a wall (F2.2)").format(tile=what))
    _take(s, fields, "placed", seat, kind, ids)
    if int(s.stack[seat]).bit_count() < KEPT_TILES:
        raise fields.wrong("placed", _("{tile}: the last two tiles of a seat are not placed (F6.1)").format(tile=what))
    placed = int(s.placed)
    s.placed_space[placed], s.placed_tile[placed], s.placed_seat[placed] = space, 4 * kind + rotation, seat
    s.placed = placed + 1
    with capture():  # Events and payments of closing rooms belong to a game; here they only have to be closed.
        lay(s, seat, kind, space, sides)


def _left(s: Any, seat: int) -> int:
    """Tiles left to a seat; the one of a hidden hand is in the stack."""
    return int(tiles_left(s, seat))


def _check_hands(s: Any, fields: Fields) -> None:
    """Refuse hands that do not fit the next step: it says which seats hold a tile."""
    phase, turn = int(s.phase), int(s.seat)
    for seat in range(int(s.players)):
        holds = s.hand[seat] != NO_TILE
        if phase == FINISHED or (phase == SHOW and seat < turn):
            if _left(s, seat):
                raise fields.wrong("shown", _("seat {seat} has tiles that were not revealed").format(seat=seat + 1))
        elif phase == SET_UP:
            if holds != (seat < turn):
                raise fields.wrong("hands", _("the seats before the one that draws hold a tile, the others don't (F1.1)"))
        elif phase != SHOW:
            draws = phase in (REFILL, REDRAW) and seat == turn
            if holds and (draws or _left(s, seat) <= KEPT_TILES):
                raise fields.wrong("hands", _("seat {seat} holds no tile now (F2.3, F6.1)").format(seat=seat + 1))
            if not holds and not draws and _left(s, seat) > KEPT_TILES:
                raise fields.wrong(
                    "hands", _("seat {seat} has more than two tiles left and holds one (F2.3)").format(seat=seat + 1)
                )


def _check_turn(s: Any, fields: Fields) -> None:
    """Refuse a position whose next step is impossible."""
    phase, turn = int(s.phase), int(s.seat)
    if phase == SET_UP and (s.placed or s.unders.any()):
        raise fields.wrong("now", _("in the set-up nothing is placed yet (F1.1)"))
    if phase in (PLACE, REFILL, REDRAW) and _left(s, turn) <= KEPT_TILES:
        raise fields.wrong("now", _("seat {seat} has two tiles left and places none of them (F6.1)").format(seat=turn + 1))
    if phase == SHOW and not _left(s, turn):
        raise fields.wrong("now", _("seat {seat} has no tile left to reveal").format(seat=turn + 1))
    if phase == FINISHED and turn:
        raise fields.wrong("now", _("the end must be written with seat 1"))
    if s.tries and (phase not in (PLACE, REDRAW) or s.tries > _left(s, turn)):
        raise fields.wrong("tries", _("that many tiles can't have been tried in this turn (F2.4)"))
    playing = sum(_left(s, seat) > KEPT_TILES for seat in range(int(s.players)))
    if s.passes >= max(playing, 1) and phase in (PLACE, REDRAW):
        raise fields.wrong("passes", _("when everyone still playing has passed, the game is over (F2.4)"))
