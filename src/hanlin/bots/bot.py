"""The bot interface, and the built-in bots by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, cast

import numpy as np

from hanlin._former_names import renamed
from hanlin.bots import compiling, policies
from hanlin.bots.levels import (
    LEAST_SECONDS,
    MOST_ITERATIONS,
    MOST_SECONDS,
    LevelBot,
    level_named,
    levels,
    resolved,
    seconds_of,
)
from hanlin.bots.policy_network import POLICY
from hanlin.bots.seat import SeatBot
from hanlin.bots.weights import OwnWeights, WeightedName, known, level_of, read_weights, weights_of
from hanlin.core.errors import BadOption, HanlinError
from hanlin.core.i18n.language import _
from hanlin.core.jit.rng import Rng
from hanlin.core.position.position import Position
from hanlin.core.verbs.rulebook import Rulebook


class Bot(Protocol):
    """A player program. It decides from a seat's view, never from the whole position, so it can't use hidden information."""

    @property
    def name(self) -> str:
        """Its name in lists of bots."""
        ...

    def choose(self, seen: Position, rng: Rng) -> str:
        """Choose one of ``seen.legal``; ``seen`` is the view of the active player."""
        ...

    def decide(self, of: Rulebook, view: Any, seat: int, rng: Rng) -> int:
        """Choose the code of an action for a seat from a state that is its view."""
        ...


@dataclass(frozen=True, slots=True)
class BuiltInBot(SeatBot):
    """A simple policy of ``policies.py``, by its number there. ``fast``: at compiled speed, as soon as it is compiled."""

    name: str
    policy: int
    fast: bool = False

    def decide(self, of: Rulebook, view: Any, seat: int, rng: Rng) -> int:
        """Choose the code of an action for a seat from a state that is its view."""
        scratch = np.zeros(3, of.dtype)
        scratch[policies.SEEN] = view
        fast = self.fast
        if fast:
            compiling.POLICIES.prepare(of, policies.whole_games_fast)
            fast = not compiling.POLICIES.is_running(of.dtype)
        run = policies.decide_fast if fast else policies.decide
        return int(run(self.policy, scratch, seat, np.zeros(of.max_actions, np.int32), rng))


def new_scratch(seen: Position) -> np.ndarray:
    """A scratch array for ``policies``, with the position as the seat's view."""
    scratch = np.zeros(3, seen.game.dtype)
    scratch[policies.SEEN] = seen.state
    return scratch


def action_buffer(position: Position) -> np.ndarray:
    """An int32 buffer for the codes of all legal actions."""
    return np.zeros(position.game.max_actions, np.int32)


POLICIES = {"random": policies.RANDOM, "greedy": policies.GREEDY}
"""The simple policies, by name."""


def bots() -> tuple[str, ...]:
    """The names of the built-in bots: the simple policies, then the levels, weakest first."""
    return (*POLICIES, *levels())


def numbers_for(game: Rulebook, name: str) -> tuple[int, ...]:
    """The numbers of players of the whole game for which a bot is available; a level may need a trained network."""
    own = weights_of(name)
    if own is not None:
        return tuple(n for n in game.players if not own.misfit(game, n))
    level = level_named(name)
    learned = level is not None and level.requires_network
    return tuple(n for n in game.players if not learned or n in known(game))


def only_small(game: Rulebook, players: int) -> bool:
    """True for a number of players that only small forms of a game are for. There are no networks for it: all levels play
    without one."""
    return players not in game.players and any(players in mini.players for mini in game.minis)


def offered(game: Rulebook, players: int | None = None) -> tuple[str, ...]:
    """The bots that are available for a game with ``players``, or with any number of players."""
    if players is not None and only_small(game, players):
        return bots()
    numbers = {name: numbers_for(game, name) for name in bots()}
    return tuple(name for name, there in numbers.items() if (there if players is None else players in there))


