"""Bad habits and known dangers of In the Year of the Dragon."""

from __future__ import annotations

import hanlin
from hanlin.core.jit.rng import seeded
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.forecast import ahead, cost_of
from hanlin.games.year_of_the_dragon.neglect import MANY, NEGLECTS, SOON, dangers
from hanlin.games.year_of_the_dragon.snapshot import read

GAME = hanlin.game("year_of_the_dragon")


def test_habits_avoid_what_would_help():
    start = GAME.start(4).settle(seeded("habits"))
    picks = {words for words in start.legal if NEGLECTS["no-rice"](start.state, start.code(words))}
    assert picks == {words for words in start.legal if "farmer" in words}
    picks = {words for words in start.legal if NEGLECTS["no-healers"](start.state, start.code(words))}
    assert picks == {words for words in start.legal if "healer" in words}
    position = start
    while not any("harvest" in words for words in position.legal):
        position.play(position.legal[0]).settle(seeded("on", position.ply))
    for habit, word in (("no-rice", "harvest"), ("no-money", "taxes")):
        there = {words for words in position.legal if NEGLECTS[habit](position.state, position.code(words))}
        assert there == {words for words in position.legal if word in words or (habit == "no-money" and words == "pass")}


def test_the_next_event_is_a_danger_if_it_takes_many():
    seen = set()
    for number in range(4):
        rng = seeded("dangers", number)
        position = GAME.start(3).settle(rng)
        while not position.over:
            r = read(position.state)
            to_come = ahead(r)
            if r.phase == p.ACTION_PHASE:
                event = to_come.events[to_come.month - 1]
                for seat in range(3):
                    lost = cost_of(r.seats[seat], to_come, event).persons
                    found = dangers(position.state, seat)
                    assert (lost >= MANY) <= (p.EVENT_NAMES[event] in found)
                    later = to_come.events[to_come.month - 1 : to_come.month - 1 + SOON]
                    assert set(found) <= {p.EVENT_NAMES[each] for each in later}
                    seen.update(found)
            codes = position.legal_codes
            position.apply(int(codes[position.ply % len(codes)])).settle(rng)
    assert seen


def test_rice_that_an_earlier_drought_takes_feeds_nobody_later():
    position = GAME.start(2).settle(seeded("rice"))
    while position.state.month < 1:
        position.play(position.legal[0]).settle(seeded("rice", position.ply))
    state = position.copy().state
    state.events[:4] = (p.PEACE, p.DROUGHT, p.DROUGHT, p.PEACE)
    state.palaces[0] = 5
    state.palace[0, :5] = state.palace[0, 0]
    for rice, expected in ((0, ("drought",)), (5, ("drought",)), (6, ("drought",)), (7, ()), (10, ())):
        state.rice[0] = rice
        assert dangers(state, 0) == expected
