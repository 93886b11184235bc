"""A value network: a small network that corrects the handcrafted evaluation (``value``) of a position.

Its inputs are the features that ``write_terms`` and ``write_parts`` write and the values of all seats, as the first seat sees
the table. Its outputs are, for each seat, a residual in points and a logit of the win share. The first layer takes the terms,
and each part through a layer that all parts share (outputs are summed, so the number of parts may change); zeros are skipped.

Successive positions of a search differ little. So the output of each part is kept, and only parts whose inputs changed are
computed again; if no input changed at all, the last output holds.

All numbers are float32 and are added one after the other at both speeds, so that both give the same bits. Nothing is allocated.
Weights are data (``weights.py``) that ``hanlin train`` makes.
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
"""Points per unit of the network's inputs and outputs."""


class Network(NamedTuple):
    """Weights, which are constant, and the buffers of one thread. All arrays are float32 unless a comment says otherwise.

    ``trust`` is 0 for a placeholder without weights (``no_network``).
    """

    trust: Any  # (1,)
    terms: Any  # (players + terms): inputs
    rows: Any  # (most parts, features of a part): inputs
    first: Any  # (players + terms, hidden)
    bias: Any  # (hidden)
    part: Any  # (features of a part, parts' hidden)
    part_bias: Any  # (parts' hidden)
    joined: Any  # (parts' hidden, hidden)
    second: Any  # (hidden, hidden2)
    second_bias: Any  # (hidden2)
    last: Any  # (hidden2, 2 × players)
    last_bias: Any  # (2 × players)
    nonzero: Any  # int64: indices of a row's numbers that are not 0
    last_terms: Any  # the terms that ``output`` belongs to
    last_rows: Any  # the row that each of ``part_outputs`` belongs to
    last_parts: Any  # int64 (1,): the number of parts in ``summed``
    part_outputs: Any  # (most parts, parts' hidden)
    summed: Any  # (parts' hidden): the sum of the parts' outputs; below: the outputs of the layers
    hidden: Any
    hidden2: Any
    output: Any

    def with_own_buffers(self) -> Network:
        """The same weights with new buffers, for another thread."""
        return self._replace(**buffers_for(len(self.terms), self.rows.shape, self.joined.shape, self.last.shape))


WEIGHTS = ("first", "bias", "part", "part_bias", "joined", "second", "second_bias", "last", "last_bias")


def shapes(game: Rulebook, players: int, hidden: int, hidden2: int, of_parts: int) -> dict[str, tuple[int, ...]]:
    """The shapes of a network's weights for a game and a number of players."""
    inputs, part = players + size_of(game.terms(players)), size_of(game.parts())
    return {
        "first": (inputs, hidden),
        "bias": (hidden,),
        "part": (part, of_parts),
        "part_bias": (of_parts,),
        "joined": (of_parts, hidden),
        "second": (hidden, hidden2),
        "second_bias": (hidden2,),
        "last": (hidden2, 2 * players),
        "last_bias": (2 * players,),
    }


def buffers_for(inputs: int, rows: tuple[int, ...], joined: tuple[int, ...], last: tuple[int, ...]) -> dict[str, Any]:
    """New buffers for a network with arrays of these shapes. The last inputs are NaN, which no inputs equal."""
    (of_parts, hidden), (hidden2, outputs) = joined, last

    def zeros(*shape: int) -> Any:
        return np.zeros(shape, np.float32)

    return {
        "terms": zeros(inputs),
        "rows": zeros(*rows),
        "nonzero": np.zeros(max(inputs, rows[1], of_parts, hidden, hidden2), np.int64),
        "last_terms": np.full(inputs, np.nan, np.float32),
        "last_rows": np.full(rows, np.nan, np.float32),
        "last_parts": np.zeros(1, np.int64),
        "part_outputs": zeros(rows[0], of_parts),
        "summed": zeros(of_parts),
        "hidden": zeros(hidden),
        "hidden2": zeros(hidden2),
        "output": zeros(outputs),
    }


