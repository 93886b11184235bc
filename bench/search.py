"""Search iterations per second of CPU time, one thread, as JSON: ``python bench/search.py`` (extra ``bench``).

At the opening and in the middle of a game, with the fewest and the most players: a tree with random rollouts to the end of the
game (``to_the_end``), the game's recipe with short rollouts and ``value`` (``recipe``; in sequential halving each try of an
action counts), and, if weights are shipped, the recipe with the value network (``learned``). For comparison the same
determinizations, rollouts and evaluations without a search (``playouts``, ``short_playouts``), which shows the overhead of the
search. In the same run OpenSpiel's C++ searches with random rollouts, on games that are written in C++. The best of several
runs counts, since other processes only slow a run down.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

import hanlin
from hanlin.bots import bot
from hanlin.bots.levels import recipe
from hanlin.bots.network import Network, no_network
from hanlin.bots.search import Budget, Recipe, Searcher, SearchThread, rollout_segments
from hanlin.bots.weights import learned_network
from hanlin.core.jit.rng import seeded
from hanlin.core.position.position import Position
from hanlin.core.verbs import generic

RUNS = 3
SECONDS = 0.3
"""CPU time of a run."""
TRIES = 1000
"""Sequential halving: the number of tries for which the rollouts are chosen."""
OURS = [name for name, game in hanlin.games().items() if game.package.startswith("hanlin.")]
MOMENTS = {"opening": 0.0, "middle": 0.5}
"""Progress of the game."""
PEERS = {"oware": "MCTSBot", "backgammon": "MCTSBot", "oh_hell": "ISMCTSBot"}
SIMULATIONS = {"oware": 5000, "backgammon": 200, "oh_hell": 5000}

Row = dict[str, float]


def moment(name: str, players: int, part: float) -> Position:
    """A position with several legal actions in a game of greedy players, at that progress; always the same."""
    rng, greedy = seeded("bench", name, players), bot("greedy", fast=True)
    position = hanlin.game(name).start(players).settle(rng)
    while generic.progress(position.state) < part or len(position.legal) < 2:
        position.play(greedy.choose(position.seen_by(position.actor), rng)).settle(rng)
    return position


def best_rate(run: Callable[[], int]) -> int:
    """Iterations per CPU second; ``run`` does some and returns their number. The first run, which may compile, is not timed."""
    run()
    best = 0.0
    for _ in range(RUNS):
        began = time.process_time()
        done = run()
        best = max(best, done / (time.process_time() - began))
    return round(best)


def search_rate(position: Position, how: Recipe, net: Network | None = None) -> int:
    """Iterations of a search; in sequential halving, tries of actions, with as many candidates as at its start."""
    if how.kind == "comparison":
        return tried_rate(position, how, how.breadth, net)
    searcher, view = Searcher(position.game, how, net=net), position.seen_by(position.actor).state
    searcher.think(view, position.actor, Budget(iterations=8), "bench")
    return best_rate(lambda: searcher.think(view, position.actor, Budget(seconds=SECONDS), "bench").iterations)


def tried_rate(position: Position, how: Recipe, most: int, net: Network | None = None) -> int:
    """Tries of the first ``most`` actions in new determinizations. One action alone is a rollout without a search."""
    thread = SearchThread(position.game, replace(how, kind="comparison"), True, net or no_network())
    some = np.array(position.legal_codes[:most], np.int32)
    view = position.seen_by(position.actor).state

    def run() -> int:
        thread.prepare(view, position.actor, Budget(seconds=SECONDS), ("bench",))
        thread.clock.go()
        return len(some) * thread.compare_until(some, rollout_segments(how, position.players, TRIES), 1.0)[0]

    return best_rate(run)


def rates(position: Position) -> Row:
    """All figures of a position."""
    own = recipe(position.game.name)
    to_the_end = replace(own, kind="tree", rollout_moves=-1, longer_rollouts=(), greedy=False)
    row: Row = {
        "to_the_end": search_rate(position, to_the_end),
        "playouts": tried_rate(position, to_the_end, 1),
        "recipe": search_rate(position, own),
        "short_playouts": tried_rate(position, own, 1),
    }
    net = learned_network(position.game, position.players)
    if net is not None:
        row["learned"] = search_rate(position, recipe(position.game.name, learned=True), net)
    return row


def peer_rate(name: str) -> int:
    """Simulations per second of OpenSpiel's C++ search with random rollouts."""
    import pyspiel

    game, n = pyspiel.load_game(name), SIMULATIONS[name]
    state, rng = game.new_initial_state(), np.random.default_rng(1)
    while state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(int(rng.choice(outcomes, p=chances)))
    rollouts = pyspiel.RandomRolloutEvaluator(1, 1)
    if PEERS[name] == "MCTSBot":
        searcher: Any = pyspiel.MCTSBot(game, rollouts, 2.0, n, 1000, False, 1, False)
    else:
        most_visits = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        searcher = pyspiel.ISMCTSBot(1, rollouts, 2.0, n, -1, most_visits, False, False)

    def run() -> int:
        searcher.step(state)
        return n

    return best_rate(run)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="*", choices=OURS, default=OURS)
    parser.add_argument("--no-peers", action="store_true", help="leave out OpenSpiel's searches")
    given = parser.parse_args()
    ours: dict[str, dict[str, Row]] = {}
    for name in given.games:
        counts = hanlin.game(name).players
        ours[name] = {
            f"{players} players, {when}": rates(moment(name, players, part))
            for players in (counts[0], counts[-1])
            for when, part in MOMENTS.items()
        }
    report: dict[str, Any] = {"unit": "iterations a second of CPU time, one thread", "games": ours}
    if not given.no_peers:
        report["peers"] = {f"OpenSpiel's {PEERS[name]} on {name}": peer_rate(name) for name in PEERS}
    json.dump(report, sys.stdout, indent=2)
    print()


if __name__ == "__main__":
    main()
