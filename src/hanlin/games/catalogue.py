"""The installed games, and one of them by its name; of Hanlin's own games a checker knows the options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, overload

from hanlin.core.position.game import Game, games
from hanlin.core.position.game import game as find_game

if TYPE_CHECKING:
    from hanlin.games.china.options import ChinaGame
    from hanlin.games.forbidden_city.options import ForbiddenCityGame
    from hanlin.games.year_of_the_dragon.options import YearOfTheDragonGame

__all__ = ["catalogue", "game"]

China = Literal["china"]
"""The name of China; it and the next two choose the options that a checker expects."""
ForbiddenCity = Literal["forbidden_city", "forbidden-city"]
YearOfTheDragon = Literal["year_of_the_dragon", "year-of-the-dragon"]


def catalogue() -> dict[str, Game]:
    """All games that are installed, by name, plug-ins included.

    >>> import hanlin
    >>> hanlin.catalogue()["china"].players
    (3, 4, 5)
    """
    return games()


@overload
def game(name: China) -> ChinaGame: ...
@overload
def game(name: ForbiddenCity) -> ForbiddenCityGame: ...
@overload
def game(name: YearOfTheDragon) -> YearOfTheDragonGame: ...
@overload
def game(name: str | Game) -> Game: ...
def game(name: str | Game) -> Game:
    """The game of that name (``-`` and ``_`` are alike), or the given game; UnknownGame with the list of names otherwise."""
    return find_game(name)