def network(game: Rulebook, weights: dict[str, Any]) -> Network:
    """A network with these weights (``WEIGHTS``) and its own buffers."""
    kept = {name: np.ascontiguousarray(weights[name], np.float32) for name in WEIGHTS}
    rows = game.most_parts, len(kept["part"])
    buffers = buffers_for(len(kept["first"]), rows, kept["joined"].shape, kept["last"].shape)
    return Network(trust=np.ones(1, np.float32), **kept, **buffers)


def no_network() -> Network:
    """A placeholder for a search without a network."""
    flat, square = np.zeros(0, np.float32), np.zeros((0, 0), np.float32)
    weights = {name: flat if name.endswith("bias") else square for name in WEIGHTS}
    return Network(trust=np.zeros(1, np.float32), **weights, **buffers_for(0, (0, 0), (0, 0), (0, 0)))


@compiled
def differ(one, other):
    """True if two rows of numbers differ. (No early exit, so that the loop is vectorised.)"""
    found = False
    for k in range(len(one)):
        found |= one[k] != other[k]
    return found


@compiled
def copy_row(row, to):
    """Copy numbers one by one: compiled array assignment makes a temporary copy if the arrays may overlap."""
    for k in range(len(row)):
        to[k] = row[k]


@compiled
def dense_layer(inputs, rows, bias, nonzero, out):
    """One dense layer: the bias plus the rows of all inputs that are not 0."""
    copy_row(bias, out)
    add_rows(inputs, rows, nonzero, out)


@compiled
def relu(numbers):
    """Set negative numbers to 0."""
    for k in range(len(numbers)):
        if numbers[k] < 0.0:
            numbers[k] = 0.0


@compiled
def write_features(net, s, seat, points):
    """Write the network's inputs, as ``seat`` sees the table; points: each seat's value. Return the number of parts."""
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
def forward_parts(net, parts):
    """Compute the parts whose inputs changed, and the sum of all; return whether it may have changed."""
    is_new = parts != net.last_parts[0]
    for n in range(parts):
        if differ(net.rows[n], net.last_rows[n]):
            copy_row(net.rows[n], net.last_rows[n])
            dense_layer(net.rows[n], net.part, net.part_bias, net.nonzero, net.part_outputs[n])
            relu(net.part_outputs[n])
            is_new = True
    if is_new:
        net.last_parts[0] = parts
        for k in range(len(net.summed)):
            net.summed[k] = 0.0
        for n in range(parts):
            for k in range(len(net.summed)):
                net.summed[k] += net.part_outputs[n, k]
    return is_new


@compiled
def forward(net, parts):
    """Compute ``net.output`` from the inputs: residuals of points, then logits of the win shares."""
    is_new = forward_parts(net, parts)
    if not is_new and not differ(net.terms, net.last_terms):
        return
    copy_row(net.terms, net.last_terms)
    dense_layer(net.terms, net.first, net.bias, net.nonzero, net.hidden)
    if parts > 0:
        add_rows(net.summed, net.joined, net.nonzero, net.hidden)
    relu(net.hidden)
    dense_layer(net.hidden, net.second, net.second_bias, net.nonzero, net.hidden2)
    relu(net.hidden2)
    dense_layer(net.hidden2, net.last, net.last_bias, net.nonzero, net.output)


@compiled
def correct_points(net, s, points):
    """Evaluate a position and add the residuals to the points (the value of each seat)."""
    forward(net, write_features(net, s, 0, points))
    for seat in range(int(s.players)):
        # Without float64 the product would be float32 at plain speed, but not when compiled.
        points[seat] += POINTS_UNIT * np.float64(net.output[seat])


@compiled
def correct_own(net, s, seat, points):
    """Evaluate a position as ``seat`` sees it, and add the residual of that seat to its points."""
    forward(net, write_features(net, s, seat, points))
    points[seat] += POINTS_UNIT * np.float64(net.output[0])


@compiled
def correct(net, s, points, logits):
    """Evaluate a position; add the residuals to the points and the logits to the logits of the win shares."""
    correct_points(net, s, points)
    players = int(s.players)
    for seat in range(players):
        logits[seat] += net.output[players + seat]
