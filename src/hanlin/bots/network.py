"""A learned judgement: a small network that corrects what the game's own evaluation (``value``) says of a position.

It is told what ``write_terms`` and ``write_parts`` write and the value of every seat, always as the first seat sees the table,
and says for each seat by how many points its value is wrong and how its share of the win leans. Its first layer takes the
terms, and each part through a layer of its own that all parts share (their sum, so their number may change); zeros are skipped.

Between two positions that a search asks about little changes. So what each part came to is kept, and only a part that is told
otherwise than before is asked about anew; where nothing at all is told otherwise the last answer holds.

The numbers are float32 and are added one after the other at both speeds, so both come to the same bits. Nothing is allocated.
Weights are data (``weights.py``) that ``hanlin train`` made.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from hanlin.core.jit.compiled import compiled
from hanlin.core.jit.row_sums import add_rows
from hanlin.core.verbs.features import size_of
from hanlin.core.verbs.outlined import write_parts, write_terms
from hanlin.core.verbs.rulebook import Rulebook

POINTS_UNIT = 10.0
"""Points that the number 1 stands for in what the network is told and says."""


class Network(NamedTuple):
    """Weights, which stay as they are, and room to work in: one thread's own. All float32 where nothing else is said.

    ``trust`` is 0 where there is no network.
    """

    trust: Any  # (1,)
    terms: Any  # (players + terms): what it is told
    rows: Any  # (most parts, features of a part)
    first: Any  # (players + terms, hidden)
    bias: Any  # (hidden)
    part: Any  # (features of a part, parts' hidden)
    part_bias: Any  # (parts' hidden)
    joined: Any  # (parts' hidden, hidden)
    second: Any  # (hidden, hidden2)
    second_bias: Any  # (hidden2)
    last: Any  # (hidden2, 2 × players)
    last_bias: Any  # (2 × players)
    which: Any  # int64: the places of a row's numbers that are not 0
    told_terms: Any  # the terms that ``said`` answers
    told_rows: Any  # of each part the row that ``ones`` answers
    told_parts: Any  # int64 (1,): how many parts ``summed`` adds up
    ones: Any  # (most parts, parts' hidden): what each part comes to
    summed: Any  # (parts' hidden), and below: what the layers come to
    hidden: Any
    hidden2: Any
    said: Any

    def of_its_own(self) -> Network:
        """The same weights with room of its own, for another thread."""
        return self._replace(**room_of(len(self.terms), self.rows.shape, self.joined.shape, self.last.shape))


WEIGHTS = ("first", "bias", "part", "part_bias", "joined", "second", "second_bias", "last", "last_bias")


def shapes(game: Rulebook, players: int, hidden: int, hidden2: int, of_parts: int) -> dict[str, tuple[int, ...]]:
    """The shapes of a network's weights for the game with so many players."""
    told, part = players + size_of(game.terms(players)), size_of(game.parts())
    return {
        "first": (told, hidden),
        "bias": (hidden,),
        "part": (part, of_parts),
        "part_bias": (of_parts,),
        "joined": (of_parts, hidden),
        "second": (hidden, hidden2),
        "second_bias": (hidden2,),
        "last": (hidden2, 2 * players),
        "last_bias": (2 * players,),
    }


def room_of(told: int, rows: tuple[int, ...], joined: tuple[int, ...], last: tuple[int, ...]) -> dict[str, Any]:
    """Room for a network to work in, by the shapes of its arrays. What it was told before is nothing that may be told."""
    (of_parts, hidden), (hidden2, said) = joined, last

    def room(*shape: int) -> Any:
        return np.zeros(shape, np.float32)

    return {
        "terms": room(told),
        "rows": room(*rows),
        "which": np.zeros(max(told, rows[1], of_parts, hidden, hidden2), np.int64),
        "told_terms": np.full(told, np.nan, np.float32),
        "told_rows": np.full(rows, np.nan, np.float32),
        "told_parts": np.zeros(1, np.int64),
        "ones": room(rows[0], of_parts),
        "summed": room(of_parts),
        "hidden": room(hidden),
        "hidden2": room(hidden2),
        "said": room(said),
    }


