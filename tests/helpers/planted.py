"""Games in which one seat errs in a known way, for tests of reviews: ``python -m helpers.planted FOLDER`` makes them.

All seats play a level; the seat that errs leaves out what its mistake forbids, or plays its worst action in one round.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import hanlin
from hanlin.bots.bot import bot
from hanlin.bots.hints import side_by_side
from hanlin.core.jit.rng import seeded
from hanlin.core.position.position import Position
from hanlin.games.year_of_the_dragon import pieces as p

LEVEL, SECONDS = "strong", 0.02
MONTHS_BEFORE = 3
BREADTH = 48
"""The most actions that are compared."""

Forbids = Callable[[Position, int, str], bool]
"""True for an action that a mistake forbids a seat."""


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


def is_near(position: Position, event: int) -> bool:
    """True if an event comes this month or in the next ones."""
    month = int(position.state.month)
    return month > 0 and event in position.state.events[month - 1 : month + MONTHS_BEFORE].tolist()


def drought(position: Position, seat: int, action: str) -> bool:
    """No harvest before a drought."""
    return action.endswith(" harvest") and is_near(position, p.DROUGHT)


def tribute(position: Position, seat: int, action: str) -> bool:
    """No taxes before a tribute, and no passing for three yuan."""
    return (action.endswith(" taxes") or action == "pass") and is_near(position, p.IMPERIAL_TRIBUTE)


ROUND_OF_BLUNDER = {"china": 5, "forbidden_city": 8}


def is_blunder(planted: Planted, position: Position) -> bool:
    """True in the one round in which the seat plays the worst action on purpose."""
    turns = sum(actor == 0 and (n == 0 or before != 0) for n, (before, actor) in enumerate(_turns(position)))
    return turns == ROUND_OF_BLUNDER[planted.game]


def _turns(position: Position) -> list[tuple[int, int]]:
    actors = [actor for actor, _text in position.moves if actor >= 0] + [position.actor]
    return list(zip([-1, *actors], actors, strict=False))


FORBIDS: dict[str, Forbids] = {"drought": drought, "tribute": tribute}


def played(planted: Planted) -> Position:
    """The whole game."""
    position = hanlin.game(planted.game).start(planted.players).settle(seeded("deal", planted.seed))
    level = bot(LEVEL, fast=True, seconds=SECONDS)
    while not position.over:
        seat = position.actor
        action = mistake(planted, position) if seat == 0 else None
        position.play(action or level.choose(position.seen_by(seat), seeded("bot", planted.seed, position.ply)))
        position.settle(seeded("luck", planted.seed, position.ply))
    return position


def mistake(planted: Planted, position: Position) -> str | None:
    """The action that the mistake makes the seat play; None where it plays as the level does."""
    legal = position.legal[:BREADTH]
    if len(legal) < 2 or planted.kind == "clean":
        return None
    forbids = FORBIDS.get(planted.kind)
    if forbids is None:
        return _by_result(position, legal, min) if is_blunder(planted, position) else None
    allowed = [action for action in legal if not forbids(position, 0, action)]
    return _by_result(position, allowed, max) if 0 < len(allowed) < len(legal) else None


def _by_result(position: Position, actions: list[str], choose: Callable[..., str]) -> str:
    shares = side_by_side(position.seen_by(0), [position.code(action) for action in actions], 24, ("planted", position.ply))
    results = dict(zip(actions, (of[0] for of in shares), strict=True))
    return choose(actions, key=results.__getitem__)


ALL = [
    *(Planted("drought", "year_of_the_dragon", 2 + seed % 3, seed) for seed in range(6)),
    *(Planted("tribute", "year_of_the_dragon", 2 + seed % 3, seed) for seed in range(4)),
    *(Planted("blunder", "china", 3 + seed % 2, seed) for seed in range(5)),
    *(Planted("blunder", "forbidden_city", 2 + seed % 3, seed) for seed in (1, 2, 3, 4, 6)),
    *(Planted("clean", "year_of_the_dragon", 2 + seed % 3, seed) for seed in range(6)),
    *(Planted("clean", "china", 3 + seed % 2, seed) for seed in range(3)),
    *(Planted("clean", "forbidden_city", 2 + seed % 2, seed) for seed in range(3)),
]


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
