"""The keywords of environments as types: their settings, apart from the options of the games.

An environment takes its settings and the game's options as keywords. ``SeatsSettings`` are those of ``hanlin.envs.aec`` for any
game, ``ChinaSeats`` are they with the options of China, and so on: a checker finds a keyword that neither of them has.
"""

# Annotations are evaluated here: from texts, ``TypedDict`` does not know what is required.
from collections.abc import Sequence
from typing import Any, Literal, Required, TypedDict

from hanlin.games.china.options import ChinaOptions
from hanlin.games.forbidden_city.options import ForbiddenCityOptions
from hanlin.games.year_of_the_dragon.options import YearOfTheDragonOptions

Reward = Literal["win", "margin", "points", "zero_sum", "rank"]
Observation = Literal["flat", "structured", "v0"]
RenderMode = Literal["ansi", "human", "svg", "rgb_array"]


class SeatsSettings(TypedDict, total=False):
    """Settings of ``aec``, see ``hanlin.envs.pettingzoo.SeatsEnv``."""

    reward: Reward
    observation: Observation
    render_mode: RenderMode | None
    max_cycles: int | None


class AllSeatsSettings(SeatsSettings, total=False):
    """Settings of ``parallel``, see ``hanlin.envs.pettingzoo.AllSeatsEnv``."""

    illegal: Literal["raise", "random"]


class SeatSettings(TypedDict, total=False):
    """Settings of ``gym``, see ``hanlin.envs.gymnasium.SeatEnv``."""

    opponents: Sequence[Any]
    seat: int | Literal["rotating"] | None
    reward: Reward
    observation: Observation
    max_cycles: int | None
    seconds: float
    render_mode: RenderMode | None


class VectorSettings(TypedDict, total=False):
    """Settings of ``vector``, see ``hanlin.envs.vector_games.VectorGames``."""

    envs: Required[int]
    threads: int
    reward: Reward
    observation: Observation
    opponents: Sequence[Any] | None
    seat: int | Literal["all", "drawn", "rotating"] | None
    max_cycles: int | None
    seconds: float
    masks: bool
    observations: bool
    last_observations: bool


class SeatVectorSettings(TypedDict, total=False):
    """Settings of ``gym_vector``, see ``hanlin.envs.gymnasium_vector.SeatVectorEnv``."""

    num_envs: int
    threads: int
    opponents: Sequence[Any]
    seat: int | Literal["rotating"] | None
    max_cycles: int | None
    seconds: float
    reward: Reward
    observation: Observation
    copy: bool


class ChinaSeats(ChinaOptions, SeatsSettings, total=False):
    """Keywords of ``aec`` for China."""


class ChinaAllSeats(ChinaOptions, AllSeatsSettings, total=False):
    """Keywords of ``parallel`` for China."""


class ChinaSeat(ChinaOptions, SeatSettings, total=False):
    """Keywords of ``gym`` for China."""


class ChinaVector(ChinaOptions, VectorSettings, total=False):
    """Keywords of ``vector`` for China."""


class ChinaSeatVector(ChinaOptions, SeatVectorSettings, total=False):
    """Keywords of ``gym_vector`` for China."""


class ForbiddenCitySeats(ForbiddenCityOptions, SeatsSettings, total=False):
    """Keywords of ``aec`` for Forbidden City."""


class ForbiddenCityAllSeats(ForbiddenCityOptions, AllSeatsSettings, total=False):
    """Keywords of ``parallel`` for Forbidden City."""


class ForbiddenCitySeat(ForbiddenCityOptions, SeatSettings, total=False):
    """Keywords of ``gym`` for Forbidden City."""


class ForbiddenCityVector(ForbiddenCityOptions, VectorSettings, total=False):
    """Keywords of ``vector`` for Forbidden City."""


class ForbiddenCitySeatVector(ForbiddenCityOptions, SeatVectorSettings, total=False):
    """Keywords of ``gym_vector`` for Forbidden City."""


class YearOfTheDragonSeats(YearOfTheDragonOptions, SeatsSettings, total=False):
    """Keywords of ``aec`` for In the Year of the Dragon."""


class YearOfTheDragonAllSeats(YearOfTheDragonOptions, AllSeatsSettings, total=False):
    """Keywords of ``parallel`` for In the Year of the Dragon."""


class YearOfTheDragonSeat(YearOfTheDragonOptions, SeatSettings, total=False):
    """Keywords of ``gym`` for In the Year of the Dragon."""


class YearOfTheDragonVector(YearOfTheDragonOptions, VectorSettings, total=False):
    """Keywords of ``vector`` for In the Year of the Dragon."""


class YearOfTheDragonSeatVector(YearOfTheDragonOptions, SeatVectorSettings, total=False):
    """Keywords of ``gym_vector`` for In the Year of the Dragon."""
