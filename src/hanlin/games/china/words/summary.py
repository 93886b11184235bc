"""The public figures of a seat, for its row among the players."""

from __future__ import annotations

from hanlin.core.i18n.language import ngettext
from hanlin.core.lib.memo import remembered
from hanlin.core.position.position import Position
from hanlin.core.verbs.presentation import Fact
from hanlin.games.china.pieces import COLOURS, ENDED, FORTRESS, KINDS
from hanlin.games.china.snapshot import read, scoring_of
from hanlin.games.china.words import names


def summary(seen: Position, seat: int) -> list[Fact]:
    """Points, those if the game ended now, the cards that are known and those that are not, the pieces left."""
    r = read(seen.state)
    total = None if r.phase == ENDED else scoring_of(r.record, False).totals[seat]
    return list(_figures(r.points[seat], total, r.hands[seat], r.hand_size[seat], r.supplies(seat)))


@remembered(512)
def _figures(points: int, total: int | None, hand: tuple[int, ...], size: int, supply: tuple[int, ...]) -> tuple[Fact, ...]:
    return *_points(points, total), *_cards(hand, size), *_pieces(supply)


@remembered(512)
def _points(points: int, total: int | None) -> tuple[Fact, ...]:
    """The points, and before the end those that there would be if the game ended now."""
    scored = Fact("points", str(points), names.points(points))
    if total is None:
        return (scored,)
    label = ngettext("{n} point if the game ended now", "{n} points if the game ended now", total)
    return scored, Fact("china-scored", str(total), label.format(n=total))


@remembered(512)
def _cards(hand: tuple[int, ...], size: int) -> tuple[Fact, ...]:
    """The hand: a figure for each colour, and one for the cards that are face down for the viewer."""
    known = [Fact(f"card-{COLOURS[of]}", _some(n), names.number_of_cards(of, n)) for of, n in enumerate(hand)]
    hidden = size - sum(hand)
    label = ngettext("{n} card face down", "{n} cards face down", hidden).format(n=hidden)
    return *known, Fact("card-back", _some(hidden), label)


@remembered(512)
def _pieces(supply: tuple[int, ...]) -> tuple[Fact, ...]:
    """The number of pieces left of each kind; the fortress only while it is there."""
    return tuple(
        Fact(
            KINDS[kind],
            _some(left) if kind == FORTRESS else str(left),
            names.pieces_left(kind, left),
            "" if left or kind == FORTRESS else "warn",
        )
        for kind, left in enumerate(supply)
    )


def _some(n: int) -> str:
    return str(n) if n else ""
