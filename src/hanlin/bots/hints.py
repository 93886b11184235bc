"""A hint: the best actions of a seat, what is expected of each, and how the game might go on then.

All of it comes from the view of the seat that is to move. ``hint`` searches as the levels do; the few best are then played on
side by side, in the same guesses at what is hidden and with the same luck, so that their figures differ by the actions alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanlin.bots import policies, sequential_halving
from hanlin.bots.bot import MINDS, new_desk
from hanlin.bots.evaluation import MOST_SEATS, SEEN
from hanlin.bots.levels import best_judgement, recipe
from hanlin.bots.network import Network, no_network
from hanlin.bots.search import Budget, Recipe, Searcher, Thought
from hanlin.core.errors import HanlinError
from hanlin.core.jit.compiled import PLAIN
from hanlin.core.jit.events import capture
from hanlin.core.jit.rng import GENERATOR, below, seeded
from hanlin.core.position.position import Move, Position
from hanlin.core.verbs import generic
from hanlin.core.verbs.generic import CHANCE, OVER
from hanlin.core.verbs.rulebook import Rulebook

BEST = 3
"""How many actions a hint names."""
ITERATIONS, PLAIN_ITERATIONS = 6000, 24
"""Of the search for the best actions; the second at plain speed."""
REPLY_ITERATIONS = 400
"""Of the search for each decision that may follow."""
FOLLOWING = 4
"""How many decisions of a line follow an action; none at plain speed, at which they take longer than the hint itself."""
PLAIN_BREADTH = 16
"""How many actions are compared at plain speed in a game that is searched by comparison: each takes up to 20 ms."""
ROUNDS = 96
"""Guesses in which the best are played on side by side."""
FUTURES = 24
"""Games that are played to the end after each of the best, to see what they would bring."""
LONGEST_GAME = 1 << 12


@dataclass(frozen=True, slots=True)
class Advice:
    """One of the best actions. ``share``: the share of a win expected of it (0 … 1); ``points``: the final score expected of
    it, None at plain speed; ``line``: how the game might go on, in one guess at what is hidden: who acts, and how."""

    action: str
    share: float
    points: float | None
    line: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Hint:
    """What a seat is advised: the best first. ``quick``: it was found at plain speed, with a small search."""

    seat: int
    seed: str
    best: tuple[Advice, ...]
    quick: bool


def hint(seen: Position, seed: str = "", fast: bool = not PLAIN, iterations: int = ITERATIONS) -> Hint:
    """The best actions for the seat whose view this is; HanlinError unless it is to move.

    The same view and seed give the same hint. ``fast``: at compiled speed (compiles at the first call), with a search of so
    many ``iterations``; otherwise a quick opinion, within half a second of CPU time.
    """
    seat = seen.seat
    if seat is None or seat < 0 or seat != seen.actor:
        raise HanlinError("A hint is for the seat whose turn it is: pass position.seen_by(position.actor).")
    points: list[float | None]
    if fast:
        codes = [line.code for line in _searched(seen, seat, iterations, (seed, "hint"), True).lines[:BEST]]
        shares = [results[seat] for results in side_by_side(seen, codes, ROUNDS, (seed, "shares"))]
        points = [_final_points(seen, seat, code, seed) for code in codes]
    else:
        codes, shares = _quick_opinion(seen, seat, seed)
        points = [None] * len(codes)
    order = sorted(range(len(codes)), key=lambda k: -shares[k])
    best = [Advice(_text(seen, codes[k]), round(shares[k], 3), points[k], _line(seen, codes[k], seed, fast)) for k in order]
    return Hint(seat, seed, tuple(best), quick=not fast)


def in_words(seen: Position, line: Sequence[Move], seed: str) -> list[str]:
    """What the chronicle would say of a line that begins in a view: a text for each of its decisions, as that seat reads it.

    seed: that of the hint, whose guess at what is hidden the line was found in.
    """
    assert seen.seat is not None
    world = guessed(seen, seed)
    told = []
    for number, (actor, text) in enumerate(line):
        before = world.seen_by(seen.seat)
        with capture() as heard:
            world.apply(world.game.parse(world.state, text))
        lines = world.game.words.log(before, actor, text, heard)
        # What follows by itself (events, a month's end) is told after what somebody does.
        own = takewhile(lambda each: each.seat == actor, lines)  # noqa: B023
        told.append(" ".join(each.text for each in own) or (lines[0].text if lines else text))
        _let_chance_act(world, seed, number)
    return told


def guessed(seen: Position, seed: object) -> Position:
    """A whole position that looks to the seat as its view does, with a guess at all that it can't see."""
    states = _own_copy(seen)
    generic.guess(states[0], seeded(seed, "guess"))
    return Position(seen.game, states, seen.options)


