"""What others want to know of a seat at a glance: the figures of its row among the players."""

from __future__ import annotations

from hanlin.core.faces import Fact
from hanlin.core.language import ngettext
from hanlin.core.position import Position
from hanlin.games.china.pieces import COLOURS, KINDS
from hanlin.games.china.reading import Reading, read
from hanlin.games.china.words import names
from hanlin.games.china.words.panels import scoring_of


def summary(seen: Position, seat: int) -> list[Fact]:
    """Points, those if the game ended now, the cards that are known and those that are not, the pieces left."""
    r = read(seen.state)
    facts = [Fact("points", str(r.points[seat]), names.points(r.points[seat]))]
    if not seen.over:
        total = scoring_of(seen).total(seat)
        label = ngettext("{n} point if the game ended now", "{n} points if the game ended now", total)
        facts.append(Fact("china-scored", str(total), label.format(n=total)))
    return [*facts, *_cards(r, seat), *_pieces(r, seat)]


def _cards(r: Reading, seat: int) -> list[Fact]:
    """The hand: a figure for each colour, and one for the cards that are face down for who looks."""
    known = [
        Fact(f"card-{name}", _some(r.hands[seat][of]), names.number_of_cards(of, r.hands[seat][of]))
        for of, name in enumerate(COLOURS)
    ]
    hidden = r.hand_size[seat] - sum(r.hands[seat])
    label = ngettext("{n} card face down", "{n} cards face down", hidden).format(n=hidden)
    return [*known, Fact("card-back", _some(hidden), label)]


def _pieces(r: Reading, seat: int) -> list[Fact]:
    """What is left of each kind; fortresses where they are played with."""
    kinds = range(len(KINDS) if any(r.fortresses_left) or any(r.fortresses) else 2)
    return [
        Fact(KINDS[kind], str(left), names.pieces_left(kind, left), "" if left else "warn")
        for kind in kinds
        for left in (r.supply(seat, kind),)
    ]


def _some(n: int) -> str:
    return str(n) if n else ""
