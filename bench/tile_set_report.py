"""Statistics of a tile set of Forbidden City (rule F7.5) from many games of bots at compiled speed; prints a table.

    python bench/tile_set_report.py [--games 5000] [--tiles FILE]

For 2, 3 and 4 players and both sides of the start tile: the share of rooms closed in each quarter of the game, how often a tile
does not fit anywhere, win shares and coins of each seat between equally good bots, and the results of one good bot among random
ones. A shared win counts in parts.
"""

from __future__ import annotations

import argparse
import math

import numpy as np

from hanlin.bots.policies import GREEDY, RANDOM, SEEN, decide
from hanlin.core.jit.compiled import compiled, entry
from hanlin.core.jit.rng import seeded
from hanlin.core.verbs.generic import CHANCE, OVER, actor, hide, play, sample
from hanlin.games.forbidden_city import GAME
from hanlin.games.forbidden_city.choices import UNFIT_CODE
from hanlin.games.forbidden_city.rooms import CLOSED
from hanlin.games.forbidden_city.tiles import START_FACES

UNFIT, TURNS = 0, 1
"""Indices of ``counts``: tiles that did not fit anywhere, and turns."""


@compiled
def add_closed(s, to_place, closed):
    """At the end of a quarter of the placements: count the rooms closed so far (temple and gardens too)."""
    quarter = 4 * int(s.placed) // to_place
    if quarter > 4 * (int(s.placed) - 1) // to_place:
        for part in range(int(s.parts)):
            if int(s.room[part]) & CLOSED:
                closed[quarter - 1] += 1


@compiled
def add_result(s, players, shift, wins, coins):
    """Add the coins, and the share of the win, of each bot."""
    most, winners = -1, 0
    for seat in range(players):
        if s.points[seat] > most:
            most, winners = int(s.points[seat]), 0
        if s.points[seat] == most:
            winners += 1
    for seat in range(players):
        place = (seat + shift) % players
        coins[place] += s.points[seat]
        if s.points[seat] == most:
            wins[place] += 1 / winners


@entry
def play_many(states, scratch, policy_ids, codes, games, move_on, closed, counts, wins, coins, rng):
    """Play ``games`` games from states[0] in states[1] and add up what came of them.

    closed: rooms closed up to the end of each quarter of the placements; counts: see UNFIT and TURNS; wins and coins: of each
    place in ``policy_ids``. With ``move_on`` 1 the bots move on by one seat each game.
    """
    for game in range(games):
        states[1] = states[0]
        s = states[1]
        players = int(s.players)
        to_place = players * (28 if players == 2 else 22)
        shift = game % players * move_on
        while True:
            who = actor(s)
            if who == OVER:
                break
            if who == CHANCE:
                play(s, int(sample(s, rng)))
                continue
            scratch[SEEN] = s
            hide(scratch[SEEN], who)
            action = int(decide(policy_ids[(who + shift) % players], scratch, who, codes, rng))
            play(s, action)
            if action < UNFIT_CODE:
                counts[TURNS] += 1
                add_closed(s, to_place, closed)
            else:
                counts[UNFIT] += 1
        add_result(s, players, shift, wins, coins)


def run(tiles, players, side, policy_ids, games, move_on=0):
    """Play many games of these bots; return the sums of ``play_many``: closed, counts, wins, coins."""
    options = GAME.check_options(players, {"side": side, "tiles": tiles})
    states = np.concatenate([GAME.first_state(players, options)] * 2)
    closed, counts = np.zeros(4, np.int64), np.zeros(2, np.int64)
    wins, coins = np.zeros(players), np.zeros(players, np.int64)
    codes, scratch = np.zeros(GAME.max_actions, np.int32), np.zeros(3, GAME.dtype)
    rng = seeded("tile set report", players, side, *policy_ids)
    play_many(states, scratch, np.array(policy_ids, np.int64), codes, games, move_on, closed, counts, wins, coins, rng)
    at_start = int(np.count_nonzero(states[0].room & CLOSED))
    return np.diff(closed, prepend=games * at_start), counts, wins, coins


def line(tiles, players, side, games):
    """A row of the table."""
    closed, counts, wins, coins = run(tiles, players, side, [GREEDY] * players, games)
    few = max(games // 10, 1)
    *_, alone, alone_coins = run(tiles, players, side, [GREEDY] + [RANDOM] * (players - 1), few, move_on=1)
    error = math.sqrt((players - 1) / games) / players
    return [
        f"{players}",
        side,
        " ".join(f"{share:.0%}" for share in closed / closed.sum()),
        f"{closed.sum() / games:.1f}",
        f"{1000 * counts[UNFIT] / counts[TURNS]:.2f}",
        " ".join(f"{share:.3f}" for share in wins / games),
        f"{(wins[0] / games - 1 / players) / error:+.1f}",
        " ".join(f"{mean:.1f}" for mean in coins / games),
        f"{alone[0] / few:.1%} ({alone_coins[0] / few:.0f} : {alone_coins[1:].mean() / few:.0f})",
    ]


HEAD = [
    "players",
    "face",
    "closings by quarter",
    "rooms closed",
    "unfit in 1,000 turns",
    "wins by seat",
    "seat 1, standard errors",
    "coins by seat",
    "greedy among random",
]


def main() -> None:
    """Print the report as a table in Markdown."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--games", type=int, default=5000)
    options.add_argument("--tiles", default=None, help="a tile set's file; the shipped one without")
    chosen = options.parse_args()
    print(" | ".join(HEAD))
    print(" | ".join(["---"] * len(HEAD)))
    for players in GAME.players:
        for side in START_FACES:
            print(" | ".join(line(chosen.tiles, players, side, chosen.games)), flush=True)


if __name__ == "__main__":
    main()
