"""What an opponent is, and the opponents there are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from hanlin.bots import policies
from hanlin.bots.levels import LevelBot, levels
from hanlin.bots.seat import SeatBot
from hanlin.bots.weights import known
from hanlin.core.errors import BadOption, HanlinError
from hanlin.core.i18n.language import _
from hanlin.core.jit.rng import Rng
from hanlin.core.position.position import Position
from hanlin.core.verbs.rulebook import Rulebook


class Bot(Protocol):
    """Somebody who plays. It gets a seat's view, never the whole position, so it can't know more than a person would."""

    @property
    def name(self) -> str:
        """What it is called in lists of bots."""
        ...

    def choose(self, seen: Position, rng: Rng) -> str:
        """The text of one of ``seen.legal``, for the seat whose view it is and whose turn it is."""
        ...

    def decide(self, of: Rulebook, view: Any, seat: int, rng: Rng) -> int:
        """The same as codes: an action for a seat from a state that shows what the seat sees."""
        ...


@dataclass(frozen=True, slots=True)
class BuiltInBot(SeatBot):
    """A bot of ``moves.py``. ``mind`` is its number there; ``fast``: at compiled speed (compiles at the first call)."""

    name: str
    mind: int
    fast: bool = False

    def decide(self, of: Rulebook, view: Any, seat: int, rng: Rng) -> int:
        """The code of an action, from a state that shows what the seat sees."""
        desk = np.zeros(3, of.dtype)
        desk[policies.SEEN] = view
        run = policies.decide_fast if self.fast else policies.decide
        return int(run(self.mind, desk, seat, np.zeros(of.max_actions, np.int32), rng))


def new_desk(seen: Position) -> np.ndarray:
    """A bot's desk (see ``moves.py``) with the position on it."""
    desk = np.zeros(3, seen.game.dtype)
    desk[policies.SEEN] = seen.state
    return desk


def room_for_actions(position: Position) -> np.ndarray:
    """Room for the codes of all legal actions of a seat."""
    return np.zeros(position.game.max_actions, np.int32)


MINDS = {"random": policies.RANDOM, "greedy": policies.GREEDY}


def bots() -> tuple[str, ...]:
    """The names of the opponents: those for machines, then the levels, weakest first."""
    return (*MINDS, *levels())


def numbers_for(game: Rulebook, name: str) -> tuple[int, ...]:
    """With how many players that opponent is there: a level that rests on what was learned only where something was."""
    learned = name in levels() and levels()[name].only_learned
    return tuple(n for n in game.players if not learned or n in known(game))


def offered(game: Rulebook, players: int | None = None) -> tuple[str, ...]:
    """The opponents that a table of that game can have, with so many players, or with some number of them."""
    numbers = {name: numbers_for(game, name) for name in bots()}
    return tuple(name for name, there in numbers.items() if (there if players is None else players in there))


def check_offered(game: Rulebook, players: int, name: str, called: str = "") -> None:
    """BadOption where that opponent is not there for so many players. ``called``: its name in the current language."""
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
    """The opponent of that name; HanlinError with the list of names otherwise.

    ``fast``: at compiled speed. ``seconds``: CPU time for each decision of one that searches, in place of its level's own, all
    of it unless it has ``patience`` where the choice is clear; ``threads``: the most that it may think in, if its level does.
    """
    if name in MINDS:
        return BuiltInBot(name, MINDS[name], fast)
    if name in levels():
        return LevelBot(levels()[name], fast, seconds, threads, patience)
    raise HanlinError(f"There is no opponent {name!r}; choose one of: {', '.join(bots())}.")
