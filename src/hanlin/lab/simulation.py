"""``hanlin.simulate``: many games between bots, in one call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Unpack, overload

from hanlin.bots.simulate import Summary
from hanlin.core.errors import HanlinError
from hanlin.core.lib.integers import described, whole
from hanlin.core.position.game import Game
from hanlin.core.position.game import game as find_game
from hanlin.lab import jobs

if TYPE_CHECKING:
    from hanlin.games.catalogue import China, ForbiddenCity, YearOfTheDragon
    from hanlin.games.china.options import ChinaOptions
    from hanlin.games.forbidden_city.options import ForbiddenCityOptions
    from hanlin.games.year_of_the_dragon.options import YearOfTheDragonOptions


@overload
def simulate(
    game: China,
    players: int | None = None,
    games: int = 1000,
    bots: Sequence[str] = ("greedy", "random"),
    *,
    seed: int | str = 1,
    keep_seats: bool = False,
    **options: Unpack[ChinaOptions],
) -> Summary: ...
@overload
def simulate(
    game: ForbiddenCity,
    players: int | None = None,
    games: int = 1000,
    bots: Sequence[str] = ("greedy", "random"),
    *,
    seed: int | str = 1,
    keep_seats: bool = False,
    **options: Unpack[ForbiddenCityOptions],
) -> Summary: ...
@overload
def simulate(
    game: YearOfTheDragon,
    players: int | None = None,
    games: int = 1000,
    bots: Sequence[str] = ("greedy", "random"),
    *,
    seed: int | str = 1,
    keep_seats: bool = False,
    **options: Unpack[YearOfTheDragonOptions],
) -> Summary: ...
@overload
def simulate(
    game: str,
    players: int | None = None,
    games: int = 1000,
    bots: Sequence[str] = ("greedy", "random"),
    *,
    seed: int | str = 1,
    keep_seats: bool = False,
) -> Summary: ...
@overload
def simulate(
    game: Game,
    players: int | None = None,
    games: int = 1000,
    bots: Sequence[str] = ("greedy", "random"),
    *,
    seed: int | str = 1,
    keep_seats: bool = False,
    **options: Any,
) -> Summary: ...
def simulate(
    game: str | Game,
    players: int | None = None,
    games: int = 1000,
    bots: Sequence[str] = ("greedy", "random"),
    *,
    seed: int | str = 1,
    keep_seats: bool = False,
    **options: Any,
) -> Summary:
    """Play ``games`` games between ``bots`` on all cores of this process; return wins, points and actions by bot and by seat.

    ``bots`` are names as for ``hanlin.bots.bot``, at most as many as ``players`` (default: the fewest of the game); they change
    seats from game to game unless ``keep_seats``. Equal seeds give equal results, except for bots with a time limit.
    ``options`` are those of the game. HanlinError for unknown names and for values that do not fit.

    >>> import hanlin
    >>> hanlin.simulate("china", players=3, games=20, seed=7).games
    20
    """
    number = whole(games)
    if number is None or number < 1:
        raise HanlinError(f"The number of games must be a whole number from 1, not {described(games)}.")
    of = find_game(game)
    seats = min(of.players) if players is None else players
    job = jobs.Simulation(
        game=of.name, players=seats, games=number, bots=tuple(bots), seed=str(seed), options=options, keep_seats=keep_seats
    )
    return jobs.simulate(job, threads=True)
