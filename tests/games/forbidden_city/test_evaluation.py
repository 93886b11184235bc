"""The evaluation that bots use, and that the shipped set plays well with it (F7.5)."""

from __future__ import annotations

import numpy as np
import pytest

from forbidden_city.palaces import BLUE, PURPLE, RED, YELLOW, Table, face, play_one, random_position
from hanlin.bots.simulate import play_game
from hanlin.core.jit.compiled import PLAIN, entry
from hanlin.core.jit.rng import seeded
from hanlin.core.verbs import generic
from hanlin.core.verbs.generic import play
from hanlin.games.forbidden_city import GAME, pieces
from hanlin.games.forbidden_city.choices import UNFIT_CODE
from hanlin.games.forbidden_city.evaluation import placements_to_come
from hanlin.games.forbidden_city.rooms import CLOSED


def worth(table, seat):
    return float(generic.value(table.s, seat))


def table_with(*tiles):
    """A palace of these (seat, x, y, face), with tiles left to place for all."""
    table = Table()
    for seat, x, y, tile in tiles:
        table.put(seat, x, y, tile)
    table.s.stack[:] = 0b11111111
    return table


def test_coins_are_worth_what_they_are():
    table = table_with()
    assert [worth(table, seat) for seat in range(4)] == [0.0] * 4
    table.s.points[:] = (9, 3, 0, 0)
    assert worth(table, PURPLE) == 9 - 1
    assert worth(table, BLUE) == -4


def test_a_room_that_promises_more_is_worth_more():
    near = table_with((RED, 0, -2, face("green", "wwoo", advisors=2)))
    far = table_with((RED, 0, -2, face("green", "oooo", advisors=2)))
    rich = table_with((RED, 0, -2, face("green", "wwoo", advisors=2)), (RED, -1, -2, face("green", "wooo", dragons=1)))
    assert worth(far, RED) < worth(near, RED) < worth(rich, RED)
    assert worth(near, YELLOW) < 0


def test_a_shared_lead_is_worth_half_to_each():
    shared = table_with((RED, 0, -2, face("green", "wwoo", advisors=1)), (BLUE, -1, -2, face("green", "wowo", advisors=1)))
    assert worth(shared, RED) == pytest.approx(worth(shared, BLUE))
    assert worth(shared, RED) > 0 > worth(shared, PURPLE)


def test_nothing_is_promised_when_nobody_is_to_place_any_more():
    table = table_with((RED, 0, -2, face("green", "wwoo", advisors=2)))
    table.s.stack[:] = 0b11
    table.s.hand[:] = pieces.NO_TILE
    assert placements_to_come(table.s) == 0
    assert worth(table, RED) == 0


def test_it_changes_nothing_and_is_at_home_where_chance_is_to_act():
    for plies in (0, 3, 30, 31, 32, 90, 115):
        position = random_position(2, "insight", plies)
        before = position._states.tobytes()
        found = [float(generic.value(position.state, seat)) for seat in range(2)]
        assert found[0] == pytest.approx(-found[1])
        assert position._states.tobytes() == before


@pytest.mark.parametrize("players", [2, 3, 4])
def test_progress_goes_from_nothing_to_the_whole_with_each_placement(players):
    position = GAME.start(players)
    last = float(generic.progress(position.state))
    assert last == 0.0
    rng = seeded("progress", players)
    while not position.over:
        placed = int(position.state.placed)
        play_one(position, rng)
        now = float(generic.progress(position.state))
        assert (now > last) == (int(position.state.placed) > placed)
        assert now >= last
        last = now
    assert last == 1.0


def compete(players, seats, games, side="gardens"):
    """Games between bots: the final positions and the actions. At plain speed the first few of the same games must do."""
    start = GAME.start(players, side=side)
    return [play_game(start, seats, f"{side} {seats} {game}", not PLAIN) for game in range(games // 20 if PLAIN else games)]


@entry
def add_closings(states, codes, closed):
    """Play the actions from states[0]; add the rooms closed up to the end of each quarter of the placements to ``closed``."""
    s = states[0]
    to_place = int(s.players) * (28 if s.players == 2 else 22)
    for code in codes:
        play(s, code)
        quarter = 4 * int(s.placed) // to_place
        if code < UNFIT_CODE and quarter > 4 * (int(s.placed) - 1) // to_place:
            for room in range(int(s.parts)):
                if int(s.room[room]) & CLOSED:
                    closed[quarter - 1] += 1


@pytest.mark.rule("F7.5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_better_of_two_bots_wins_clearly(players):
    games = compete(players, ["greedy"] + ["random"] * (players - 1), 60)
    won = sum(0 in end.winners for end, _ in games)
    assert won >= 0.95 * len(games)


@pytest.mark.rule("F7.5")
@pytest.mark.parametrize("side", ["gardens", "rooms"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_rooms_close_all_through_the_game_and_tiles_fit(players, side):
    games = compete(players, ["greedy"] * players, 100, side)
    start = GAME.start(players, side=side)._states
    closed = np.zeros(4, np.int64)
    for _, codes in games:
        add_closings(start.copy(), np.array(codes, np.int64), closed)
    by_quarter = np.diff(closed, prepend=len(games) * np.count_nonzero(start["room"] & CLOSED))
    shares = by_quarter / by_quarter.sum()
    assert np.all((shares >= 0.10) & (shares <= 0.40)), shares
    unfit = sum(codes.count(UNFIT_CODE) for _, codes in games)
    assert 1000 * unfit < sum(int(end.state.placed) for end, _ in games)
