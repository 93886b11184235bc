"""Hints: the best actions of a seat, their expected results, the reasons for them, and how the game might continue.

All of it is computed from the view of the active player. ``hint`` searches as the levels do. The best actions are then compared
with common random numbers: in the same determinizations and with the same luck, so that only the actions make a difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any, NamedTuple

import numpy as np

from hanlin.bots import policies, reasons, sequential_halving
from hanlin.bots.bot import POLICIES, action_buffer, new_scratch
from hanlin.bots.calibration import at_level, calibrated, calibration
from hanlin.bots.evaluation import MOST_SEATS, SEEN
from hanlin.bots.levels import best_setup, recipe
from hanlin.bots.network import Network, no_network
from hanlin.bots.reasons import Gain
from hanlin.bots.search import Budget, Recipe, Searcher, SearchResult
from hanlin.core.errors import HanlinError
from hanlin.core.i18n.language import language
from hanlin.core.jit.compiled import PLAIN
from hanlin.core.jit.events import capture
from hanlin.core.jit.rng import GENERATOR, below, seeded
from hanlin.core.position.position import Move, Position
from hanlin.core.verbs import generic
from hanlin.core.verbs.generic import CHANCE, OVER
from hanlin.core.verbs.log_sentences import as_read_by
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
CANDIDATES, RANKED = 8, 24
"""Actions that are compared, more than there are in a hint, since equal ones are grouped; and the best of the search, of which
they are chosen."""
LIKE_IT = 3
"""The most candidates of which the same is said: one suggestion stands for all of them."""
ROUNDS, BATCHES = 96, 8
"""Determinizations in which they are compared, and the batches of these from which the error of the comparison is estimated."""
ERRORS = 2.0
"""Standard errors within which two results can't be distinguished."""
ALIKE, ALIKE_PLAIN = 0.01, 0.02
"""Shares of the win that count as equal in any case; the second at plain speed."""
TYPICAL = 4
"""Other legal actions with which a reason is compared: what most actions bring is no reason for one."""
FUTURES = 24
"""Games that are played to the end after each of the best actions, to estimate the final score."""
LONGEST_GAME = 1 << 12


@dataclass(frozen=True, slots=True)
class Advice:
    """One of the best actions. ``share``: its expected share of the win (0 … 1); ``points``: its expected final score, None at
    plain speed; ``line``: how the game might continue in one determinization, as pairs of actor and action.

    ``reason``: why, in one sentence in the language of the context (``reasoned``); ``equals``: other actions that are about as
    good and alike; ``against``: the action that the reason compares it with, and ``gains`` the points by source that it brings
    more.
    """

    action: str
    share: float
    points: float | None
    line: tuple[Move, ...]
    reason: str = ""
    equals: tuple[str, ...] = ()
    against: str = ""
    gains: tuple[Gain, ...] = ()


@dataclass(frozen=True, slots=True)
class Hint:
    """The best actions of a seat, best first. ``quick``: from a small search at plain speed.

    ``confidence``: "quick" for such a hint; "close" where the first ``alike`` actions lie within the error of the comparison;
    else "clear".
    """

    seat: int
    seed: str
    best: tuple[Advice, ...]
    quick: bool
    confidence: str = "quick"
    alike: int = 1


def hint(seen: Position, seed: str = "", fast: bool = not PLAIN, iterations: int = ITERATIONS) -> Hint:
    """The best actions for the seat whose view this is; HanlinError unless it is the active player.

    The same view and seed give the same hint. ``fast``: at compiled speed (compiles at the first call), with a search of
    ``iterations``; otherwise a quick estimate within half a second of CPU time.
    """
    seat = seen.seat
    if seat is None or seat < 0 or seat != seen.actor:
        raise HanlinError("A hint is for the seat whose turn it is: pass position.seen_by(position.actor).")
    groups = _grouped(_ranked(seen, seat, seed, fast, iterations))
    heads = [group[0] for group in groups]
    alike = sum(1 for each in heads if heads[0].share - each.share <= each.error)
    best = []
    for group in groups:
        head, against = group[0], heads[0] if group[0] is not heads[0] else heads[min(1, len(heads) - 1)]
        gains = reasons.gains(seen, head.code, against.code, seed) if fast and head is not against else ()
        best.append(
            Advice(
                action=_text(seen, head.code),
                share=round(head.share, 3),
                points=_final_points(seen, seat, head.code, seed) if fast else None,
                line=_line(seen, head.code, seed, fast),
                equals=tuple(_text(seen, each.code) for each in group[1:]),
                against=_text(seen, against.code) if head is not against else "",
                gains=gains,
            )
        )
    confidence = "quick" if not fast else "close" if alike > 1 else "clear"
    return reasoned(seen, Hint(seat, seed, tuple(best), not fast, confidence, alike))


