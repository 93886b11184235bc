"""Every refusal is true: for random positions and every action text of the game, the reason is held against the state."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

import pytest

from forbidden_city.faces_games import TABLES, decisions, games, plies, tiles_of
from forbidden_city.oracle import Laid, Palace, lay
from forbidden_city.palaces import Table, face
from hanlin.core.jit.rng import below, seeded
from hanlin.core.position.position import Position
from hanlin.core.verbs.generic import CHANCE
from hanlin.games.forbidden_city import GAME, notation, words
from hanlin.games.forbidden_city.choices import DRAW_CODE, SHOW_CODE
from hanlin.games.forbidden_city.pieces import FLOORS, REDRAW, REFILL, SET_UP, SHOW
from hanlin.games.forbidden_city.state import FARTHEST, place_of

SIDES = {"Above": 0, "On the right": 1, "Below": 2, "On the left": 3}
TURNS = {"not turned at all": 0, "turned once": 1, "turned twice": 2, "turned three times": 3}


class Asked:
    """The facts behind the reasons, computed from the tiles on the table without Hanlin's own code."""

    def __init__(self, position: Position) -> None:
        self.s = s = position.state
        self.seat = int(s.seat)
        self.kind = int(s.hand[self.seat])
        self.kinds = tiles_of(position).kinds
        self.palace = Palace(tiles_of(position), position.players, position.options["side"])
        self.tiles: set[tuple[int, int]] = set()
        for space, tile, seat in zip(s.placed_space, s.placed_tile, s.placed_seat, strict=True):
            if len(self.tiles) < s.placed:
                place = place_of(space)
                self.palace.at[place] = lay(self.kinds[tile // 4].face, tile % 4, int(seat))
                self.tiles.add(place)
        self.legal = set(position.legal)
        self.fits = any(text.startswith("place") for text in self.legal)

    def about(self, action: str) -> Asked:
        self.verb, *rest = action.split()
        if self.verb == "place":
            x, y = rest[0].split(",")
            self.place, self.rotation = (int(x), int(y)), int(rest[1])
        return self

    def tile(self, rotation: int) -> Laid:
        return lay(self.kinds[self.kind].face, rotation, self.seat)

    @property
    def free(self) -> bool:
        around = (beyond for _side, beyond in self.palace.next_to(*self.place))
        return self.place not in self.palace.at and any(beyond in self.palace.at for beyond in around)

    def clashes(self, side: int, floor: str, other: str) -> bool:
        """True if at that side of the tile as it is turned two floors meet that differ, without a wall (F2.2)."""
        tile, there = self.tile(self.rotation), self.palace.at.get(dict(self.palace.next_to(*self.place))[side])
        if there is None or tile.walls[side] or there.walls[(side + 2) % 4]:
            return False
        floors = tile.floors[tile.owner[side]], there.floors[there.owner[(side + 2) % 4]]
        return floor != other and floors == (FLOORS.index(floor), FLOORS.index(other))

    def same_look(self, rotation: int) -> bool:
        """True if the tile looks the same in that rotation, and fits."""
        look = self.kinds[self.kind].face.look
        text = f"place {self.place[0]},{self.place[1]} {rotation}"
        return rotation < self.rotation and look(rotation) == look(self.rotation) and text in self.legal

    @property
    def untried(self) -> bool:
        """True if the stack holds a tile not yet shown in this turn (F2.4)."""
        return int(self.s.stack[self.seat]).bit_count() + self.s.unders[self.seat] > self.s.tries


Check = Callable[[Asked, str, "re.Match[str]"], bool]

QUESTION = r"(Place your tile\.|Your tile can't be placed: reveal it\.)"


def question_is(asked: Asked, text: str) -> bool:
    return (text == "Place your tile.") == asked.fits


REASONS: list[tuple[str, Check]] = [
    (
        rf"Tiles are drawn automatically\. {QUESTION}",
        lambda t, rule, m: rule == "F2.3" and t.verb == "draw" and question_is(t, m[1]),
    ),
    (
        rf"Leftover tiles are revealed when the game ends\. {QUESTION}",
        lambda t, rule, m: rule == "F6.1" and t.verb == "show" and question_is(t, m[1]),
    ),
    (
        r"Your tile can be placed: place it\.",
        lambda t, rule, m: rule == "F2.4" and t.verb in ("unfit", "pass") and t.fits,
    ),
    (
        r"There are tiles in your stack that you have not tried this turn: reveal this one and draw another\.",
        lambda t, rule, m: rule == "F2.4" and t.verb == "pass" and not t.fits and t.untried,
    ),
    (
        r"None of your tiles can be placed: reveal this one and pass\.",
        lambda t, rule, m: rule == "F2.4" and t.verb == "unfit" and not t.fits and not t.untried,
    ),
    (r"There is already a tile there\.", lambda t, rule, m: rule == "F2.1" and t.place in t.tiles),
    (r"The start tile is there\.", lambda t, rule, m: rule == "F2.1" and max(map(abs, t.place)) <= 1),
    (
        r"The tile must share an edge with a tile of the palace\.",
        lambda t, rule, m: rule == "F2.1" and t.place not in t.palace.at and not t.free,
    ),
    (
        r"(Above|On the right|Below|On the left), (\w+) would touch (\w+) without a wall between them\.",
        lambda t, rule, m: rule == "F2.2" and t.free and t.clashes(SIDES[m[1]], m[2], m[3]),
    ),
    (
        r"Turned like this, the tile looks the same as (.+): use that\.",
        lambda t, rule, m: rule == "F2.5" and t.free and t.same_look(TURNS[m[1]]),
    ),
]


@cache
def reason_of(text: str) -> tuple[str, Check, re.Match[str]]:
    """The one reason that this text gives."""
    found = [(pattern, check, match) for pattern, check in REASONS if (match := re.fullmatch(pattern, text))]
    assert len(found) == 1, text
    return found[0]


def refused(position: Position, actions: Iterator[str]) -> set[str]:
    """Hold every refusal of these actions against the state; returns the patterns of those met."""
    met = set()
    asked, view = Asked(position), position.seen_by(position.actor)
    for action in actions:
        if action not in asked.legal:
            why = words.why_not(view, action)
            pattern, check, match = reason_of(why.text)
            assert check(asked.about(action), why.rule, match), (action, why)
            met.add(pattern)
    return met


def actions_far_away(position: Position) -> Iterator[str]:
    """Placements all over the table, as far as the notation goes: a third of the spaces, in one rotation each."""
    places = range(-FARTHEST, FARTHEST + 1)
    yield from (f"place {x},{y} {(x + 7 * y) % 4}" for y in places for x in places if (x + y) % 3 == 0)


def actions_nearby(position: Position) -> Iterator[str]:
    """All texts of actions of a table, of the placements those on the palace and up to two spaces from it."""
    placed = [place_of(space) for space in position.state.placed_space[: int(position.state.placed)]]
    xs, ys = ([0, *(place[axis] for place in placed)] for axis in (0, 1))
    yield from other_actions(position)
    for y in range(min(ys) - 3, max(ys) + 4):
        for x in range(min(xs) - 3, max(xs) + 4):
            yield from (f"place {x},{y} {rotation}" for rotation in range(4))


def other_actions(position: Position) -> Iterator[str]:
    """All texts of actions of a table but for placements."""
    yield from ("unfit", "pass")
    for first in (DRAW_CODE, SHOW_CODE):
        for seat in range(4):
            for kind in range(int(position.state.kinds)):
                yield notation.text(position.state, first + 32 * seat + kind)


@pytest.mark.rule("F2.1", "F2.2", "F2.4", "F2.5")
def test_every_reason_is_true_and_cites_its_rule():
    met = set().union(*(refused(position, actions_nearby(position)) for position in decisions()[::3]))
    assert met == {pattern for pattern, _check in REASONS}


def test_every_reason_is_true_far_away_from_the_palace():
    assert len(refused(decisions()[20], actions_far_away(decisions()[20]))) >= 3


@pytest.mark.parametrize("seed", range(3))
def test_every_reason_is_true_in_random_games(seed):
    rng = seeded("refusals", seed)
    for table in TABLES:
        for before, _action, _told, _after in plies(40 + seed, **table):
            if before.actor >= 0 and below(rng, 25) == 0:
                refused(before, actions_nearby(before))


@pytest.mark.rule("F2.5")
def test_a_rotation_equal_to_another_is_refused_by_its_rule():
    table = Table()
    table.hold(0, face("green", "wowo"))
    position = Position(GAME, table.states, {"side": "gardens", "tiles": None})
    why = words.why_not(position, "place 0,-2 2")
    assert (why.text, why.rule) == ("Turned like this, the tile looks the same as not turned at all: use that.", "F2.5")
    table.hold(0, face("pink", "wowo"))
    position = Position(GAME, table.states, {"side": "gardens", "tiles": None})
    assert words.why_not(position, "place -2,0 2").rule == "F2.2", "no other rotation to choose: the edge is the reason"


def test_chance_the_end_and_other_seats_are_named():
    rules = {}
    for game in games():
        for before, action, _told in game:
            if before.actor == CHANCE:
                why = words.why_not(before.seen_by(0), action)
                assert why.text.startswith("Please wait: ")
                rules.setdefault(int(before.state.phase), set()).add(why.rule)
    assert rules == {SET_UP: {"F1.1"}, REFILL: {"F2.3"}, REDRAW: {"F2.4"}, SHOW: {"F6.1"}}
    over = games()[0][-1][0].copy().settle(1)
    assert words.why_not(over, "pass").text == "The game is over."
    position = decisions()[0]
    why = words.why_not(position.seen_by(-1), position.legal[0])
    assert (why.text, why.rule) == (f"It's {words.names.seat_name(position.actor)}'s turn.", "F1.2")
