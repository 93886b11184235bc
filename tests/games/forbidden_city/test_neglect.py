"""Bad habits and known dangers of Forbidden City."""

from __future__ import annotations

import hanlin
from hanlin.core.jit.rng import seeded
from hanlin.core.verbs import generic
from hanlin.games.forbidden_city import neglect
from hanlin.games.forbidden_city.neglect import FEW_EDGES, NEGLECTS, dangers
from hanlin.games.forbidden_city.snapshot import open_rooms

GAME = hanlin.game("forbidden_city")


def positions(number: int):
    """The positions of a game at random."""
    rng = seeded("neglect", number)
    position = GAME.start(3).settle(rng)
    while not position.over:
        yield position
        position.apply(int(generic.choose(position.state, rng))).settle(rng)


def test_a_seat_that_collects_nothing_closes_no_room_of_its_own():
    collected = 0
    for position in list(map(hanlin.Position.copy, positions(1)))[::6]:
        before = position.scores[position.actor]
        for code in list(map(int, position.legal_codes))[:12]:
            gains = position.copy().apply(code).scores[position.actor] > before
            assert NEGLECTS["no-closing"](position.state, code) == gains
            collected += gains
    assert collected > 0


def test_only_tiles_with_advisors_or_joined_rooms_contest():
    contested = 0
    for position in list(map(hanlin.Position.copy, positions(2)))[::6]:
        for code in list(map(int, position.legal_codes))[:12]:
            contested += NEGLECTS["no-contest"](position.state, code)
        assert not NEGLECTS["no-contest"](position.state, GAME.parse(position.state, "pass"))
    assert contested > 0


def test_a_room_that_would_pay_another_seat_more_is_a_danger(monkeypatch):
    monkeypatch.setattr(neglect, "LARGE", 3)  # Rooms of random games are small.
    found = 0
    for position in positions(3):
        rooms = open_rooms(position.state)
        for seat in range(3):
            behind = [
                room
                for room in rooms
                if room.open_edges <= FEW_EDGES
                and 0 < room.advisors[seat] < max(room.advisors[other] for other in range(3) if other != seat)
                and room.value >= 3
            ]
            assert dangers(position.state, seat) == (("room",) if behind else ())
            found += bool(behind)
    assert found > 0
