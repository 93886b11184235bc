"""The types of options and settings agree with what the games and the environments declare."""

from __future__ import annotations

import inspect
from os import PathLike
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

import hanlin
from hanlin.core.verbs.options import Option
from hanlin.envs import keywords
from hanlin.envs.forms import FORMS
from hanlin.envs.gymnasium import SeatEnv
from hanlin.envs.gymnasium_vector import SeatVectorEnv
from hanlin.envs.pettingzoo import AllSeatsEnv, SeatsEnv
from hanlin.envs.pictures import RENDER_MODES
from hanlin.envs.rewards import REWARDS
from hanlin.envs.vector_games import VectorGames
from hanlin.games.china.options import ChinaOptions
from hanlin.games.forbidden_city.options import ForbiddenCityOptions
from hanlin.games.year_of_the_dragon.options import YearOfTheDragonOptions

OPTIONS = {"china": ChinaOptions, "forbidden_city": ForbiddenCityOptions, "year_of_the_dragon": YearOfTheDragonOptions}
PREFIXES = {"china": "China", "forbidden_city": "ForbiddenCity", "year_of_the_dragon": "YearOfTheDragon"}
SETTINGS = {
    "Seats": [SeatsEnv],
    "AllSeats": [SeatsEnv, AllSeatsEnv],
    "Seat": [SeatEnv],
    "Vector": [VectorGames],
    "SeatVector": [SeatVectorEnv],
}


def allowed(option: Option) -> set[Any]:
    """What a checker should let an option be: literals, or types."""
    given: set[Any] = {bool} if option.is_switch else {str, PathLike[str]} if option.file else set(option.choices)
    return given | ({NoneType} if option.default is None else set())


def declared(hint: Any) -> set[Any]:
    """The parts of a union, with the values of literals; a number stands for its text, as options take either."""
    parts = [hint] if get_origin(hint) is Literal or not get_args(hint) else get_args(hint)
    return {str(value) for part in parts if get_origin(part) is Literal for value in get_args(part)} | {
        part for part in parts if get_origin(part) is not Literal
    }


@pytest.mark.parametrize("name", OPTIONS)
def test_types_of_options_are_what_the_game_declares(name: str) -> None:
    hints = get_type_hints(OPTIONS[name])
    options = {option.name: option for option in hanlin.game(name).every_option}
    assert list(hints) == list(options)
    assert {key: declared(hint) for key, hint in hints.items()} == {key: allowed(option) for key, option in options.items()}
    assert not OPTIONS[name].__required_keys__


@pytest.mark.parametrize("kind", SETTINGS)
def test_types_of_settings_are_what_the_environment_takes(kind: str) -> None:
    own = getattr(keywords, f"{kind}Settings")
    parameters = {
        parameter.name: parameter
        for made in SETTINGS[kind]
        for parameter in inspect.signature(made).parameters.values()
        if parameter.kind is parameter.KEYWORD_ONLY
    }
    assert set(get_type_hints(own)) == set(parameters)
    needed = {name for name, parameter in parameters.items() if parameter.default is parameter.empty}
    assert own.__required_keys__ == needed
    for name, options in OPTIONS.items():
        both = getattr(keywords, f"{PREFIXES[name]}{kind}")
        assert get_type_hints(both) == {**get_type_hints(own), **get_type_hints(options)}


def test_names_of_rewards_and_pictures_are_all_typed() -> None:
    assert set(get_args(keywords.Reward)) == set(REWARDS)
    assert set(get_args(keywords.Observation)) == set(FORMS)
    assert set(get_args(keywords.RenderMode)) == set(RENDER_MODES)


def test_a_game_stands_for_its_name() -> None:
    china = hanlin.game("china")
    assert hanlin.game(china) is china is hanlin.catalogue()["china"]
    assert hanlin.envs.aec(china, players=3, fortresses=True).game.start == china.start(3, fortresses=True)
    first, second = (hanlin.simulate(game, games=3, bots=["random"]) for game in (china, "china"))
    assert first.as_json() == second.as_json()
