"""The verbs that every game understands, chosen by the dtype of the state they are given.

A state is one record of one of the games' dtypes (``states[i]`` of a structured array), the same at both speeds. A game
enters its functions in the tables below (``register``); playouts and bots call the verbs and are specialised for each game
when they are compiled.

    actor(s)              seat from 0, or CHANCE, or OVER
    actions(s, out) -> n  the actor's legal actions in canonical order, as codes of the game's documented space, written to
                          out[:n] (int32); for CHANCE the possible outcomes
    weights(s, out) -> n  the integer weights of those outcomes, in the same order (int64)
    choose(s, rng)        one legal action of a seat, uniformly: actions(s, out)[below(rng, n)] without listing them
    sample(s, rng)        one outcome of chance by weight, without listing them all
    play(s, action)       carry it out in place; only legal actions
    scores(s, out)        points of each seat now (int64)
    standing(s, out)      points and tie-breakers of each seat folded into one number (int64): the larger is placed better
    hide(s, seat)         remove in place what the seat can't know (seat -1: a spectator)
    guess(s, rng)         fill in place what is hidden with something possible, at random
    value(s, seat)        an estimate of the seat's prospects (float64, in points), for bots that look ahead
    progress(s)           how far the game is, from 0.0 at its start to 1.0 at its end (float64), for searches
    seen_only_by(s, a)    the one seat that sees this outcome of chance, or -1: all see it
    observe(s, seat, out) -> n      features (float32) of a state that shows what the seat sees, laid out as the game's
                                    ``features(players)`` says; returns how many
    observe_again(s, seat, out) -> n   the same where ``out`` holds zeros, or what some seat observed earlier in the same
                                    game: only what may have changed needs writing
    describe_actions(s, seat, codes, n, out)  a row of features (float32, ``action_features()``) for each of codes[:n]
    tell_terms(s, seat, out) -> n   what a learned judgement is told of the position as ``seat`` sees the table, laid out as the
                                    game's ``terms(players)`` says, where ``out`` (float32) holds zeros; returns how many
    tell_parts(s, seat, out) -> n   the same for things of which there are now more, now fewer (regions, rooms): a row of
                                    ``parts()`` for each, where the rows hold anything; returns how many rows
    reply(s, codes, n, rng)         of the actor's legal actions codes[:n] about the one that is worth most to it right after
                                    it, told quicker than by trying all of them; -1 where a game has no quicker way
    forget(s, rounds)     remove in place what is known to come after the next few rounds, as somebody would who does not look
                          that far; changes no rule and nothing that is there
    foresee(s, action)    have what ``play(s, action)`` will need of a large state fetched (``ahead.py``); changes nothing

The last eleven have defaults (0 points, half-way, all see everything, nothing to learn from, to forget or to fetch, no quicker
way), so that a game can be played before somebody has written them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hanlin.core.jit.compiled import compiled, verb

CHANCE = -1
OVER = -2

ACTOR: dict[Any, Callable[..., Any]] = {}
ACTIONS: dict[Any, Callable[..., Any]] = {}
WEIGHTS: dict[Any, Callable[..., Any]] = {}
CHOOSE: dict[Any, Callable[..., Any]] = {}
SAMPLE: dict[Any, Callable[..., Any]] = {}
PLAY: dict[Any, Callable[..., Any]] = {}
SCORES: dict[Any, Callable[..., Any]] = {}
STANDING: dict[Any, Callable[..., Any]] = {}
HIDE: dict[Any, Callable[..., Any]] = {}
GUESS: dict[Any, Callable[..., Any]] = {}
VALUE: dict[Any, Callable[..., Any]] = {}
PROGRESS: dict[Any, Callable[..., Any]] = {}
SEEN_ONLY_BY: dict[Any, Callable[..., Any]] = {}
OBSERVE: dict[Any, Callable[..., Any]] = {}
OBSERVE_AGAIN: dict[Any, Callable[..., Any]] = {}
DESCRIBE_ACTIONS: dict[Any, Callable[..., Any]] = {}
TELL_TERMS: dict[Any, Callable[..., Any]] = {}
TELL_PARTS: dict[Any, Callable[..., Any]] = {}
REPLY: dict[Any, Callable[..., Any]] = {}
FORGET: dict[Any, Callable[..., Any]] = {}
FORESEE: dict[Any, Callable[..., Any]] = {}

_TABLES = {
    "actor": ACTOR,
    "actions": ACTIONS,
    "weights": WEIGHTS,
    "choose": CHOOSE,
    "sample": SAMPLE,
    "play": PLAY,
    "scores": SCORES,
    "standing": STANDING,
    "hide": HIDE,
    "guess": GUESS,
    "value": VALUE,
    "progress": PROGRESS,
    "seen_only_by": SEEN_ONLY_BY,
    "observe": OBSERVE,
    "observe_again": OBSERVE_AGAIN,
    "describe_actions": DESCRIBE_ACTIONS,
    "tell_terms": TELL_TERMS,
    "tell_parts": TELL_PARTS,
    "reply": REPLY,
    "forget": FORGET,
    "foresee": FORESEE,
}


@compiled
def _worth_nothing(s, seat):
    """The value where a game gives none."""
    return 0.0


@compiled
def _half_way(s):
    """The progress where a game gives none."""
    return 0.5


@compiled
def _seen_by_all(s, outcome):
    """Who sees an outcome where a game does not say."""
    return -1


@compiled
def _observe_nothing(s, seat, out):
    """The observation where a game gives none."""
    return 0


@compiled
def _describe_nothing(s, seat, codes, n, out):
    """What is told about actions where a game tells nothing."""


@compiled
def _no_quicker_way(s, codes, n, rng):
    """The reply where a game has no quicker way to it than to try all actions."""
    return -1


@compiled
def _forget_nothing(s, rounds):
    """What is forgotten where nothing is known of later rounds."""


@compiled
def _foresee_nothing(s, action):
    """What is fetched ahead where a game does not say."""


_DEFAULTS: dict[str, Callable[..., Any]] = {
    "value": _worth_nothing,
    "progress": _half_way,
    "seen_only_by": _seen_by_all,
    "observe": _observe_nothing,
    "observe_again": _observe_nothing,
    "describe_actions": _describe_nothing,
    "tell_terms": _observe_nothing,
    "tell_parts": _observe_nothing,
    "reply": _no_quicker_way,
    "forget": _forget_nothing,
    "foresee": _foresee_nothing,
}


def register(dtype: Any, **rules: Callable[..., Any]) -> None:
    """Enter a game's functions, by the names of the verbs, for states of ``dtype``: all that have no default."""
    missing, unknown = set(_TABLES) - set(_DEFAULTS) - set(rules), set(rules) - set(_TABLES)
    if missing or unknown:
        raise TypeError(
            f"a game gives the verbs {', '.join(_TABLES)} (optional: {', '.join(_DEFAULTS)}); "
            f"missing: {sorted(missing)}, unknown: {sorted(unknown)}"
        )
    whole = rules.get("observe", _observe_nothing)  # writes all, whatever was there
    for name, rule in {**_DEFAULTS, "observe_again": whole, **rules}.items():
        _TABLES[name][dtype] = rule