def check_offered(game: Rulebook, players: int, name: str, called: str = "") -> None:
    """Raise BadOption if a bot is not available for that many players. ``called``: its name in the current language."""
    own = weights_of(name)
    if own is not None and (misfit := own.misfit(game, players)):
        raise BadOption(misfit)
    if not only_small(game, players):
        check_numbers(numbers_for(game, name), players, called or name)


def check_numbers(there: Sequence[int], players: int, called: str) -> None:
    """Raise BadOption unless a bot is available for that many players. ``there``: the numbers for which it is."""
    if players in there:
        return
    if not there:
        raise BadOption(_("“{opponent}” can't play this game yet. Choose another computer player.").format(opponent=called))
    raise BadOption(
        _("“{opponent}” can play this game with {numbers} players, not with {n}. Choose another computer player.").format(
            opponent=called, numbers=", ".join(map(str, there)), n=players
        )
    )


def bot(
    name: str,
    fast: bool = False,
    seconds: float | None = None,
    threads: int = 1,
    patience: bool = False,
    *,
    weights: Path | str | OwnWeights | None = None,
) -> Bot:
    """The built-in bot of that name; HanlinError, with a list of the names, if there is none.

    ``strong@1000``: a level with exactly so many iterations for each decision, whatever time they take.
    ``strong@0.5s``: a level with so many seconds of CPU time.
    ``strong:training/weights.npz``: a level with weights of one's own, as ``weights`` gives them.
    ``policy:training/policy.npz``: a policy network of ``hanlin.baselines``; ``policy:*/policy.npz``: several, each for its
    game and number of players.
    HanlinError if the file holds none, and at the first decision if they were trained for another game or number of players.

    ``fast``: at compiled speed. ``seconds``: CPU time for each decision of a bot that searches, in place of its level's own; it
    is used up unless ``patience`` allows an early stop. ``threads``: the most threads, for levels that use several.
    """
    full = resolved(name) if weights is None else named_with(name, weights)
    if full in POLICIES:
        return BuiltInBot(full, POLICIES[full], fast)
    if level_of(full) == POLICY and (policy := weights_of(full)) is not None:
        return cast(Bot, policy)
    level = level_named(level_of(full))
    if level is not None:
        return LevelBot(level, fast, seconds, threads, patience, cast(OwnWeights | None, weights_of(full)))
    raise HanlinError(
        _fault_of_budget(level_of(full))
        or f"There is no bot {name!r}; choose one of: {', '.join(bots())}; a level that searches with a number of iterations "
        "or of seconds, such as strong@1000 or strong@0.5s; or one with weights of your own, such as "
        "strong:training/weights.npz."
    )


def _fault_of_budget(name: str) -> str:
    """The reason, in one sentence, why a bot can't have the budget in its name; empty if there is no such bot or budget."""
    base, at, word = name.partition("@")
    if not at or base not in bots():
        return ""
    if base in POLICIES or not levels()[base].searches:
        return f"{base} does not search, so it can't be given a budget: {name!r}."
    if seconds_of(word) is not None:
        return f"A number after the @ is one of iterations. For {word} seconds a decision write {name}s."
    return (
        f"Write a number of iterations ({base}@1000, up to {MOST_ITERATIONS}) or of CPU seconds ({base}@0.5s, from "
        f"{LEAST_SECONDS} to {MOST_SECONDS}) after the @ of {name!r}."
    )


def named_with(name: str, weights: Path | str | OwnWeights) -> str:
    """The name of a bot with weights of one's own; HanlinError if they can't be used or it has some already."""
    level = levels().get(name.partition("@")[0])
    if level is None or not level.searches or ":" in name:
        raise HanlinError(f"{name!r} can't be given weights: choose a level that searches, such as strong.")
    own = weights if isinstance(weights, OwnWeights) else read_weights(weights)
    return WeightedName(name, own)


__getattr__ = renamed(__name__, {"MINDS": "POLICIES", "new_desk": "new_scratch", "room_for_actions": "action_buffer"})
