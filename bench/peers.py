"""Hanlin and its peers in one run, for the table of ``docs/speed.md``: ``python bench/peers.py [--json]`` (extra ``bench``).

Random legal actions per second, each game with the fewest players. One game at a time, by CPU time: the loops of
``bench/envs.py``, compared with PettingZoo's classics, RLCard, and OpenSpiel's games in Python. Thousands of games at once, by
the clock on all cores: compared with pgx. Playouts (``hanlin.lab.playouts``), by CPU time of one thread: compared with the
loop of random games that ``hanlin bench`` measures, in turns with it.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import os
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

import hanlin
from envs import GAMES_IN_PYTHON, OURS, RUNS, classic, play_aec, play_openspiel, pyspiel, rate
from hanlin import envs
from hanlin.bots.simulate import cores
from hanlin.core.jit.rng import seeded
from hanlin.core.verbs.playout import play_randomly
from hanlin.lab import playouts

GAMES_AT_ONCE = 4096
CLASSICS = ("tictactoe_v3", "connect_four_v3", "leduc_holdem_v4", "texas_holdem_v4")
RLCARD = ("blackjack", "leduc-holdem")
PGX = ("connect_four", "backgammon")
PLAYOUTS = 20_000
TITLES = {"china": "China", "forbidden_city": "Forbidden City", "year_of_the_dragon": "In the Year of the Dragon"}
SECONDS = 1.0
"""Approximate seconds of each run of many games at once."""

Row = dict[str, Any]


# -- one game at a time ----------------------------------------------------------------------------------------------------


def play_rlcard(name: str, steps: int, seed: int) -> int:
    """Play whole games of RLCard with random actions until ``steps`` actions were taken; return their number."""
    import rlcard
    from rlcard.agents import RandomAgent

    env, taken = rlcard.make(name, config={"seed": seed}), 0
    env.set_agents([RandomAgent(env.num_actions) for _ in range(env.num_players)])
    while taken < steps:
        paths, _payoffs = env.run(is_training=False)
        taken += sum(len(path) // 2 for path in paths)
    return taken


def pettingzoo_row(steps: int) -> Row:
    beside = {f"PettingZoo's {name[:-3]}": rate(partial(play_aec, classic(name)), steps // 4) for name in CLASSICS}
    beside |= {f"RLCard's {name}": rate(partial(play_rlcard, name), steps // 4) for name in RLCARD}
    ours = {name: rate(partial(play_aec, envs.aec(name, fewest(name))), steps) for name in OURS}
    return {"what": "PettingZoo's loop, mask and observation", "ours": ours, "beside": beside}


def openspiel_row(steps: int) -> Row:
    import open_spiel.python.games  # noqa: F401 (registers those in Python)

    beside = {
        f"OpenSpiel's {name}": rate(partial(play_openspiel, pyspiel.load_game(name)), steps // 4) for name in GAMES_IN_PYTHON
    }
    games = {name: pyspiel.load_game(f"hanlin_{name}(players={fewest(name)})") for name in OURS}
    ours = {name: rate(partial(play_openspiel, game), steps) for name, game in games.items()}
    return {"what": "OpenSpiel's loop, chance as a player", "ours": ours, "beside": beside}


def fewest(name: str) -> int:
    """The smallest number of players of a game."""
    return hanlin.game(name).players[0]


# -- thousands at once -----------------------------------------------------------------------------------------------------


def by_the_clock(step: Callable[[], object]) -> int:
    """Actions per second of steps of all games, the best of several runs; the first steps, which compile, do not count."""
    step()
    step()
    best = 0.0
    for _ in range(RUNS):
        steps, began = 0, time.perf_counter()
        while (seconds := time.perf_counter() - began) < SECONDS or not steps:
            step()
            steps += 1
        best = max(best, steps * GAMES_AT_ONCE / seconds)
    return round(best)


def vector_rate(name: str, seen: bool) -> int:
    """Actions per second of our vector environment on all cores, with or without observations and masks."""
    games = envs.vector(name, fewest(name), envs=GAMES_AT_ONCE, threads=cores(), masks=seen, observations=seen).reset(1)
    rng = np.random.default_rng(1)
    figure = by_the_clock(lambda: games.step(games.choose(rng)))
    games.close()
    return figure


def pgx_rate(name: str) -> int:
    """Actions per second of many games of pgx, which uses all cores automatically."""
    import jax
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(name)
    step = auto_reset(env.step, env.init)

    def one(state: Any, key: Any) -> Any:
        drawing, chance = jax.random.split(key)
        logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        return step(state, jax.random.categorical(drawing, logits), chance)

    many = jax.jit(jax.vmap(one))
    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, GAMES_AT_ONCE))

    def all_of_them() -> None:
        nonlocal key, state
        key, now = jax.random.split(key)
        state = jax.block_until_ready(many(state, jax.random.split(now, GAMES_AT_ONCE)))

    return by_the_clock(all_of_them)


def vector_rows() -> list[Row]:
    how = f"{GAMES_AT_ONCE:,} games at once on {cores()} cores"
    beside = {f"pgx's {name}": pgx_rate(name) for name in PGX}
    return [
        {"what": f"{how}, masks and observations", "ours": {name: vector_rate(name, True) for name in OURS}, "beside": beside},
        {"what": f"{how}, bare", "ours": {name: vector_rate(name, False) for name in OURS}, "beside": {}},
    ]


# -- to the end ------------------------------------------------------------------------------------------------------------


def playout_rates(name: str) -> tuple[int, int]:
    """Decisions per CPU second of one thread: of playouts, and of the loop of random games of ``hanlin bench``."""
    start = hanlin.game(name).start(fewest(name))
    states, rng = np.zeros(2, start.game.dtype), seeded("peers", name)
    states[0] = start.state
    ways: list[Callable[[int], int]] = [
        lambda n: int(playouts(start, n, 1, threads=1).decisions.sum()),
        lambda n: int(play_randomly(states, 0, 1, n, rng)),
    ]
    best = [0.0, 0.0]
    for way in ways:
        way(1)
    for _ in range(RUNS):
        for k, way in enumerate(ways):
            began = time.process_time()
            decisions = way(PLAYOUTS)
            best[k] = max(best[k], decisions / (time.process_time() - began))
    return round(best[0]), round(best[1])


def playout_rows() -> list[Row]:
    both = {name: playout_rates(name) for name in OURS}
    ours, loop = ({name: rates[k] for name, rates in both.items()} for k in (0, 1))
    return [
        {"what": "`playouts` to the end, one thread", "ours": ours, "beside": {}},
        {"what": "the bench's random games, one thread", "ours": loop, "beside": {}},
        {"what": "`playouts` as a share of them", "ours": {n: f"{100 * ours[n] / loop[n]:.0f} %" for n in OURS}, "beside": {}},
    ]


# -- the report ------------------------------------------------------------------------------------------------------------


def short(figure: Any) -> str:
    """A figure as text: 28 k, 4.8 M."""
    if not isinstance(figure, int):
        return str(figure)
    if figure < 1_000_000:
        return f"{figure / 1000:.1f} k" if figure < 9_950 else f"{figure / 1000:.0f} k"
    return f"{figure / 1_000_000:.1f} M"


def as_table(rows: list[Row]) -> str:
    """A table row for each kind of loop: our games and the peers."""
    lines = [
        f"| actions a second | {' | '.join(TITLES[name] for name in OURS)} | beside them |",
        "|---|" + "---|" * (len(OURS) + 1),
    ]
    for row in rows:
        beside = ", ".join(f"{name} {short(figure)}" for name, figure in row["beside"].items())
        lines.append(f"| {row['what']} | {' | '.join(short(row['ours'][name]) for name in OURS)} | {beside} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=10_000, help="actions of a run of one game at a time")
    parser.add_argument("--json", action="store_true", help="JSON on stdout, the table on stderr")
    given = parser.parse_args()
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    try:
        rows = [pettingzoo_row(given.steps), openspiel_row(given.steps), *vector_rows(), *playout_rows()]
    except ImportError as error:
        sys.exit(f"The peers are not all here ({error}): pip install 'hanlin[envs,bench]'")
    versions = {name: importlib.metadata.version(name) for name in ("pettingzoo", "rlcard", "open-spiel", "pgx", "jax")}
    print(as_table(rows), file=sys.stderr if given.json else sys.stdout)
    if given.json:
        json.dump({"unit": "actions a second", "versions": versions, "rows": rows}, sys.stdout, indent=2)
        print()


if __name__ == "__main__":
    main()
