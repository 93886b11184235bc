"""Hints: the best actions of a seat, their expected results, and how the game might continue.

All of it is computed from the view of the active player. ``hint`` searches as the levels do. The best actions are then compared
with common random numbers: in the same determinizations and with the same luck, so that only the actions make a difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

import numpy as np

from hanlin.bots import policies, sequential_halving
from hanlin.bots.bot import POLICIES, action_buffer, new_scratch
from hanlin.bots.calibration import at_level, calibrated, calibration
from hanlin.bots.evaluation import MOST_SEATS, SEEN
from hanlin.bots.levels import best_setup, recipe
from hanlin.bots.network import Network, no_network
from hanlin.bots.search import Budget, Recipe, Searcher, SearchResult
from hanlin.core.errors import HanlinError
from hanlin.core.jit.compiled import PLAIN
from hanlin.core.jit.events import capture
from hanlin.core.jit.rng import GENERATOR, below, seeded
from hanlin.core.position.position import Move, Position
from hanlin.core.verbs import generic
from hanlin.core.verbs.generic import CHANCE, OVER
from hanlin.core.verbs.rulebook import Rulebook

BEST = 3
"""The number of actions in a hint."""
ITERATIONS, PLAIN_ITERATIONS = 6000, 24
"""Iterations of the search for the best actions; the second at plain speed."""
REPLY_ITERATIONS = 400
"""Iterations of the search for each decision of a line."""
FOLLOWING = 4
"""Decisions in a line after the action; none at plain speed, at which they would take longer than the hint itself."""
PLAIN_BREADTH = 16
"""Actions compared at plain speed in a game that is searched by sequential halving: each takes up to 20 ms."""
ROUNDS = 96
"""Determinizations in which the best actions are compared."""
FUTURES = 24
"""Games that are played to the end after each of the best actions, to estimate the final score."""
LONGEST_GAME = 1 << 12


@dataclass(frozen=True, slots=True)
class Advice:
    """One of the best actions. ``share``: its expected share of the win (0 … 1); ``points``: its expected final score, None at
    plain speed; ``line``: how the game might continue in one determinization, as pairs of actor and action."""

    action: str
    share: float
    points: float | None
    line: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Hint:
    """The best actions of a seat, best first. ``quick``: from a small search at plain speed."""

    seat: int
    seed: str
    best: tuple[Advice, ...]
    quick: bool


def hint(seen: Position, seed: str = "", fast: bool = not PLAIN, iterations: int = ITERATIONS) -> Hint:
    """The best actions for the seat whose view this is; HanlinError unless it is the active player.

    The same view and seed give the same hint. ``fast``: at compiled speed (compiles at the first call), with a search of
    ``iterations``; otherwise a quick estimate within half a second of CPU time.
    """
    seat = seen.seat
    if seat is None or seat < 0 or seat != seen.actor:
        raise HanlinError("A hint is for the seat whose turn it is: pass position.seen_by(position.actor).")
    points: list[float | None]
    if fast:
        codes = [line.code for line in _search(seen, seat, iterations, (seed, "hint"), True).lines[:BEST]]
        shares = [results[seat] for results in side_by_side(seen, codes, ROUNDS, (seed, "shares"))]
        points = [_final_points(seen, seat, code, seed) for code in codes]
    else:
        codes, shares = _quick_estimate(seen, seat, seed)
        points = [None] * len(codes)
    order = sorted(range(len(codes)), key=lambda k: -shares[k])
    best = [Advice(_text(seen, codes[k]), round(shares[k], 3), points[k], _line(seen, codes[k], seed, fast)) for k in order]
    return Hint(seat, seed, tuple(best), quick=not fast)


def in_words(seen: Position, line: Sequence[Move], seed: str) -> list[str]:
    """A line that begins in a view, as the game log would describe it to that seat: a text for each decision.

    seed: that of the hint, which determines the determinization in which the line was found.
    """
    assert seen.seat is not None
    world = determinized(seen, seed)
    texts = []
    for number, (actor, text) in enumerate(line):
        before = world.seen_by(seen.seat)
        with capture() as events:
            world.apply(world.game.parse(world.state, text))
        lines = world.game.words.log(before, actor, text, events)
        # What follows automatically (events, the end of a month) comes after the actor's own lines.
        own = takewhile(lambda each: each.seat == actor, lines)  # noqa: B023
        texts.append(" ".join(each.text for each in own) or (lines[0].text if lines else text))
        _let_chance_act(world, seed, number)
    return texts


def determinized(seen: Position, seed: object) -> Position:
    """A whole position that is consistent with the view, with hidden information sampled."""
    states = _own_copy(seen)
    generic.guess(states[0], seeded(seed, "guess"))
    return Position(seen.game, states, seen.options)


def side_by_side(
    seen: Position, codes: Sequence[int], rounds: int, seed: object, replies: int | None = None, fast: bool = True
) -> list[list[float]]:
    """The calibrated shares of all seats (0 … 1) after each action, from the same determinizations with the same luck.

    replies: rollout moves after each action, by default twice the number of players.
    """
    shares = evaluated_side_by_side(seen, codes, rounds, seed, replies, fast)
    return calibrated(seen.game.name, seen.players, shares, float(generic.progress(seen.state))) if fast else shares


def evaluated_side_by_side(
    seen: Position, codes: Sequence[int], rounds: int, seed: object, replies: int | None = None, fast: bool = True
) -> list[list[float]]:
    """The shares before they are calibrated: with short rollouts, at the level of longer ones if the calibration has some."""
    shares = _compared(seen, codes, rounds, seed, 2 * seen.players if replies is None else replies, fast)
    longer = calibration(seen.game.name, seen.players).longer * seen.players
    if fast and longer:
        return at_level(shares, _compared(seen, codes, rounds, ("longer", seed), longer, fast))
    return shares


def _compared(seen: Position, codes: Sequence[int], rounds: int, seed: object, replies: int, fast: bool) -> list[list[float]]:
    """The mean results of all seats after each action and so many rollout moves."""
    assert seen.seat is not None
    scratch = np.zeros(4, seen.game.dtype)
    scratch[SEEN] = seen.state
    how, net = search_setup(seen.game, seen.players, fast)
    packed = how.packed()
    sums = np.zeros((MOST_SEATS + 1, len(codes)))
    rngs = np.zeros(3, GENERATOR)
    rngs[0] = seeded(seed)
    run = sequential_halving.compare_fast if fast else sequential_halving.compare
    buffers = action_buffer(seen), np.zeros((2, MOST_SEATS)), np.zeros(MOST_SEATS, np.int64)
    segments = np.array([replies])
    candidates = np.array(codes, np.int32)
    run(scratch, seen.seat, packed, net or no_network(), candidates, len(codes), sums, *buffers, rounds, segments, rngs)
    return [[float(sums[seat, k] / rounds) for seat in range(seen.players)] for k in range(len(codes))]


def search_setup(game: Rulebook, players: int, fast: bool) -> tuple[Recipe, Network | None]:
    """Recipe and value network for hints and reviews; without the network at plain speed, at which it is too slow."""
    return best_setup(game, players) if fast else (recipe(game.name).plainly(), None)


# -- inside -------------------------------------------------------------------------------------------------------------------


def _quick_estimate(seen: Position, seat: int, seed: str) -> tuple[list[int], list[float]]:
    """The codes of the best actions at plain speed, and their expected shares."""
    if recipe(seen.game.name).kind != "comparison":
        lines = _search(seen, seat, PLAIN_ITERATIONS, (seed, "hint"), False).lines[:BEST]
        return [line.code for line in lines], [line.result for line in lines]
    codes = _most_points_at_once(seen, seat, seed)[:PLAIN_BREADTH]
    shares = [results[seat] for results in side_by_side(seen, codes, 1, (seed, "hint"), 0, fast=False)]
    best = sorted(range(len(codes)), key=lambda k: -shares[k])[:BEST]
    return [codes[k] for k in best], [shares[k] for k in best]


def _most_points_at_once(seen: Position, seat: int, seed: str) -> list[int]:
    """The codes of all actions by the seat's points right after them, highest first; ties in a random order."""
    codes, rng = [int(code) for code in seen.legal_codes], seeded(seed, "order")
    points, scores = {}, np.zeros(MOST_SEATS, np.int64)
    world = determinized(seen, seed)
    for code in codes:
        states = _own_copy(world)
        generic.play(states[0], code)
        generic.scores(states[0], scores)
        points[code] = -int(scores[seat]), below(rng, 1 << 30)
    return sorted(codes, key=points.__getitem__)


