"""Single decisions that are mistakes by the rules of a game, and games in which one of them was planted, for tests of reviews.

No judge of Hanlin says what a mistake is: each kind is a predicate of the rules (no harvest before a drought, a palace where
the majority is lost, a room closed for somebody else). What it costs is measured by games played on from both positions.
Neither looks at a review: ``python -m helpers.rule_mistakes FOLDER GAME PLAYERS FIRST_SEED GAMES`` keeps each game it finds.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

import hanlin
from hanlin.bots.levels import best_setup
from hanlin.bots.search import Budget, Searcher
from hanlin.core.jit.bits import count
from hanlin.core.jit.rng import below, seeded
from hanlin.core.position.position import Position
from hanlin.games.china import pieces as china
from hanlin.games.forbidden_city import choices as city
from hanlin.games.forbidden_city.rooms import CLOSED, advisors_in, room_of, tiles_in
from hanlin.games.forbidden_city.rules import play as play_tile
from hanlin.games.forbidden_city.scoring import ranking, value_of
from hanlin.games.year_of_the_dragon import codes
from hanlin.games.year_of_the_dragon import pieces as dragon
from hanlin.games.year_of_the_dragon.evaluation import inhabited
from hanlin.games.year_of_the_dragon.neglect import brings_healers, brings_money, brings_rice
from hanlin.games.year_of_the_dragon.state import RELEASE

ITERATIONS = 60
"""Iterations for each decision of all games."""
SCREENED, BLOCK, CONFIRMED = 8, 15, 60
"""Games from each of two positions: to see whether a mistake may be costly, and, all of them new, to measure its cost, by
blocks: the last ones are left out where the first ones are clear."""
SCREENING, COSTLY = 0.25, 0.10
"""Shares of the win that it must cost in these."""
TRIES, LOOKED_AT = 6, 12
"""Mistakes that are tried in one game, from at most so many random decisions of one seat (all, where looking is quick)."""

Mistakes = dict[str, list[int]]
"""The legal actions that are mistakes, by kind."""


# -- In the Year of the Dragon ----------------------------------------------------------------------------------------------


def dragon_mistakes(s: Any, seat: int, legal: list[int]) -> Mistakes:
    """Unprepared for the event of this month or the next, or scoring persons released, or a card spent for nothing."""
    month, verbs = int(s.month), {code >> codes.VERB_SHIFT for code in legal}
    soon = s.events[month - 1 : month + 1].tolist() if month else []
    found: Mistakes = {}
    if codes.ACT in verbs:
        if dragon.DROUGHT in soon and int(inhabited(s, seat)) - int(s.rice[seat]) >= 2:
            found["no rice before a drought"] = _without(s, legal, brings_rice)
        if dragon.IMPERIAL_TRIBUTE in soon and int(s.yuan[seat]) <= 2:
            found["no money before a tribute"] = _without(s, legal, brings_money)
    if codes.HIRE in verbs:
        if dragon.CONTAGION in soon and int(s.symbols[seat, dragon.HEALER]) < dragon.CONTAGION_VICTIMS:
            found["no healer before a contagion"] = _without(s, legal, brings_healers)
        found["card spent for nothing"] = [code for code in legal if code >> codes.VERB_SHIFT == codes.SPEND]
    if int(s.step) == RELEASE:
        scoring = [code for code in legal if _released(code) in (dragon.COURT_LADY, dragon.MONK)]
        found["scoring person released"] = scoring if len(scoring) < len(legal) else []
    return found


def _without(s: Any, legal: list[int], brings: Callable[[Any, int], bool]) -> list[int]:
    """The other actions, where there is one that brings it."""
    others = [code for code in legal if not brings(s, code)]
    return others if len(others) < len(legal) else []


def _released(code: int) -> int:
    return int(dragon.TYPE_OF_KIND[(code & codes.ARGUMENT_MASK) % 16])


# -- China --------------------------------------------------------------------------------------------------------------------


def china_mistakes(s: Any, seat: int, legal: list[int]) -> Mistakes:
    """Pieces where the majority is lost, a majority left that could be taken, a turn given away while one was open."""
    regions = {code: _region(code) for code in legal}
    palaces = [code for code in legal if code < china.PLACE_EMISSARY]
    lost = {region for region in range(china.REGIONS) if _is_lost(s, seat, region)}
    open_to_it = {regions[code] for code in palaces} - lost
    taken = {region for region in open_to_it if _takes(s, seat, region)}
    if not open_to_it:
        return {}
    found: Mistakes = {
        "palace where the majority is lost": [code for code in palaces if regions[code] in lost],
        "emissary where the majority is lost": [
            code for code in legal if china.PLACE_EMISSARY <= code < china.PLACE_FORTRESS and regions[code] in lost
        ],
    }
    if taken:
        found["majority left to others"] = [code for code in legal if regions[code] not in taken]
        found["second palace left out"] = [code for code in legal if code == china.DONE]
        found["card exchanged"] = [code for code in legal if china.EXCHANGE <= code < china.TAKE]
    return found


def _region(code: int) -> int:
    """The region of a piece, -1 without one."""
    if code < china.PLACE_EMISSARY:
        return (code - china.PLACE_PALACE) // 5 // china.MOST_SPACES
    if code < china.PLACE_FORTRESS:
        return (code - china.PLACE_EMISSARY) // 5
    return (code - china.PLACE_FORTRESS) // 5 // china.MOST_SPACES if code < china.EXCHANGE else -1


def _counts(s: Any, seat: int, region: int) -> tuple[int, int, int]:
    """A seat's palaces in a region, the most of another seat, and the free spaces."""
    counts = [int(count(s.palaces[other, region])) for other in range(int(s.players))]
    return counts[seat], max(number for other, number in enumerate(counts) if other != seat), int(count(s.free[region]))


