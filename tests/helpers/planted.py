"""Games in which one seat errs in a known way, for tests of reviews: ``python -m helpers.planted FOLDER`` makes them.

All seats play a level. The seat that errs has a bad habit (``neglect.py`` of its game) when it matters, or plays its worst
action in one round.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import hanlin
from hanlin.bots.hints import side_by_side
from hanlin.bots.levels import best_setup
from hanlin.bots.search import Budget, Searcher
from hanlin.core.jit.rng import seeded
from hanlin.core.position.position import Position
from hanlin.games.china.neglect import answers, takes_majority
from hanlin.games.forbidden_city.neglect import collects, contests
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.neglect import brings_money, brings_rice

ITERATIONS = {"planted": 200, "clean": 1500}
"""Iterations for each decision; clean games are played with more care."""
FIRST_MONTH, MONTHS_BEFORE = 5, 3
BREADTH = 48
"""The most actions that are compared."""
ROUND_OF_BLUNDER = {"china": 5, "forbidden_city": 8, "year_of_the_dragon": 0}

Forbids = Callable[[Any, int], bool]
"""True for an action (a code in a state) that a mistake forbids a seat."""


@dataclass(frozen=True)
class Planted:
    """A game with a mistake of seat 0; ``kind``: what it is, or "clean"."""

    kind: str
    game: str
    players: int
    seed: int

    @property
    def name(self) -> str:
        """The name of its file."""
        return f"{self.kind}_{self.game}_{self.players}_{self.seed}.hanlin"


def is_near(s: Any, event: int) -> bool:
    """True if an event comes this month or in the next ones; not early in the game, which would be lost at once."""
    month = int(s.month)
    return month >= FIRST_MONTH and event in s.events[month - 1 : month + MONTHS_BEFORE].tolist()


def drought(s: Any, code: int) -> bool:
    """No rice before a drought."""
    return is_near(s, p.DROUGHT) and brings_rice(s, code)


def tribute(s: Any, code: int) -> bool:
    """No money before a tribute."""
    return is_near(s, p.IMPERIAL_TRIBUTE) and brings_money(s, code)


def majority(s: Any, code: int) -> bool:
    """No palace that takes, keeps or contests a majority."""
    return takes_majority(s, code) or answers(s, code)


def room(s: Any, code: int) -> bool:
    """No room closed for the seat, none of others contested: large rooms are left to them."""
    return collects(s, code) or contests(s, code)


def is_blunder(planted: Planted, position: Position) -> bool:
    """True in the one round in which the seat plays the worst action on purpose."""
    turns = sum(actor == 0 and (n == 0 or before != 0) for n, (before, actor) in enumerate(_turns(position)))
    return turns == ROUND_OF_BLUNDER[planted.game]


def _turns(position: Position) -> list[tuple[int, int]]:
    actors = [actor for actor, _text in position.moves if actor >= 0] + [position.actor]
    return list(zip([-1, *actors], actors, strict=False))


FORBIDS: dict[str, Forbids] = {"drought": drought, "tribute": tribute, "majority": majority, "room": room}


def played(planted: Planted) -> Position:
    """The whole game."""
    position = hanlin.game(planted.game).start(planted.players).settle(seeded("deal", planted.seed))
    how, net = best_setup(position.game, planted.players)
    searcher = Searcher(position.game, how, True, net=net)
    budget = Budget(iterations=ITERATIONS["clean" if planted.kind == "clean" else "planted"])
    while not position.over:
        seat = position.actor
        code = mistake(planted, position) if seat == 0 else None
        if code is None:
            seen = position.seen_by(seat)
            code = searcher.think(seen.state, seat, budget, ("bot", planted.seed, position.ply)).code
        position.apply(code)
        position.settle(seeded("luck", planted.seed, position.ply))
    return position


def mistake(planted: Planted, position: Position) -> int | None:
    """The action that the mistake makes the seat play; None where it plays as the level does."""
    legal = [int(code) for code in position.legal_codes][:BREADTH]
    if len(legal) < 2 or planted.kind == "clean":
        return None
    if planted.kind == "blunder":
        return _by_result(position, legal, min) if is_blunder(planted, position) else None
    allowed = [code for code in legal if not FORBIDS[planted.kind](position.state, code)]
    return _by_result(position, allowed, max) if 0 < len(allowed) < len(legal) else None


def _by_result(position: Position, codes: list[int], choose: Callable[..., int]) -> int:
    shares = side_by_side(position.seen_by(0), codes, 24, ("planted", position.ply))
    results = dict(zip(codes, (of[0] for of in shares), strict=True))
    return choose(codes, key=results.__getitem__)


def several(kind: str, game: str, *games: tuple[int, int]) -> list[Planted]:
    """Games of a kind; ``games``: pairs of players and seed."""
    return [Planted(kind, game, players, seed) for players, seed in games]


ALL = [
    *several("drought", "year_of_the_dragon", (4, 20), (4, 22), (4, 23), (3, 25)),
    *several("tribute", "year_of_the_dragon", (3, 20), (3, 21), (3, 24), (4, 24)),
    *several("majority", "china", (3, 0), (3, 1), (4, 2), (4, 3)),
    *several("blunder", "china", (3, 0), (4, 1)),
    *several("room", "forbidden_city", (2, 0), (2, 1), (3, 2)),
    *several("blunder", "forbidden_city", (2, 6), (3, 4), (4, 2)),
    *several("clean", "year_of_the_dragon", (2, 0), (2, 3), (3, 1), (3, 4), (4, 2), (4, 5), (5, 6)),
    *several("clean", "china", (3, 0), (3, 2), (3, 4), (4, 1), (4, 3), (5, 5)),
    *several("clean", "forbidden_city", (2, 0), (2, 2), (2, 4), (3, 1), (3, 3), (4, 5), (4, 7)),
]
"""Those with a neglected event are games in which it took three persons or more from a seat that was still in the race."""


def main() -> None:
    """Write the records to a folder."""
    folder = Path(sys.argv[1])
    for planted in ALL:
        file = folder / planted.name
        if not file.exists():
            file.write_text(played(planted).record(), "utf-8")
            print(planted.name, flush=True)


if __name__ == "__main__":
    main()
