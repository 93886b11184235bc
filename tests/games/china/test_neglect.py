"""Bad habits and known dangers of China."""

from __future__ import annotations

import hanlin
from hanlin.games.china.neglect import LARGE, NEGLECTS, dangers

GAME = hanlin.game("china")


def state_with(own: int, other: int, free: int):
    """Seat 0 and seat 1 with so many palaces in a region that has ``free`` spaces left, the rest of seat 2's."""
    state = GAME.start(3).state.copy()
    region = max(range(9), key=lambda each: int(state.spaces[each]))
    spaces = int(state.spaces[region])
    masks, first = [], 0
    for number in (own, other, spaces - own - other - free):
        masks.append(((1 << number) - 1) << first)
        first += number
    for seat, mask in enumerate(masks):
        state.palaces[seat, region] = mask
    state.free[region] = ((1 << free) - 1) << first
    state.seat = 0
    assert spaces >= LARGE
    return state, region


def placing(state, region: int) -> int:
    words = f"palace {GAME.start(3).game.text(state, 40 * region).split()[1]} 1 red"
    return GAME.parse(state, words)


def test_habits_avoid_majorities_and_answers():
    for own, other, takes, answers in ((0, 1, True, False), (0, 3, False, False), (1, 2, True, True), (3, 2, True, False)):
        state, region = state_with(own, other, 2)
        rest = int(state.spaces[region]) - own - other - 2
        if rest <= max(own, other):
            code = placing(state, region)
            assert NEGLECTS["no-majorities"](state, code) == takes
            assert NEGLECTS["no-answers"](state, code) == answers
            assert not NEGLECTS["no-emissaries"](state, code)


def test_habits_leave_other_actions_alone():
    state, _region = state_with(1, 2, 2)
    for words in ("exchange red", "done", "pass"):
        assert not any(avoids(state, GAME.parse(state, words)) for avoids in NEGLECTS.values())


def test_a_region_about_to_close_against_a_seat_is_a_danger():
    for own, other, free, expected in ((1, 3, 2, ("region",)), (1, 3, 0, ()), (0, 3, 2, ()), (3, 1, 2, ())):
        state, _region = state_with(own, other, free)
        assert dangers(state, 0) == expected
    state, _region = state_with(1, 1, 5)
    assert dangers(state, 0) == ()