def _is_lost(s: Any, seat: int, region: int) -> bool:
    own, most, free = _counts(s, seat, region)
    return own + free < most


def _takes(s: Any, seat: int, region: int) -> bool:
    """True where a palace takes or shares the majority of a region that two palaces fill."""
    own, most, free = _counts(s, seat, region)
    return most > 0 and own <= most <= own + 1 and free <= 2


# -- Forbidden City ------------------------------------------------------------------------------------------------------------


def city_mistakes(s: Any, seat: int, legal: list[int]) -> Mistakes:
    """Rooms closed or enlarged for another seat, an own room closed tiny, a valuable one left open that could be closed."""
    found: Mistakes = {"closed for another": [], "enlarged for another": [], "own room closed tiny": []}
    closing, before = [], _prospects(s)
    for code in legal:
        if code >= city.UNFIT_CODE:
            return {}
        states = np.zeros(1, s.dtype)
        states[0] = s
        play_tile(states[0], code)
        after = states[0]
        paid = [int(after.points[n]) - int(s.points[n]) for n in range(int(s.players))]
        theirs, prospects = max(n for other, n in enumerate(paid) if other != seat), _prospects(after)
        if paid[seat] - theirs >= 8:
            closing.append(code)
        if theirs - paid[seat] >= 4:
            found["closed for another"].append(code)
        elif 0 < paid[seat] <= 3 and theirs == 0:
            found["own room closed tiny"].append(code)
        grown = max(prospects[other] - before[other] for other in range(int(s.players)) if other != seat)
        if not any(paid) and grown >= 4 and prospects[seat] <= before[seat]:
            found["enlarged for another"].append(code)
    if closing:
        found["large room left open"] = [code for code in legal if code not in closing]
    return found


def _prospects(s: Any) -> list[int]:
    """For each seat the value of the open rooms of at least two tiles in which it alone has the most advisors."""
    found = [0] * int(s.players)
    for root in range(int(s.parts)):
        sums = int(s.room[root])
        if int(room_of(s, root)) != root or not sums or sums & CLOSED or int(tiles_in(sums)) < 2:
            continue
        most, _second, with_most, _with_second = ranking(sums)
        if most and with_most == 1:
            leader = next(seat for seat in range(4) if int(advisors_in(sums, seat)) == most)
            found[leader] += int(value_of(s, root))
    return found


MISTAKES: dict[str, Callable[[Any, int, list[int]], Mistakes]] = {
    "china": china_mistakes,
    "forbidden_city": city_mistakes,
    "year_of_the_dragon": dragon_mistakes,
}


# -- planting ------------------------------------------------------------------------------------------------------------------


@dataclass
class Mistake:
    """A planted decision. ``cost``: the share of the win that it cost in games played on, with its standard error."""

    game: str
    players: int
    seed: int
    kind: str
    seat: int
    ply: int
    action: str
    instead_of: str
    cost: float
    error: float

    @property
    def name(self) -> str:
        """The name of its file."""
        return f"{self.game}_{self.players}_{self.seed}"


