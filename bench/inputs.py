"""Inputs of a value network compared: ``python bench/inputs.py GAME FOLDER [--games 4000]`` (extra ``train``).

FOLDER: games that ``hanlin book GAME --make`` keeps. At ten random decisions of each a seat's view is described in three ways:
by the features of the value network (of a guess of what is hidden, as in a search), by the complete observation, and by the
observation with the values of all seats, which the features hold, too. Networks of one size learn from four fifths of the games
whose seats won; printed is their error in the other games, the mean cross-entropy of the shares of the win.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

import hanlin
from hanlin.bots.network import network, shapes, write_features
from hanlin.core.jit.rng import seeded
from hanlin.core.position.position import Position
from hanlin.core.verbs import generic
from hanlin.core.verbs.features import size_of
from hanlin.lab.learner import ValueNetwork
from hanlin.lab.puzzles import PlayedGames

HIDDEN, HIDDEN_2, OF_PARTS = 48, 24, 16
PER_GAME, EPOCHS, BATCH, RATE, SEED = 10, 14, 256, 2e-3, 1

Numbers = NDArray[Any]


class Views:
    """Views of games, described in each way: arrays with a row for each. ``game_of``: the number of its game."""

    def __init__(self, name: str, folder: Path, games: int) -> None:
        source, rng = PlayedGames(game=name, folders=(folder,)), np.random.default_rng(SEED)
        rows: list[tuple[Numbers, ...]] = []
        for number in range(games):
            end = source.end(number)
            if number == 0:
                self._prepare(end)
            for ply in rng.choice(end.ply, PER_GAME, replace=False):
                whole = end.at(int(ply))
                if whole.actor >= 0:
                    rows.append((*self._described(whole, int(rng.integers(end.players)), end), np.array(number)))
        self.terms, self.parts, self.there, self.observation, self.shares, self.game_of = map(np.stack, zip(*rows, strict=True))

    def _prepare(self, end: Position) -> None:
        self.sizes = shapes(end.game, end.players, HIDDEN, HIDDEN_2, OF_PARTS)
        self._net = network(end.game, {name: np.zeros(shape, np.float32) for name, shape in self.sizes.items()})
        self._size = size_of(end.game.features(end.players))

    def _described(self, whole: Position, seat: int, end: Position) -> tuple[Numbers, ...]:
        seen, out = whole.seen_by(seat), np.zeros(self._size, np.float32)
        generic.observe(seen.state, seat, out)
        guess = (seen.guess(seeded(whole.text())) if end.game.has_secrets else whole).state
        values = np.array([generic.value(guess, other) for other in range(end.players)])
        n, there = write_features(self._net, guess, seat, values), np.zeros(len(self._net.rows), np.float32)
        there[:n], parts = 1, self._net.rows.copy()
        parts[n:] = 0
        won = np.isin((np.arange(end.players) + seat) % end.players, end.winners) / len(end.winners)
        return self._net.terms.copy(), parts.astype(np.float16), there, out.astype(np.float16), won


def error(views: Views, inputs: Numbers, with_parts: bool, learning: Numbers) -> float:
    """The error in the games that are not learned from, after learning."""
    players = views.shares.shape[1]
    sizes = views.sizes | {"first": (inputs.shape[1], HIDDEN)}
    if not with_parts:
        sizes |= {"part": (0, 0), "part_bias": (0,), "joined": (0, HIDDEN)}
    torch.manual_seed(SEED)
    net, rng = ValueNetwork(sizes), np.random.default_rng(SEED)
    optimizer = torch.optim.Adam(net.parameters(), RATE, weight_decay=1e-5)

    def losses(some: Numbers) -> torch.Tensor:
        def taken(of: Numbers) -> torch.Tensor:
            return torch.from_numpy(of[some].astype(np.float32))

        rows, there = torch.zeros(len(some), 0, 0), torch.zeros(len(some), 0)
        if with_parts:
            rows, there = taken(views.parts), taken(views.there)
        logits = net(taken(inputs), rows, there)[:, players:]
        return -(taken(views.shares) * torch.log_softmax(logits, 1)).sum(1)

    steps = EPOCHS * (len(learning) // BATCH)
    for step in range(steps):
        if step % (len(learning) // BATCH) == 0:
            order = rng.permutation(learning)
        optimizer.param_groups[0]["lr"] = RATE * (1 - step / steps)
        at = step % (len(learning) // BATCH) * BATCH
        optimizer.zero_grad()
        losses(order[at : at + BATCH]).mean().backward()
        optimizer.step()
    with torch.no_grad():
        return float(losses(np.flatnonzero(views.game_of % 5 == 0)).mean())


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=4000)
    given = parser.parse_args()
    views = Views(hanlin.game(given.game).name, given.folder, given.games)
    values = views.terms[:, : views.shares.shape[1]]
    kinds = {
        "features": (views.terms, True),
        "observation": (views.observation, False),
        "observation and values": (np.concatenate([values.astype(np.float16), views.observation], axis=1), False),
    }
    print(f"{given.game}: {len(views.shares)} views; even shares {np.log(values.shape[1]):.3f}")
    for games in (given.games // 4, given.games):
        learning = np.flatnonzero((views.game_of % 5 != 0) & (views.game_of < games))
        found = {name: error(views, inputs, parts, learning) for name, (inputs, parts) in kinds.items()}
        print(f"{games * 4 // 5} games: " + ", ".join(f"{name} {each:.3f}" for name, each in found.items()), flush=True)


if __name__ == "__main__":
    main()