def side_by_side(
    seen: Position, codes: Sequence[int], rounds: int, seed: object, replies: int | None = None, fast: bool = True
) -> list[list[float]]:
    """The results of all seats (0 … 1) after each action, in the same ``rounds`` guesses and with the same luck.

    replies: how many decisions are played after each, twice as many as players where nothing is said.
    """
    assert seen.seat is not None
    desk = np.zeros(4, seen.game.dtype)
    desk[SEEN] = seen.state
    how, net = judgement(seen.game, seen.players, fast)
    packed = how.packed()
    sums = np.zeros((MOST_SEATS + 1, len(codes)))
    rngs = np.zeros(3, GENERATOR)
    rngs[0] = seeded(seed)
    run = sequential_halving.compare_fast if fast else sequential_halving.compare
    room = _room_for_codes(seen), np.zeros((2, MOST_SEATS)), np.zeros(MOST_SEATS, np.int64)
    further = np.array([2 * seen.players if replies is None else replies])
    run(desk, seen.seat, packed, net or no_network(), np.array(codes, np.int32), len(codes), sums, *room, rounds, further, rngs)
    return [[float(sums[seat, k] / rounds) for seat in range(seen.players)] for k in range(len(codes))]


def judgement(game: Rulebook, players: int, fast: bool) -> tuple[Recipe, Network | None]:
    """How hints and reviews search: by what was learned, where something was; at plain speed there is no time to ask it."""
    return best_judgement(game, players) if fast else (recipe(game.name).plainly(), None)


# -- inside -------------------------------------------------------------------------------------------------------------------


def _quick_opinion(seen: Position, seat: int, seed: str) -> tuple[list[int], list[float]]:
    """The codes of the best actions at plain speed, and the shares expected of them."""
    if recipe(seen.game.name).kind != "comparison":
        lines = _searched(seen, seat, PLAIN_ITERATIONS, (seed, "hint"), False).lines[:BEST]
        return [line.code for line in lines], [line.result for line in lines]
    codes = _most_points_at_once(seen, seat, seed)[:PLAIN_BREADTH]
    shares = [results[seat] for results in side_by_side(seen, codes, 1, (seed, "hint"), 0, fast=False)]
    best = sorted(range(len(codes)), key=lambda k: -shares[k])[:BEST]
    return [codes[k] for k in best], [shares[k] for k in best]


def _most_points_at_once(seen: Position, seat: int, seed: str) -> list[int]:
    """The codes of all actions, those that bring the seat most points at once first; equal ones in a random order."""
    codes, rng = [int(code) for code in seen.legal_codes], seeded(seed, "order")
    points, scores = {}, np.zeros(MOST_SEATS, np.int64)
    world = guessed(seen, seed)
    for code in codes:
        states = _own_copy(world)
        generic.play(states[0], code)
        generic.scores(states[0], scores)
        points[code] = -int(scores[seat]), below(rng, 1 << 30)
    return sorted(codes, key=points.__getitem__)


def _searched(seen: Position, seat: int, iterations: int, seed: object, fast: bool) -> Thought:
    how, net = judgement(seen.game, seen.players, fast)
    searcher = Searcher(seen.game, how, fast, net=net)
    return searcher.think(seen.state, seat, Budget(iterations=iterations), seed)


def _final_points(seen: Position, seat: int, code: int, seed: str) -> float:
    """The mean score at the end of games that greedy bots play on after an action, each in a guess of its own."""
    total = 0
    room, codes = _room_for_codes(seen), np.zeros(LONGEST_GAME, np.int32)
    minds = np.full(seen.players, MINDS["greedy"], np.int64)
    desk = new_desk(seen)
    scores = np.zeros(MOST_SEATS, np.int64)
    for future in range(FUTURES):
        states = _own_copy(seen)
        generic.guess(states[0], seeded(seed, "future", future))
        generic.play(states[0], code)
        policies.whole_game_fast(states, desk, minds, room, codes, seeded(seed, "greedily", future))
        generic.scores(states[0], scores)
        total += int(scores[seat])
    return round(total / FUTURES, 1)


def _line(seen: Position, code: int, seed: str, fast: bool) -> tuple[Move, ...]:
    """An action and how it might go on: each seat's best by a short search of its own view, in one guess."""
    assert seen.seat is not None
    world = guessed(seen, seed)
    line = []
    for number in range(1 + (FOLLOWING if fast else 0)):
        actor = world.actor
        if number > 0:
            code = _searched(world.seen_by(actor), actor, REPLY_ITERATIONS, (seed, "reply", number), fast).code
        line.append((actor, _text(world, code)))
        world.apply(code)
        if _let_chance_act(world, seed, number) == OVER:
            break
    return tuple(line)


def _let_chance_act(world: Position, seed: str, number: int) -> int:
    """What is drawn after that decision of a line; returns who is to decide then."""
    rng = seeded(seed, "chance", number)
    while world.actor == CHANCE:
        world.chance(rng)
    return world.actor


def _text(position: Position, code: int) -> str:
    return str(position.game.text(position.state, code))


def _own_copy(position: Position) -> Any:
    return np.frombuffer(position.state.tobytes(), position.game.dtype).copy()


def _room_for_codes(position: Position) -> NDArray[np.int32]:
    return np.zeros(position.game.max_actions, np.int32)