def _search(seen: Position, seat: int, iterations: int, seed: object, fast: bool) -> SearchResult:
    how, net = search_setup(seen.game, seen.players, fast)
    searcher = Searcher(seen.game, how, fast, net=net)
    return searcher.think(seen.state, seat, Budget(iterations=iterations), seed)


def _final_points(seen: Position, seat: int, code: int, seed: str) -> float:
    """The mean final score of games that greedy bots play on after an action, each in a new determinization."""
    total = 0
    legal, codes = action_buffer(seen), np.zeros(LONGEST_GAME, np.int32)
    policy_ids = np.full(seen.players, POLICIES["greedy"], np.int64)
    scratch = new_scratch(seen)
    scores = np.zeros(MOST_SEATS, np.int64)
    for future in range(FUTURES):
        states = _own_copy(seen)
        generic.guess(states[0], seeded(seed, "future", future))
        generic.play(states[0], code)
        policies.whole_game_fast(states, scratch, policy_ids, legal, codes, seeded(seed, "greedily", future))
        generic.scores(states[0], scores)
        total += int(scores[seat])
    return round(total / FUTURES, 1)


def _line(seen: Position, code: int, seed: str, fast: bool) -> tuple[Move, ...]:
    """An action and its likely continuation: each seat's best by a short search of its view, in one determinization."""
    assert seen.seat is not None
    world = determinized(seen, seed)
    line = []
    for number in range(1 + (FOLLOWING if fast else 0)):
        actor = world.actor
        if number > 0:
            code = _search(world.seen_by(actor), actor, REPLY_ITERATIONS, (seed, "reply", number), fast).code
        line.append((actor, _text(world, code)))
        world.apply(code)
        if _let_chance_act(world, seed, number) == OVER:
            break
    return tuple(line)


def _let_chance_act(world: Position, seed: str, number: int) -> int:
    """Sample chance after a decision of a line; return the next actor."""
    rng = seeded(seed, "chance", number)
    while world.actor == CHANCE:
        world.chance(rng)
    return world.actor


def _text(position: Position, code: int) -> str:
    return str(position.game.text(position.state, code))


def _own_copy(position: Position) -> Any:
    return np.frombuffer(position.state.tobytes(), position.game.dtype).copy()
