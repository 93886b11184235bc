"""Environments for reinforcement learning and search: PettingZoo, Gymnasium, OpenSpiel, and vectorised games.

    layout("china", 4)                          the named blocks of an observation
    structure("china", 4)                       the tables and planes of its structured form
    aec("china", players=4, fortresses=True)    all seats in turn (PettingZoo AEC)
    parallel("china", players=4)                all seats act in each step (PettingZoo Parallel)
    gym("china", players=4, opponents=["greedy"])   one seat against opponents (Gymnasium)
    vector("china", players=4, envs=4096, threads=2)   thousands of games at once, as NumPy arrays
    gym_vector("china", players=4, num_envs=4096)   one seat of each against opponents (Gymnasium's VectorEnv)

    PastSelves("random", most=20)               a pool of opponents that grows while one learns (hanlin.envs.opponents)

Importing ``hanlin.envs.openspiel`` registers the games with OpenSpiel: ``pyspiel.load_game("hanlin_china(players=4)")``.
Importing this package registers ``hanlin/China-v1`` and so on with Gymnasium and PettingZoo, if they are installed. ``vector``
needs no other library, all others need the extra ``envs``.

``game`` is the name of a game, or the game itself. A type checker knows the settings of each environment, and the options of
Hanlin's games by their names; for the options of a plug-in give ``hanlin.game("its_name")`` instead of the name.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Unpack, overload

from hanlin.core.position.game import Game, games
from hanlin.core.position.game import game as find_game
from hanlin.core.verbs.features import Feature, Shaped
from hanlin.envs.forms import version_of
from hanlin.envs.opponents import PastSelves

if TYPE_CHECKING:
    from hanlin.envs import keywords as of
    from hanlin.envs.gymnasium import SeatEnv
    from hanlin.envs.gymnasium_vector import SeatVectorEnv
    from hanlin.envs.pettingzoo import AllSeatsEnv, SeatsEnv
    from hanlin.envs.vector_games import VectorGames
    from hanlin.games.catalogue import China, ForbiddenCity, YearOfTheDragon

__all__ = ["PastSelves", "aec", "gym", "gym_vector", "layout", "parallel", "structure", "vector"]


def __dir__() -> list[str]:
    return __all__


def layout(game: str, players: int) -> tuple[Feature, ...]:
    """The named blocks of an observation, in order: name, size, and meaning.

    Seats are in turn order from the observer; most numbers are between -1 and 1.
    """
    found = find_game(game)
    found.check_players(players, minis=True)
    return found.features(players)


def structure(game: str, players: int) -> tuple[Shaped, ...]:
    """The arrays of the structured form of an observation: name, shape, and meaning.

    They are read from the flat form and hold what it holds. With them come a row of features for each legal action
    (``actions``, ``actions_mask``) and its number (``action_numbers``).
    """
    found = find_game(game)
    found.check_players(players)
    return found.learning.structure(players)


@overload
def aec(game: China, players: int | None = None, **settings: Unpack[of.ChinaSeats]) -> SeatsEnv: ...
@overload
def aec(game: ForbiddenCity, players: int | None = None, **settings: Unpack[of.ForbiddenCitySeats]) -> SeatsEnv: ...
@overload
def aec(game: YearOfTheDragon, players: int | None = None, **settings: Unpack[of.YearOfTheDragonSeats]) -> SeatsEnv: ...
@overload
def aec(game: str, players: int | None = None, **settings: Unpack[of.SeatsSettings]) -> SeatsEnv: ...
@overload
def aec(game: Game, players: int | None = None, **settings: Any) -> SeatsEnv: ...
def aec(game: str | Game, players: int | None = None, **settings: Any) -> SeatsEnv:
    """Make a PettingZoo environment (AEC), see ``hanlin.envs.pettingzoo.SeatsEnv`` for settings and options."""
    made: SeatsEnv = _module("pettingzoo").SeatsEnv(game, players, **settings)
    return made


@overload
def parallel(game: China, players: int | None = None, **settings: Unpack[of.ChinaAllSeats]) -> AllSeatsEnv: ...
@overload
def parallel(game: ForbiddenCity, players: int | None = None, **settings: Unpack[of.ForbiddenCityAllSeats]) -> AllSeatsEnv: ...
@overload
def parallel(
    game: YearOfTheDragon, players: int | None = None, **settings: Unpack[of.YearOfTheDragonAllSeats]
) -> AllSeatsEnv: ...
@overload
def parallel(game: str, players: int | None = None, **settings: Unpack[of.AllSeatsSettings]) -> AllSeatsEnv: ...
@overload
def parallel(game: Game, players: int | None = None, **settings: Any) -> AllSeatsEnv: ...
def parallel(game: str | Game, players: int | None = None, **settings: Any) -> AllSeatsEnv:
    """Make a PettingZoo environment (Parallel), see ``hanlin.envs.pettingzoo.AllSeatsEnv`` for settings and options."""
    made: AllSeatsEnv = _module("pettingzoo").AllSeatsEnv(game, players, **settings)
    return made


@overload
def gym(game: China, players: int | None = None, **settings: Unpack[of.ChinaSeat]) -> SeatEnv: ...
@overload
def gym(game: ForbiddenCity, players: int | None = None, **settings: Unpack[of.ForbiddenCitySeat]) -> SeatEnv: ...
@overload
def gym(game: YearOfTheDragon, players: int | None = None, **settings: Unpack[of.YearOfTheDragonSeat]) -> SeatEnv: ...
@overload
def gym(game: str, players: int | None = None, **settings: Unpack[of.SeatSettings]) -> SeatEnv: ...
@overload
def gym(game: Game, players: int | None = None, **settings: Any) -> SeatEnv: ...
def gym(game: str | Game, players: int | None = None, **settings: Any) -> SeatEnv:
    """Make a Gymnasium environment of one seat, see ``hanlin.envs.gymnasium.SeatEnv`` for settings and options."""
    made: SeatEnv = _module("gymnasium").SeatEnv(game, players, **settings)
    return made


@overload
def vector(game: China, players: int | None = None, **settings: Unpack[of.ChinaVector]) -> VectorGames: ...
@overload
def vector(game: ForbiddenCity, players: int | None = None, **settings: Unpack[of.ForbiddenCityVector]) -> VectorGames: ...
@overload
def vector(game: YearOfTheDragon, players: int | None = None, **settings: Unpack[of.YearOfTheDragonVector]) -> VectorGames: ...
@overload
def vector(game: str, players: int | None = None, **settings: Unpack[of.VectorSettings]) -> VectorGames: ...
@overload
def vector(game: Game, players: int | None = None, **settings: Any) -> VectorGames: ...
def vector(game: str | Game, players: int | None = None, **settings: Any) -> VectorGames:
    """Make many games that are stepped together, see ``hanlin.envs.vector_games.VectorGames`` for settings and options.

    ``envs``, their number, must be given.
    """
    made: VectorGames = _module("vector_games").VectorGames(game, players, **settings)
    return made


@overload
def gym_vector(game: China, players: int | None = None, **settings: Unpack[of.ChinaSeatVector]) -> SeatVectorEnv: ...
@overload
def gym_vector(
    game: ForbiddenCity, players: int | None = None, **settings: Unpack[of.ForbiddenCitySeatVector]
) -> SeatVectorEnv: ...
@overload
def gym_vector(
    game: YearOfTheDragon, players: int | None = None, **settings: Unpack[of.YearOfTheDragonSeatVector]
) -> SeatVectorEnv: ...
@overload
def gym_vector(game: str, players: int | None = None, **settings: Unpack[of.SeatVectorSettings]) -> SeatVectorEnv: ...
@overload
def gym_vector(game: Game, players: int | None = None, **settings: Any) -> SeatVectorEnv: ...
def gym_vector(game: str | Game, players: int | None = None, **settings: Any) -> SeatVectorEnv:
    """Make a Gymnasium vector environment, see ``hanlin.envs.gymnasium_vector.SeatVectorEnv`` for settings and options."""
    made: SeatVectorEnv = _module("gymnasium_vector").SeatVectorEnv(game, players, **settings)
    return made


def _module(name: str) -> Any:
    return import_module(f"hanlin.envs.{name}")


def registered_name(game: str, version: int | None = None) -> str:
    """The id of a game's environments in Gymnasium and PettingZoo: ``hanlin/YearOfTheDragon-v1``."""
    number = _version_of(game) if version is None else version
    return f"hanlin/{''.join(word.capitalize() for word in game.split('_'))}-v{number}"