def reasoned(seen: Position, found: Hint) -> Hint:
    """A hint with its reasons in the current language and with the players' names in use."""
    world = determinized(seen, found.seed)
    wanted = dict.fromkeys([*(each.action for each in found.best), *(each.against for each in found.best if each.against)])
    said = {action: reasons.facts(seen, world, action) for action in wanted}
    others = [action for action in seen.legal if action not in said]
    typical = [reasons.facts(seen, world, action) for action in others[:: max(1, len(others) // TYPICAL)][:TYPICAL]]
    best = []
    for number, each in enumerate(found.best):
        is_close = found.alike > max(number, 1 - number)
        given = said[each.action], said.get(each.against, ()), typical, each.gains
        best.append(replace(each, reason=reasons.sentence(*given, first=number == 0, is_close=is_close)))
    return replace(found, best=tuple(best))


def in_words(seen: Position, line: Sequence[Move], seed: str, reader: int | None = None) -> list[str]:
    """A line that begins in a view, as the game log would describe it to that seat: a text for each decision.

    seed: that of the hint, which determines the determinization in which the line was found. reader: the seat that the texts
    call "you"; by default none.
    """
    assert seen.seat is not None
    world = determinized(seen, seed)
    texts = []
    for number, (actor, text) in enumerate(line):
        before = world.seen_by(seen.seat)
        with capture() as events:
            world.apply(world.game.parse(world.state, text))
        lines = world.game.words.log(before, actor, text, events)
        if reader is not None:
            lines = [as_read_by(each, reader) for each in lines]
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


class Candidate(NamedTuple):
    """An action that is compared with others: its text in the game log and what the game says of it, in English, and its share,
    with the difference from the best one that is within the error of the comparison."""

    code: int
    text: str
    facts: tuple[str, ...]
    share: float = 0.0
    error: float = ALIKE_PLAIN

    def is_like(self, other: Candidate) -> bool:
        """True where the same is said of two actions: a reader has the same reasons for both."""
        return self.facts == other.facts and (bool(self.facts) or self.text == other.text)


def _ranked(seen: Position, seat: int, seed: str, fast: bool, iterations: int) -> list[Candidate]:
    """The best actions, compared with each other, the best first."""
    if fast:
        lines = _search(seen, seat, iterations, (seed, "hint"), True).lines
        found = _candidates(seen, [line.code for line in lines], seed)
        compared = _compared_in_batches(seen, seat, [each.code for each in found], seed)
        found = [each._replace(share=share, error=error) for each, (share, error) in zip(found, compared, strict=True)]
    else:
        shares = _quick_estimate(seen, seat, seed)
        found = [each._replace(share=shares[each.code]) for each in _candidates(seen, list(shares), seed)]
    return sorted(found, key=lambda each: -each.share)


def _candidates(seen: Position, codes: Sequence[int], seed: str) -> list[Candidate]:
    """The actions to compare, of which few are alike. ``codes``: those to choose from, the best first."""
    found: list[Candidate] = []
    world = determinized(seen, seed)
    with language("en"):
        for code in codes[:RANKED]:
            action = _text(seen, code)
            facts = tuple(each.text for each in reasons.facts(seen, world, action))
            candidate = Candidate(code, in_words(seen, [(seen.actor, action)], seed)[0], facts)
            if sum(candidate.is_like(other) for other in found) < LIKE_IT:
                found.append(candidate)
            if len(found) == CANDIDATES:
                break
    return found


def _compared_in_batches(seen: Position, seat: int, codes: Sequence[int], seed: str) -> list[tuple[float, float]]:
    """The seat's mean share after each action, and the difference from the best one that is within the error."""
    batches = [side_by_side(seen, codes, ROUNDS // BATCHES, (seed, "shares", batch)) for batch in range(BATCHES)]
    shares = np.array([[results[seat] for results in batch] for batch in batches])
    means = shares.mean(axis=0)
    differences = shares[:, [int(means.argmax())]] - shares
    errors = ERRORS * differences.std(axis=0, ddof=1) / np.sqrt(BATCHES)
    return [(float(mean), max(ALIKE, float(error))) for mean, error in zip(means, errors, strict=True)]


def _grouped(ranked: Sequence[Candidate]) -> list[list[Candidate]]:
    """At most ``BEST`` actions, the best first, each with those that are about as good and alike.

    Of actions that read the same and are not as good, nothing is left: a reader could not tell them from the better one.
    """
    groups: list[list[Candidate]] = []
    for each in ranked:
        alike = next((group for group in groups if group[0].is_like(each)), None)
        if alike is not None and alike[0].share - each.share <= each.error:
            alike.append(each)
        elif (alike is None or alike[0].text != each.text) and len(groups) < BEST:
            groups.append([each])
    return groups


def _quick_estimate(seen: Position, seat: int, seed: str) -> dict[int, float]:
    """The expected shares of the best actions at plain speed, by their codes, best first."""
    if recipe(seen.game.name).kind != "comparison":
        lines = _search(seen, seat, PLAIN_ITERATIONS, (seed, "hint"), False).lines
        return {line.code: line.result for line in lines}
    codes = _most_points_at_once(seen, seat, seed)[:PLAIN_BREADTH]
    shares = [results[seat] for results in side_by_side(seen, codes, 1, (seed, "hint"), 0, fast=False)]
    return dict(sorted(zip(codes, shares, strict=True), key=lambda each: -each[1]))


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
