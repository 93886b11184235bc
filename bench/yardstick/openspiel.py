"""Hanlin against OpenSpiel's searches at equal time: ``python bench/yardstick/openspiel.py`` (extra ``envs``).

OpenSpiel's own ``MCTSBot`` (all is public) or ``ISMCTSBot`` (something is hidden) with random rollouts, both as OpenSpiel ships
them in Python, play our games through ``hanlin.envs.openspiel``; those in C++ do not play games that are written in Python.
One seat is Hanlin's, the others are OpenSpiel's; it sits at each seat in turn, with the same deals. Every decision may take
the same seconds of its thread's CPU time: as many simulations as fit in, by how long those before took.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import hanlin
import hanlin.envs.openspiel  # enters the games
from hanlin.bots import bot
from hanlin.core.jit.rng import Rng, below, seeded
from hanlin.lab.tournament_stats import wilson

EXPLORE = 1.0
"""c of UCT for results from 0 to 1; OpenSpiel's examples take 2 for results from -1 to 1."""
GAMES = (("year_of_the_dragon", 2), ("china", 3), ("forbidden_city", 2))


class Rival:
    """OpenSpiel's search for a game, with a budget of seconds of CPU time for a decision."""

    def __init__(self, game: Any, seconds: float, seed: int) -> None:
        rng = np.random.RandomState(seed)
        rollouts = mcts.RandomRolloutEvaluator(1, rng)
        self._hidden = game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
        if self._hidden:
            more = {"use_observation_string": True, "allow_inconsistent_action_sets": True}
            self._bot: Any = ismcts.ISMCTSBot(game, rollouts, EXPLORE, 1, random_state=rng, **more)
        else:
            self._bot = mcts.MCTSBot(game, EXPLORE, 1, rollouts, random_state=rng)
        self.seconds, self.spent, self.simulations, self.decisions = seconds, 0.0, 0, 0
        self._pace = seconds / 10

    def choose(self, state: Any) -> int:
        """The number of an action."""
        n = max(2, round(self.seconds / self._pace))
        setattr(self._bot, "_max_simulations" if self._hidden else "max_simulations", n)
        began = time.thread_time()
        action = int(self._bot.step(state))
        spent = time.thread_time() - began
        self._pace = max(spent / n, self._pace / 2)  # a search that is sure stops early
        self.spent, self.simulations, self.decisions = self.spent + spent, self.simulations + n, self.decisions + 1
        return action


def draw(state: Any, rng: Rng) -> int:
    """An outcome of chance, by its probability."""
    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
    at = int(np.searchsorted(np.cumsum(chances), below(rng, 1 << 30) / (1 << 30), side="right"))
    return int(outcomes[min(at, len(outcomes) - 1)])


def play(game: Any, ours: Any, rivals: list[Rival], seat: int, deal: str) -> float:
    """One game with our bot at a seat: its share of the win."""
    state = game.new_initial_state()
    while not state.is_terminal():
        ply, who = len(state.history()), state.current_player()
        if state.is_chance_node():
            state.apply_action(draw(state, seeded(deal, ply)))
        elif len(state.legal_actions()) == 1:
            state.apply_action(state.legal_actions()[0])
        elif who == seat:
            position = state._history.position()
            code = position.code(ours.choose(position.seen_by(who), seeded(deal, seat, ply)))
            state.apply_action(state._history.number(code))
        else:
            state.apply_action(rivals[who].choose(state))
    return float(state.returns()[seat])


def measure(name: str, players: int, level: str, games: int, seconds: float, seed: str) -> dict[str, Any]:
    """The share of wins of the level at one seat among OpenSpiel's searches, with Wilson's 95 % interval."""
    game = pyspiel.load_game(f"hanlin_{name}(players={players})")
    ours = bot(level, fast=True, seconds=seconds)
    ours.choose(hanlin.game(name).start(players).settle(1).seen_by(hanlin.game(name).start(players).settle(1).actor), seeded(1))
    rivals = [Rival(game, seconds, number) for number in range(players)]
    shares = []
    for number in range(games):
        shares.append(play(game, ours, rivals, number % players, f"{seed}/{number // players}"))
        low, high = wilson(sum(shares) / len(shares), len(shares))
        print(f"{name}: {sum(shares):g} of {len(shares)} ({100 * low:.0f} … {100 * high:.0f} %)", file=sys.stderr, flush=True)
    decisions = max(1, sum(rival.decisions for rival in rivals))
    return {
        "players": players,
        "games": games,
        "seconds": seconds,
        "win_share": round(sum(shares) / games, 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "even": round(1 / players, 4),
        "rival": "ISMCTSBot" if rivals[0]._hidden else "MCTSBot",
        "rival_seconds": round(sum(rival.spent for rival in rivals) / decisions, 4),
        "rival_simulations": round(sum(rival.simulations for rival in rivals) / decisions),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=[name for name, _ in GAMES])
    parser.add_argument("--level", default="strong")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--seed", default="yardstick")
    given = parser.parse_args()
    chosen = [(name, players) for name, players in GAMES if given.game in (None, name)]
    rows = {name: measure(name, players, given.level, given.games, given.seconds, given.seed) for name, players in chosen}
    json.dump({"level": given.level, "games": rows}, sys.stdout, indent=2)
    print()


if __name__ == "__main__":
    main()