def network(game: Rulebook, weights: dict[str, Any]) -> Network:
    """A network with these weights (``WEIGHTS``), ready to be asked."""
    kept = {name: np.ascontiguousarray(weights[name], np.float32) for name in WEIGHTS}
    rows = game.most_parts, len(kept["part"])
    room = room_of(len(kept["first"]), rows, kept["joined"].shape, kept["last"].shape)
    return Network(trust=np.ones(1, np.float32), **kept, **room)


def no_network() -> Network:
    """What stands where there is no network."""
    flat, square = np.zeros(0, np.float32), np.zeros((0, 0), np.float32)
    weights = {name: flat if name.endswith("bias") else square for name in WEIGHTS}
    return Network(trust=np.zeros(1, np.float32), **weights, **room_of(0, (0, 0), (0, 0), (0, 0)))


@compiled
def differ(one, other):
    """Whether two rows of numbers differ. (No early end: so the processor looks at several at once.)"""
    found = False
    for k in range(len(one)):
        found |= one[k] != other[k]
    return found


@compiled
def copy_row(row, to):
    """Copy numbers one by one: machine code that assigns an array to another makes a third where both may overlap."""
    for k in range(len(row)):
        to[k] = row[k]


@compiled
def pass_on(told, rows, bias, which, out):
    """One layer: the bias and what each number that is not 0 adds to it."""
    copy_row(bias, out)
    add_rows(told, rows, which, out)


@compiled
def only_positive(numbers):
    """Negative numbers become 0 (ReLU)."""
    for k in range(len(numbers)):
        if numbers[k] < 0.0:
            numbers[k] = 0.0


@compiled
def tell(net, s, seat, points):
    """Fill what the network is told, as ``seat`` sees the table; points: each seat's value. Returns the number of parts."""
    players = int(s.players)
    mean = 0.0
    for n in range(players):
        mean += points[n] / players
    for n in range(len(net.terms)):
        net.terms[n] = 0.0
    for n in range(players):
        net.terms[n] = (points[(seat + n) % players] - mean) / POINTS_UNIT
    write_terms(s, seat, net.terms[players:])
    return write_parts(s, seat, net.rows) if len(net.rows) > 0 else 0


@compiled
def ask_of_parts(net, parts):
    """Ask about the parts that are told otherwise than before, and add up what all come to; True where that may be new."""
    is_new = parts != net.told_parts[0]
    for n in range(parts):
        if differ(net.rows[n], net.told_rows[n]):
            copy_row(net.rows[n], net.told_rows[n])
            pass_on(net.rows[n], net.part, net.part_bias, net.which, net.ones[n])
            only_positive(net.ones[n])
            is_new = True
    if is_new:
        net.told_parts[0] = parts
        for k in range(len(net.summed)):
            net.summed[k] = 0.0
        for n in range(parts):
            for k in range(len(net.summed)):
                net.summed[k] += net.ones[n, k]
    return is_new


@compiled
def ask(net, parts):
    """Ask the network about what it was told; the answer stands in ``net.said``: corrections of points, and leanings."""
    is_new = ask_of_parts(net, parts)
    if not is_new and not differ(net.terms, net.told_terms):
        return
    copy_row(net.terms, net.told_terms)
    pass_on(net.terms, net.first, net.bias, net.which, net.hidden)
    if parts > 0:
        add_rows(net.summed, net.joined, net.which, net.hidden)
    only_positive(net.hidden)
    pass_on(net.hidden, net.second, net.second_bias, net.which, net.hidden2)
    only_positive(net.hidden2)
    pass_on(net.hidden2, net.last, net.last_bias, net.which, net.said)


@compiled
def correct_points(net, s, points):
    """Ask about a position and add what the network says to the points (the value of each seat)."""
    ask(net, tell(net, s, 0, points))
    for seat in range(int(s.players)):
        # A plain 10.0 would become a float32 beside one, but not when compiled.
        points[seat] += POINTS_UNIT * np.float64(net.said[seat])


@compiled
def correct_own(net, s, seat, points):
    """Ask about a position as ``seat`` sees it, and add what the network says of that seat to its points."""
    ask(net, tell(net, s, seat, points))
    points[seat] += POINTS_UNIT * np.float64(net.said[0])


@compiled
def correct(net, s, points, leanings):
    """The same, and add what it says to how each seat's share of the win leans."""
    correct_points(net, s, points)
    players = int(s.players)
    for seat in range(players):
        leanings[seat] += net.said[players + seat]