def _version_of(name: str) -> int:
    try:
        return version_of(find_game(name))
    except Exception:  # A plug-in whose features fail says so where its environment is made, and harms no other game.
        return 0


def _registered() -> Iterator[tuple[str, dict[str, Any]]]:
    """All names, and the settings that they stand for."""
    for name in games():
        yield registered_name(name), {"game": name}
        if _version_of(name) > 0:
            yield registered_name(name, 0), {"game": name, "observation": "v0"}


def _register_with_gymnasium() -> None:
    from gymnasium.envs.registration import register, registry

    for name, settings in _registered():
        if name not in registry:
            register(name, entry_point="hanlin.envs:gym", vector_entry_point="hanlin.envs:gym_vector", kwargs=settings)


def _register_with_pettingzoo() -> None:
    registration = import_module("pettingzoo.env_registry.registration")
    for kind, known, made_by in (
        ("aec", registration.aec_registry, "hanlin.envs:aec"),
        ("parallel", registration.parallel_registry, "hanlin.envs:parallel"),
    ):
        for name, settings in _registered():
            if name not in known:
                registration.register(kind, name, made_by, kwargs=settings)


if find_spec("gymnasium") is not None:
    _register_with_gymnasium()
    if find_spec("pettingzoo") is not None and find_spec("pettingzoo.env_registry") is not None:
        _register_with_pettingzoo()
