"""The bot interface, and the built-in bots by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from hanlin._former_names import renamed
from hanlin.bots import policies
from hanlin.bots.levels import LevelBot, level_named, levels
from hanlin.bots.seat import SeatBot
from hanlin.bots.weights import known
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
    """A simple policy of ``policies.py``, by its number there. ``fast``: at compiled speed (compiles at the first call)."""

    name: str
    policy: int
    fast: bool = False

    def decide(self, of: Rulebook, view: Any, seat: int, rng: Rng) -> int:
        """Choose the code of an action for a seat from a state that is its view."""
        scratch = np.zeros(3, of.dtype)
        scratch[policies.SEEN] = view
        run = policies.decide_fast if self.fast else policies.decide
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
    """The numbers of players for which a bot is available; a level may need a trained network."""
    level = level_named(name)
    learned = level is not None and level.requires_network
    return tuple(n for n in game.players if not learned or n in known(game))


def offered(game: Rulebook, players: int | None = None) -> tuple[str, ...]:
    """The bots that are available for a game with ``players``, or with any number of players."""
    numbers = {name: numbers_for(game, name) for name in bots()}
    return tuple(name for name, there in numbers.items() if (there if players is None else players in there))


def check_offered(game: Rulebook, players: int, name: str, called: str = "") -> None:
    """Raise BadOption if a bot is not available for that many players. ``called``: its name in the current language."""
    there = numbers_for(game, name)
    if players in there:
        return
    called = called or name
    if not there:
        raise BadOption(_("“{opponent}” can't play this game yet. Choose another computer player.").format(opponent=called))
    raise BadOption(
        _("“{opponent}” can play this game with {numbers} players, not with {n}. Choose another computer player.").format(
            opponent=called, numbers=", ".join(map(str, there)), n=players
        )
    )


def bot(name: str, fast: bool = False, seconds: float | None = None, threads: int = 1, patience: bool = False) -> Bot:
    """The built-in bot of that name; HanlinError, with a list of the names, if there is none.

    ``strong@1000``: a level with exactly so many iterations for each decision, whatever time they take.

    ``fast``: at compiled speed. ``seconds``: CPU time for each decision of a bot that searches, in place of its level's own; it
    is used up unless ``patience`` allows an early stop. ``threads``: the most threads, for levels that use several.
    """
    if name in POLICIES:
        return BuiltInBot(name, POLICIES[name], fast)
    level = level_named(name)
    if level is not None:
        return LevelBot(level, fast, seconds, threads, patience)
    raise HanlinError(
        f"There is no bot {name!r}; choose one of: {', '.join(bots())}; or a level that searches with a number of iterations, "
        "such as strong@1000."
    )


__getattr__ = renamed(__name__, {"MINDS": "POLICIES", "new_desk": "new_scratch", "room_for_actions": "action_buffer"})
