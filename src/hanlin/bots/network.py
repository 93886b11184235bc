"""A learned judgement: a small network that corrects what the game's own evaluation (``value``) says of a position.

It is told what ``tell_terms`` and ``tell_parts`` write and the value of every seat, always as the first seat sees the table,
and says for each seat by how many points its value is wrong and how its share of the win leans. Its first layer takes the
terms, and each part through a layer of its own that all parts share (their sum, so their number may change); zeros are skipped.

The numbers are float32 and are added one after the other at both speeds, so both come to the same bits. Nothing is allocated.
Weights are data (``weights.py``) that ``hanlin train`` made.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from hanlin.core.calls import tell_parts, tell_terms
from hanlin.core.compiled import compiled
from hanlin.core.features import size_of
from hanlin.core.rulebook import Rulebook

POINTS_UNIT = 10.0
"""Points that the number 1 stands for in what the network is told and says."""


class Network(NamedTuple):
    """Weights, and room to work in: one thread's own. All float32; ``trust`` is 0 where there is no network."""

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
    summed: Any  # (parts' hidden), and below: what the layers come to
    one: Any
    hidden: Any
    hidden2: Any
    said: Any

    def of_its_own(self) -> Network:
        """The same weights with room of its own, for another thread."""
        return self._replace(**{name: np.zeros_like(getattr(self, name)) for name in _ROOM})


WEIGHTS = ("first", "bias", "part", "part_bias", "joined", "second", "second_bias", "last", "last_bias")
_ROOM = ("terms", "rows", "summed", "one", "hidden", "hidden2", "said")


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


def network(game: Rulebook, weights: dict[str, Any]) -> Network:
    """A network with these weights (``WEIGHTS``), ready to be asked."""
    kept = {name: np.ascontiguousarray(weights[name], np.float32) for name in WEIGHTS}
    hidden, hidden2, of_parts = len(kept["bias"]), len(kept["second_bias"]), len(kept["part_bias"])
    return Network(
        trust=np.ones(1, np.float32),
        terms=np.zeros(len(kept["first"]), np.float32),
        rows=np.zeros((game.most_parts, len(kept["part"])), np.float32),
        summed=np.zeros(of_parts, np.float32),
        one=np.zeros(of_parts, np.float32),
        hidden=np.zeros(hidden, np.float32),
        hidden2=np.zeros(hidden2, np.float32),
        said=np.zeros(len(kept["last_bias"]), np.float32),
        **kept,
    )


def no_network() -> Network:
    """What stands where there is no network."""
    flat, square = np.zeros(0, np.float32), np.zeros((0, 0), np.float32)
    shape = {"rows": square, "first": square, "part": square, "joined": square, "second": square, "last": square}
    return Network(**{**dict.fromkeys(Network._fields, flat), **shape, "trust": np.zeros(1, np.float32)})


@compiled
def add_row(sums, by, row):
    """Add a row of weights, times a number."""
    for k in range(len(sums)):
        sums[k] += by * row[k]


@compiled
def pass_on(told, rows, bias, out):
    """One layer: the bias and what each number that is not 0 adds to it."""
    for k in range(len(out)):
        out[k] = bias[k]
    for n in range(len(told)):
        if told[n] != 0.0:
            add_row(out, told[n], rows[n])


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
    tell_terms(s, seat, net.terms[players:])
    return tell_parts(s, seat, net.rows) if len(net.rows) > 0 else 0


@compiled
def ask(net, parts):
    """Ask the network about what it was told; the answer stands in ``net.said``: corrections of points, and leanings."""
    pass_on(net.terms, net.first, net.bias, net.hidden)
    if parts > 0:
        for k in range(len(net.summed)):
            net.summed[k] = 0.0
        for n in range(parts):
            pass_on(net.rows[n], net.part, net.part_bias, net.one)
            for k in range(len(net.one)):
                if net.one[k] > 0.0:
                    net.summed[k] += net.one[k]
        for k in range(len(net.summed)):
            if net.summed[k] != 0.0:
                add_row(net.hidden, net.summed[k], net.joined[k])
    only_positive(net.hidden)
    pass_on(net.hidden, net.second, net.second_bias, net.hidden2)
    only_positive(net.hidden2)
    pass_on(net.hidden2, net.last, net.last_bias, net.said)


@compiled
def correct(net, s, points, leanings):
    """Add what the network says to the points (the value of each seat) and to how each seat's share of the win leans."""
    players = int(s.players)
    ask(net, tell(net, s, 0, points))
    for seat in range(players):
        # A plain 10.0 would become a float32 beside one, but not when compiled.
        points[seat] += POINTS_UNIT * np.float64(net.said[seat])
        leanings[seat] += net.said[players + seat]
