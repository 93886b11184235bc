"""Environments for reinforcement learning and search: PettingZoo, Gymnasium, OpenSpiel, and vectorised games.

    layout("china", 4)                          the named blocks of an observation
    aec("china", players=4, fortresses=True)    all seats in turn (PettingZoo AEC)
    parallel("china", players=4)                all seats act in each step (PettingZoo Parallel)
    gym("china", players=4, opponents=["greedy"])   one seat against built-in bots (Gymnasium)
    vector("china", players=4, envs=4096, threads=2)   thousands of games at once, as NumPy arrays
    gym_vector("china", players=4, num_envs=4096)   one seat of each against random opponents (Gymnasium's VectorEnv)

Importing ``hanlin.envs.openspiel`` registers the games with OpenSpiel: ``pyspiel.load_game("hanlin_china(players=4)")``.
Importing this package registers ``hanlin/China-v0`` and so on with Gymnasium and PettingZoo, if they are installed. ``vector``
needs no other library, all others need the extra ``envs``.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from hanlin.core.position.game import game as find_game
from hanlin.core.position.game import games
from hanlin.core.verbs.features import Feature

if TYPE_CHECKING:
    from hanlin.envs.gymnasium import SeatEnv
    from hanlin.envs.gymnasium_vector import SeatVectorEnv
    from hanlin.envs.pettingzoo import AllSeatsEnv, SeatsEnv
    from hanlin.envs.vector_games import VectorGames

__all__ = ["aec", "gym", "gym_vector", "layout", "parallel", "vector"]


def layout(game: str, players: int) -> tuple[Feature, ...]:
    """The named blocks of an observation, in order: name, size, and meaning.

    Seats are in turn order from the observer; most numbers are between -1 and 1.
    """
    found = find_game(game)
    found.check_players(players, minis=True)
    return found.features(players)


def aec(game: str, players: int | None = None, **settings: Any) -> SeatsEnv:
    """Make a PettingZoo environment (AEC), see ``hanlin.envs.pettingzoo.SeatsEnv`` for settings and options."""
    made: SeatsEnv = _module("pettingzoo").SeatsEnv(game, players, **settings)
    return made


def parallel(game: str, players: int | None = None, **settings: Any) -> AllSeatsEnv:
    """Make a PettingZoo environment (Parallel), see ``hanlin.envs.pettingzoo.AllSeatsEnv`` for settings and options."""
    made: AllSeatsEnv = _module("pettingzoo").AllSeatsEnv(game, players, **settings)
    return made


def gym(game: str, players: int | None = None, **settings: Any) -> SeatEnv:
    """Make a Gymnasium environment of one seat, see ``hanlin.envs.gymnasium.SeatEnv`` for settings and options."""
    made: SeatEnv = _module("gymnasium").SeatEnv(game, players, **settings)
    return made


def vector(game: str, players: int | None = None, *, envs: int, **settings: Any) -> VectorGames:
    """Make many games that are stepped together, see ``hanlin.envs.vector_games.VectorGames`` for settings and options."""
    from hanlin.envs.vector_games import VectorGames

    return VectorGames(game, players, envs=envs, **settings)


def gym_vector(game: str, players: int | None = None, *, num_envs: int = 1, **settings: Any) -> SeatVectorEnv:
    """Make a Gymnasium vector environment, see ``hanlin.envs.gymnasium_vector.SeatVectorEnv`` for settings and options."""
    made: SeatVectorEnv = _module("gymnasium_vector").SeatVectorEnv(game, players, num_envs=num_envs, **settings)
    return made


def _module(name: str) -> Any:
    return import_module(f"hanlin.envs.{name}")


def registered_name(game: str) -> str:
    """The id of a game's environments in Gymnasium and PettingZoo: ``hanlin/YearOfTheDragon-v0``."""
    return f"hanlin/{''.join(word.capitalize() for word in game.split('_'))}-v0"


def _register_with_gymnasium() -> None:
    from gymnasium.envs.registration import register, registry

    for name in games():
        if registered_name(name) not in registry:
            register(
                registered_name(name),
                entry_point="hanlin.envs:gym",
                vector_entry_point="hanlin.envs:gym_vector",
                kwargs={"game": name},
            )


def _register_with_pettingzoo() -> None:
    registration = import_module("pettingzoo.env_registry.registration")
    for kind, known, made_by in (
        ("aec", registration.aec_registry, "hanlin.envs:aec"),
        ("parallel", registration.parallel_registry, "hanlin.envs:parallel"),
    ):
        for name in games():
            if registered_name(name) not in known:
                registration.register(kind, registered_name(name), made_by, kwargs={"game": name})


if find_spec("gymnasium") is not None:
    _register_with_gymnasium()
    if find_spec("pettingzoo") is not None and find_spec("pettingzoo.env_registry") is not None:
        _register_with_pettingzoo()