@verb(ACTOR)
def actor(s):
    """Whose move it is: a seat from 0, CHANCE or OVER."""
    return ACTOR[s.dtype](s)


@verb(ACTIONS)
def actions(s, out):
    """Write the actor's legal actions to ``out`` (int32) in canonical order; return how many."""
    return ACTIONS[s.dtype](s, out)


@verb(WEIGHTS)
def weights(s, out):
    """Write the weights of the outcomes of chance to ``out`` (int64), in the order of ``actions``; return how many."""
    return WEIGHTS[s.dtype](s, out)


@verb(CHOOSE)
def choose(s, rng):
    """One legal action of the seat to move, uniformly at random."""
    return CHOOSE[s.dtype](s, rng)


@verb(SAMPLE)
def sample(s, rng):
    """One outcome of chance, by weight."""
    return SAMPLE[s.dtype](s, rng)


@verb(PLAY)
def play(s, action):
    """Carry out a legal action, in place."""
    PLAY[s.dtype](s, action)


@verb(SCORES)
def scores(s, out):
    """Write the points of each seat to ``out`` (int64)."""
    SCORES[s.dtype](s, out)


@verb(STANDING)
def standing(s, out):
    """Write one number for each seat (int64) that orders the seats: points first, then the game's tie-breakers."""
    STANDING[s.dtype](s, out)


@verb(HIDE)
def hide(s, seat):
    """Remove in place what ``seat`` can't know (-1: a spectator)."""
    HIDE[s.dtype](s, seat)


@verb(GUESS)
def guess(s, rng):
    """Fill in place what is hidden with something possible, at random."""
    GUESS[s.dtype](s, rng)


@verb(VALUE)
def value(s, seat):
    """An estimate of the seat's prospects, in points (float64)."""
    return VALUE[s.dtype](s, seat)


@verb(PROGRESS)
def progress(s):
    """How far the game is, from 0.0 to 1.0."""
    return PROGRESS[s.dtype](s)


@verb(SEEN_ONLY_BY)
def seen_only_by(s, outcome):
    """The seat that alone sees this outcome of chance; -1 where all see it."""
    return SEEN_ONLY_BY[s.dtype](s, outcome)


@verb(OBSERVE)
def observe(s, seat, out):
    """Write the features of a state that shows what ``seat`` sees to ``out`` (float32); return how many."""
    return OBSERVE[s.dtype](s, seat, out)


@verb(OBSERVE_AGAIN)
def observe_again(s, seat, out):
    """As ``observe``, where ``out`` holds zeros, or what some seat observed earlier in the same game."""
    return OBSERVE_AGAIN[s.dtype](s, seat, out)


@verb(DESCRIBE_ACTIONS)
def describe_actions(s, seat, codes, n, out):
    """Write a row of features (float32) for each of the seat's actions ``codes[:n]`` to ``out``."""
    DESCRIBE_ACTIONS[s.dtype](s, seat, codes, n, out)


@verb(TELL_TERMS)
def tell_terms(s, seat, out):
    """Write what a learned judgement is told of the position to ``out`` (float32), which holds zeros; return how many."""
    return TELL_TERMS[s.dtype](s, seat, out)


@verb(TELL_PARTS)
def tell_parts(s, seat, out):
    """Write a row (float32) for each thing of which there are now more, now fewer; return how many."""
    return TELL_PARTS[s.dtype](s, seat, out)


@verb(REPLY)
def reply(s, codes, n, rng):
    """Of the actor's legal actions codes[:n] about the best one, told at a glance; -1 where that can't be done."""
    return REPLY[s.dtype](s, codes, n, rng)


@verb(FORGET)
def forget(s, rounds):
    """Remove in place what is known to come after the next ``rounds`` rounds."""
    FORGET[s.dtype](s, rounds)


@verb(FORESEE)
def foresee(s, action):
    """Have what ``play(s, action)`` will need of a large state fetched, without waiting for it."""
    FORESEE[s.dtype](s, action)