class Planter:
    """Plays games of one kind and plants mistakes in them. ``seed``: gives the deal, the seat, and what is tried in which
    order."""

    def __init__(self, game: str, players: int) -> None:
        self._game, self._players = hanlin.game(game), players
        how, net = best_setup(self._game, players)
        self._searcher = Searcher(self._game, how, True, net=net)

    def plant(self, seed: int) -> tuple[Mistake, Position] | None:
        """The first mistake tried that is costly, with the whole game; None where there is none."""
        start = self._game.start(self._players).settle(seeded("deal", seed))
        base = self.played_on(start.copy(), ("game", seed))
        for kind, seat, ply, code in self._tried(base, seed):
            position, played = base.at(ply), base.moves[ply][1]
            usual = position.code(played)
            screened = self._costs(position, usual, code, range(SCREENED), seed)
            if np.mean(screened) < SCREENING:
                continue
            cost, error = self._measured(position, usual, code, seed)
            if cost < COSTLY:
                continue
            action = position.game.text(position.state, code)
            found = Mistake(
                self._game.name, self._players, seed, kind, seat, ply, action, played, round(cost, 3), round(error, 3)
            )
            return found, self.played_on(position.copy().apply(code), ("game", seed))
        return None

    def _tried(self, base: Position, seed: int) -> Iterator[tuple[str, int, int, int]]:
        """Kind, seat, ply and code of mistakes at random decisions of one seat: a kind is drawn, then one of its plies."""
        rng = seeded("tried", seed)
        seat = int(below(rng, self._players))
        found = self._mistakes(base, seat, rng)
        for _ in range(min(TRIES, sum(map(len, found.values())))):
            kind = _drawn(sorted(kind for kind, left in found.items() if left), rng)
            ply, wrong = _drawn(found[kind], rng)
            found[kind].remove((ply, wrong))
            yield kind, seat, ply, _drawn(wrong, rng)

    def _mistakes(self, base: Position, seat: int, rng: Any) -> dict[str, list[tuple[int, list[int]]]]:
        """By kind the plies at which a seat avoided a mistake, each with the actions that are one."""
        found: dict[str, list[tuple[int, list[int]]]] = {}
        plies = [ply for ply, (actor, _text) in enumerate(base.moves) if actor == seat and len(base.at(ply).legal_codes) > 1]
        while self._game.name == "forbidden_city" and len(plies) > LOOKED_AT:
            plies.remove(_drawn(plies, rng))
        for ply in plies:
            position = base.at(ply)
            usual = position.code(base.moves[ply][1])
            for kind, wrong in MISTAKES[self._game.name](
                position.state, seat, [int(code) for code in position.legal_codes]
            ).items():
                if wrong and usual not in wrong:
                    found.setdefault(kind, []).append((ply, wrong))
        return found

    def _measured(self, position: Position, usual: int, code: int, seed: int) -> tuple[float, float]:
        """What an action costs, and the standard error of that."""
        costs: list[float] = []
        cost = error = 0.0
        while len(costs) < CONFIRMED:
            first = SCREENED + len(costs)
            costs += self._costs(position, usual, code, range(first, first + BLOCK), seed)
            cost, error = float(np.mean(costs)), float(np.std(costs) / len(costs) ** 0.5)
            if cost + error < COSTLY or cost - 2 * error > COSTLY:
                break
        return cost, error

    def _costs(self, position: Position, usual: int, code: int, numbers: range, seed: int) -> list[float]:
        """What an action costs its seat against the usual one, in pairs of games played on with the same luck."""
        seat, seeds = position.actor, [("on", seed, position.ply, n) for n in numbers]
        one, two = (
            [self._share(self.played_on(position.copy().apply(each), of), seat) for of in seeds] for each in (usual, code)
        )
        return [with_usual - with_mistake for with_usual, with_mistake in zip(one, two, strict=True)]

    @staticmethod
    def _share(end: Position, seat: int) -> float:
        return (seat in end.winners) / len(end.winners)

    def played_on(self, position: Position, seed: tuple[object, ...]) -> Position:
        """Play to the end with all seats at the same strength."""
        budget = Budget(iterations=ITERATIONS)
        position.settle(seeded("luck", *seed, position.ply))
        while not position.over:
            seat, legal = position.actor, position.legal_codes
            code = int(legal[0])
            if len(legal) > 1:
                code = self._searcher.think(position.seen_by(seat).state, seat, budget, ("plays", *seed, position.ply)).code
            position.apply(code)
            position.settle(seeded("luck", *seed, position.ply))
        return position


def _drawn(of: list[Any], rng: Any) -> Any:
    return of[int(below(rng, len(of)))]


def main() -> None:
    """Write records, and what was planted, to a folder."""
    folder, game, players, first, wanted = Path(sys.argv[1]), sys.argv[2], *map(int, sys.argv[3:6])
    planter, found, seed = Planter(game, players), 0, first
    while found < wanted:
        planted = planter.plant(seed)
        seed += 1
        if planted is None:
            continue
        mistake, end = planted
        (folder / f"{mistake.name}.hanlin").write_text(end.record(), "utf-8")
        (folder / f"{mistake.name}.json").write_text(json.dumps(asdict(mistake)), "utf-8")
        found += 1
        print(mistake, flush=True)


if __name__ == "__main__":
    main()
